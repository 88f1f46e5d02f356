//! Messages to the screen, and the effects that the screen requests.

use std::path::PathBuf;

use analysis::{Advice, Question};
use board_engine::Viewer;
use games_package::{Command, Event};
use ratatui::crossterm::event::Event as Input;

/// An input for [`Table::update`](crate::Table::update).
#[derive(Debug)]
pub enum Message {
    /// A key, the mouse, a paste or a terminal resize.
    Input(Input),
    /// A match event.
    Table(Box<Event>),
    /// The answer to [`Effect::Advise`].
    Advice(Advice),
    /// The result of saving, as a sentence for the status line. `None` after a successful autosave.
    Saved(Result<Option<String>, String>),
    /// An effect failed: the reason, as a phrase.
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
    /// Save the match to its target.
    Autosave,
    /// Save the match to this file.
    Save(PathBuf),
    /// Load the match in this file and continue it. [`Message::Refused`] reports a failure.
    Load(PathBuf),
    /// Start another match between the same players from this position. [`Message::Refused`] reports a failure.
    StartFrom(String),
    /// Ask the adviser, which answers with [`Message::Advice`].
    Advise(Question),
    /// From now on, deliver the events that this viewer may see, starting with the whole table as
    /// [`Event::Resynchronized`]. Drop queued events for the previous viewer.
    SetViewer(Viewer),
    /// Ring the terminal bell.
    Ring,
    /// Leave the screen.
    Exit(ExitReason),
    /// Suspend the program (Ctrl-Z) until the shell resumes it.
    Suspend,
}

/// The reason for leaving the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExitReason {
    /// The quit command.
    Quit,
    /// Ctrl-C.
    Interrupted,
    /// Back to the menu, for another game.
    NewGame,
    /// To a study of the match. The match stays saved.
    Study,
    /// The same match continues, with every player moved to the next seat.
    SwitchSides,
    /// The match is over, and the players start another match from the same position.
    Rematch {
        /// `true` if every player moves to the next seat.
        swaps_sides: bool,
    },
}
