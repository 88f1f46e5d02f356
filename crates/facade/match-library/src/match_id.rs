//! The number of a match.

use std::fmt;
use std::path::Path;

/// A match number in the library, from 1. Numbers are never reused.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct MatchId(i64);

impl MatchId {
    /// The ID with this number.
    pub const fn new(number: i64) -> Self {
        Self(number)
    }

    /// The number.
    pub const fn number(self) -> i64 {
        self.0
    }

    /// Parses an ID from a name such as "match-3" or from a number.
    pub fn from_name(name: &str) -> Option<Self> {
        let digits = name.strip_prefix("match-").unwrap_or(name);
        let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        digits.parse().ok().filter(|_number| is_number).map(Self)
    }
}

/// A stored match's name, such as "match-3" or "3", unless a file has this path.
pub fn kept_name(path: &Path) -> Option<&str> {
    path.to_str().filter(|name| MatchId::from_name(name).is_some() && !path.exists())
}

/// Formats the ID as "match-3".
impl fmt::Display for MatchId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "match-{}", self.0)
    }
}
