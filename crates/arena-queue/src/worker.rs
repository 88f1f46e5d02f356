//! A worker's side of the queue: it takes up runs, leases pairs, has them played and tells what came of them.

mod desk;
mod leasing;
mod showing;
mod spec;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use arena::observer::LiveGame;
use async_nats::{SubscribeError, Subscriber};
use futures_util::StreamExt;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio::time::{MissedTickBehavior, interval, sleep};

use self::desk::Desk;
use crate::connection::{ANNOUNCEMENTS, Connection, HEARTBEATS, end, refused};
use crate::message::{Announcement, Build, Finding, Heartbeat, Pair, RunId, Spec, decode, encode};
use crate::{Access, Lease, QueueError};

/// How often a worker without a run shows itself.
const HEARTBEAT: Duration = Duration::from_secs(10);

/// How often the worker looks whether it is to leave.
const TICK: Duration = Duration::from_millis(200);

/// The most runs that a worker serves at a time.
const RUNS_MAX: usize = 64;

/// How long a worker that leaves gives its pairs back.
const FAREWELL: Duration = Duration::from_secs(1);

/// Who plays.
pub trait Troupe: Send + Sync + 'static {
    /// How many pairs can be played at a time, at least 1.
    fn slots(&self) -> usize;

    /// Gets ready for a run.
    ///
    /// # Errors
    /// Why its games can't be played here, as a phrase.
    fn take_up(&self, run: &RunId, spec: &Spec) -> Result<(), String>;

    /// Plays the games of a pair, and sends what came of them; nothing if they were broken off.
    fn play(&self, run: &RunId, pair: Pair, done: oneshot::Sender<Finding>);

    /// A game of the run that is being played, as it stands: the same one until it ends, if there are several. The
    /// worker's name is left empty. None if none is played.
    fn live_game(&self, run: &RunId) -> Option<LiveGame>;

    /// Breaks off all games of a run, which is not heard of again unless it is taken up anew.
    fn give_up(&self, run: &RunId);

    /// Whether the worker is to leave: it then gives its pairs back.
    fn is_leaving(&self) -> bool;

    /// Something happened that a person should know of.
    fn note(&self, line: &str);
}

/// Serves all runs of a queue until the troupe leaves. A queue that goes away, or that isn't there yet, is waited for.
///
/// # Errors
/// [`QueueError`] if the queue can't be used at all, or not any more: its certificate is wrong, say.
pub async fn work(
    access: &Access,
    name: &str,
    build: &Build,
    troupe: Arc<dyn Troupe>,
) -> Result<(), QueueError> {
    let Some(connection) = reach(access, &*troupe).await? else { return Ok(()) };
    troupe.note(&format!("at {}, waiting for games", access.address()));
    let listening = |error: SubscribeError| refused("be listened to", &error);
    let client = &connection.client;
    let broadcast = client.subscribe(ANNOUNCEMENTS).await.map_err(listening)?;
    let inbox = client.new_inbox();
    let direct = client.subscribe(inbox.clone()).await.map_err(listening)?;
    let (gone_sender, gone) = mpsc::channel(RUNS_MAX);
    let office = Office {
        desk: Desk::new(name, Arc::clone(&troupe)),
        build: build.clone(),
        runs: BTreeMap::new(),
        gone: gone_sender,
        inbox,
        connection,
    };
    office.serve(access, broadcast, direct, gone).await
}

/// Connects as soon as there is a server; none if the troupe leaves before.
async fn reach(access: &Access, troupe: &dyn Troupe) -> Result<Option<Connection>, QueueError> {
    let mut is_told = false;
    while !troupe.is_leaving() {
        match Connection::open(access, "rival-arena worker").await {
            Err(error @ QueueError::Unreachable { .. }) => {
                if !is_told {
                    troupe.note(&format!("{error}: trying again until it is there"));
                }
                is_told = true;
                sleep(TICK).await;
            }
            Err(error) => return Err(error),
            Ok(connection) => return Ok(Some(connection)),
        }
    }
    Ok(None)
}

/// A run that the worker has heard of.
struct Known {
    lease: Lease,
    /// What leases its pairs, what shows its games, and what listens for its end. None if it was refused.
    tasks: Option<[JoinHandle<()>; 3]>,
}

struct Office {
    connection: Connection,
    desk: Desk,
    build: Build,
    runs: BTreeMap<RunId, Known>,
    /// Where the tasks of a run tell that it is gone.
    gone: mpsc::Sender<RunId>,
    /// Where schedulers answer.
    inbox: String,
}

impl Office {
    async fn serve(
        mut self,
        access: &Access,
        mut broadcast: Subscriber,
        mut direct: Subscriber,
        mut gone: mpsc::Receiver<RunId>,
    ) -> Result<(), QueueError> {
        let connection = self.connection.clone();
        let mut refusal = std::pin::pin!(connection.refusal(access));
        let mut result = Ok(());
        let mut tick = interval(TICK);
        tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut next_beat = tokio::time::Instant::now();
        while !self.desk.troupe().is_leaving() {
            let message = tokio::select! {
                Some(message) = broadcast.next() => Some(message),
                Some(message) = direct.next() => Some(message),
                Some(run) = gone.recv() => {
                    self.leave(&run);
                    None
                }
                error = &mut refusal => {
                    result = Err(error);
                    break;
                }
                _ = tick.tick() => None,
            };
            if let Some(announcement) = message.and_then(|it| decode(&it.payload)) {
                let is_asked = self.consider(announcement).await;
                next_beat = if is_asked { tokio::time::Instant::now() } else { next_beat };
            }
            if tokio::time::Instant::now() >= next_beat {
                self.show().await;
                next_beat = tokio::time::Instant::now() + self.pace();
            }
        }
        for run in self.runs.keys() {
            self.desk.troupe().give_up(run);
        }
        // Pairs that were broken off go back to the queue.
        let _late = tokio::time::timeout(FAREWELL, self.desk.until_empty()).await;
        let _late = tokio::time::timeout(FAREWELL, self.connection.client.flush()).await;
        result
    }

    /// How long after a heartbeat the next one follows.
    fn pace(&self) -> Duration {
        self.runs.values().map(|known| known.lease.heartbeat()).fold(HEARTBEAT, Duration::min)
    }

    async fn show(&self) {
        let heartbeat = Heartbeat {
            worker: self.desk.name().into(),
            build: self.build.clone(),
            slots: u32::try_from(self.desk.troupe().slots()).unwrap_or(u32::MAX),
            runs: self.desk.shares(),
        };
        let message = encode(&heartbeat).into();
        let client = &self.connection.client;
        let telling = client.publish_with_reply(HEARTBEATS, self.inbox.clone(), message);
        let _unheard = tokio::time::timeout(TICK, telling).await;
    }

    /// Takes up a run that it has not heard of. Whether a heartbeat should follow at once.
    async fn consider(&mut self, announcement: Announcement) -> bool {
        let Announcement { run, build, lease, roll_call } = announcement;
        if self.runs.contains_key(&run) {
            return roll_call;
        }
        if self.runs.len() >= RUNS_MAX {
            return false;
        }
        let ready = if build == self.build {
            match spec::ask(&self.connection, &run).await {
                Ok(spec) => self.desk.troupe().take_up(&run, &spec),
                Err(error) => {
                    // The next announcement gives another chance.
                    self.desk.troupe().note(&format!("run {run}: {error}"));
                    return false;
                }
            }
        } else {
            Err(format!("its scheduler is {build}, and this worker {}", self.build))
        };
        self.desk.troupe().note(&match &ready {
            Ok(()) => format!("playing for the run {run}"),
            Err(why) => format!("refusing the run {run}: {why}"),
        });
        let tasks = ready.is_ok().then(|| {
            let [gone, end] = [self.gone.clone(), self.gone.clone()];
            let leasing = leasing::lease(
                self.connection.clone(),
                run.clone(),
                lease,
                self.desk.clone(),
                gone,
            );
            let showing = showing::show(self.connection.clone(), run.clone(), self.desk.clone());
            let ending = listen(self.connection.clone(), run.clone(), end);
            [tokio::spawn(leasing), tokio::spawn(showing), tokio::spawn(ending)]
        });
        self.desk.enter(run.clone(), ready.err());
        self.runs.insert(run, Known { lease, tasks });
        true
    }

    /// A run is over or gone.
    fn leave(&mut self, run: &RunId) {
        let Some(known) = self.runs.remove(run) else { return };
        self.desk.strike(run);
        let Some(tasks) = known.tasks else { return };
        tasks.iter().for_each(JoinHandle::abort);
        self.desk.troupe().give_up(run);
        self.desk.troupe().note(&format!("the run {run} is over"));
    }
}

/// Waits for the scheduler to say that the run is over.
async fn listen(connection: Connection, run: RunId, gone: mpsc::Sender<RunId>) {
    if let Ok(mut ends) = connection.client.subscribe(end(&run)).await
        && ends.next().await.is_some()
    {
        let _closing = gone.send(run).await;
    }
}
