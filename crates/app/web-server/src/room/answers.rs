//! The answers to the newest commands of each client, for commands that come again.

use std::collections::{HashMap, VecDeque};

use board_engine::Seat;

use super::Room;

/// The maximum number of remembered answers per client: more than it can send before it notices a
/// lost connection.
const ANSWERS_MAX: usize = 64;

/// The answer to a command: why it was not carried out, if it was not.
pub(crate) type Answer = Result<(), String>;

/// The newest answers by the seats of the client, with the numbers of its commands.
#[derive(Debug, Default)]
pub(super) struct Answers(HashMap<Vec<Seat>, VecDeque<(u64, Answer)>>);

impl Room {
    /// The answer to a command with this number, if it was given already.
    pub(crate) fn answer_to(&self, seats: &[Seat], id: u64) -> Option<Answer> {
        let inner = self.inner();
        let answers = inner.answers.0.get(seats)?;
        answers.iter().find(|(known, _)| *known == id).map(|(_, answer)| answer.clone())
    }

    /// Remembers an answer.
    pub(crate) fn remember(&self, seats: &[Seat], id: u64, answer: &Answer) {
        let mut inner = self.inner();
        let answers = inner.answers.0.entry(seats.into()).or_default();
        answers.push_back((id, answer.clone()));
        if answers.len() > ANSWERS_MAX {
            answers.pop_front();
        }
    }
}
