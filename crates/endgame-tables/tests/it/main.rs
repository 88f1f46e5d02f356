//! Tables, made and compared with what the rules say.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod agreement;
mod building;
mod damage;
mod known;
mod sharing;
mod support;
