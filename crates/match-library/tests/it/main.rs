//! Match files, and the library.

#![expect(clippy::unwrap_used, reason = "a test that can't go on has failed")]

mod files;
mod kept;
