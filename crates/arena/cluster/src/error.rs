//! Errors when using the queue.

use std::time::Duration;

use thiserror::Error;

use crate::dispatcher::RunFailure;

/// The reason why the queue can't be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum QueueError {
    /// The server can't be reached.
    #[error("can't reach the queue at {address}: {why}")]
    Unreachable {
        /// The server's address, without passwords.
        address: String,
        /// A secure connection is impossible, and retrying doesn't help.
        why: String,
    },
    /// No secure connection is possible, and retrying doesn't help.
    #[error("can't connect securely to the queue at {address}: {why}")]
    Tls {
        /// The server's address, without passwords.
        address: String,
        /// The problem, with advice.
        why: String,
    },
    /// The server rejects the name, password, token or credentials.
    #[error(
        "the queue at {0} denies access; pass --creds FILE, or an address with name and password (--queue-file FILE or RIVAL_QUEUE)"
    )]
    AccessDenied(String),
    /// The address is invalid.
    #[error("invalid queue address \"{0}\": expected nats://HOST:PORT or tls://HOST:PORT")]
    Address(String),
    /// A credentials file can't be read.
    #[error("can't use the credentials in {path}: {why}")]
    Credentials {
        /// The file.
        path: String,
        /// The problem.
        why: String,
    },
    /// A certificate file can't be read.
    #[error("can't read the certificates in {path}: {why}")]
    Authorities {
        /// The file.
        path: String,
        /// The cause.
        why: String,
    },
    /// The server runs without `JetStream`.
    #[error("the server at {0} has no JetStream; start nats-server with -js")]
    NoJetStream(String),
    /// The server refuses a request.
    #[error("the queue can't {action}: {why}")]
    Refused {
        /// The failed request.
        action: &'static str,
        /// Its error.
        why: String,
    },
    /// A run can have only one scheduler, and another scheduler is active.
    #[error("another scheduler is running this tournament on the queue; wait for it to finish")]
    SecondScheduler,
    /// The scheduler doesn't answer.
    #[error("no scheduler sent the run's settings within {0:?}")]
    NoSpec(Duration),
    /// The run can't continue.
    #[error(transparent)]
    RunFailure(#[from] RunFailure),
    /// The journal can't be written.
    #[error(transparent)]
    Journal(#[from] arena::journal::JournalError),
}
