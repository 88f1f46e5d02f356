//! Tables, built and compared with the rules.

#![expect(clippy::unwrap_used, reason = "a test that cannot continue has failed")]

mod agreement;
mod building;
mod damage;
mod known;
mod support;
