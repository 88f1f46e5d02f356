//! What the screen is told, and what it wants done.

use std::path::PathBuf;

use analysis::{Advice, Question};
use board_engine::Viewer;
use games_package::{Command, Event};
use ratatui::crossterm::event::Event as Input;

/// Something that happened.
#[derive(Debug)]
pub enum Message {
    /// A key, the mouse, or another size.
    Input(Input),
    /// News from the table.
    Table(Box<Event>),
    /// What was asked by [`Effect::Advise`] is answered.
    Advice(Advice),
    /// The match was saved, or couldn't be: the sentence that says so. None if it was kept as after every move.
    Saved(Result<Option<String>, String>),
    /// What was wanted can't be done: why, as a phrase.
    Refused(String),
    /// Time has passed.
    Tick,
}

/// Something that the screen wants done.
#[derive(Debug)]
pub enum Effect {
    /// The table is to be told.
    Tell(Command),
    /// The match is to be kept where it is kept after every move.
    Keep,
    /// The match is to be saved in this file.
    Save(PathBuf),
    /// The match in this file is to be played on. Why it can't be is answered by [`Message::Refused`].
    Load(PathBuf),
    /// Somebody who knows the game is to be asked.
    Advise(Question),
    /// The match is to be told as this viewer sees it from now on, beginning with the whole table as
    /// [`Event::Resynchronized`]; what was on its way for other eyes is not to be told any more.
    See(Viewer),
    /// The screen is to be left.
    Leave(Leaving),
    /// The program is to be stopped until the shell wakes it.
    Suspend,
}

/// Why the screen is left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leaving {
    /// The person has enough.
    Quit,
    /// The person broke the program off.
    Interrupted,
    /// Another game is wanted.
    NewGame,
    /// The same match goes on with each player one seat further.
    SwitchSides,
}
