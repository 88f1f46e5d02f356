//! A player that lets workers choose its moves.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::moves::{
    Heard, MoveClient, MoveJob, MoveNews, PendingMove, StopMove, StopUrgency, WorkerMessage,
};
use games_package::{
    Event, Host, Player, PlayerError, PonderRequest, Reply, Request, Setup, Urgency,
};
use tracing::{debug, warn};

use crate::remote::course::{Course, LEASE_MAX, LEASE_MIN, Sign, Step};
use crate::remote::describe;

/// A waiting player asks the table at this interval whether its move is still needed.
const TICK: Duration = Duration::from_millis(10);

/// Players that let one queue's workers choose their moves. Clones share their state.
#[derive(Clone, Debug)]
pub struct QueuedPlayers {
    client: MoveClient,
    lease: Duration,
    counts: Arc<Counters>,
}

#[derive(Debug, Default)]
struct Counters {
    by_workers: AtomicU64,
    here: AtomicU64,
}

/// The number of moves chosen by workers and locally.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Counts {
    /// Moves chosen by workers.
    pub by_workers: u64,
    /// Moves chosen in this program because no worker was available.
    pub here: u64,
}

impl QueuedPlayers {
    /// Players that use this client's workers. A worker can be silent for at most `lease`, which is clamped to
    /// [`LEASE_MIN`] and [`LEASE_MAX`].
    pub fn new(client: MoveClient, lease: Duration) -> Self {
        Self { client, lease: lease.clamp(LEASE_MIN, LEASE_MAX), counts: Arc::default() }
    }

    /// Wraps `player` so that workers choose its moves. `text` must be the same player's catalog specification.
    pub fn wrap(&self, text: impl Into<String>, player: Box<dyn Player>) -> Box<dyn Player> {
        let (text, queue) = (text.into(), self.clone());
        Box::new(QueuedPlayer {
            text,
            own: OwnPlayer { player, is_started: false },
            queue,
            setup: None,
        })
    }

    /// The number of moves chosen by workers and locally.
    pub fn counts(&self) -> Counts {
        let Counters { by_workers, here } = &*self.counts;
        Counts {
            by_workers: by_workers.load(Ordering::Relaxed),
            here: here.load(Ordering::Relaxed),
        }
    }
}

/// A player that lets workers choose its moves.
#[derive(Debug)]
struct QueuedPlayer {
    text: String,
    queue: QueuedPlayers,
    own: OwnPlayer,
    /// The match; `None` before it begins.
    setup: Option<Setup>,
}

/// The local copy of the player. Starts on demand, because most matches never need it and its hash tables can be large.
struct OwnPlayer {
    player: Box<dyn Player>,
    is_started: bool,
}

impl fmt::Debug for OwnPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OwnPlayer").field("is_started", &self.is_started).finish_non_exhaustive()
    }
}

/// The result of asking the workers.
#[derive(Debug)]
enum WorkerOutcome {
    /// A worker answered.
    Answered(Reply),
    /// The answer is no longer needed.
    Withdrawn,
    /// This program must think, for this reason.
    ThinkHere(String),
}

impl Player for QueuedPlayer {
    fn name(&self) -> String {
        self.own.player.name()
    }

    fn origin(&self) -> Option<String> {
        self.own.player.origin()
    }

    fn start_time(&self) -> Duration {
        self.own.player.start_time()
    }

    fn start(&mut self, setup: &Setup) -> Result<(), PlayerError> {
        self.own.is_started = false;
        self.setup = Some(setup.clone());
        Ok(())
    }

    fn choose_move(&mut self, request: &Request, host: &dyn Host) -> Result<Reply, PlayerError> {
        let setup = self.setup.as_ref().ok_or_else(|| PlayerError::new("no match has begun"))?;
        let start = Instant::now();
        if let ([only], None) = (request.legal_moves.as_slice(), request.draw_offer) {
            return Ok(Reply::play(only));
        }
        match (Question { setup, request, host, start }).ask(&self.queue, &self.text) {
            WorkerOutcome::Answered(reply) => {
                self.queue.counts.by_workers.fetch_add(1, Ordering::Relaxed);
                Ok(reply)
            }
            // The answer is no longer needed, so any move is fine.
            WorkerOutcome::Withdrawn => {
                Ok(Reply::play(request.legal_moves.first().map_or("", |mv| mv)))
            }
            WorkerOutcome::ThinkHere(why) => {
                self.queue.counts.here.fetch_add(1, Ordering::Relaxed);
                debug!(player = self.text, why, "thinking here");
                self.own.choose_move(setup, &after(request, start.elapsed()), host)
            }
        }
    }

    fn ponder(&mut self, request: &PonderRequest, host: &dyn Host) {
        if self.own.is_started {
            self.own.player.ponder(request, host);
        }
    }

    fn observe(&mut self, event: &Event) {
        self.own.player.observe(event);
    }
}

impl OwnPlayer {
    fn choose_move(
        &mut self,
        setup: &Setup,
        request: &Request,
        host: &dyn Host,
    ) -> Result<Reply, PlayerError> {
        if !self.is_started {
            self.player.start(setup)?;
            self.is_started = true;
        }
        self.player.choose_move(request, host)
    }
}

/// The request after this much time has elapsed.
fn after(request: &Request, elapsed: Duration) -> Request {
    Request {
        time_left: request.time_left.map(|left| left.saturating_sub(elapsed)),
        budget: request.budget.map(|budget| budget.saturating_sub(elapsed)),
        ..request.clone()
    }
}

/// The table's question.
#[derive(Clone, Copy)]
struct Question<'a> {
    setup: &'a Setup,
    request: &'a Request,
    host: &'a dyn Host,
    start: Instant,
}

/// A question sent to the workers.
struct Dialog<'a> {
    question: Question<'a>,
    pending: PendingMove,
    client: &'a MoveClient,
    /// The inboxes of the workers that claimed the job, with the last stop request to each.
    claimed: Vec<(String, Option<StopUrgency>)>,
}

impl<'a> Question<'a> {
    /// Asks the workers and waits for the outcome.
    fn ask(self, queue: &'a QueuedPlayers, player: &str) -> WorkerOutcome {
        let mut course = Course::new(queue.lease, self.request.time_left);
        let client = &queue.client;
        if !client.is_connected() {
            return WorkerOutcome::ThinkHere("the queue can't be reached".into());
        }
        let mut dialog =
            Dialog { question: self, pending: client.begin(), client, claimed: Vec::new() };
        let asked = dialog.run(&mut course, player);
        // Workers that are still thinking can stop now.
        dialog.stop_all(StopUrgency::Withdrawn);
        asked
    }

    /// The job to publish now.
    fn job(&self, player: &str, number: u64, client: &MoveClient, course: &Course) -> MoveJob {
        let now = self.start.elapsed();
        let time_left = course.time_for_worker(now);
        let budget = self.request.budget.map(|budget| {
            let budget = budget.saturating_sub(now);
            time_left.map_or(budget, |left| budget.min(left))
        });
        MoveJob {
            client: client.name().into(),
            number,
            build: client.build().clone(),
            sign_ms: u64::try_from(course.sign_interval().as_millis()).unwrap_or(u64::MAX),
            player: player.into(),
            setup: describe::describe_match(self.setup, self.request),
            request: describe::describe_request(self.request, time_left, budget),
        }
    }
}

impl Dialog<'_> {
    fn run(&mut self, course: &mut Course, player: &str) -> WorkerOutcome {
        loop {
            match self.question.host.urgency() {
                Urgency::Withdrawn | Urgency::TimedOut => return WorkerOutcome::Withdrawn,
                // If no worker has the job, only the local player can answer immediately.
                Urgency::MoveNow if self.claimed.is_empty() => {
                    return WorkerOutcome::ThinkHere("the move is needed immediately".into());
                }
                Urgency::MoveNow => self.stop_all(StopUrgency::MoveNow),
                Urgency::None | Urgency::BudgetUsed => {}
            }
            let now = self.question.start.elapsed();
            match course.tick(now, self.client.is_connected()) {
                Step::Wait => {}
                Step::Publish => {
                    let number = self.pending.number();
                    self.pending.publish(&self.question.job(player, number, self.client, course));
                }
                Step::ThinkHere(why) => return WorkerOutcome::ThinkHere(why),
            }
            let Some(heard) = self.pending.next(TICK) else { continue };
            let sign = match heard {
                Heard::NoWorker => Sign::NoWorker,
                Heard::Worker(message) => match self.take(message) {
                    Ok(sign) => sign,
                    Err(asked) => return asked,
                },
            };
            if let Step::ThinkHere(why) = course.hear(sign, self.question.start.elapsed()) {
                return WorkerOutcome::ThinkHere(why);
            }
        }
    }

    /// Handles a worker's message.
    ///
    /// # Errors
    /// The outcome, if the message ends the dialog.
    fn take(
        &mut self,
        WorkerMessage { worker, inbox, news }: WorkerMessage,
    ) -> Result<Sign, WorkerOutcome> {
        match news {
            MoveNews::Busy => return Ok(Sign::Busy),
            MoveNews::Refused(why) => {
                debug!(worker, why, "a worker refuses a move");
                return Ok(Sign::Refused(format!("the worker {worker}: {why}")));
            }
            MoveNews::Failed(why) => {
                warn!(worker, why, "a player failed on a worker");
                return Err(WorkerOutcome::ThinkHere(format!("the worker {worker}: {why}")));
            }
            MoveNews::Answer(answer) => {
                return Err(match describe::reply(answer, self.question.request) {
                    Ok(reply) => WorkerOutcome::Answered(reply),
                    Err(why) => {
                        warn!(worker, why, "a worker's answer was refused");
                        WorkerOutcome::ThinkHere(format!("the worker {worker}: {why}"))
                    }
                });
            }
            MoveNews::Line(line) => {
                if let Some(thinking) = describe::thinking(line) {
                    self.question.host.report(&thinking);
                }
            }
            MoveNews::Claimed | MoveNews::Alive => {}
        }
        if self.claimed.iter().all(|(known, _)| *known != inbox) {
            self.claimed.push((inbox, None));
        }
        Ok(Sign::Life)
    }

    /// Asks all thinking workers to stop, at most once per urgency.
    fn stop_all(&mut self, urgency: StopUrgency) {
        let (client, number) = (self.client.name(), self.pending.number());
        for (inbox, asked) in &mut self.claimed {
            if *asked < Some(urgency) {
                *asked = Some(urgency);
                self.pending.stop(inbox, &StopMove { client: client.into(), number, urgency });
            }
        }
    }
}
