//! Measures how many jobs per second a queue can process: `cargo run --release -p cluster --example loopback -- URL
//! [PAIRS]`. Two workers with instant games play PAIRS pairs (50,000 by default), and write a real journal. The
//! scheduler and both workers share one thread, so they would be faster on separate machines.
#![expect(clippy::print_stdout, reason = "a program that prints what it measured")]

use std::collections::BTreeMap;
use std::error::Error;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use arena::journal::{Conclusion, Entry, Journal};
use arena::observer::LiveGame;
use arena::openings::Openings;
use arena::run::Run;
use arena::settings::Settings;
use arena::tournament::Tournament;
use cluster::message::{Build, Pair, PairResult, RunId, Spec};
use cluster::scheduler::{SchedulerObserver, schedule};
use cluster::worker::{PairRunner, work};
use cluster::{Access, Dispatcher, Lease};
use games_package::Rules;
use tic_tac_toe::TicTacToe;
use tokio::sync::oneshot;

/// Number of pairs to request at a time.
const SLOTS: usize = 2;

/// A runner that plays games instantly.
#[derive(Default)]
struct Quick {
    runs: Mutex<BTreeMap<RunId, Tournament>>,
    is_over: AtomicBool,
}

/// The tournament with these settings.
fn tournament(settings: &str) -> Result<Tournament, String> {
    let game = Arc::new(Rules::new("tic-tac-toe", TicTacToe::default()));
    let settings = Settings::from_text(settings).map_err(|error| error.to_string())?;
    Tournament::new(settings, game, Openings::start()).map_err(|error| error.to_string())
}

impl PairRunner for Quick {
    fn slots(&self) -> usize {
        SLOTS
    }

    fn open_run(&self, run: &RunId, spec: &Spec) -> Result<(), String> {
        let tournament = tournament(&spec.settings)?;
        let mut runs = self.runs.lock().unwrap_or_else(PoisonError::into_inner);
        runs.insert(run.clone(), tournament);
        Ok(())
    }

    fn play(&self, run: &RunId, pair: Pair, done: oneshot::Sender<PairResult>) {
        let runs = self.runs.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(tournament) = runs.get(run) else { return };
        let entry = |job: arena::tournament::Job| Entry {
            id: tournament.id(job.round, job.number),
            round: job.round,
            number: job.number,
            set: job.set,
            players: job.players,
            payoffs: vec![0, 0],
            conclusion: Conclusion {
                reason: "rules".into(),
                detail: "the board is full".into(),
                ..Conclusion::default()
            },
            start: "3/3/3 x".into(),
            moves: "b2 a1 c1 a3 a2 c2 b3 b1 c3".into(),
            end: "oxx/xxo/oox o".into(),
            elapsed_us: Vec::new(),
            thoughts: Vec::new(),
            lines: Vec::new(),
            line_errors: Vec::new(),
            excess_nodes: Vec::new(),
            finished_at: None,
        };
        let entries = pair.jobs().map(entry).collect();
        // No client waits for a finished run.
        let _unwanted = done.send(PairResult::Played { entries, cant_start: Vec::new() });
    }

    fn live_game(&self, _run: &RunId) -> Option<LiveGame> {
        None
    }

    fn cancel_run(&self, run: &RunId) {
        self.runs.lock().unwrap_or_else(PoisonError::into_inner).remove(run);
    }

    fn is_interrupted(&self) -> bool {
        self.is_over.load(Ordering::SeqCst)
    }

    fn note(&self, line: &str) {
        println!("  a worker: {line}");
    }
}

/// Records when the first and newest results arrived.
struct Clock {
    first: Option<Instant>,
    newest: Instant,
}

impl SchedulerObserver for Clock {
    fn update(&mut self, _run: &Run, entries: &[Entry], _workers: usize, _slots: usize) {
        if !entries.is_empty() {
            self.newest = Instant::now();
            self.first.get_or_insert(self.newest);
        }
    }

    fn note(&mut self, line: &str) {
        println!("  the scheduler: {line}");
    }

    fn is_interrupted(&self) -> bool {
        false
    }
}

async fn measure(access: &Access, pairs: u32) -> Result<Duration, Box<dyn Error>> {
    let mut settings = Settings::new("tic-tac-toe", ["new".into(), "old".into()]);
    settings.pairs = pairs;
    settings.seed = Some(u64::from(std::process::id()));
    let tournament = Arc::new(tournament(&settings.to_text())?);
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("journal.jsonl");
    let (mut journal, _) = Journal::open(&path, tournament.fingerprint())?;
    let run = Run::new(Arc::clone(&tournament), &[])?;
    let mut dispatcher = Dispatcher::new(run, Lease::default());
    let spec = Spec { settings: settings.to_text(), openings: String::new() };
    let build = Build::new("bench");
    let mut clock = Clock { first: None, newest: Instant::now() };
    let runner = Arc::new(Quick::default());
    let workers = ["one", "two"].map(|name| {
        let (access, build) = (access.clone(), build.clone());
        let runner = Arc::clone(&runner) as Arc<dyn PairRunner>;
        tokio::spawn(async move { work(&access, name, &build, runner, None).await })
    });
    let scheduled =
        schedule(access, &build, &mut dispatcher, &spec, &mut journal, &mut clock).await;
    runner.is_over.store(true, Ordering::SeqCst);
    for worker in workers {
        worker.await??;
    }
    scheduled?;
    Ok(clock.newest - clock.first.ok_or("no result came")?)
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let url = arguments.next().ok_or("name the server: nats://127.0.0.1:4222")?;
    let pairs = arguments.next().map_or(Ok(50_000), |text| text.parse())?;
    let access = Access { url, credentials: None, authorities: None };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let time = runtime.block_on(measure(&access, pairs))?;
    println!("{pairs} pairs in {time:.2?}: {:.0} a second", f64::from(pairs) / time.as_secs_f64());
    Ok(())
}
