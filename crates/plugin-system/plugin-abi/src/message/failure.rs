//! Player failures.

use serde::{Deserialize, Serialize};

/// The reason why a call failed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FailureV1 {
    /// The kind of failure, by its name in records, such as "panicked". An unknown name counts as a player error.
    pub kind: String,
    /// The problem, as a phrase.
    pub text: String,
}
