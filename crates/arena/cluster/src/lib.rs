//! Matches and tournaments on many machines.
//!
//! The main design decision is that the queue can lose anything. Only the scheduler's **journal** counts. Planned games
//! that are not in the journal can be pushed into the queue again at any time, and duplicate results are dropped. So a
//! run survives the loss of any server, worker or message.
//!
//! * [`Dispatcher`] decides which pairs of games to push, which pairs count as lost, and which results to accept. The
//!   dispatcher uses no network, threads or clock, so a simulation of ten thousand workers can test the production
//!   code.
//! * [`schedule`](scheduler::schedule) and [`work`](worker::work) connect a dispatcher and
//!   [`PairRunner`](worker::PairRunner)s over NATS `JetStream`. Both the scheduler and the worker are futures and start
//!   no threads.
//! * [`message`] defines the messages.
//! * [`moves`] lets workers also choose single moves for other programs' matches.

#![forbid(unsafe_code)]

mod connection;
mod dispatcher;
mod error;
pub mod message;
pub mod moves;
pub mod remote;
pub mod scheduler;
pub mod worker;

pub use connection::Access;
pub use dispatcher::{Dispatcher, Rejection, ReportOutcome, RunFailure};
pub use error::QueueError;
pub use message::Lease;
