//! Files with matches, of which a person may have to choose one.

use std::io::{self, IsTerminal, Write, stdin, stdout};
use std::path::Path;

use house::Failure;
use match_library::{LoadedMatch, MatchFile, MatchFileError, WriteError, check_folder, save};

use crate::arguments::SourceArguments;

/// Reads the match that the arguments choose. If the file has several and none is chosen they are listed, and a person at a
/// terminal is asked.
///
/// # Errors
/// If the file or the match can't be read, or none is chosen.
pub(crate) fn load(path: &Path, source: &SourceArguments) -> Result<LoadedMatch, Failure> {
    let file = MatchFile::open(path, source.rules.as_deref())?;
    match file.load(source.number) {
        Err(error @ MatchFileError::Several { count, .. }) => {
            let number = choose(&file, count)?.ok_or(error)?;
            Ok(file.load(Some(number))?)
        }
        loaded => Ok(loaded?),
    }
}

/// Lists the matches, and asks for one if there is a person who can answer.
fn choose(file: &MatchFile, count: usize) -> io::Result<Option<usize>> {
    let mut out = stdout().lock();
    for (number, entry) in (1..).zip(file.entries()) {
        let number: usize = number;
        writeln!(out, "{number:>4}  {}", house::one_line(&entry.title()))?;
    }
    if !stdin().is_terminal() || !stdout().is_terminal() {
        return out.flush().map(|()| None);
    }
    ask_number(&mut out, count)
}

/// Asks a person for one of the matches that were listed; none if the person leaves.
pub(crate) fn ask_number(out: &mut impl Write, count: usize) -> io::Result<Option<usize>> {
    loop {
        write!(out, "Match [1]: ")?;
        out.flush()?;
        let mut answer = String::new();
        if stdin().read_line(&mut answer)? == 0 || matches!(answer.trim(), "q" | "quit") {
            return Ok(None);
        }
        let number = if answer.trim().is_empty() { Ok(1) } else { answer.trim().parse() };
        match number {
            Ok(number) if (1..=count).contains(&number) => return Ok(Some(number)),
            _ => writeln!(out, "Type a number from 1 to {count}, or q.")?,
        }
    }
}

/// Checks before a match that the folder of its file exists, if it has a file.
pub(crate) fn check_folder_of(file: Option<&Path>) -> Result<(), WriteError> {
    file.map_or(Ok(()), check_folder)
}

/// Writes the match to its file, if it has one.
pub(crate) fn save_to(
    record: &games_package::Record,
    file: Option<&Path>,
    tags: &match_library::Tags,
) -> Result<(), WriteError> {
    file.map_or(Ok(()), |file| save(record, file, tags))
}
