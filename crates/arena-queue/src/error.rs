//! What can go wrong with the queue.

use std::time::Duration;

use thiserror::Error;

use crate::dispatcher::Stopped;

/// The queue can't be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum QueueError {
    /// It isn't there.
    #[error("can't reach the queue at {address}: {why}")]
    Unreachable {
        /// Where it should be, without passwords.
        address: String,
        /// What went wrong.
        why: String,
    },
    /// It and this program find no secure connection, which waiting doesn't change.
    #[error("no secure connection to the queue at {address}: {why}")]
    Tls {
        /// Where it is, without passwords.
        address: String,
        /// What is wrong and what to do.
        why: String,
    },
    /// It lets nobody in with this name, password, token or credentials.
    #[error(
        "the queue at {0} doesn't let us in: give --creds FILE, or a name and a password in the address (--queue-file FILE \
         or RIVAL_QUEUE)"
    )]
    NotLetIn(String),
    /// The address is none.
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
        /// What the system says.
        why: String,
    },
    /// The server keeps no streams.
    #[error("the server at {0} keeps no streams: start nats-server with -js")]
    NoJetStream(String),
    /// The server refuses.
    #[error("the queue can't {action}: {why}")]
    Refused {
        /// What was asked of it.
        action: &'static str,
        /// What it says.
        why: String,
    },
    /// There may be one scheduler for each run.
    #[error("another scheduler runs this tournament on the queue: wait for its end")]
    SecondScheduler,
    /// The scheduler doesn't answer.
    #[error("no scheduler told what the run is within {0:?}")]
    NoSpec(Duration),
    /// The run can't go on.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// The journal can't be written.
    #[error(transparent)]
    Journal(#[from] arena::journal::JournalError),
}
