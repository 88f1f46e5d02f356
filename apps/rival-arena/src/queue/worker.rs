//! A worker, which plays games for schedulers on a queue.

use std::collections::BTreeMap;
use std::fs;
use std::io::{Write, stderr};
use std::process;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use anyhow::{anyhow, ensure};
use app_context::{
    AppContext, CommandResult, CommonArguments, Failure, FailureKind, OrFail, name_unusable_files,
};
use arena::journal::Entry;
use arena::observer::LiveGame;
use arena::play::{CancelToken, NoResult, View, play_in_view};
use arena::run_folder::entrants::{self, Entrants};
use arena::run_folder::folder::assemble;
use arena::run_folder::runner::{self, Interruption};
use arena::run_folder::setup::with_tables;
use arena::tournament::{Job, Tournament};
use cluster::message::{CantStart, Pair, PairResult, RunId, Spec};
use cluster::moves::MoveRunner;
use cluster::remote::failure;
use cluster::worker::{self, PairRunner};
use crossbeam_channel::{Receiver, Sender, bounded};
use tokio::sync::oneshot;

use super::moves::{ThinkingThreads, think_about};
use crate::arguments::WorkerArguments;
use crate::interruption;

pub(crate) fn work(common: &CommonArguments, arguments: WorkerArguments) -> CommandResult {
    let unnamed = || {
        let why = "no queue given; pass nats://HOST:PORT or --queue-file FILE, or set RIVAL_QUEUE";
        Failure::new(FailureKind::Usage, anyhow!(why))
    };
    let access = arguments.access.access(arguments.url.as_deref())?.ok_or_else(unnamed)?;
    let name = arguments.name.unwrap_or_else(|| format!("{}-{}", host_name(), process::id()));
    let slots = arguments.concurrency.map_or_else(runner::core_count, usize::from);
    let (tasks, waiting) = bounded(slots);
    let runner = Arc::new(LocalRunner {
        common: common.clone(),
        slots,
        runs: Mutex::default(),
        tasks,
        interruption: interruption::listen(),
    });
    let runtime = super::runtime()?;
    let thinkers = usize::from(arguments.moves);
    let (moves, questions) = ThinkingThreads::new(thinkers);
    thread::scope(|scope| {
        for number in 0..thinkers {
            let questions = questions.clone();
            let thinker = thread::Builder::new().name(format!("moves {number}"));
            thinker
                .spawn_scoped(scope, move || think_about(&questions))
                .or_fail(FailureKind::Failed)?;
        }
        for number in 0..slots {
            let waiting = waiting.clone();
            let player = thread::Builder::new().name(format!("games {number}"));
            player
                .spawn_scoped(scope, move || play_pairs(&waiting))
                .or_fail(FailureKind::Failed)?;
        }
        let build = super::build();
        let moves = (thinkers > 0).then(|| Arc::new(moves) as Arc<dyn MoveRunner>);
        let result = runtime.block_on(worker::work(&access, &name, &build, runner, moves));
        // The runtime's tasks own the runner, and the threads end when the runner is dropped.
        drop(runtime);
        result.map_err(failure)
    })
}

/// This machine's name.
fn host_name() -> String {
    let name = fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let name = name.trim();
    if name.is_empty() { "worker".into() } else { name.into() }
}

/// A pair for a thread to play.
struct Task {
    run: Arc<ActiveRun>,
    pair: Pair,
    done: oneshot::Sender<PairResult>,
}

/// A run that this worker plays.
struct ActiveRun {
    tournament: Tournament,
    entrants: Entrants,
    cancel_token: CancelToken,
    /// The games in progress, by round and number.
    views: Mutex<BTreeMap<(usize, usize), (Job, View)>>,
}

/// The maximum number of a game's moves to show.
const MOVES_SHOWN_MAX: usize = 40;

impl ActiveRun {
    /// Plays a game and publishes it in `views` while it runs.
    fn play(&self, job: &Job) -> Result<Entry, NoResult> {
        let (key, view) = ((job.round, job.number), View::default());
        self.views().insert(key, (job.clone(), view.clone()));
        let played = play_in_view(&self.tournament, job, &self.entrants, &self.cancel_token, &view);
        self.views().remove(&key);
        played
    }

    /// The current state of the first game in progress.
    fn live_game(&self) -> Option<LiveGame> {
        let views = self.views();
        let (job, view) = views.first_key_value().map(|(_, shown)| shown)?;
        let mut moves = view.moves();
        let before = moves.len().saturating_sub(MOVES_SHOWN_MAX);
        moves.drain(..before);
        let Job { round, number, ref players, .. } = *job;
        let (worker, players) = (String::new(), players.clone());
        Some(LiveGame { worker, round, number, players, before, moves })
    }

    fn views(&self) -> MutexGuard<'_, BTreeMap<(usize, usize), (Job, View)>> {
        self.views.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Plays pairs on this process's threads.
struct LocalRunner {
    common: CommonArguments,
    slots: usize,
    runs: Mutex<BTreeMap<RunId, Arc<ActiveRun>>>,
    tasks: Sender<Task>,
    interruption: Interruption,
}

impl LocalRunner {
    fn runs(&self) -> MutexGuard<'_, BTreeMap<RunId, Arc<ActiveRun>>> {
        self.runs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn open(&self, run: &RunId, spec: &Spec) -> anyhow::Result<ActiveRun> {
        let names = ["its settings", "its openings"].map(String::from);
        let tournament = assemble(&spec.settings, &spec.openings, &names)?;
        let tournament = as_anyhow(with_tables(tournament, FailureKind::Input))?;
        let is_same = RunId::of(tournament.fingerprint()) == *run;
        ensure!(is_same, "its settings describe a different tournament in this version");
        // A new context also finds plugins that were installed after the worker started.
        let app = Arc::new(as_anyhow(AppContext::open(&self.common))?);
        let [of_settings, _] = &names;
        let players = entrants::stored_players(tournament.settings(), &spec.settings, of_settings);
        let players = as_anyhow(players)?;
        let entrants = as_anyhow(Entrants::open(&app, &tournament, players, Some(self.slots)))?;
        name_unusable_files();
        for warning in entrants.changed_programs(tournament.settings()) {
            self.note(&format!("warning: {warning}"));
        }
        let (cancel_token, views) = (CancelToken::default(), Mutex::default());
        let pool = entrants.pool().clone();
        cancel_token.on_cancel(move || pool.close());
        Ok(ActiveRun { tournament, entrants, cancel_token, views })
    }
}

/// Drops a failure's exit code, which the scheduler doesn't need.
fn as_anyhow<T>(result: Result<T, Failure>) -> anyhow::Result<T> {
    result.map_err(|failure| anyhow!("{failure}"))
}

impl PairRunner for LocalRunner {
    fn slots(&self) -> usize {
        self.slots
    }

    fn open_run(&self, run: &RunId, spec: &Spec) -> Result<(), String> {
        let active = self.open(run, spec).map_err(|error| format!("{error:#}"))?;
        self.runs().insert(run.clone(), Arc::new(active));
        Ok(())
    }

    fn play(&self, run: &RunId, pair: Pair, done: oneshot::Sender<PairResult>) {
        let run = self.runs().get(run).cloned();
        if let Some(run) = run {
            // The channel has room for every slot. If no thread receives the task, `done` is dropped, which reports the
            // pair as canceled.
            let _broken_off = self.tasks.try_send(Task { run, pair, done });
        }
    }

    fn live_game(&self, run: &RunId) -> Option<LiveGame> {
        let run = self.runs().get(run).cloned();
        run.and_then(|run| run.live_game())
    }

    fn cancel_run(&self, run: &RunId) {
        if let Some(run) = self.runs().remove(run) {
            run.cancel_token.cancel();
        }
    }

    fn is_interrupted(&self) -> bool {
        self.interruption.is_requested()
    }

    fn note(&self, line: &str) {
        // Standard error may be closed.
        let _unread = writeln!(stderr(), "{line}");
    }
}

/// Plays pairs until the sender is dropped.
fn play_pairs(tasks: &Receiver<Task>) {
    for Task { run, pair, done } in tasks {
        if let Some(result) = play_pair(&run, &pair) {
            // If the run is over, the receiver has been dropped.
            let _unwanted = done.send(result);
        }
    }
}

/// The result of the pair, or `None` if it was canceled.
fn play_pair(run: &ActiveRun, pair: &Pair) -> Option<PairResult> {
    let (mut entries, mut cant_start) = (Vec::new(), Vec::new());
    for job in pair.jobs() {
        match run.play(&job) {
            Ok(entry) => entries.push(entry),
            Err(NoResult::BrokenOff) => return None,
            Err(NoResult::CantStart { player, name, why, .. }) => {
                cant_start.push(CantStart { number: job.number, player, name, why });
            }
            Err(error) => return Some(PairResult::Fault(format!("{:#}", anyhow!(error)))),
        }
    }
    Some(PairResult::Played { entries, cant_start })
}
