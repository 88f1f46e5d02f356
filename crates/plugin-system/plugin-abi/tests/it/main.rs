//! The encoding of every message is pinned, because changing a single byte breaks every existing plugin.

#![expect(clippy::unwrap_used, reason = "helpers of tests")]

mod golden;
mod header;
mod refusals;
