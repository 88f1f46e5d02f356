//! The way to the server, and what lies there for a run.

mod failing;

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

/// How long a request for messages stands.
pub(crate) const REQUEST: Duration = Duration::from_secs(10);

/// How long the queue is left alone when it has failed.
pub(crate) const PAUSE: Duration = Duration::from_millis(500);

/// The longest pause between two attempts to reach a server that is gone.
const RECONNECT_PAUSE: Duration = Duration::from_secs(2);

/// How soon a dead connection is noticed.
const PING_INTERVAL: Duration = Duration::from_secs(10);

/// How long what may be lost waits for a server that is gone.
pub(crate) const PATIENCE: Duration = Duration::from_secs(1);

/// How many requests for pairs the server keeps: one for each worker that waits.
const WAITING_MAX: i64 = 100_000;

/// How soon a result that was not journaled is told again.
const RESULT_LEASE: Duration = Duration::from_secs(30);

/// All schedulers and workers: who shows itself, and what there is to play.
pub(crate) const HEARTBEATS: &str = "rival.worker";
pub(crate) const ANNOUNCEMENTS: &str = "rival.runs";

/// Where the queue is, and how to get in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Access {
    /// The server: `nats://host:port` or `tls://host:port`; a name and a password or a token may stand before the host.
    pub url: String,
    /// A file with credentials: a token and a key.
    pub credentials: Option<PathBuf>,
    /// A file with certificates of authorities that are trusted instead of those of the system.
    pub authorities: Option<PathBuf>,
}

impl Access {
    fn server(&self) -> Result<ServerAddr, QueueError> {
        parse(&self.url).ok_or_else(|| QueueError::Address(self.address()))
    }

    /// Whether a name, a password or a token stands in the address.
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

/// Whether there are certificates in the file, which the client wouldn't say.
fn check_authorities(path: &Path) -> Result<(), QueueError> {
    let wrong = |why| QueueError::Authorities { path: path.display().to_string(), why };
    let found = CertificateDer::pem_file_iter(path).map_err(|error| wrong(error.to_string()))?;
    let found = found.collect::<Result<Vec<_>, _>>().map_err(|error| wrong(error.to_string()))?;
    let none = || wrong("there is no certificate in it (PEM, BEGIN CERTIFICATE)".into());
    found.first().map(drop).ok_or_else(none)
}

/// A connection, which comes back by itself when it is lost.
#[derive(Clone, Debug)]
pub(crate) struct Connection {
    pub(crate) client: Client,
    pub(crate) streams: Context,
    /// Changes whenever the connection has come back: requests that the server had are forgotten then.
    pub(crate) returns: watch::Receiver<u64>,
    address: String,
}

impl Connection {
    /// Connects, as the program `name`.
    pub(crate) async fn open(access: &Access, name: &str) -> Result<Self, QueueError> {
        let server = access.server()?;
        let (sender, returns) = watch::channel(0);
        let mut options = ConnectOptions::new();
        if let Some(path) = &access.credentials {
            let read = options.credentials_file(path).await;
            options = read.map_err(|error| QueueError::Credentials {
                path: path.display().to_string(),
                why: error.to_string(),
            })?;
        }
        // The client itself passes over what stands before the host.
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
            // What follows, and its log, needs no password.
            .connect(parse(&access.address()).unwrap_or(server))
            .await;
        let address = access.address();
        let client = connected.map_err(|error| failing::failure(&error, address.clone()))?;
        Ok(Self { streams: jetstream::new(client.clone()), client, returns, address })
    }

    /// Sends what may be lost; while there is no server, it is.
    pub(crate) async fn tell(&self, subject: impl ToSubject, message: Vec<u8>) {
        let _lost = timeout(PATIENCE, self.client.publish(subject, message.into())).await;
    }

    /// Makes what the run needs on the server, if it isn't there. Whether it had to be made.
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
                _ => refused("make a stream", &error),
            })?;
        }
        let workers = pull::Config {
            durable_name: Some(WORKERS.into()),
            filter_subject: jobs(run),
            ack_wait: lease.length(),
            max_waiting: WAITING_MAX,
            ..explicit()
        };
        let journal = pull::Config {
            durable_name: Some(JOURNAL.into()),
            filter_subject: results(run),
            ack_wait: RESULT_LEASE,
            ..explicit()
        };
        for consumer in [workers, journal] {
            let made = self.streams.create_consumer_on_stream(consumer, stream(run)).await;
            made.map_err(|error| refused("make a consumer", &error))?;
        }
        Ok(!exists)
    }

    /// Whether the server knows the run.
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
            _ => Err(refused("look for the run", &error)),
        }
    }

    /// What gives out the run's messages to `whom`.
    pub(crate) async fn consumer(
        &self,
        run: &RunId,
        whom: &str,
    ) -> Result<Consumer<pull::Config>, QueueError> {
        let found = self.streams.get_consumer_from_stream(whom, stream(run)).await;
        found.map_err(|error| refused("find the consumer", &error))
    }

    /// Takes all jobs of the run out of the queue that no worker has.
    pub(crate) async fn purge(&self, run: &RunId) -> Result<(), QueueError> {
        let found = self.streams.get_stream(stream(run)).await;
        let found = found.map_err(|error| refused("find the stream", &error))?;
        let purged = found.purge().filter(jobs(run)).await;
        purged.map(drop).map_err(|error| refused("empty the stream", &error))
    }

    /// Removes everything of the run.
    pub(crate) async fn remove(&self, run: &RunId) -> Result<(), QueueError> {
        let deleted = self.streams.delete_stream(stream(run)).await;
        deleted.map(drop).map_err(|error| refused("remove the stream", &error))
    }

    fn no_streams(&self) -> QueueError {
        QueueError::NoJetStream(self.address.clone())
    }
}

/// Who gets jobs, and who gets results.
pub(crate) const WORKERS: &str = "workers";
pub(crate) const JOURNAL: &str = "journal";

fn explicit() -> pull::Config {
    pull::Config { ack_policy: AckPolicy::Explicit, max_ack_pending: -1, ..pull::Config::default() }
}

pub(crate) fn refused(action: &'static str, error: &dyn std::error::Error) -> QueueError {
    QueueError::Refused { action, why: error.to_string() }
}

/// Whether nobody on the server takes such requests.
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

/// Where the scheduler is asked for parts of the run's [`Spec`](crate::message::Spec).
pub(crate) fn spec(run: &RunId) -> String {
    format!("rival.{run}.spec")
}

/// Where a worker is asked to show a game of the run: one of them hears the question.
pub(crate) fn show(run: &RunId) -> String {
    format!("rival.{run}.show")
}

/// Where workers show games of the run.
pub(crate) fn live_games(run: &RunId) -> String {
    format!("rival.{run}.sight")
}

/// Where the scheduler says that the run is over.
pub(crate) fn end(run: &RunId) -> String {
    format!("rival.{run}.end")
}
