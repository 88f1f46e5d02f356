//! The client side: blocking threads request moves, and one task owns the connection.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use async_nats::connection::State;
use async_nats::{Client, Message, StatusCode};
use futures_util::StreamExt;
use tokio::sync::mpsc;
use tokio::time::sleep;

use super::message::{MoveJob, StopMove, WorkerMessage};
use super::{CLIENTS, JOBS, NoteLimit, WORKERS, new_name};
use crate::connection::{Connection, refusal_error};
use crate::message::{Build, decode, encode};
use crate::{Access, QueueError};

/// Maximum number of messages queued per job.
const NEWS_WAITING_MAX: usize = 256;

/// Maximum number of messages queued for the connection.
const OUTGOING_MAX: usize = 1024;

/// Pause between attempts to reach a server that has never been reachable.
const CONNECT_PAUSE: Duration = Duration::from_secs(1);

/// The program's name as shown to the server.
const PROGRAM: &str = "rival moves";

/// Publishes jobs and forwards the workers' messages. Clones share one client.
#[derive(Clone, Debug)]
pub struct MoveClient(Arc<ClientShared>);

#[derive(Debug)]
struct ClientShared {
    name: String,
    build: Build,
    next: AtomicU64,
    /// The receiver of each job's messages, by job number.
    pending: Mutex<BTreeMap<u64, SyncSender<Heard>>>,
    outgoing: mpsc::Sender<Outgoing>,
    /// The NATS client; `None` before the first connection.
    client: OnceLock<Client>,
}

/// A message to publish.
#[derive(Debug)]
enum Outgoing {
    Job { number: u64, payload: Vec<u8> },
    Stop { subject: String, payload: Vec<u8> },
}

/// A message about a job.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Heard {
    /// No worker is listening.
    NoWorker,
    /// A message from a worker.
    Worker(WorkerMessage),
}

/// A [`MoveClient`]'s connection.
#[derive(Debug)]
pub struct MoveConnection {
    access: Access,
    shared: Arc<ClientShared>,
    outgoing: mpsc::Receiver<Outgoing>,
    /// The connection; `None` if the server has not been reached yet.
    connection: Option<Connection>,
}

/// A job with its number. After this value is dropped, further messages are discarded.
#[derive(Debug)]
pub struct PendingMove {
    shared: Arc<ClientShared>,
    number: u64,
    news: Receiver<Heard>,
}

impl MoveClient {
    /// Connects. If the server is unreachable, [`MoveConnection::run`] retries.
    ///
    /// # Errors
    /// [`QueueError`] if retrying can't help.
    pub async fn connect(
        access: &Access,
        build: &Build,
    ) -> Result<(Self, MoveConnection), QueueError> {
        let connection = match Connection::open(access, PROGRAM).await {
            Ok(connection) => Some(connection),
            Err(QueueError::Unreachable { .. }) => None,
            Err(error) => return Err(error),
        };
        let (sender, outgoing) = mpsc::channel(OUTGOING_MAX);
        let shared = Arc::new(ClientShared {
            name: new_name(),
            build: build.clone(),
            next: AtomicU64::new(0),
            pending: Mutex::default(),
            outgoing: sender,
            client: OnceLock::new(),
        });
        let client = Self(Arc::clone(&shared));
        Ok((client, MoveConnection { access: access.clone(), shared, outgoing, connection }))
    }

    /// The client's name, which is sent with its jobs.
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// The client's program version, which is sent with its jobs.
    pub fn build(&self) -> &Build {
        &self.0.build
    }

    /// Returns `true` if the server is currently reachable.
    pub fn is_connected(&self) -> bool {
        self.0.client.get().is_some_and(|it| it.connection_state() == State::Connected)
    }

    /// Registers a new job, with a number and a receiver for its messages.
    pub fn begin(&self) -> PendingMove {
        let number = self.0.next.fetch_add(1, Ordering::Relaxed);
        let (sender, news) = sync_channel(NEWS_WAITING_MAX);
        self.0.pending().insert(number, sender);
        PendingMove { shared: Arc::clone(&self.0), number, news }
    }
}

impl PendingMove {
    /// The job number.
    pub const fn number(&self) -> u64 {
        self.number
    }

    /// Publishes the job. The message can be lost.
    pub fn publish(&self, job: &MoveJob) {
        self.send(Outgoing::Job { number: self.number, payload: encode(job) });
    }

    /// Asks the worker with this inbox to stop. The request can be lost.
    pub fn stop(&self, inbox: &str, stop: &StopMove) {
        // The inbox comes from a message. A space or a wildcard in the inbox name would change the subject.
        if inbox.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            let subject = format!("{WORKERS}{inbox}");
            self.send(Outgoing::Stop { subject, payload: encode(stop) });
        }
    }

    /// The next message about the job, if it arrives within this time.
    pub fn next(&self, time: Duration) -> Option<Heard> {
        self.news.recv_timeout(time).ok()
    }

    fn send(&self, message: Outgoing) {
        // If the connection can't keep up, the message is lost. The job is then republished or done locally.
        let _lost = self.shared.outgoing.try_send(message);
    }
}

impl Drop for PendingMove {
    fn drop(&mut self) {
        self.shared.pending().remove(&self.number);
    }
}

impl ClientShared {
    fn pending(&self) -> MutexGuard<'_, BTreeMap<u64, SyncSender<Heard>>> {
        self.pending.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Passes a received message to its job.
    ///
    /// # Errors
    /// The reason why the message is invalid, as a phrase.
    fn hear(&self, message: &Message) -> Result<(), &'static str> {
        let number = message.subject.rsplit('.').next().and_then(|text| text.parse::<u64>().ok());
        let number = number.ok_or("its subject has no number")?;
        let heard = if message.status == Some(StatusCode::NO_RESPONDERS) {
            Heard::NoWorker
        } else {
            Heard::Worker(decode(&message.payload).ok_or("it is not a worker message")?)
        };
        // Drop late and repeated messages, and lines that the thread couldn't process in time.
        if let Some(pending) = self.pending().get(&number) {
            let _dropped = pending.try_send(heard);
        }
        Ok(())
    }
}

impl MoveConnection {
    /// Forwards messages as long as the program runs, restores lost connections, and passes notes for the user to
    /// `note`.
    ///
    /// # Errors
    /// [`QueueError`] if the server permanently refuses the connection.
    pub async fn run(mut self, note: impl Fn(&str) + Send) -> Result<(), QueueError> {
        let connection = self.connect(&note).await?;
        let subject = format!("{CLIENTS}{}.*", self.shared.name);
        let subscribed = connection.client.subscribe(subject).await;
        let mut answers = subscribed.map_err(|error| refusal_error("listen", &error))?;
        // The server must know where to send answers before the first job is published.
        let _later = connection.client.flush().await;
        let _first = self.shared.client.set(connection.client.clone());
        note(&format!("players run on the workers at {}", self.access.address()));
        let notes = NoteLimit::default();
        let mut refusal = std::pin::pin!(connection.refusal(&self.access));
        loop {
            tokio::select! {
                Some(message) = answers.next() => {
                    if let Err(why) = self.shared.hear(&message)
                        && notes.allow()
                    {
                        note(&format!("a message on {} was refused: {why}", message.subject));
                    }
                }
                Some(message) = self.outgoing.recv() => self.publish(&connection.client, message).await,
                error = &mut refusal => return Err(error),
                else => return Ok(()),
            }
        }
    }

    /// Establishes the first connection.
    async fn connect(&mut self, note: &(impl Fn(&str) + Send)) -> Result<Connection, QueueError> {
        let mut is_reported = false;
        loop {
            let opened = match self.connection.take() {
                Some(connection) => Ok(connection),
                None => Connection::open(&self.access, PROGRAM).await,
            };
            match opened {
                Err(error @ QueueError::Unreachable { .. }) => {
                    if !is_reported {
                        note(&format!(
                            "{error}; players run on this machine until the queue is back"
                        ));
                    }
                    is_reported = true;
                    sleep(CONNECT_PAUSE).await;
                }
                opened => return opened,
            }
        }
    }

    async fn publish(&self, client: &Client, message: Outgoing) {
        // The thread that waits for the answer notices if a message is lost.
        let _lost = match message {
            Outgoing::Job { number, payload } => {
                let reply = format!("{CLIENTS}{}.{number}", self.shared.name);
                client.publish_with_reply(JOBS, reply, payload.into()).await
            }
            Outgoing::Stop { subject, payload } => client.publish(subject, payload.into()).await,
        };
    }
}
