//! Backgammon: single games, money games with the doubling cube, and matches to a number of points.
//!
//! Each side moves 15 checkers around 24 points and bears them off. Two dice give the distance: there are 21 rolls,
//! with doubles half as likely as the others. A whole play, with up to four steps, is one move, and plays that lead to
//! the same position are one move. The opening roll decides which side starts: each side rolls one die, and rolls again
//! if the numbers are equal; the side with the higher number starts and plays both numbers.
//!
//! Both sides count points from their own ace point, as in all notations: one side's point 6 is the other's 19.
//!
//! ```text
//! +13-14-15-16-17-18------19-20-21-22-23-24-+
//! | B           W    |   | W              B |
//! | B           W    |   | W              B |    W: to 1, then off
//! | B           W    |   | W                |    B: the other way
//! ```
//!
//! A leg of a match is not a separate game: the position includes the score, and after each leg the next one starts
//! with its opening roll. There is an outcome only at the end of the match.
//!
//! # Example
//!
//! ```
//! use backgammon::Backgammon;
//! use board_engine::{Game, Notation};
//!
//! let game = Backgammon::default();
//! let mut position = game.start();
//! for text in ["31", "6/5 8/5", "66", "24/18(2) 13/7(2)"] {
//!     let mv = game.parse_move(&position, text)?;
//!     game.play(&mut position, mv);
//! }
//! assert_eq!(game.format_position(&position), "4NvBwQCwZ/ABMA:cAkAAAAAAAAA");
//! # Ok::<(), board_engine::NotationError>(())
//! ```

#![forbid(unsafe_code)]

mod board;
mod diagram;
mod notation;
mod place_set;
mod play;
mod play_text;
mod plays;
mod position;
mod position_text;
mod rules;
mod steps;
mod summary;

pub use self::board::Board;
pub use self::play::{BAR, CHECKERS, Checkers, OFF, POINTS, Play, Step};
pub use self::position::{
    CUBE_MAX, Cube, MATCH_POINTS_MAX, MatchPointsError, Move, Phase, Position, Roll, Stakes,
};
pub use self::rules::Backgammon;
