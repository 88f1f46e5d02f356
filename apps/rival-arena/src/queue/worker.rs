//! A worker: it plays the games of runs that are scheduled elsewhere.

use std::collections::BTreeMap;
use std::fs;
use std::io::{Write, stderr};
use std::process;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use anyhow::{anyhow, ensure};
use arena::journal::Entry;
use arena::observer::LiveGame;
use arena::play::{Brake, NoResult, View, play_in_view};
use arena::tournament::{Job, Tournament};
use arena_queue::message::{CantStart, Finding, Pair, RunId, Spec};
use arena_queue::worker::{self, Troupe};
use crossbeam_channel::{Receiver, Sender, bounded};
use house::{CommandResult, CommonArguments, Failure, FailureKind, House, OrFail, PlayerSpec};
use tokio::sync::oneshot;

use crate::arguments::WorkerArguments;
use crate::entrants::{self, Entrants};
use crate::folder::assemble;
use crate::machine;
use crate::runner::Interruption;

pub(crate) fn work(common: &CommonArguments, arguments: WorkerArguments) -> CommandResult {
    let unnamed = || {
        let why = "which queue? Name it: rival-arena worker nats://HOST:PORT, --queue-file FILE, or RIVAL_QUEUE in \
                   the environment";
        Failure::new(FailureKind::Usage, anyhow!(why))
    };
    let access = super::access(arguments.url.as_deref(), &arguments.access)?.ok_or_else(unnamed)?;
    let name = arguments.name.unwrap_or_else(|| format!("{}-{}", machine(), process::id()));
    let slots = arguments.concurrency.map_or_else(machine::core_count, usize::from);
    let (tasks, waiting) = bounded(slots);
    let stage = Arc::new(Stage {
        common: common.clone(),
        slots,
        runs: Mutex::default(),
        tasks,
        interruption: Interruption::listen(),
    });
    let runtime = super::runtime()?;
    thread::scope(|scope| {
        for number in 0..slots {
            let waiting = waiting.clone();
            let player = thread::Builder::new().name(format!("games {number}"));
            player.spawn_scoped(scope, move || perform(&waiting)).or_fail(FailureKind::Failed)?;
        }
        let build = super::build();
        let result = runtime.block_on(worker::work(&access, &name, &build, stage));
        // With the runtime goes all that could hold the stage, and with the stage the threads end.
        drop(runtime);
        result.map_err(super::failure)
    })
}

/// What this machine is called.
fn machine() -> String {
    let name = fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let name = name.trim();
    if name.is_empty() { "worker".into() } else { name.into() }
}

/// A pair that is to be played.
struct Task {
    production: Arc<Production>,
    pair: Pair,
    done: oneshot::Sender<Finding>,
}

/// A run, as it is played here.
struct Production {
    tournament: Tournament,
    entrants: Entrants,
    brake: Brake,
    /// The games that are being played, by round and number.
    views: Mutex<BTreeMap<(usize, usize), (Job, View)>>,
}

/// The most moves that a game is shown with.
const MOVES_SHOWN_MAX: usize = 40;

impl Production {
    /// Plays a game, which can be seen meanwhile.
    fn play(&self, job: &Job) -> Result<Entry, NoResult> {
        let (place, view) = ((job.round, job.number), View::default());
        self.views().insert(place, (job.clone(), view.clone()));
        let played = play_in_view(&self.tournament, job, &self.entrants, &self.brake, &view);
        self.views().remove(&place);
        played
    }

    /// The first game, as it stands.
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

/// Where games are played.
struct Stage {
    common: CommonArguments,
    slots: usize,
    runs: Mutex<BTreeMap<RunId, Arc<Production>>>,
    tasks: Sender<Task>,
    interruption: Interruption,
}

impl Stage {
    fn runs(&self) -> MutexGuard<'_, BTreeMap<RunId, Arc<Production>>> {
        self.runs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn produce(&self, run: &RunId, spec: &Spec) -> anyhow::Result<Production> {
        let names = ["its settings", "its openings"].map(String::from);
        let tournament = assemble(&spec.settings, &spec.openings, &names)?;
        let is_same = RunId::of(tournament.fingerprint()) == *run;
        ensure!(is_same, "its settings mean another tournament here");
        // A house of its own sees plugins as they are now.
        let house = Arc::new(told(House::open(&self.common))?);
        let [of_settings, _] = &names;
        let players = entrants::of_file(tournament.settings(), &spec.settings, of_settings);
        let players = told(players.iter().map(PlayerSpec::request).collect())?;
        let entrants = told(Entrants::open(&house, &tournament, players, Some(self.slots)))?;
        let (brake, views) = (Brake::default(), Mutex::default());
        let pool = entrants.pool().clone();
        brake.also(move || pool.close());
        Ok(Production { tournament, entrants, brake, views })
    }
}

/// What the house says, with a failure as the scheduler is told it.
fn told<T>(result: Result<T, Failure>) -> anyhow::Result<T> {
    result.map_err(|failure| anyhow!("{failure}"))
}

impl Troupe for Stage {
    fn slots(&self) -> usize {
        self.slots
    }

    fn take_up(&self, run: &RunId, spec: &Spec) -> Result<(), String> {
        let production = self.produce(run, spec).map_err(|error| format!("{error:#}"))?;
        self.runs().insert(run.clone(), Arc::new(production));
        Ok(())
    }

    fn play(&self, run: &RunId, pair: Pair, done: oneshot::Sender<Finding>) {
        let production = self.runs().get(run).cloned();
        if let Some(production) = production {
            // There is a place for each slot, so nobody waits; without a thread nothing is played, which is told.
            let _broken_off = self.tasks.try_send(Task { production, pair, done });
        }
    }

    fn live_game(&self, run: &RunId) -> Option<LiveGame> {
        let production = self.runs().get(run).cloned();
        production.and_then(|production| production.live_game())
    }

    fn give_up(&self, run: &RunId) {
        if let Some(production) = self.runs().remove(run) {
            production.brake.pull();
        }
    }

    fn is_leaving(&self) -> bool {
        self.interruption.was_asked()
    }

    fn note(&self, line: &str) {
        // Nobody may be reading.
        let _unread = writeln!(stderr(), "{line}");
    }
}

/// Plays pairs until no more can come.
fn perform(tasks: &Receiver<Task>) {
    for Task { production, pair, done } in tasks {
        if let Some(finding) = play_pair(&production, &pair) {
            // Nobody waits for a run that is over.
            let _unwanted = done.send(finding);
        }
    }
}

/// What came of the pair; none if it was broken off.
fn play_pair(production: &Production, pair: &Pair) -> Option<Finding> {
    let (mut entries, mut cant_start) = (Vec::new(), Vec::new());
    for job in pair.jobs() {
        match production.play(&job) {
            Ok(entry) => entries.push(entry),
            Err(NoResult::BrokenOff) => return None,
            Err(NoResult::CantStart { player, name, why, .. }) => {
                cant_start.push(CantStart { number: job.number, player, name, why });
            }
            Err(error) => return Some(Finding::Fault(format!("{:#}", anyhow!(error)))),
        }
    }
    Some(Finding::Played { entries, cant_start })
}
