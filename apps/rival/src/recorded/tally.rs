//! How many matches of a file could be read, and what is wrong with the others.

use std::collections::HashSet;
use std::io::{self, Write, stderr};
use std::path::{Path, PathBuf};

use anyhow::{Error, anyhow};
use games_package::SheetError;
use house::{CommandResult, Failure, FailureKind, one_line};

use super::{Nameless, Recorded};

/// The matches of a file that were read so far. What can't be read is told at once.
#[derive(Debug)]
pub(crate) struct Tally {
    file: PathBuf,
    read: usize,
    unread: usize,
    /// How many of those that were read go on after a draw.
    passing: usize,
    /// What was told once and holds for many matches.
    told: HashSet<String>,
}

impl Tally {
    pub(crate) fn of(file: &Path) -> Self {
        Self { file: file.into(), read: 0, unread: 0, passing: 0, told: HashSet::new() }
    }

    /// Another match was read.
    pub(crate) fn add(&mut self, recorded: &Recorded) {
        self.read += 1;
        self.passing += usize::from(!recorded.end.passed_draws().is_empty());
    }

    /// The next match can't be read. Its number, its line and the reason are told; that its game is not known, of the first
    /// match alone.
    ///
    /// # Errors
    /// If the standard error stream can't be written.
    pub(crate) fn add_unread(&mut self, error: &Error) -> io::Result<()> {
        self.unread += 1;
        let is_told = game_fault(error).is_some_and(|what| !self.told.insert(what));
        if is_told {
            return Ok(());
        }
        let number = self.read + self.unread;
        let line = format!("{}: match {number}: {error:#}", self.file.display());
        writeln!(stderr(), "rival: {}", one_line(&line))
    }

    /// How many matches the file has.
    pub(crate) const fn count(&self) -> usize {
        self.read + self.unread
    }

    /// Tells how many of several matches were read.
    ///
    /// # Errors
    /// If some were not.
    pub(crate) fn end(&self) -> CommandResult {
        let sentence = self.sentence();
        if self.unread > 0 {
            return Err(Failure::new(FailureKind::Input, anyhow!(sentence)));
        }
        if self.count() > 1 || self.passing > 0 {
            writeln!(stderr(), "rival: {}", one_line(&sentence))?;
        }
        Ok(())
    }

    /// "games.pdn: 9,369 of 9,377 games read, 9 of them go on after a draw by the rules".
    fn sentence(&self) -> String {
        let (file, read, count) = (self.file.display(), grouped(self.read), grouped(self.count()));
        let games = if self.count() == 1 { "game" } else { "games" };
        let passing = match self.passing {
            0 => String::new(),
            1 => ", 1 of them goes on after a draw by the rules".into(),
            passing => format!(", {} of them go on after a draw by the rules", grouped(passing)),
        };
        format!("{file}: {read} of {count} {games} read{passing}")
    }
}

/// What is wrong with the game of a match, which is wrong with others of the file as well.
fn game_fault(error: &Error) -> Option<String> {
    if let Some(SheetError::UnknownGame { what, .. }) = error.downcast_ref() {
        return Some(what.clone());
    }
    error.downcast_ref::<Nameless>().map(Nameless::to_string)
}

/// A number with a comma after each three digits: "9,377".
fn grouped(number: usize) -> String {
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
    fn numbers_are_grouped_by_three_digits() {
        let cases = [(0, "0"), (999, "999"), (1_000, "1,000"), (1_234_567, "1,234,567")];
        for (number, text) in cases {
            assert_eq!(grouped(number), text);
        }
    }
}
