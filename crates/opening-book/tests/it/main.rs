//! Opening books of games of the catalog.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod building;
mod damage;
mod openings;
mod playing;
mod support;
