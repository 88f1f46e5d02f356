//! Matches and tournaments on many machines.
//!
//! The main decision is that the queue may lose anything. The **journal** of the scheduler is the only truth: what is
//! planned and not in the journal can be pushed into the queue again at any time, and what comes back twice is dropped.
//! So no server, no worker and no message has to be trusted to be there tomorrow.
//!
//! * [`Dispatcher`] decides: which pairs of games are pushed, which are given up for lost, which results count. It knows
//!   no network, no threads and no clock, so a simulation of ten thousand workers drives the very code that is run.
//! * [`schedule`](scheduler::schedule) and [`work`](worker::work) connect a dispatcher and a [`Troupe`](worker::Troupe)
//!   of players over NATS `JetStream`. Both are futures that start no thread.
//! * [`message`] is what goes over the wire.

#![forbid(unsafe_code)]

mod connection;
mod dispatcher;
mod error;
mod lease;
pub mod message;
pub mod scheduler;
pub mod worker;

pub use crate::connection::Access;
pub use crate::dispatcher::{Dispatcher, Refusal, Stopped, Taken};
pub use crate::error::QueueError;
pub use crate::lease::Lease;
