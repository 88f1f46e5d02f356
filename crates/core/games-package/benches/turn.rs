//! Measures the cost of one turn at the table: the Moderator requests a move, a player on its own thread answers at
//! once, and the event is published.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use board_engine::{Coordinates, Diagram, Geometry, Viewer};
use criterion::{Criterion, criterion_group, criterion_main};
use crossbeam_channel::{Sender, bounded};
use games_package::{
    Host, MatchSetup, Moderator, Player, PlayerError, Reply, Request, Rules, SeatSetup,
};

#[path = "../tests/it/games/stones.rs"]
mod stones;

fn board() -> Diagram {
    Diagram::new(Geometry::rectangle(1, 1), Coordinates::AtEdges, |_| "a1".into())
}

/// Turns per match, about as many as in a game of draughts or chess.
const TURNS: u32 = 120;

/// The watchers' behavior.
#[derive(Clone, Copy)]
enum Watching {
    /// The watchers receive each event as soon as it arrives.
    Awake,
    /// The watchers never receive any events.
    Asleep,
}

/// Plays the only move that makes the match as long as possible, and reports the time of the first turn.
struct Quick(Sender<Instant>);

impl Player for Quick {
    fn name(&self) -> String {
        "quick".into()
    }

    fn choose_move(&mut self, request: &Request, _: &dyn Host) -> Result<Reply, PlayerError> {
        if request.moves.is_empty() || request.legal_moves.len() == 1 {
            self.0.send(Instant::now())?;
        }
        Ok(Reply::play("1"))
    }
}

/// The duration of all turns in one match except the last, without the match's start and end.
fn play(watchers: usize, watching: Watching) -> Duration {
    let (sender, times) = bounded(2);
    let game =
        Arc::new(Rules::new("stones", stones::Stones { seats: 2, heap: TURNS, hopeless: None }));
    let seat = || SeatSetup::new("quick", Box::new(Quick(sender.clone())));
    let mut moderator = Moderator::new(MatchSetup::new(game, vec![seat(), seat()]))
        .expect("two players for two seats");
    let subscriptions: Vec<_> =
        (0..watchers).map(|_| moderator.subscribe(Viewer::Public)).collect();
    thread::scope(|scope| {
        if let Watching::Awake = watching {
            for events in subscriptions {
                scope.spawn(move || events.count());
            }
        }
        moderator.run().expect("there are threads");
    });
    let (first, last) = (times.recv(), times.recv());
    let (first, last) = first.ok().zip(last.ok()).expect("a first and a last turn");
    last.duration_since(first)
}

fn turn(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("turn");
    for (name, watchers, watching) in [
        ("unwatched", 0, Watching::Asleep),
        ("1 watcher", 1, Watching::Awake),
        ("4 watchers", 4, Watching::Awake),
        ("4 watchers asleep", 4, Watching::Asleep),
    ] {
        group.bench_function(name, |bencher| {
            bencher.iter_custom(|turns| {
                let matches = turns.div_ceil(u64::from(TURNS));
                let time: Duration = (0..matches).map(|_| play(watchers, watching)).sum();
                let counted = u128::from(matches * u64::from(TURNS - 1));
                let nanoseconds = time.as_nanos() * u128::from(turns) / counted;
                Duration::from_nanos(u64::try_from(nanoseconds).expect("less than a year"))
            });
        });
    }
    group.finish();
}

criterion_group!(benches, turn);
criterion_main!(benches);
