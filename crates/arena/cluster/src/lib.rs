//! Matches and tournaments on many machines.
//!
//! The main decision is that the queue may lose anything. Only the **journal** of the scheduler counts: planned games
//! that are not in it can be pushed into the queue again at any time, and second results are dropped. So the run
//! survives the loss of any server, worker or message.
//!
//! * [`Dispatcher`] decides which pairs of games are pushed, which count as lost, and which results are accepted. It
//!   knows no network, threads or clock, so a simulation of ten thousand workers tests the code that is run.
//! * [`schedule`](scheduler::schedule) and [`work`](worker::work) connect a dispatcher and
//!   [`PairRunner`](worker::PairRunner)s over NATS `JetStream`. Both are futures that start no thread.
//! * [`message`] has the messages.
//! * [`moves`] has workers choose single moves for matches of other programs, alongside the pairs.

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
