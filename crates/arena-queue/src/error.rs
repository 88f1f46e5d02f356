//! What can go wrong with the queue.

use std::time::Duration;

use thiserror::Error;

use crate::dispatcher::RunFailure;

/// The queue can't be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum QueueError {
    /// The server can't be reached.
    #[error("can't reach the queue at {address}: {why}")]
    Unreachable {
        /// Its address, without passwords.
        address: String,
        /// The cause.
        why: String,
    },
    /// No secure connection is possible; trying again doesn't help.
    #[error("no secure connection to the queue at {address}: {why}")]
    Tls {
        /// Its address, without passwords.
        address: String,
        /// What is wrong and what to do.
        why: String,
    },
    /// The server rejects this name, password, token or credentials.
    #[error(
        "the queue at {0} doesn't let us in: give --creds FILE, or a name and a password in the address (--queue-file FILE \
         or RIVAL_QUEUE)"
    )]
    AccessDenied(String),
    /// The address is invalid.
    #[error("\"{0}\" is no address of a queue: expected nats://HOST:PORT or tls://HOST:PORT")]
    Address(String),
    /// A file with credentials can't be read.
    #[error("can't use the credentials in {path}: {why}")]
    Credentials {
        /// Which file.
        path: String,
        /// What is wrong with it.
        why: String,
    },
    /// A file with certificates can't be read.
    #[error("can't read the certificates in {path}: {why}")]
    Authorities {
        /// Which file.
        path: String,
        /// The cause.
        why: String,
    },
    /// The server runs without `JetStream`.
    #[error("the server at {0} keeps no streams: start nats-server with -js")]
    NoJetStream(String),
    /// The server refuses a request.
    #[error("the queue can't {action}: {why}")]
    Refused {
        /// What was requested.
        action: &'static str,
        /// Its error.
        why: String,
    },
    /// A run can have only one scheduler.
    #[error("another scheduler runs this tournament on the queue: wait for its end")]
    SecondScheduler,
    /// The scheduler doesn't answer.
    #[error("no scheduler sent the settings of the run within {0:?}")]
    NoSpec(Duration),
    /// The run can't go on.
    #[error(transparent)]
    RunFailure(#[from] RunFailure),
    /// The journal can't be written.
    #[error(transparent)]
    Journal(#[from] arena::journal::JournalError),
}
