//! Counts the readable matches in a file, and reports the errors in unreadable ones.

use std::collections::HashSet;
use std::fmt::Display;
use std::io::{self, Write, stderr};
use std::path::{Path, PathBuf};

use anyhow::anyhow;
use app_context::{CommandResult, Failure, FailureKind, one_line};
use match_library::{EntryError, LoadedMatch};

use crate::match_files::refusal;

/// Counts the matches in a file, and writes errors to stderr.
#[derive(Debug)]
pub(super) struct Tally {
    file: PathBuf,
    read: usize,
    unread: usize,
    /// The number of readable matches that continue after the rules ended the game as a draw.
    passing: usize,
    /// The number of readable matches with damaged parts that were converted to text.
    salvaged: usize,
    /// Errors that many matches may share. Each of them is reported once.
    reported: HashSet<String>,
}

impl Tally {
    pub(super) fn new(file: &Path) -> Self {
        Self {
            file: file.into(),
            read: 0,
            unread: 0,
            passing: 0,
            salvaged: 0,
            reported: HashSet::new(),
        }
    }

    /// Counts a match that has been read.
    pub(super) fn add(&mut self, loaded: &LoadedMatch) {
        self.read += 1;
        self.passing += usize::from(!loaded.end.passed_draws().is_empty());
        self.salvaged += usize::from(loaded.is_salvaged());
    }

    /// Counts an unreadable match. Writes its number, its line and the reason. Reports each unknown game once.
    ///
    /// # Errors
    /// If writing to stderr fails.
    pub(super) fn add_unreadable(&mut self, error: &EntryError) -> io::Result<()> {
        self.unread += 1;
        if error.game_fault().is_some_and(|fault| !self.reported.insert(fault)) {
            return Ok(());
        }
        self.report(&refusal(error))
    }

    /// Counts a match that the format can't express. Writes its number and the reason.
    ///
    /// # Errors
    /// If writing to stderr fails.
    pub(super) fn add_unwritable(&mut self, error: &Failure) -> io::Result<()> {
        self.unread += 1;
        self.report(error)
    }

    /// Writes the reason why the last match was not converted.
    fn report(&self, reason: &dyn Display) -> io::Result<()> {
        let line = format!("{}: match {}: {reason}", self.file.display(), self.count());
        writeln!(stderr(), "rival: {}", one_line(&line))
    }

    /// The number of matches so far.
    pub(super) const fn count(&self) -> usize {
        self.read + self.unread
    }

    /// Writes the summary if there are several matches, or if a match continues after a draw.
    ///
    /// # Errors
    /// If a match is unreadable or only partly readable.
    pub(super) fn end(&self) -> CommandResult {
        let sentence = self.sentence();
        if self.unread > 0 || self.salvaged > 0 {
            return Err(Failure::new(FailureKind::Input, anyhow!(sentence)));
        }
        if self.count() > 1 || self.passing > 0 {
            writeln!(stderr(), "rival: {}", one_line(&sentence))?;
        }
        Ok(())
    }

    /// Formats "games.pdn: 9,369 of 9,377 games read, 9 of them continue after a draw by the rules".
    fn sentence(&self) -> String {
        let (file, read, count) =
            (self.file.display(), with_separators(self.read), with_separators(self.count()));
        let games = if self.count() == 1 { "game" } else { "games" };
        let passing = match self.passing {
            0 => String::new(),
            1 => ", 1 of them continues after a draw by the rules".into(),
            passing => {
                format!(", {} of them continue after a draw by the rules", with_separators(passing))
            }
        };
        let salvaged = match self.salvaged {
            0 => String::new(),
            salvaged => format!(", {} of them only in part", with_separators(salvaged)),
        };
        format!("{file}: {read} of {count} {games} read{passing}{salvaged}")
    }
}

/// Formats a number with a comma after every three digits, such as "9,377".
fn with_separators(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_a_comma_after_every_three_digits() {
        let cases = [(0, "0"), (999, "999"), (1_000, "1,000"), (1_234_567, "1,234,567")];
        for (number, text) in cases {
            assert_eq!(with_separators(number), text);
        }
    }
}
