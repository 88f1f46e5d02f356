//! The connection to the server, and a run's streams and consumers.

mod tls;

use std::error::Error as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use async_nats::jetstream::consumer::{AckPolicy, Consumer, pull};
use async_nats::jetstream::context::{
    CreateStreamErrorKind, GetStreamError, GetStreamErrorKind, RequestError, RequestErrorKind,
};
use async_nats::jetstream::stream::{Config, RetentionPolicy};
use async_nats::jetstream::{self, Context, ErrorCode};
use async_nats::rustls::pki_types::CertificateDer;
use async_nats::rustls::pki_types::pem::PemObject;
use async_nats::subject::ToSubject;
use async_nats::{Client, ConnectOptions, Event, ServerAddr};
use tokio::sync::watch;
use tokio::time::timeout;

use crate::message::RunId;
use crate::{Lease, QueueError};

/// The server keeps a request for messages open for this time.
pub(crate) const REQUEST_TIMEOUT: Duration = Duration::from_secs(10);

/// Pause before repeating a failed request.
pub(crate) const PAUSE: Duration = Duration::from_millis(500);

/// Maximum pause between attempts to reconnect.
const RECONNECT_PAUSE: Duration = Duration::from_secs(2);

/// Time until a dead connection is detected.
const PING_INTERVAL: Duration = Duration::from_secs(10);

/// A droppable message waits for the connection for this time.
pub(crate) const SEND_TIMEOUT: Duration = Duration::from_secs(1);

/// Maximum number of open requests for pairs. Each waiting worker has one open request.
const WAITING_MAX: i64 = 100_000;

/// Time after which an unacknowledged result is redelivered.
const RESULT_LEASE: Duration = Duration::from_secs(30);

/// The subjects shared by all runs: workers' heartbeats and schedulers' announcements.
pub(crate) const HEARTBEATS: &str = "rival.worker";
pub(crate) const ANNOUNCEMENTS: &str = "rival.runs";

/// The queue's address and credentials.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Access {
    /// The server: `nats://host:port` or `tls://host:port`, optionally with `user:password@` or `token@` before the host.
    pub url: String,
    /// A file with credentials: a token and a key.
    pub credentials: Option<PathBuf>,
    /// A file with the certificates of authorities to trust instead of the system's.
    pub authorities: Option<PathBuf>,
}

impl Access {
    fn server(&self) -> Result<ServerAddr, QueueError> {
        parse(&self.url).ok_or_else(|| QueueError::Address(self.address()))
    }

    /// Returns `true` if the address contains a name, a password or a token.
    pub fn has_secret(&self) -> bool {
        self.url.contains('@')
    }

    /// The address without a password.
    pub fn address(&self) -> String {
        match self.url.rsplit_once('@') {
            Some((secret, host)) => {
                let scheme = secret.split_once("://").map_or("nats", |(scheme, _)| scheme);
                format!("{scheme}://{host}")
            }
            None => self.url.clone(),
        }
    }
}

fn parse(url: &str) -> Option<ServerAddr> {
    url.parse().ok()
}

/// Checks that the file contains certificates, because the client doesn't report their absence.
fn check_authorities(path: &Path) -> Result<(), QueueError> {
    let wrong = |why| QueueError::Authorities { path: path.display().to_string(), why };
    let found = CertificateDer::pem_file_iter(path).map_err(|error| wrong(error.to_string()))?;
    let found = found.collect::<Result<Vec<_>, _>>().map_err(|error| wrong(error.to_string()))?;
    let none = || wrong("it contains no certificate (PEM, BEGIN CERTIFICATE)".into());
    found.first().map(drop).ok_or_else(none)
}

/// A connection that reconnects automatically.
#[derive(Clone, Debug)]
pub(crate) struct Connection {
    pub(crate) client: Client,
    pub(crate) streams: Context,
    /// A counter that changes at each reconnection. The server then no longer knows open requests.
    pub(crate) reconnects: watch::Receiver<u64>,
    address: String,
}

impl Connection {
    /// Connects under the program name `name`.
    pub(crate) async fn open(access: &Access, name: &str) -> Result<Self, QueueError> {
        let server = access.server()?;
        let (sender, reconnects) = watch::channel(0);
        let mut options = ConnectOptions::new();
        if let Some(path) = &access.credentials {
            let read = options.credentials_file(path).await;
            options = read.map_err(|error| QueueError::Credentials {
                path: path.display().to_string(),
                why: error.to_string(),
            })?;
        }
        // The client ignores the part of the address that precedes the host.
        options = match (server.username(), server.password()) {
            (Some(name), Some(password)) => options.user_and_password(name.into(), password.into()),
            (Some(token), None) => options.token(token.into()),
            _ => options,
        };
        if let Some(path) = &access.authorities {
            check_authorities(path)?;
            options = options.add_root_certificates(path.clone());
        }
        let connected = options
            .name(name)
            .ping_interval(PING_INTERVAL)
            .max_reconnects(None)
            .reconnect_delay_callback(|attempts| {
                let attempts = u32::try_from(attempts).unwrap_or(u32::MAX);
                RECONNECT_PAUSE.min(Duration::from_millis(100).saturating_mul(attempts))
            })
            .event_callback(move |event| {
                if matches!(event, Event::Connected) {
                    sender.send_modify(|count| *count += 1);
                }
                std::future::ready(())
            })
            // The client must not log a password.
            .connect(parse(&access.address()).unwrap_or(server))
            .await;
        let address = access.address();
        let client = connected.map_err(|error| tls::connect_error(&error, address.clone()))?;
        Ok(Self { streams: jetstream::new(client.clone()), client, reconnects, address })
    }

    /// Sends a message that can be lost, for example if there is no connection.
    pub(crate) async fn send(&self, subject: impl ToSubject, message: Vec<u8>) {
        let _lost = timeout(SEND_TIMEOUT, self.client.publish(subject, message.into())).await;
    }

    /// Waits until the server has handled all earlier messages, for at most [`SEND_TIMEOUT`]. The server answers in
    /// order. A flush doesn't wait for the server's answer.
    pub(crate) async fn until_handled(&self) {
        let _late = timeout(SEND_TIMEOUT, self.streams.query_account()).await;
    }

    /// Creates the run's stream and consumers. Returns `true` if the stream didn't exist.
    pub(crate) async fn prepare(&self, run: &RunId, lease: Lease) -> Result<bool, QueueError> {
        let exists = self.exists(run).await?;
        if !exists {
            let config = Config {
                name: stream(run),
                subjects: vec![jobs(run), results(run)],
                retention: RetentionPolicy::WorkQueue,
                ..Config::default()
            };
            self.streams.create_stream(config).await.map_err(|error| match error.kind() {
                CreateStreamErrorKind::JetStreamUnavailable => self.no_streams(),
                _ => refusal_error("create a stream", &error),
            })?;
        }
        let workers = pull::Config {
            durable_name: Some(WORKERS.into()),
            filter_subject: jobs(run),
            ack_wait: lease.length(),
            max_waiting: WAITING_MAX,
            ..explicit_acks()
        };
        let journal = pull::Config {
            durable_name: Some(JOURNAL.into()),
            filter_subject: results(run),
            ack_wait: RESULT_LEASE,
            ..explicit_acks()
        };
        for consumer in [workers, journal] {
            let made = self.streams.create_consumer_on_stream(consumer, stream(run)).await;
            made.map_err(|error| refusal_error("create a consumer", &error))?;
        }
        Ok(!exists)
    }

    /// Returns `true` if the server knows the run.
    pub(crate) async fn exists(&self, run: &RunId) -> Result<bool, QueueError> {
        let Err(error) = self.streams.get_stream(stream(run)).await else { return Ok(true) };
        match error.kind() {
            GetStreamErrorKind::JetStream(error)
                if error.error_code() == ErrorCode::STREAM_NOT_FOUND =>
            {
                Ok(false)
            }
            GetStreamErrorKind::JetStream(error)
                if [
                    ErrorCode::JETSTREAM_NOT_ENABLED,
                    ErrorCode::JETSTREAM_NOT_ENABLED_FOR_ACCOUNT,
                ]
                .contains(&error.error_code()) =>
            {
                Err(self.no_streams())
            }
            GetStreamErrorKind::Request if has_no_responders(&error) => Err(self.no_streams()),
            _ => Err(refusal_error("look for the run", &error)),
        }
    }

    /// The run's consumer with the name `name`.
    pub(crate) async fn consumer(
        &self,
        run: &RunId,
        name: &str,
    ) -> Result<Consumer<pull::Config>, QueueError> {
        let found = self.streams.get_consumer_from_stream(name, stream(run)).await;
        found.map_err(|error| refusal_error("find the consumer", &error))
    }

    /// Removes all of the run's untaken jobs from the queue.
    pub(crate) async fn purge(&self, run: &RunId) -> Result<(), QueueError> {
        let found = self.streams.get_stream(stream(run)).await;
        let found = found.map_err(|error| refusal_error("find the stream", &error))?;
        let purged = found.purge().filter(jobs(run)).await;
        purged.map(drop).map_err(|error| refusal_error("empty the stream", &error))
    }

    /// Removes the run with its stream and consumers.
    pub(crate) async fn remove(&self, run: &RunId) -> Result<(), QueueError> {
        let deleted = self.streams.delete_stream(stream(run)).await;
        deleted.map(drop).map_err(|error| refusal_error("remove the stream", &error))
    }

    fn no_streams(&self) -> QueueError {
        QueueError::NoJetStream(self.address.clone())
    }
}

/// The names of the consumers for jobs and for results.
pub(crate) const WORKERS: &str = "workers";
pub(crate) const JOURNAL: &str = "journal";

fn explicit_acks() -> pull::Config {
    pull::Config { ack_policy: AckPolicy::Explicit, max_ack_pending: -1, ..pull::Config::default() }
}

pub(crate) fn refusal_error(action: &'static str, error: &dyn std::error::Error) -> QueueError {
    QueueError::Refused { action, why: error.to_string() }
}

/// Returns `true` if the server has no responder for such requests.
fn has_no_responders(error: &GetStreamError) -> bool {
    let cause = error.source().and_then(|source| source.downcast_ref::<RequestError>());
    cause.is_some_and(|error| error.kind() == RequestErrorKind::NoResponders)
}

fn stream(run: &RunId) -> String {
    format!("RIVAL_{run}")
}

pub(crate) fn jobs(run: &RunId) -> String {
    format!("rival.{run}.job")
}

pub(crate) fn results(run: &RunId) -> String {
    format!("rival.{run}.result")
}

/// The subject for requesting parts of the run's [`Spec`](crate::message::Spec).
pub(crate) fn spec(run: &RunId) -> String {
    format!("rival.{run}.spec")
}

/// The subject for asking workers to show a game from the run. Each request goes to one worker.
pub(crate) fn show(run: &RunId) -> String {
    format!("rival.{run}.show")
}

/// The subject for games in progress.
pub(crate) fn live_games(run: &RunId) -> String {
    format!("rival.{run}.sight")
}

/// The subject for announcing the run's end.
pub(crate) fn end(run: &RunId) -> String {
    format!("rival.{run}.end")
}
