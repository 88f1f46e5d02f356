//! Kuhn poker as its users see it.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod laws;
mod matches;
mod playouts;
mod sights;
mod texts;
mod value;
