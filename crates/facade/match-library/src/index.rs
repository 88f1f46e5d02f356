//! The index of the library, which finds the matches with a position or a material.
//!
//! A match contributes a list of [`Occurrence`]s, written once as part of a sorted run and never changed. A run is a
//! list of blocks in the database. So the index is written together with the matches, in one transaction, and looking
//! up a key reads one block per run. Eight runs of similar size are merged, as in a log-structured merge tree (O'Neil
//! et al., 1996). Each occurrence is rewritten only a few times in a library of any size.

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
