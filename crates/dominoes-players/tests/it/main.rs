//! The players of dominoes as their users see them.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod evaluators;
mod matches;
