//! Players that think on other machines, one move at a time.
//!
//! The main decision is that such a player has the whole player with it: it publishes each move as a job for the
//! workers of a queue, and thinks itself with that player when no worker has room, when they fall silent or when the
//! time gets short. So a match never depends on a worker, on the server between them or on a message; the worst
//! that a death costs is the lease and the time of a move.
//!
//! What leaves the program is the [`Request`](games_package::Request) that the table makes for the seat, in which hidden hands
//! of others are left out. Players of the catalog alone think elsewhere: a worker may lack a plugin, and starts no program.
//!
//! * [`QueuedPlayers`] wraps players, on the side that needs moves.
//! * [`think`] is the worker's side.
//! * [`AccessArguments`] name a queue in every program alike.

#![forbid(unsafe_code)]

mod access;
mod course;
mod describe;
mod player;
mod thinking;

pub use crate::access::{AccessArguments, VARIABLE, failure};
pub use crate::course::{LEASE_DEFAULT, LEASE_MAX, LEASE_MIN};
pub use crate::player::{Counts, QueuedPlayers};
pub use crate::thinking::think;
