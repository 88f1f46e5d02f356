//! The variants: one zero-sized type each.

mod english;
mod international;

use std::fmt::Debug;
use std::hash::Hash;

use board_engine::Word;

pub use self::english::English;
pub use self::international::{International, InternationalOn};
use crate::rules::Rules;

/// A variant of draughts: a type that carries constants.
pub trait Variant: Copy + Eq + Hash + Debug + Default + Send + Sync + 'static {
    /// A word with a bit for each square and ghost of the board.
    type Word: Word;
    /// Everything that tells this variant from the others.
    const RULES: Rules;
}
