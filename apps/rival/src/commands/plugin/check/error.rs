//! Why a check has not passed.

use house::Failure;

/// Why a check has not passed.
#[derive(Debug)]
pub(super) enum CheckError {
    /// The player's fault, as a phrase.
    Fault(String),
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
