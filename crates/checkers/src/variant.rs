//! The variants: one zero-sized type each.

mod english;
mod flying;
mod international;
mod straight;

use std::fmt::Debug;
use std::hash::Hash;

use board_engine::Word;

pub use self::english::{English, Parlour, ParlourFree};
pub use self::flying::{Brazilian, Czech, Italian, Pool, Russian, Spanish, Thai};
pub use self::international::{
    Breakthrough, Canadian, International, InternationalOn, Killer, Losing,
};
pub use self::straight::{Frisian, Frysk, Turkish};
use crate::rules::Rules;

/// A variant of draughts: a type that carries constants.
pub trait Variant: Copy + Eq + Hash + Debug + Default + Send + Sync + 'static {
    /// A word with a bit for each square and ghost of the board.
    type Word: Word;
    /// Everything that tells this variant from the others.
    const RULES: Rules;
}
