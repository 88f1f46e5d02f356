//! The table: runs matches between players.
//!
//! A [`Moderator`] runs one match of any game between players of any kind. Only messages pass between the table and its
//! players: each [`Player`] runs on its own thread behind bounded channels, receives requests with a ticket and a
//! deadline, and answers with strings. A player that fails, panics, cheats or exceeds its time loses its match without
//! affecting anything else. A human, a search and a plugin look the same to the table. (An abort or a stack overflow
//! ends the whole process; it is contained only if the player has its own process.)
//!
//! The table's rules are separate: a [`Referee`] is a state machine without threads or a clock, which the Moderator
//! drives. An untimed match can use the same rules and call its players inline.
//!
//! Viewers receive [`Event`]s, filtered for each viewer. Directors send [`Command`]s. The result is a [`Record`], which
//! replays the match exactly. The table never blocks: a slow viewer receives the full state later, and a player that
//! doesn't return is abandoned and reported. Only in an untimed match can a player think forever, until the match is
//! stopped.
//!
//! # A whole match
//!
//! The game can be any [`Notation`](board_engine::Notation). This game is the example from `board-engine`'s front page:
//! players take one, two or three stones in turn, and the player that takes the last one wins.
//!
//! ```
//! use std::sync::Arc;
//!
//! use board_engine::Viewer;
//! use games_package::*;
//!
//! # use board_engine::*;
//! # struct Stones { heap: u32 }
//! # #[derive(Clone, PartialEq, Eq, Debug)]
//! # struct Position { left: u32, mover: usize }
//! # impl Game for Stones {
//! #     type Position = Position;
//! #     type Move = u32;
//! #     fn seats(&self) -> usize { 2 }
//! #     fn start(&self) -> Position { Position { left: self.heap, mover: 0 } }
//! #     fn turn(&self, position: &Position) -> Turn { Turn::Seat(Seat::new(position.mover)) }
//! #     fn legal_moves(&self, position: &Position, moves: &mut Vec<u32>) -> Status {
//! #         moves.clear();
//! #         moves.extend(1..=position.left.min(3));
//! #         match moves.is_empty() {
//! #             false => Status::Ongoing,
//! #             true => Status::Over(Outcome::win(Seat::new(1 - position.mover), "the last stone is taken")),
//! #         }
//! #     }
//! #     fn play(&self, position: &mut Position, taken: u32) {
//! #         position.left -= taken;
//! #         position.mover = 1 - position.mover;
//! #     }
//! #     fn key(&self, position: &Position) -> u64 { zobrist::mix(&[position.left.into(), position.mover as u64]) }
//! #     fn irreversible(&self, _: &Position, _: u32) -> bool { true }
//! #     fn repetition(&self) -> Repetition { Repetition::Ignored }
//! # }
//! # impl Notation for Stones {
//! #     fn seat_name(&self, seat: Seat) -> String { ["North", "South"][seat.index()].into() }
//! #     fn format_move(&self, _: &Position, taken: u32) -> String { taken.to_string() }
//! #     fn parse_move(&self, position: &Position, text: &str) -> Result<u32, NotationError> {
//! #         let wrong = || NotationError::malformed_move(text, 0, "how many stones are taken");
//! #         text.parse().ok().filter(|taken| (1..=position.left.min(3)).contains(taken)).ok_or_else(wrong)
//! #     }
//! #     fn format_position(&self, position: &Position) -> String { format!("{}/{}", position.left, position.mover) }
//! #     fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
//! #         let wrong = || NotationError::malformed_position(text, 0, "stones/mover");
//! #         let (left, mover) = text.split_once('/').ok_or_else(wrong)?;
//! #         let mover = ["0", "1"].iter().position(|known| *known == mover).ok_or_else(wrong)?;
//! #         Ok(Position { left: left.parse().map_err(|_| wrong())?, mover })
//! #     }
//! #     fn diagram(&self, _: &Position, _: Viewer) -> Diagram {
//! #         Diagram::new(Geometry::rectangle(1, 1), Coordinates::AtEdges, |_| "a1".into())
//! #     }
//! # }
//! /// Leaves a multiple of four, if it can.
//! struct Clever;
//!
//! impl Player for Clever {
//!     fn name(&self) -> String {
//!         "clever 1.0".into()
//!     }
//!
//!     fn choose_move(&mut self, request: &Request, _host: &dyn Host) -> Result<Reply, PlayerError> {
//!         let (left, _mover) = request.position.split_once('/').ok_or("no position").map_err(PlayerError::new)?;
//!         let rest = left.parse::<usize>()? % 4;
//!         Ok(Reply::play(request.legal_moves[rest.saturating_sub(1)].as_str()))
//!     }
//! }
//!
//! /// Takes one stone more than is allowed.
//! struct Cheat;
//!
//! impl Player for Cheat {
//!     fn name(&self) -> String {
//!         "cheat 1.0".into()
//!     }
//!
//!     fn choose_move(&mut self, request: &Request, _host: &dyn Host) -> Result<Reply, PlayerError> {
//!         Ok(Reply::play((request.legal_moves.len() + 1).to_string()))
//!     }
//! }
//!
//! let game: Arc<dyn TableGame> = Arc::new(Rules::new("stones", Stones { heap: 21 }));
//! let seat = |player: Box<dyn Player>| SeatSetup::new(player.name(), player);
//!
//! // Two perfect players.
//! let setup = MatchSetup::new(Arc::clone(&game), vec![seat(Box::new(Clever)), seat(Box::new(Clever))]);
//! let mut moderator = Moderator::new(setup)?;
//! let events = moderator.subscribe(Viewer::Public);
//! let record = moderator.run()?.record;
//! assert_eq!(record.moves().collect::<Vec<_>>().join(" "), "1 1 3 1 3 1 3 1 3 1 3");
//! let moves_seen = events.filter(|it| matches!(it.event, Event::MovePlayed(_))).count();
//! assert_eq!(moves_seen, record.plies.len());
//!
//! // The record replays the same match.
//! assert_eq!(record.replay(&*game)?.position(Viewer::Arbiter), "0/1");
//!
//! // A cheat loses, and the record says why.
//! let setup = MatchSetup::new(Arc::clone(&game), vec![seat(Box::new(Clever)), seat(Box::new(Cheat))]);
//! let ending = Moderator::new(setup)?.run()?.record.ending.ok_or("no end")?;
//! assert_eq!(
//!     ending.describe(|seat| game.seat_name(seat)),
//!     "North wins: South failed (illegal move: malformed move \"4\" at column 1: expected how many stones are taken)"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

mod authority;
pub mod calls;
mod catalog_error;
mod chance;
mod clock;
mod command;
mod control;
pub mod deadline;
mod declaration;
mod draw_offer;
mod duration;
mod ending;
mod event;
mod inbox;
mod leave_notifier;
mod line_of_play;
mod moderator;
mod move_limit;
mod move_words;
mod odds;
mod options;
mod pasted_position;
mod player;
mod prompt;
mod record;
mod referee;
mod rules;
mod seat_call;
mod seat_thread;
mod setup;
mod subscription;
mod suggestion;
mod sync;
mod table_game;
mod thinking;
mod ticket;
mod time;
mod time_control;
mod turn_signal;
mod typed_move;
mod waiting;

pub use crate::authority::Authority;
pub use crate::catalog_error::CatalogError;
pub use crate::chance::{chance_of_ply, player_seed};
pub use crate::clock::{Clock, ClockReading, Expired};
pub use crate::command::{Command, Refusal};
pub use crate::control::{Control, ControlError, SentCommand};
pub use crate::declaration::{
    DeclarationError, check_count, check_name, check_options, check_unique,
};
pub use crate::draw_offer::DrawOffer;
pub use crate::duration::{DurationError, parse_duration};
pub use crate::ending::{EndReason, Ending, Failure, FailureKind};
pub use crate::event::{Event, PlayedMove, TableState};
pub use crate::inbox::MatchGone;
pub use crate::line_of_play::{LineOfPlay, PositionState, new_line_of_play};
pub use crate::moderator::{Finished, Moderator};
pub use crate::move_limit::{MoveLimit, MoveLimitError};
pub use crate::move_words::{MOVE_WORDS_MAX, play_moves};
pub use crate::odds::Odds;
pub use crate::options::{
    Games, MEMORY_MIB_DEFAULT, MEMORY_OPTION, OptionError, OptionKind, OptionSpec, Options,
    PlayerInfo,
};
pub use crate::pasted_position::parse_pasted_position;
pub use crate::player::{Host, Player, PlayerError, PonderRequest, Reply, Request, Setup, Urgency};
pub use crate::prompt::{AskError, Prompt};
pub use crate::record::{
    Header, Mark, Note, Ply, Record, RecordedPlayer, Repair, ReplayError, Thought,
    VARIATION_DEPTH_MAX, Variation, counted_plies,
};
pub use crate::referee::{Notice, Output, Referee};
pub use crate::rules::Rules;
pub use crate::setup::{AfterEnd, Arbiter, MatchError, MatchSetup, SeatSetup};
pub use crate::subscription::{NoEvent, SequencedEvent, Subscription};
pub use crate::suggestion::{hint, suggestion};
pub use crate::table_game::{BoardKeys, MatchState, PassedDraw, TableGame};
pub use crate::thinking::{Thinking, ThinkingLimits, Valuation, ValuationError};
pub use crate::ticket::Ticket;
pub use crate::time::{ManualTime, MonotonicTime, TimeSource};
pub use crate::time_control::{TimeControl, TimeControlError};
