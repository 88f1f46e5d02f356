//! The encoding of every message is pinned: a change of one of these bytes breaks every existing plugin.

#![expect(clippy::unwrap_used, reason = "helpers of tests")]

mod golden;
mod header;
mod refusals;
