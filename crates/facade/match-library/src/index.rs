//! The library's index, which finds matches by position or material.
//!
//! A match contributes a list of [`Occurrence`]s. Occurrences are written once, as part of a sorted run, and never
//! changed. A run is a list of blocks in the database, so the index is written together with the matches, in one
//! transaction, and a key lookup reads one block per run. Eight runs of similar size are merged, as in a log-structured
//! merge tree (O'Neil et al., 1996). Each occurrence is therefore rewritten only a few times, even in a large library.

mod occurrence;
mod outdated;
mod runs;
mod updating;

pub use self::occurrence::MatchResult;
pub(crate) use self::occurrence::{Kind, Rating, Summary, game_keys};
pub(crate) use self::runs::{Merge, read_key, remove_incomplete};
pub(crate) use self::updating::{
    Occurrences, clear, has_keys_of_program, know_keys, pending_count, update,
};
