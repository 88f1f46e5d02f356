//! The model of a match watched or played on any kind of screen: a full-screen terminal, a line-based terminal, or a
//! browser.
//!
//! A [`MatchView`] handles a table's [events](games_package::Event) and provides the state to show: every position so
//! far, the side to move, the clocks, the players' thoughts, and the actions of the people at this screen. The main
//! decision is that it has no side effects. The view returns the commands for the table, and its only clock is the time
//! passed in. Any sequence of events can therefore be tested without a table or a screen.
//!
//! [`sentences`] describes events as text for all screens.
//!
//! ```
//! use std::time::Duration;
//!
//! use board_engine::{Seat, Square, Viewer};
//! use games_package::Event;
//! use match_view::{MatchView, Touched, ViewSetup};
//!
//! let game = game_catalog::table_game("tic-tac-toe")?;
//! let people = vec![true, false];
//! let mut view = MatchView::new(ViewSetup { game, people, hides_hands: false });
//! let asked = Event::InputRequested { seat: Seat::FIRST, prompt: Default::default() };
//! view.update(Duration::ZERO, &asked);
//! assert!(view.may_move());
//! let Touched::Move(mv) = view.touch(Square::new(4)) else { panic!("a square is a move") };
//! let text = view.history().legal()[mv].text.clone();
//! let command = view.play(&text).ok_or("no move can be played")?;
//! assert_eq!(format!("{command:?}"), r#"Answer { seat: Seat(0), ply: 0, text: "b2" }"#);
//! assert!(view.picture().glyph(Square::new(4)).is_some(), "the move is seen before the table has answered");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

mod animation;
mod commands;
mod effort;
mod history;
mod move_entry;
pub mod sentences;
mod touch;
mod typed_steps;
mod view;

pub use crate::animation::{Animation, STEP};
pub use crate::commands::Allowed;
pub use crate::effort::{Effort, Thoughts, amount, clock};
pub use crate::history::{History, Ply};
pub use crate::move_entry::deals_hidden_hands;
pub use crate::touch::{LegalMove, MoveInSteps, Touched};
pub use crate::view::{MatchView, Update, ViewSetup};
