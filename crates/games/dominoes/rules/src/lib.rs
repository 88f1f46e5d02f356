//! Dominoes: the block game, the draw game and all-fives, with a double-six or a double-nine set, for two to four
//! players or two pairs of partners.
//!
//! # Rules
//!
//! The rules follow R. F. Foster's "Complete Hoyle" (1897). If the book leaves a choice, the rules follow common
//! custom:
//!
//! - Each player is dealt seven tiles; five if three or four players draw from the boneyard. The first player leads
//!   with any tile; the lead passes to the next player in the next round.
//! - The players take turns playing a tile that matches an end of the line. A player that can play must play. A player
//!   that can't play passes in the block game. In the other two games, the player draws until a tile matches, but the
//!   last two tiles in the boneyard are never drawn.
//! - A round ends when a player has no tiles left, when all have passed, or when no remaining tile can ever match.
//! - A player who goes out gets the pips in the opponents' hands. In a blocked round, the side with the fewest pips
//!   gets the other sides' pips minus its own. If two sides tie for the fewest, no side scores.
//! - In all-fives (muggins; Foster: "Muggins, or All Fives") a player also scores the pips at both ends of the line if
//!   they are a multiple of five after its move. Doubles are laid crosswise and count twice, and there is no spinner.
//!   The points at the end of a round are rounded to a multiple of five.
//! - The first side with 100 points wins. In a single round, the side with the most points wins.
//!
//! Dealing a tile is a chance turn. A player who draws or passes reveals that no tile in the hand has either of the two
//! end numbers. Positions store these numbers, and [`resample`](board_engine::HiddenInformation::resample) uses them.
//!
//! # Positions
//!
//! A position string contains the line from left to right, the hands, the sides' scores, the leader, the mover, the
//! number of consecutive passes, and the next step: `deal`, `play`, `drawn` (play, after a draw), `draw` (a tile is
//! drawn), or `over`. `?7` means seven hidden tiles; `!25` means that no tile in the hand has 2 or 5 pips.
//!
//! # Example
//!
//! ```
//! use board_engine::{Game, Notation, Seat, Viewer};
//! use dominoes::Dominoes;
//!
//! let game = Dominoes::default();
//! let mut position = game.parse_position("4-6,6-6 6-2,3-3 5-4,1-0!26 12,0 1 1 0 play")?;
//! let mv = game.parse_move(&position, "6-2")?;
//! game.play(&mut position, mv);
//! let seen = game.format_position_for(&position, Viewer::Seat(Seat::FIRST));
//! assert_eq!(seen, "4-6,6-6,6-2 3-3 ?2!26 12,0 1 2 0 play");
//! # Ok::<(), board_engine::NotationError>(())
//! ```

#![forbid(unsafe_code)]

mod diagram;
mod knowledge;
mod notation;
mod position;
mod position_text;
mod rules;
mod scoring;
mod summary;
mod tile;
mod variant;

pub use crate::position::{End, Move, Position};
pub use crate::rules::RESERVE;
pub use crate::tile::{PIPS_MAX, Pips, Tile, Tiles};
pub use crate::variant::{Dominoes, Rules, TARGET_MAX, VariantError};
