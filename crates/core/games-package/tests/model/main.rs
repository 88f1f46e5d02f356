//! Models of the table: the concurrent actions of a seat's thread, the Moderator, a clock and a director, in very many
//! orders. Shuttle chooses the orders and can repeat them. The models are compiled with the feature `model`;
//! `tests/run` runs them.

#![expect(clippy::unwrap_used, reason = "a test reports it by failing")]

mod deadlines;
mod decisions;
mod directing;
mod pondering;
#[path = "../it/games/stones.rs"]
mod stones;
/// Replaces the crate's module `sync` in the files that are included from it.
mod sync {
    pub(crate) use shuttle::sync::atomic;
}
#[path = "../../src/turn_signal.rs"]
mod turn_signal;
mod witness;

use std::sync::Arc;

use board_engine::{Coordinates, Diagram, Geometry, Viewer};
use games_package::{
    Event, Finished, Host, MatchSetup, Moderator, Player, PlayerError, Reply, Request, Rules,
    SeatSetup, Urgency,
};
use shuttle::scheduler::{PctScheduler, RandomScheduler};
use shuttle::{Config, Runner};

fn board() -> Diagram {
    Diagram::new(Geometry::rectangle(1, 1), Coordinates::AtEdges, |_| "a1".into())
}

/// The number of thread orders that each model runs in.
fn order_count() -> usize {
    if std::env::var_os("RIVAL_DEEP").is_some_and(|value| value == "1") { 100_000 } else { 2_000 }
}

/// The number of thread interruptions in one order, at points chosen before the run.
const INTERRUPTIONS: usize = 3;

/// Runs a model in many orders. In half of the orders, any thread can run at any step. In the other half few threads
/// are interrupted, which finds rare races sooner.
fn check(model: impl Fn() + Send + Sync + 'static) {
    let mut config = Config::new();
    config.stack_size = 1 << 20;
    let (model, half) = (Arc::new(model), order_count() / 2);
    let run = Arc::clone(&model);
    Runner::new(RandomScheduler::new_from_seed(1, half), config.clone()).run(move || run());
    Runner::new(PctScheduler::new_from_seed(1, INTERRUPTIONS, half), config).run(move || model());
}

/// Chooses moves with the given closure.
struct Chooses<F>(F);

impl<F: FnMut(&Request, &dyn Host) -> Result<Reply, PlayerError> + Send> Player for Chooses<F> {
    fn name(&self) -> String {
        "scripted".into()
    }

    fn choose_move(&mut self, request: &Request, host: &dyn Host) -> Result<Reply, PlayerError> {
        (self.0)(request, host)
    }
}

fn chooses(
    choose: impl FnMut(&Request, &dyn Host) -> Result<Reply, PlayerError> + Send + 'static,
) -> SeatSetup {
    seated(Chooses(choose))
}

fn plays_first() -> SeatSetup {
    chooses(|request, _| Ok(Reply::play(request.legal_moves[0].as_str())))
}

fn seated(player: impl Player + 'static) -> SeatSetup {
    SeatSetup::new("scripted", Box::new(player))
}

/// A match with this number of stones: players take one, two or three in turn.
fn stones(heap: u32, seats: [SeatSetup; 2]) -> MatchSetup {
    let game = Arc::new(Rules::new("stones", stones::Stones { seats: 2, heap, hopeless: None }));
    MatchSetup::new(game, seats.into())
}

/// Runs the match to its end, which is published exactly once and last; the record can be replayed.
fn run(mut moderator: Moderator, heap: u32) -> (Finished, Vec<Event>) {
    let subscription = moderator.subscribe(Viewer::Arbiter);
    let finished = moderator.run().unwrap();
    let events: Vec<Event> = subscription.map(|it| it.event).collect();
    let is_end = |event: &Event| match event {
        Event::MatchEnded(_) => true,
        // This watcher receives its events after the end, and may already have missed some.
        Event::Resynchronized(table) => table.ending.is_some(),
        _ => false,
    };
    assert_eq!(events.iter().filter(|event| is_end(event)).count(), 1, "{events:?}");
    assert!(events.last().is_some_and(is_end), "{events:?}");
    assert_eq!(finished.abandoned, [], "every thread ends");
    let rules = Rules::new("stones", stones::Stones { seats: 2, heap, hopeless: None });
    finished.record.replay(&rules).unwrap();
    (finished, events)
}
