//! Of the first interface's `board-engine`, what its plugins are built with.

#![forbid(unsafe_code)]

mod seat;

pub use crate::seat::{SEATS_MAX, Seat, Turn};
