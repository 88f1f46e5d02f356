//! Tests of the draughts evaluators and the draughts entries.

#![expect(clippy::unwrap_used, reason = "a test that cannot continue has failed")]

mod books;
mod evaluators;
mod hints;
mod laws;
mod motifs;
mod pdn;
mod standard;
mod tables;
