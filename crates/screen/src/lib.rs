//! The full screen of a terminal: a table at which any game is played.
//!
//! Its main decision is that nothing here waits, reads or writes. A [`Table`] takes in [`Message`]s (keys, the mouse,
//! news from the match), each with the time at which it came, and answers with [`Effect`]s that a program carries out;
//! what is seen is drawn from it alone. So every sequence of keys can be tested without a terminal, and no search ever
//! holds up the screen.
//!
//! It knows a game as little as the table of a match does: the board is drawn from the picture that the game gives of
//! a position, and squares that are touched become a move by the squares that the game says each legal move touches.
//!
//! ```
//! use std::sync::Arc;
//! use std::time::Duration;
//!
//! use games_package::Rules;
//! use ratatui::{Terminal, backend::TestBackend};
//! use screen::{Depth, Skin, Table, TableSetup};
//!
//! let game = Arc::new(Rules::new("tic-tac-toe", tic_tac_toe::TicTacToe::default()));
//! let skin = Skin::new(Depth::None);
//! let people = vec![true, false];
//! let setup = TableSetup { game, people, hides_hands: false, pace: Duration::ZERO, skin };
//! let mut table = Table::new(setup);
//! table.resize(80, 24);
//! let mut terminal = Terminal::new(TestBackend::new(80, 24))?;
//! terminal.draw(|frame| table.draw(frame))?;
//! assert!(terminal.backend().to_string().contains("tic-tac-toe"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

mod actions;
mod menu;
mod message;
mod palette;
mod skin;
mod table;
mod view;
mod words;

pub use crate::actions::is_word;
pub use crate::menu::{Choice, Menu, MenuItems, MenuMatch, MenuResult, Side};
pub use crate::message::{Effect, Leaving, Message};
pub use crate::palette::{Depth, Palette, Part, Tone};
pub use crate::skin::{Pieces, Skin};
pub use crate::table::{Table, TableSetup};
pub use crate::words::in_words;
