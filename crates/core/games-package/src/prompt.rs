//! Questions to people.

use thiserror::Error;

/// A question to a person.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Prompt {
    /// The question itself; empty for the usual request for a move, for which the table accepts only a legal move.
    pub question: String,
    /// The reason why the player refused the last answer, if applicable.
    pub refusal: Option<String>,
}

/// The reason why a question receives no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum AskError {
    /// The question is withdrawn: the turn is over. The player's reply is dropped.
    #[error("the turn was withdrawn")]
    Cancelled,
    /// No human can answer for this seat: its player is a program, or there is no screen.
    #[error("there is no human player to ask")]
    Nobody,
}
