//! One row of the report on a player.

use std::io;

use super::checks::Check;
use super::subject::Subject;

/// Receives each row as soon as it is available.
pub type OnRow<'a> = &'a mut dyn FnMut(CheckRow) -> io::Result<()>;

/// A check's verdict.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CheckVerdict {
    /// The check passed.
    Passed,
    /// The result is not ideal, but not a fault either.
    Remark,
    /// The check found a fault.
    Failed,
}

impl CheckVerdict {
    /// The verdict as it appears in a report: "passed", "remark" or "FAILED".
    pub const fn name(self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Remark => "remark",
            Self::Failed => "FAILED",
        }
    }
}

/// The result of one check on one player.
#[derive(Debug)]
pub struct CheckRow {
    /// The player.
    pub player: String,
    /// The check's name.
    pub check: &'static str,
    /// The verdict.
    pub verdict: CheckVerdict,
    /// The finding as a phrase. May be empty.
    pub detail: String,
    /// The game in which the fault was found.
    pub game: Option<String>,
}

impl CheckRow {
    /// The row for a check that found a fault.
    pub(super) fn new(check: &Check, subject: &Subject<'_>, detail: String) -> Self {
        let verdict = if check.is_remark { CheckVerdict::Remark } else { CheckVerdict::Failed };
        Self { player: subject.info.name.clone(), check: check.name, verdict, detail, game: None }
    }

    pub(super) fn passed(check: &Check, subject: &Subject<'_>, detail: String) -> Self {
        Self { verdict: CheckVerdict::Passed, ..Self::new(check, subject, detail) }
    }

    pub(super) fn in_game(self, game: &str) -> Self {
        Self { game: Some(game.into()), ..self }
    }
}
