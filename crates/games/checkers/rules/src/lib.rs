//! The draughts family.
//!
//! There is one move generator. A variant is a zero-sized type with constant [`Rules`](rules::Rules), and each rule
//! cites the article in its rule book. [`Checkers<V>`](Checkers) is compiled for each variant without the other
//! variants' branches, so move generation needs no lookups and no calls through a table. The square layout in a word
//! ([`Layout`]) is also computed from the constants.
//!
//! Other code need not be compiled per variant: [`AnyVariant`] has the rules of any variant behind
//! a function table.
//!
//! A move consists of a start, an end and a set of captured pieces; routes that agree in all three are the same move.
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

pub mod any_size;
mod any_variant;
mod draws;
mod game;
mod generator;
pub mod hub;
mod layout;
mod list;
mod names;
mod notation;
mod position;
pub mod rules;
mod variant;

pub use self::any_variant::AnyVariant;
pub use self::draws::PliesLeft;
pub use self::game::Checkers;
pub use self::layout::{Layout, Set};
pub use self::list::{
    AnyVariantVisitor, VARIANTS, VariantInfo, VariantVisitor, with_any_variant, with_variant,
};
pub use self::names::{Corner, Naming};
pub use self::position::{Move, Position, Role};
pub use self::variant::{
    Brazilian, Breakthrough, Canadian, Czech, English, Frisian, Frysk, International,
    InternationalOn, Italian, Killer, Losing, Parlour, ParlourFree, Pool, Russian, Spanish, Thai,
    Turkish, Variant,
};
