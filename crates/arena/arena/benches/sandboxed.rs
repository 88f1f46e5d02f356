//! Measures the speed of games between plugins in separate processes. The games are journaled and synced in batches, as
//! in real runs. Two games run at a time, each on its own core. The benchmark measures wall time, because each player
//! is a separate process.
//!
//! Run `cargo build --release -p plugin-host --examples` first.

use std::env::consts::{DLL_PREFIX, DLL_SUFFIX, EXE_SUFFIX};
use std::hint::black_box;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use arena::journal::Journal;
use arena::openings::Openings;
use arena::play::{CancelToken, PlayerFactory, Trust, play};
use arena::run::Run;
use arena::settings::Settings;
use arena::tournament::Tournament;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use games_package::{Options, Player};
use plugin_host::{Cache, ChildProgram, Isolation, Plugin, ProcessPool};
use rustix::thread::{CpuSet, sched_setaffinity};

/// Number of games per sync.
const GAMES: u32 = 1000;

/// Number of concurrent games.
const CONCURRENCY: usize = 2;

/// The players from the plugin `scripted`, which answer immediately.
struct Strangers {
    plugin: Plugin,
    pool: ProcessPool,
    game: String,
}

impl PlayerFactory for Strangers {
    fn player(&self, _: usize) -> Result<Box<dyn Player>, String> {
        let options = Options::default();
        let made = self.plugin.new_player_in(&self.pool, "second", &self.game, &options);
        made.map(|player| Box::new(player) as _).map_err(|error| error.to_string())
    }

    fn trust(&self, _: usize) -> Trust {
        Trust::Returns
    }
}

/// A file built by `cargo build --release -p plugin-host --examples`, next to this program.
fn built(name: &str) -> PathBuf {
    let program = std::env::current_exe().expect("this program has a file");
    let folder = program.ancestors().nth(2).expect("it is in target/release/deps");
    let file = folder.join("examples").join(name);
    assert!(file.exists(), "first: cargo build --release -p plugin-host --examples");
    file
}

fn strangers(game: &str, kept_max: usize) -> Strangers {
    let cache = Cache::temporary().expect("there is a place for temporary files");
    let child_program = ChildProgram::Program(built(&format!("child{EXE_SUFFIX}")));
    let isolation = Arc::new(Isolation { child_program, ..Isolation::default() });
    let library = built(&format!("{DLL_PREFIX}scripted{DLL_SUFFIX}"));
    let plugin = Plugin::load(&library, &cache, &isolation).expect("it was built with this");
    Strangers { plugin, pool: ProcessPool::with_capacity(kept_max), game: game.into() }
}

fn tournament(game: &str) -> Arc<Tournament> {
    let game = game_catalog::table_game(game).expect("the game is in the catalog");
    let mut settings = Settings::new(game.name(), ["a".into(), "b".into()]);
    settings.pairs = GAMES / 2;
    let openings = Openings::random(&*game, 2, 64, 1, &mut |_| true).expect("it has openings");
    Arc::new(Tournament::new(settings, game, openings).expect("the settings are right"))
}

/// Plays every tournament game and returns the number of plies.
fn play_all(tournament: &Arc<Tournament>, strangers: &Strangers) -> u64 {
    let folder = tempfile::tempdir().expect("a scratch folder can be made");
    let path = folder.path().join("journal.jsonl");
    let (journal, _) = Journal::open(&path, tournament.fingerprint()).expect("it can be written");
    let run = Run::new(Arc::clone(tournament), &[]).expect("nothing was played");
    let office = Mutex::new((run, journal, 0));
    let work = &|| loop {
        let job = office.lock().unwrap_or_else(PoisonError::into_inner).0.next_job();
        let Some(job) = job else { break };
        let entry = play(tournament, &job, strangers, &CancelToken::default()).expect("it ends");
        assert_eq!(entry.conclusion.reason, "rules");
        let mut office = office.lock().unwrap_or_else(PoisonError::into_inner);
        let (run, journal, plies) = &mut *office;
        journal.append(&entry);
        *plies += entry.plies() as u64;
        run.finish(&entry);
    };
    thread::scope(|scope| {
        for core in 0..CONCURRENCY {
            scope.spawn(move || {
                let mut own = CpuSet::new();
                own.set(core);
                // On a single-core machine, the thread stays on that core.
                let _stays = sched_setaffinity(None, &own);
                work();
            });
        }
    });
    let (_, mut journal, plies) = office.into_inner().unwrap_or_else(PoisonError::into_inner);
    journal.sync().expect("it can be written");
    plies
}

fn sandboxed(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("plies apart with journal");
    group.sample_size(10);
    for game in ["tic-tac-toe", "checkers:english"] {
        let tournament = tournament(game);
        for (kept_max, name) in [(2 * CONCURRENCY, "kept"), (0, "restarted")] {
            let strangers = strangers(game, kept_max);
            group.throughput(Throughput::Elements(play_all(&tournament, &strangers)));
            group.bench_function(format!("{game}/{name}"), |bencher| {
                bencher.iter(|| black_box(play_all(&tournament, &strangers)));
            });
        }
    }
    group.finish();
}

criterion_group!(benches, sandboxed);
criterion_main!(benches);
