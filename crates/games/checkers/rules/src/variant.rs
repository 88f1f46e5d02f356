//! The variants, each a zero-sized type, grouped by shared rules.

mod english;
mod international;
mod italian;
mod russian;

use std::fmt::Debug;
use std::hash::Hash;

use board_engine::Word;

use crate::rules::Rules;

pub use self::english::{English, Parlour, ParlourFree};
pub use self::international::{
    Brazilian, Breakthrough, Canadian, Frisian, Frysk, International, InternationalOn, Killer,
    Losing, Pool,
};
pub use self::italian::{Italian, Spanish, Turkish};
pub use self::russian::{Czech, Russian, Thai};

/// A draughts variant: a type that carries constants.
pub trait Variant: Copy + Eq + Hash + Debug + Default + Send + Sync + 'static {
    /// A word with one bit for each square and each ghost on the board.
    type Word: Word;
    /// The differences between this variant and the others.
    const RULES: Rules;
}
