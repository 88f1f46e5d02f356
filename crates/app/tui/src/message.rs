//! Messages to the screen, and the effects that it requests.

use std::path::PathBuf;

use analysis::{Advice, Question};
use board_engine::Viewer;
use games_package::{Command, Event};
use ratatui::crossterm::event::Event as Input;

/// An input of [`Table::update`](crate::Table::update).
#[derive(Debug)]
pub enum Message {
    /// A key, the mouse, a paste or a resize of the terminal.
    Input(Input),
    /// An event of the match.
    Table(Box<Event>),
    /// The answer to [`Effect::Advise`].
    Advice(Advice),
    /// Whether the match was saved, as a sentence for the status line. None after a successful autosave.
    Saved(Result<Option<String>, String>),
    /// An effect can't be carried out: the reason, as a phrase.
    Refused(String),
    /// A problem that doesn't stop the match: a sentence for the status line.
    Warned(String),
    /// Time has passed.
    Tick,
}

/// A request to the program.
#[derive(Debug)]
pub enum Effect {
    /// Send this command to the match.
    Send(Command),
    /// Save the match in its usual place.
    Autosave,
    /// Save the match to this file.
    Save(PathBuf),
    /// Load the match in this file and continue it. A failure is reported by [`Message::Refused`].
    Load(PathBuf),
    /// Start another match of the same players from this position. A failure is reported by [`Message::Refused`].
    StartFrom(String),
    /// Ask the adviser, which answers with [`Message::Advice`].
    Advise(Question),
    /// From now on, deliver the match as this viewer sees it, first the whole table as [`Event::Resynchronized`]. Drop
    /// events for the previous viewer that are still queued.
    SetViewer(Viewer),
    /// Ring the bell of the terminal.
    Ring,
    /// Leave the screen.
    Exit(ExitReason),
    /// Suspend the program (Ctrl-Z) until the shell resumes it.
    Suspend,
}

/// Why the screen is left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExitReason {
    /// The quit command.
    Quit,
    /// Ctrl-C.
    Interrupted,
    /// Back to the menu, for another game.
    NewGame,
    /// To a study of the match, which is saved.
    Study,
    /// The same match continues with each player one seat further.
    SwitchSides,
    /// The match is over, and its players play another one from the same start.
    Rematch {
        /// Whether each player gets the next seat.
        swaps_sides: bool,
    },
}
