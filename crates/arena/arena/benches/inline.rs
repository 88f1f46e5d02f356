//! Measures the speed of inline games between trivial players. The games are journaled and synced in batches, as in
//! real runs. The benchmark measures CPU time, so other programs have little effect.

use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;

use arena::journal::Journal;
use arena::openings::Openings;
use arena::play::{CancelToken, PlayerFactory, Trust, play};
use arena::run::Run;
use arena::settings::Settings;
use arena::tournament::Tournament;
use criterion::measurement::{Measurement, ValueFormatter, WallTime};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use games_package::{Host, Player, PlayerError, Reply, Request};

/// Number of games per sync.
const GAMES: u32 = 4096;

/// Plays the first legal move.
struct First;

impl Player for First {
    fn name(&self) -> String {
        "first".into()
    }

    fn choose_move(&mut self, request: &Request, _: &dyn Host) -> Result<Reply, PlayerError> {
        Ok(Reply::play(request.legal_moves[0].as_str()))
    }
}

struct Trivial;

impl PlayerFactory for Trivial {
    fn player(&self, _index: usize) -> Result<Box<dyn Player>, String> {
        Ok(Box::new(First))
    }

    fn trust(&self, _index: usize) -> Trust {
        Trust::Own
    }
}

/// CPU time of this thread.
struct CoreTime;

impl CoreTime {
    fn now() -> Duration {
        let now = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        Duration::try_from(now).expect("no time is before the start of a thread")
    }
}

impl Measurement for CoreTime {
    type Intermediate = Duration;
    type Value = Duration;

    fn start(&self) -> Duration {
        Self::now()
    }

    fn end(&self, start: Duration) -> Duration {
        Self::now().saturating_sub(start)
    }

    fn add(&self, one: &Duration, other: &Duration) -> Duration {
        *one + *other
    }

    fn zero(&self) -> Duration {
        Duration::ZERO
    }

    fn to_f64(&self, value: &Duration) -> f64 {
        WallTime.to_f64(value)
    }

    fn formatter(&self) -> &dyn ValueFormatter {
        WallTime.formatter()
    }
}

fn tournament(game: &str) -> Arc<Tournament> {
    let game = game_catalog::table_game(game).expect("the game is in the catalog");
    let mut settings = Settings::new(game.name(), ["a".into(), "b".into()]);
    settings.pairs = GAMES / 2;
    let openings = Openings::random(&*game, 2, 64, 1, &mut |_| true).expect("it has openings");
    Arc::new(Tournament::new(settings, game, openings).expect("the settings are right"))
}

fn inline(criterion: &mut Criterion<CoreTime>) {
    let mut group = criterion.benchmark_group("plies inline with journal");
    group.sample_size(10);
    for game in ["tic-tac-toe", "checkers:english"] {
        let tournament = tournament(game);
        let folder = tempfile::tempdir().expect("a scratch folder can be made");
        let path = folder.path().join("journal.jsonl");
        let games = || {
            let mut run = Run::new(Arc::clone(&tournament), &[]).expect("nothing was played");
            // An existing journal would leave no games to play.
            let _absent = std::fs::remove_file(&path);
            let (mut journal, _) =
                Journal::open(&path, tournament.fingerprint()).expect("it can be written");
            let mut plies = 0;
            while let Some(job) = run.next_job() {
                let entry =
                    play(&tournament, &job, &Trivial, &CancelToken::default()).expect("it ends");
                journal.append(&entry);
                plies += entry.plies() as u64;
                run.finish(&entry);
            }
            journal.sync().expect("it can be written");
            plies
        };
        group.throughput(Throughput::Elements(games()));
        group.bench_function(game, |bencher| bencher.iter(|| black_box(games())));
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().with_measurement(CoreTime);
    targets = inline
}
criterion_main!(benches);
