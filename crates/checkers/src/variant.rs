//! The variants: a zero-sized type and a file each.

mod brazilian;
mod breakthrough;
mod canadian;
mod czech;
mod english;
mod frisian;
mod frysk;
mod international;
mod italian;
mod killer;
mod losing;
mod parlour;
mod parlour_free;
mod pool;
mod russian;
mod spanish;
mod thai;
mod turkish;

use std::fmt::Debug;
use std::hash::Hash;

use board_engine::Word;

pub use self::brazilian::Brazilian;
pub use self::breakthrough::Breakthrough;
pub use self::canadian::Canadian;
pub use self::czech::Czech;
pub use self::english::English;
pub use self::frisian::Frisian;
pub use self::frysk::Frysk;
pub use self::international::{International, InternationalOn};
pub use self::italian::Italian;
pub use self::killer::Killer;
pub use self::losing::Losing;
pub use self::parlour::Parlour;
pub use self::parlour_free::ParlourFree;
pub use self::pool::Pool;
pub use self::russian::Russian;
pub use self::spanish::Spanish;
pub use self::thai::Thai;
pub use self::turkish::Turkish;
use crate::rules::Rules;

/// A variant of draughts: a type that carries constants.
pub trait Variant: Copy + Eq + Hash + Debug + Default + Send + Sync + 'static {
    /// A word with a bit for each square and ghost of the board.
    type Word: Word;
    /// Everything in which this variant differs from the others.
    const RULES: Rules;
}
