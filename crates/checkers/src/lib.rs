//! The draughts family.
//!
//! There is one generator of moves. A variant is a zero-sized type whose [`Rules`](rules::Rules) are constants, each
//! with the article of the rule book that it comes from, and [`Checkers<V>`](Checkers) is compiled for each variant
//! without the other variants' branches: nothing is looked up and nothing is called through a table while moves are
//! generated. Where the squares lie in a word ([`Layout`]) is computed from the constants too.
//!
//! What is not hot need not be compiled for each variant: [`AnyVariant`] has the rules of any variant behind a table of functions.
//!
//! A move is where a piece starts, where it ends and which pieces it takes; routes that agree in these are one move.
//!
//! ```
//! use board_engine::{Game, Notation};
//! use checkers::{Checkers, International};
//!
//! let game = Checkers::<International>::new();
//! let mut position = game.parse_position("W:W32,37:B28,19,41")?;
//! let mistake = game.parse_move(&position, "37x46").unwrap_err();
//! assert_eq!(mistake.reason(), "two pieces must be taken: 32x14");
//!
//! let capture = game.parse_move(&position, "32x14")?;
//! game.play(&mut position, capture);
//! assert_eq!(game.format_position(&position), "B:W14,37:B41");
//! # Ok::<(), board_engine::NotationError>(())
//! ```

#![forbid(unsafe_code)]

mod any_variant;
mod counters_key;
mod draws;
mod game;
mod generator;
pub mod hub;
mod layout;
mod list;
mod moves;
mod names;
mod notation;
mod plies_left;
mod position;
pub mod rules;
mod variant;

pub use crate::any_variant::AnyVariant;
pub use crate::game::Checkers;
pub use crate::layout::{Layout, Set};
pub use crate::list::{
    AnyVariantVisitor, VARIANTS, VariantInfo, VariantVisitor, with_any_variant, with_variant,
};
pub use crate::moves::Move;
pub use crate::names::{Corner, Naming};
pub use crate::plies_left::PliesLeft;
pub use crate::position::{Position, Role};
pub use crate::variant::{
    Brazilian, Breakthrough, Canadian, Czech, English, Frisian, Frysk, International,
    InternationalOn, Italian, Killer, Losing, Parlour, ParlourFree, Pool, Russian, Spanish, Thai,
    Turkish, Variant,
};
