//! Loading a match from a file, and saving one.

use std::io::{self, IsTerminal, Write, stdin, stdout};
use std::path::Path;

use anyhow::anyhow;
use house::{Failure, with_causes};
use match_library::{
    EntryError, ExportProgress, Library, LibraryError, LoadedMatch, MatchFile, MatchFileError,
    MatchId, SaveTarget, WriteError, check_folder, save,
};

use crate::arguments::SourceArguments;

/// Reads the match that the arguments choose, from a file or from the library. If the file has several and none is chosen, lists them and, in a
/// terminal, asks for one.
///
/// # Errors
/// If the file or the match can't be read, or none is chosen.
pub(crate) fn load(path: &Path, source: &SourceArguments) -> Result<LoadedMatch, Failure> {
    if let Some(kept) = load_kept(path)? {
        return Ok(kept);
    }
    let file = MatchFile::open(path, source.rules.as_deref())?;
    match file.load(source.number) {
        Err(error @ MatchFileError::Several { count, .. }) => {
            let number = choose(&file, count)?.ok_or_else(|| failure(error))?;
            file.load(Some(number)).map_err(failure)
        }
        loaded => loaded.map_err(failure),
    }
}

/// How a command names the game of matches that don't say it.
const NAME_GAME: &str = "name it by --rules GAME";

/// Why a command with the options `--game N` and `--rules GAME` can't use a file, with the one that is missing.
pub(crate) fn failure(error: MatchFileError) -> Failure {
    let option = match &error {
        MatchFileError::Several { .. } => Some("choose one by --game N"),
        error if error.is_without_game() => Some(NAME_GAME),
        _ => None,
    };
    let failure = Failure::from(error);
    match option {
        Some(option) => Failure::new(failure.kind(), anyhow!("{failure}: {option}")),
        None => failure,
    }
}

/// Why a command with the option `--rules GAME` can't use a match, with that option if it is missing.
pub(crate) fn refusal(why: &EntryError) -> String {
    let reason = with_causes(why);
    if why.is_without_game() { format!("{reason}: {NAME_GAME}") } else { reason }
}

/// The kept match of which this is the name; none if it isn't one.
///
/// # Errors
/// If there is no such match, or it can't be read.
pub(crate) fn load_kept(path: &Path) -> Result<Option<LoadedMatch>, Failure> {
    let Some(name) = kept_name(path) else { return Ok(None) };
    let library = library()?;
    Ok(Some(library.load_checked(library.find(name)?.id)?))
}

/// Lists the matches and, in a terminal, asks for one.
fn choose(file: &MatchFile, count: usize) -> io::Result<Option<usize>> {
    let mut out = stdout().lock();
    for (number, entry) in (1..).zip(file.entries()) {
        let number: usize = number;
        writeln!(out, "{number:>4}  {}", house::one_line(&entry.title()))?;
    }
    if !stdin().is_terminal() || !stdout().is_terminal() {
        return out.flush().map(|()| None);
    }
    ask_match_number(&mut out, count)
}

/// Asks for the number of one of the listed matches. None if the person quits.
pub(crate) fn ask_match_number(out: &mut impl Write, count: usize) -> io::Result<Option<usize>> {
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

/// The name by which the library knows this program.
pub(crate) const PROGRAM: &str = "rival";

/// The user's library of matches.
///
/// # Errors
/// If it can't be opened.
pub(crate) fn library() -> Result<Library, LibraryError> {
    Library::of_user(PROGRAM)
}

/// The name of a kept match, like "match-3" or 3, if there is no file of this name.
pub(crate) fn kept_name(path: &Path) -> Option<&str> {
    path.to_str().filter(|name| MatchId::from_name(name).is_some() && !path.exists())
}

/// A place in the user's library for a new match.
pub(crate) fn new_slot() -> SaveTarget {
    SaveTarget::new_slot(PROGRAM)
}

/// Checks that the folder of the file exists, if there is a file.
pub(crate) fn check_folder_of(file: Option<&Path>) -> Result<(), WriteError> {
    file.map_or(Ok(()), check_folder)
}

/// Writes the match to the file, if there is one.
pub(crate) fn save_to(
    record: &games_package::Record,
    file: Option<&Path>,
    tags: &match_library::Tags,
) -> Result<(), WriteError> {
    file.map_or(Ok(()), |file| save(record, file, tags))
}

/// "Wrote 3 matches to games.pdn." or "2 of 3 matches were written to games.pdn".
pub(crate) fn export_summary(done: &ExportProgress, file: &Path) -> String {
    let ExportProgress { total, written, refused } = *done;
    match (written, refused) {
        (1, 0) => format!("Wrote 1 match to {}.", file.display()),
        (_, 0) => format!("Wrote {written} matches to {}.", file.display()),
        _ => format!("{written} of {total} matches were written to {}", file.display()),
    }
}
