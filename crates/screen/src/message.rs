//! What the screen is told, and what it wants done.

use std::path::PathBuf;

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

/// What advice is wanted about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// The number by which the answer is known.
    pub number: u64,
    /// The position in which the match started.
    pub start: String,
    /// All moves since then, as far as they can be seen.
    pub moves: Vec<String>,
    /// What is asked.
    pub topic: Topic,
}

/// What can be asked of somebody who knows the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Topic {
    /// The best move.
    BestMove,
    /// What the last move has lost.
    LastMove,
}

/// The answer to a [`Question`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Advice {
    /// The question's number.
    pub number: u64,
    /// The best move; none if it isn't known.
    pub best: Option<String>,
    /// What is to be said: "22x15 wins a man".
    pub sentence: String,
}
