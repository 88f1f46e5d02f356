//! The answers to each client's latest commands, in case commands are repeated.

use std::collections::{HashMap, VecDeque};

use board_engine::Seat;

use super::Room;

/// The maximum number of stored answers per client. Exceeds the number of commands that a client can send before it
/// notices a lost connection.
const ANSWERS_MAX: usize = 64;

/// The answer to a command: an error with the reason if the command was refused.
pub(crate) type Answer = Result<(), String>;

/// The latest answers with their command numbers, grouped by the client's seats.
#[derive(Debug, Default)]
pub(super) struct Answers(HashMap<Vec<Seat>, VecDeque<(u64, Answer)>>);

impl Room {
    /// The answer to the command with this number, if already given.
    pub(crate) fn answer_to(&self, seats: &[Seat], id: u64) -> Option<Answer> {
        let inner = self.inner();
        let answers = inner.answers.0.get(seats)?;
        answers.iter().find(|(known, _)| *known == id).map(|(_, answer)| answer.clone())
    }

    /// Stores an answer.
    pub(crate) fn remember(&self, seats: &[Seat], id: u64, answer: &Answer) {
        let mut inner = self.inner();
        let answers = inner.answers.0.entry(seats.into()).or_default();
        answers.push_back((id, answer.clone()));
        if answers.len() > ANSWERS_MAX {
            answers.pop_front();
        }
    }
}
