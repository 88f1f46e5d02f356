//! Why a check has not passed, or couldn't be made.

use std::fmt;
use std::io;

use games_package::MatchError;
use thiserror::Error;

/// Why a player couldn't be checked: a failure of this program, not of the plugin.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CheckFailure {
    /// The user interrupted the checks.
    #[error("interrupted")]
    Interrupted,
    /// A row of the report can't be written.
    #[error(transparent)]
    Report(io::Error),
    /// No thread can be started.
    #[error(transparent)]
    Thread(io::Error),
    /// A match can't be set up.
    #[error(transparent)]
    Match(#[from] MatchError),
    /// The thread of a match has panicked.
    #[error("the thread of the match has failed")]
    Panicked,
    /// The host of the player has failed: its process can't be started, for example.
    #[error("{0}")]
    Host(String),
}

/// Why a check has not passed.
#[derive(Debug)]
pub(super) enum CheckError {
    /// The player's fault, as a phrase.
    Fault(String),
    /// The player has not answered in time, as a phrase.
    Late(String),
    /// The player refused with an error, as a phrase.
    Refusal(String),
    /// A failure of this program.
    Failure(CheckFailure),
}

impl CheckError {
    /// The same, with `what` as a prefix of the phrase.
    pub(super) fn with(self, what: &str) -> Self {
        match self {
            Self::Fault(fault) => Self::Fault(format!("{what}: {fault}")),
            Self::Late(fault) => Self::Late(format!("{what}: {fault}")),
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

/// The phrase, or the failure.
impl fmt::Display for CheckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fault(text) | Self::Late(text) | Self::Refusal(text) => f.write_str(text),
            Self::Failure(failure) => failure.fmt(f),
        }
    }
}
