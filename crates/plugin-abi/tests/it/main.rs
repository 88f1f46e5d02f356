//! The encoding of every message is pinned: who changes one of these bytes breaks every plugin that exists.

#![expect(clippy::unwrap_used, reason = "helpers of tests")]

mod golden;
mod header;
mod refusals;
