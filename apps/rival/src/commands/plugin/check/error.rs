//! Why a check has not passed.

use std::fmt;

use house::Failure;

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
    Failure(Failure),
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

impl From<Failure> for CheckError {
    fn from(failure: Failure) -> Self {
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
