//! Players that think on other machines, one move at a time.
//!
//! The main design decision is that such a player includes a complete local player. The player publishes each move as a
//! job for a queue's workers, and falls back on the local player if all workers are busy or silent, or if time is
//! running out. So a match never depends on a worker, a server or a message. A worker's death costs at most the lease
//! and the time for one move.
//!
//! The program sends the [`Request`](games_package::Request) that the table makes to the seat, without other seats'
//! hidden hands. Only catalog players think remotely, because a worker may lack a plugin and doesn't start programs.
//!
//! * [`QueuedPlayers`] wraps players on the side that needs moves.
//! * [`think`] is the worker's side.
//! * [`AccessArguments`] are the queue arguments in every program.

mod access;
mod course;
mod describe;
mod player;
mod thinking;

pub use crate::remote::access::{AccessArguments, VARIABLE, failure};
pub use crate::remote::course::{LEASE_DEFAULT, LEASE_MAX, LEASE_MIN};
pub use crate::remote::player::{Counts, QueuedPlayers};
pub use crate::remote::thinking::think;
