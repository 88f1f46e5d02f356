//! Kuhn poker: the smallest poker that needs bluffing (H. W. Kuhn, "Simplified Two-Person Poker", 1950).
//!
//! The deck has three cards: jack, queen and king. Two players each get one card and put one chip into the pot. The
//! first player checks or bets a chip. A player who faces a bet folds or calls; a player who faces a check checks or
//! bets. If neither player folds, the higher card takes the pot. Under optimal play the first player's payoff is −1/18
//! of a chip.
//!
//! [`KuhnPoker::ONE_HAND`] is this game. Any other game is a match over several hands, 20 by default. The players take
//! turns starting hands, and the total over all hands counts.
//!
//! A hand is written as both cards, with `-` for none and `?` for a hidden card; a space; and the betting so far: `p`
//! for a pass (check or fold), `b` for a bet (or call), `-` for nothing yet. `K? pb` is the view of the first player,
//! who has the king, after a check and a bet. In a match, the string continues with the hand's number and the first
//! player's winnings in chips before the hand: `K? pb 3 +2`.
//!
//! # Example
//!
//! ```
//! use board_engine::{Game, Notation, Seat, Status, Viewer};
//! use kuhn_poker::KuhnPoker;
//!
//! let game = KuhnPoker::ONE_HAND;
//! let mut position = game.parse_position("KQ pb")?;
//! assert_eq!(game.format_position_for(&position, Viewer::Seat(Seat::FIRST)), "K? pb");
//!
//! let call = game.parse_move(&position, "call")?;
//! game.play(&mut position, call);
//! let Status::Over(outcome) = game.legal_moves(&position, &mut Vec::new()) else { unreachable!() };
//! assert_eq!((outcome.payoffs(), outcome.reason()), (&[2, -2][..], "the higher card wins"));
//! // The cards lie open now.
//! assert_eq!(game.format_position_for(&position, Viewer::Public), "KQ pbb");
//! # Ok::<(), board_engine::NotationError>(())
//! ```

#![forbid(unsafe_code)]

mod notation;
mod position;
mod rules;
mod summary;

pub use crate::position::{Card, Holding, Move, Position};
pub use crate::rules::{HANDS_MAX, KuhnPoker};
