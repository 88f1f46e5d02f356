//! A worker's side of the queue: leases pairs from all runs, plays them and reports the results.

mod pairs;
mod state;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use arena::observer::LiveGame;
use async_nats::{SubscribeError, Subscriber};
use futures_util::StreamExt;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio::time::{MissedTickBehavior, interval, sleep};

use self::state::WorkerState;
use crate::connection::{ANNOUNCEMENTS, Connection, HEARTBEATS, end, refusal_error};
use crate::message::{
    Announcement, Build, Heartbeat, Pair, PairResult, RunId, Spec, decode, encode,
};
use crate::moves::{MoveRunner, MoveService};
use crate::{Access, Lease, QueueError};

/// Heartbeat interval for a worker without a run.
const HEARTBEAT: Duration = Duration::from_secs(10);

/// Interval between the worker's checks for interruption.
const TICK: Duration = Duration::from_millis(200);

/// Maximum number of runs that a worker serves at a time.
const RUNS_MAX: usize = 64;

/// Time limit for an interrupted worker to return its pairs to the queue.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

/// Plays the pairs that a worker leases.
pub trait PairRunner: Send + Sync + 'static {
    /// Number of pairs to play concurrently, at least 1.
    fn slots(&self) -> usize;

    /// Prepares for a run.
    ///
    /// # Errors
    /// The reason why the run's games can't be played here, as a phrase.
    fn open_run(&self, run: &RunId, spec: &Spec) -> Result<(), String>;

    /// Plays the games in a pair and sends the result. Drops `done` if the games were canceled.
    fn play(&self, run: &RunId, pair: Pair, done: oneshot::Sender<PairResult>);

    /// The current state of a game in the run, without the worker's name. If several games are in progress, returns the
    /// same game until it ends. `None` if no game is in progress.
    fn live_game(&self, run: &RunId) -> Option<LiveGame>;

    /// Cancels all games in a run and forgets the run.
    fn cancel_run(&self, run: &RunId);

    /// Returns `true` if the worker should stop. The worker then returns its pairs to the queue.
    fn is_interrupted(&self) -> bool;

    /// Shows a message for the user.
    fn note(&self, line: &str);
}

/// Plays games from all runs on a queue until the runner is interrupted. With `moves`, also chooses moves for other
/// programs' matches. Waits if the server is unreachable.
///
/// # Errors
/// [`QueueError`] if the queue can't be used, for example because its certificate is wrong.
pub async fn work(
    access: &Access,
    name: &str,
    build: &Build,
    runner: Arc<dyn PairRunner>,
    moves: Option<Arc<dyn MoveRunner>>,
) -> Result<(), QueueError> {
    let Some(connection) = connect(access, &*runner).await? else { return Ok(()) };
    let subscribing = |error: SubscribeError| refusal_error("listen", &error);
    let client = &connection.client;
    let broadcast = client.subscribe(ANNOUNCEMENTS).await.map_err(subscribing)?;
    let inbox = client.new_inbox();
    let direct = client.subscribe(inbox.clone()).await.map_err(subscribing)?;
    let moves = moves.map(|moves| MoveService::new(connection.clone(), name, build, moves));
    let serving = match &moves {
        Some(moves) => Some(tokio::spawn(moves.listen().await?.serve())),
        None => None,
    };
    // The server must know where to send jobs before the worker announces itself.
    connection.until_handled().await;
    runner.note(&format!("at {}, waiting for games", access.address()));
    let (gone_sender, gone) = mpsc::channel(RUNS_MAX);
    let worker = Worker {
        state: WorkerState::new(name, Arc::clone(&runner)),
        build: build.clone(),
        runs: BTreeMap::new(),
        gone: gone_sender,
        inbox,
        connection,
    };
    let result = worker.main_loop(access, broadcast, direct, gone, moves.as_ref()).await;
    if let Some(serving) = serving {
        serving.abort();
    }
    result
}

/// Connects as soon as the server is reachable. Returns `None` if the runner is interrupted first.
async fn connect(
    access: &Access,
    runner: &dyn PairRunner,
) -> Result<Option<Connection>, QueueError> {
    let mut is_reported = false;
    while !runner.is_interrupted() {
        match Connection::open(access, "rival-arena worker").await {
            Err(error @ QueueError::Unreachable { .. }) => {
                if !is_reported {
                    runner.note(&format!("{error}; retrying"));
                }
                is_reported = true;
                sleep(TICK).await;
            }
            Err(error) => return Err(error),
            Ok(connection) => return Ok(Some(connection)),
        }
    }
    Ok(None)
}

/// A run that was announced to the worker.
struct KnownRun {
    lease: Lease,
    /// The tasks for leasing the run's pairs, showing its games, and waiting for its end. `None` if the worker refused
    /// the run.
    tasks: Option<[JoinHandle<()>; 3]>,
}

struct Worker {
    connection: Connection,
    state: WorkerState,
    build: Build,
    runs: BTreeMap<RunId, KnownRun>,
    /// Receives the IDs of runs that have ended, from their tasks.
    gone: mpsc::Sender<RunId>,
    /// The inbox for schedulers' answers.
    inbox: String,
}

impl Worker {
    async fn main_loop(
        mut self,
        access: &Access,
        mut broadcast: Subscriber,
        mut direct: Subscriber,
        mut gone: mpsc::Receiver<RunId>,
        moves: Option<&MoveService>,
    ) -> Result<(), QueueError> {
        let connection = self.connection.clone();
        let mut refusal = std::pin::pin!(connection.refusal(access));
        let mut result = Ok(());
        let mut tick = interval(TICK);
        tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut next_beat = tokio::time::Instant::now();
        while !self.state.runner().is_interrupted() {
            let message = tokio::select! {
                Some(message) = broadcast.next() => Some(message),
                Some(message) = direct.next() => Some(message),
                Some(run) = gone.recv() => {
                    self.close_run(&run);
                    None
                }
                error = &mut refusal => {
                    result = Err(error);
                    break;
                }
                _ = tick.tick() => None,
            };
            if let Some(announcement) = message.and_then(|it| decode(&it.payload)) {
                let is_asked = self.handle_announcement(announcement).await;
                next_beat = if is_asked { tokio::time::Instant::now() } else { next_beat };
            }
            if tokio::time::Instant::now() >= next_beat {
                self.send_heartbeat().await;
                next_beat = tokio::time::Instant::now() + self.heartbeat_interval();
            }
        }
        for run in self.runs.keys() {
            self.state.runner().cancel_run(run);
        }
        if let Some(moves) = moves {
            let _late = tokio::time::timeout(CLOSE_TIMEOUT, moves.close()).await;
        }
        // Canceled pairs return to the queue.
        let _late = tokio::time::timeout(CLOSE_TIMEOUT, self.state.until_empty()).await;
        let _late = tokio::time::timeout(CLOSE_TIMEOUT, self.connection.client.flush()).await;
        result
    }

    /// The heartbeat interval.
    fn heartbeat_interval(&self) -> Duration {
        self.runs.values().map(|known| known.lease.heartbeat()).fold(HEARTBEAT, Duration::min)
    }

    async fn send_heartbeat(&self) {
        let heartbeat = Heartbeat {
            worker: self.state.name().into(),
            build: self.build.clone(),
            slots: u32::try_from(self.state.runner().slots()).unwrap_or(u32::MAX),
            runs: self.state.run_statuses(),
        };
        let message = encode(&heartbeat).into();
        let client = &self.connection.client;
        let sending = client.publish_with_reply(HEARTBEATS, self.inbox.clone(), message);
        let _lost = tokio::time::timeout(TICK, sending).await;
    }

    /// Opens a run that is new to the worker. Returns `true` if a heartbeat should be sent immediately.
    async fn handle_announcement(&mut self, announcement: Announcement) -> bool {
        let Announcement { run, build, lease, wants_heartbeat } = announcement;
        if self.runs.contains_key(&run) {
            return wants_heartbeat;
        }
        if self.runs.len() >= RUNS_MAX {
            return false;
        }
        let ready = if build == self.build {
            match pairs::fetch(&self.connection, &run).await {
                Ok(spec) => self.state.runner().open_run(&run, &spec),
                Err(error) => {
                    // The next announcement triggers another attempt.
                    self.state.runner().note(&format!("run {run}: {error}"));
                    return false;
                }
            }
        } else {
            Err(format!("its scheduler is {build}, but this worker is {}", self.build))
        };
        self.state.runner().note(&match &ready {
            Ok(()) => format!("playing for the run {run}"),
            Err(why) => format!("refusing the run {run}: {why}"),
        });
        let tasks = ready.is_ok().then(|| {
            let [gone, end] = [self.gone.clone(), self.gone.clone()];
            let leasing = pairs::serve_run(
                self.connection.clone(),
                run.clone(),
                lease,
                self.state.clone(),
                gone,
            );
            let showing =
                state::publish_live_games(self.connection.clone(), run.clone(), self.state.clone());
            let ending = wait_for_end(self.connection.clone(), run.clone(), end);
            [tokio::spawn(leasing), tokio::spawn(showing), tokio::spawn(ending)]
        });
        self.state.add_run(run.clone(), ready.err());
        self.runs.insert(run, KnownRun { lease, tasks });
        true
    }

    /// Closes a run that has ended or was lost.
    fn close_run(&mut self, run: &RunId) {
        let Some(known) = self.runs.remove(run) else { return };
        self.state.remove_run(run);
        let Some(tasks) = known.tasks else { return };
        tasks.iter().for_each(JoinHandle::abort);
        self.state.runner().cancel_run(run);
        self.state.runner().note(&format!("the run {run} is over"));
    }
}

/// Waits for the scheduler to end the run.
async fn wait_for_end(connection: Connection, run: RunId, gone: mpsc::Sender<RunId>) {
    if let Ok(mut ends) = connection.client.subscribe(end(&run)).await
        && ends.next().await.is_some()
    {
        let _closing = gone.send(run).await;
    }
}
