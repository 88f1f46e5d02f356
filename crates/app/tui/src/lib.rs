//! The terminal user interface: the full screen, and line-by-line dialogs.
//!
//! The main design decision: the screens never wait, read or write. [`Table::update`] takes a [`Message`] (a key, a
//! mouse event, a match event) with its timestamp, and returns [`Effect`]s. The screen is drawn from the table alone.
//! So any key sequence can be tested without a terminal, and no search ever blocks the screen. The same is true of
//! [`Menu`] and [`StudyScreen`].
//!
//! [`full_screen`] drives the screens: it owns the terminal, performs the effects, and receives keys, events and
//! analyses from one [`live::Inbox`]. [`dialog`], [`study_dialog`], [`replay`] and [`puzzle_dialog`] do the same in
//! plain text, to the caller's writer. Both use the same match model (`match-view`) and study model (`analysis`).
//!
//! This crate contains no game-specific code: it draws the board from the game's position diagrams, and matches touched
//! squares with the squares that the game lists for each legal move.
//!
//! ```
//! use std::sync::Arc;
//! use std::time::Duration;
//!
//! use games_package::Rules;
//! use ratatui::{Terminal, backend::TestBackend};
//! use tui::{Depth, Skin, Table, TableSetup};
//!
//! let game = Arc::new(Rules::new("tic-tac-toe", tic_tac_toe::TicTacToe::default()));
//! let skin = Skin::new(Depth::None);
//! let people = vec![true, false];
//! let (pace, hides_hands, rings_bell) = (Duration::ZERO, false, false);
//! let setup = TableSetup { game, people, hides_hands, pace, skin, rings_bell };
//! let mut table = Table::new(setup);
//! table.resize(80, 24);
//! let mut terminal = Terminal::new(TestBackend::new(80, 24))?;
//! terminal.draw(|frame| table.draw(frame))?;
//! assert!(terminal.backend().to_string().contains("tic-tac-toe"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

mod actions;
pub mod analyst;
mod bindings;
pub mod dialog;
mod draws;
pub mod full_screen;
mod input;
pub mod kept_matches;
pub mod live;
mod menu;
mod message;
mod pace;
mod palette;
mod pasted_game;
pub mod people;
pub mod plain_text;
pub mod progress_line;
pub mod puzzle_dialog;
mod puzzle_hint;
pub mod replay;
mod set_up_actions;
mod skin;
mod study;
mod study_actions;
pub mod study_dialog;
mod synonyms;
mod table;
mod text_field;
mod typed_line;
pub mod typed_lines;
pub mod verdict;
mod view;
mod words;

pub use crate::menu::{
    FoundMatches, KeptMatches, MatchQuery, Menu, MenuEntrant, MenuItem, MenuItems, MenuMatch,
    MenuResult, MenuStudy, NewTournament, Occurrence, Preferences, Side, StandingColumn,
    TournamentCommand, TournamentView, WithMatches, typed_clock,
};
pub use crate::message::{Effect, ExitReason, Message};
pub use crate::palette::{Depth, Palette, Part, Tone};
pub use crate::skin::{Pieces, Skin};
pub use crate::study::{StudyEffect, StudyExit, StudyMessage, StudyScreen};
pub use crate::table::{Table, TableSetup};
pub use crate::words::describe_diagram;
