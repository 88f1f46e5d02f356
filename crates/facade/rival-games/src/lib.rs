//! Everything for player authors in one crate: games by name, positions, random playouts, players and matches.
//!
//! This crate re-exports the interfaces of the crates below it. A position in any game is an [`Explorer`]. Moves have
//! indices, so a search needs no strings. A deep search makes and takes back moves on a [`LineOfPlay`], which doesn't
//! allocate per position. The rules for a table are a [`TableGame`], and a [`Moderator`] runs its matches. The crate
//! adds functions that combine them: random playouts from a seed ([`playouts`]), and a player's move in a position
//! without a table, with its analysis ([`chosen_move`]).
//!
//! ```
//! use rival_games::{Turn, explore, new_player, chosen_move, playouts, Limits, Options};
//!
//! let mut position = explore("checkers", None)?;
//! position.play(position.parse_move("11-15")?);
//! assert_eq!(position.move_count(), 7);
//!
//! let results = playouts(&*position, 100, 1000, 7);
//! let wins = results.iter().filter_map(|played| played.outcome).filter(|outcome| outcome.payoffs()[0] > 0);
//! assert!(wins.count() > 20);
//!
//! let mut player = new_player("checkers", "alpha-beta", &Options::default())?;
//! let limits = Limits { depth: Some(4), ..Limits::default() };
//! let chosen = chosen_move(&mut *player, &*position, limits, 0)?;
//! assert!(!chosen.lines[0].line.is_empty());
//! position.play(chosen.index);
//! assert!(position.outcome().is_none());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

mod batch;
mod choice;
mod episode;
mod random;

pub use board_engine::{
    Action, ActionSpace, AfterAction, Diagram, Glyph, GlyphKind, Leaves, LegalActions,
    NotationError, Outcome, PERFT_DEPTH_MAX, Seat, Square, Turn, Viewer,
};
pub use game_catalog::{
    CatalogError, Explorer, GameInfo, LineOfPlay, Playout, PositionState, SearchResult, explore,
    games, line_of_play, new_player, player_infos, player_infos_for, table_game,
};
pub use games_package::{
    Arbiter, EndReason, Ending, Event, Finished, Host, MatchError, MatchSetup, MatchState,
    Moderator, OptionError, Options, PlayedMove, Player, PlayerError, PlayerInfo, Ply, Record,
    Reply, Request, SeatSetup, Setup, TableGame, Thinking, ThinkingLimits, TimeControl, Valuation,
};
pub use notation::RecordFile;

pub use crate::batch::{Batch, BatchError};
pub use crate::choice::{ChoiceError, ChosenMove, Limits, chosen_move, chosen_move_until};
pub use crate::episode::{Episode, IllegalAction};
pub use crate::random::{drawn_move, playouts, playouts_until, random_source};
