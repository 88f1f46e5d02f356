//! The reason why a check didn't pass or couldn't run.

use std::fmt;
use std::io;

use games_package::MatchError;
use thiserror::Error;

/// The reason why a player couldn't be checked. The failure is this program's, not the plugin's.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CheckFailure {
    /// The user interrupted the checks.
    #[error("interrupted")]
    Interrupted,
    /// A row of the report couldn't be written.
    #[error(transparent)]
    Report(io::Error),
    /// A thread couldn't be started.
    #[error(transparent)]
    Thread(io::Error),
    /// A match couldn't be set up.
    #[error(transparent)]
    Match(#[from] MatchError),
    /// A match's thread panicked.
    #[error("the match thread has failed")]
    Panicked,
    /// The player's host failed. For example, the player's process couldn't be started.
    #[error("{0}")]
    Host(String),
}

/// The reason why a check didn't pass.
#[derive(Debug)]
pub(super) enum CheckError {
    /// The player's fault, as a phrase.
    Fault(String),
    /// The player didn't answer in time, as a phrase.
    Late(String),
    /// The player failed before its first move, as a phrase.
    NoMove(String),
    /// The player refused with an error, as a phrase.
    Refusal(String),
    /// This program failed.
    Failure(CheckFailure),
}

impl CheckError {
    /// The same error with `what` before the phrase.
    pub(super) fn with(self, what: &str) -> Self {
        match self {
            Self::Fault(fault) => Self::Fault(format!("{what}: {fault}")),
            Self::Late(fault) => Self::Late(format!("{what}: {fault}")),
            Self::NoMove(fault) => Self::NoMove(format!("{what}: {fault}")),
            Self::Refusal(refusal) => Self::Refusal(format!("{what}: {refusal}")),
            Self::Failure(failure) => Self::Failure(failure),
        }
    }
}

impl From<CheckFailure> for CheckError {
    fn from(failure: CheckFailure) -> Self {
        Self::Failure(failure)
    }
}

/// Shows the phrase or the failure.
impl fmt::Display for CheckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fault(text) | Self::Late(text) | Self::NoMove(text) | Self::Refusal(text) => {
                f.write_str(text)
            }
            Self::Failure(failure) => failure.fmt(f),
        }
    }
}
