//! The model of a match that is watched or played on any kind of screen: a full terminal, line by line, a browser.
//!
//! A [`MatchView`] handles the [events](games_package::Event) of a table and has the state to show: every position so
//! far, whose turn it is, the clocks, the players' thoughts, and what the people at this screen may do. Its main
//! decision is that it has no side effects. It returns the commands for the table, and its only clock is the time that
//! is passed in, so each sequence of events can be tested without a table and without a screen.
//!
//! [`sentences`] describes events in words, so that all screens use the same ones.
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
//! let Touched::Move(mv) = view.touch(&[], Square::new(4)) else { panic!("a square is a move") };
//! let command = view.play(&mv).ok_or("no move can be played")?;
//! assert_eq!(format!("{command:?}"), r#"Answer { seat: Seat(0), ply: 0, text: "b2" }"#);
//! assert!(view.picture().glyph(Square::new(4)).is_some(), "the move is seen before the table has answered");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

mod animation;
mod commands;
mod effort;
mod hidden_hands;
mod history;
mod move_entry;
pub mod sentences;
mod text;
mod thoughts;
mod touch;
mod view;

pub use crate::animation::{Animation, STEP};
pub use crate::commands::Allowed;
pub use crate::effort::Effort;
pub use crate::hidden_hands::deals_hidden_hands;
pub use crate::history::{History, Ply};
pub use crate::text::{amount, clock};
pub use crate::thoughts::Thoughts;
pub use crate::touch::{LegalMove, Touched, in_every_order, targets, touch};
pub use crate::view::{MatchView, Update, ViewSetup};
