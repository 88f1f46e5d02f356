//! Kuhn poker: the smallest poker that needs bluffing (H. W. Kuhn, "Simplified Two-Person Poker", 1950).
//!
//! Of three cards, jack, queen and king, each of two players is dealt one and puts one chip into the pot. The first
//! player checks or bets a chip. A player who faces a bet folds or calls; one who faces a check checks or bets. If nobody
//! folds, the higher card takes the pot. With optimal play the first player's payoff is −1/18 of a chip.
//!
//! [`KuhnPoker::ONE_HAND`] is this game. Otherwise it is a match over some hands, 20 by default: the players begin the hands
//! in turn, and what each has won in all hands counts.
//!
//! The position of a hand is written as the cards of both, `-` for none and `?` for one that can't be seen, a blank, and the
//! betting so far: `p` for a pass (check or fold), `b` for a bet (or call), `-` for nothing yet. `K? pb` is what the first
//! player sees with the king after a check and a bet. In a match the number of the hand and the chips that the first
//! player has won before it follow: `K? pb 3 +2`.
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

pub use crate::position::{Card, Holding, Move, Position};
pub use crate::rules::{HANDS_MAX, KuhnPoker};
