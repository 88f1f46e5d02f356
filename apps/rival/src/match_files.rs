//! Loads matches from files and saves them.

use std::io::{self, IsTerminal, Write, stdin, stdout};
use std::path::Path;

use app_context::{CommandResult, Failure, FailureKind, one_line, with_causes};
use match_library::{
    EntryError, LoadedMatch, MatchFile, MatchFileError, WriteError, check_folder, save_played,
};
use tui::kept_matches::{ask_match_number, load_kept, warn_of_variations};

use crate::arguments::SourceArguments;

/// Loads the match selected by the arguments from a file or from the library. If the file contains several matches and
/// none is selected, lists the matches and, in a terminal, asks the user to choose.
///
/// # Errors
/// If the file or the match can't be read, or no match is chosen.
pub(crate) fn load(path: &Path, source: &SourceArguments) -> Result<LoadedMatch, Failure> {
    if let Some(kept) = load_kept(path)? {
        return Ok(kept);
    }
    let file = MatchFile::open(path, source.rules.as_deref())?;
    let loaded = match file.load(source.number) {
        Err(error @ MatchFileError::Several { count, .. }) => {
            let number = choose(&file, count)?.ok_or_else(|| failure(error))?;
            file.load(Some(number))
        }
        loaded => loaded,
    };
    let loaded = loaded.map_err(failure)?;
    warn_of_variations(path.display(), &loaded);
    Ok(loaded)
}

/// The failure of a command that used a damaged match: the match's file.
#[derive(Debug)]
pub(crate) struct Damage(Option<String>);

impl Damage {
    /// The damage in a match from this file.
    pub(crate) fn of(file: &Path, loaded: &LoadedMatch) -> Self {
        Self(loaded.is_salvaged().then(|| file.display().to_string()))
    }

    /// # Errors
    /// If the match is damaged.
    pub(crate) fn check(self) -> CommandResult {
        let Some(file) = self.0 else { return Ok(()) };
        let why = format_args!("{file}: the match is damaged; only part of it was read");
        Err(Failure::message(FailureKind::Input, why))
    }
}

/// The advice for matches that don't name their game.
const NAME_GAME: &str = "add --rules GAME";

/// Explains why a command with the options `--game N` and `--rules GAME` can't use a file. Names a missing option.
pub(crate) fn failure(error: MatchFileError) -> Failure {
    let option = match &error {
        MatchFileError::Several { .. } => Some("add --game N"),
        error if error.is_without_game() => Some(NAME_GAME),
        _ => None,
    };
    let failure = Failure::from(error);
    match option {
        Some(option) => Failure::message(failure.kind(), format_args!("{failure}; {option}")),
        None => failure,
    }
}

/// Explains why a command with the option `--rules GAME` can't use a match. Names that option if it is missing.
pub(crate) fn refusal(why: &EntryError) -> String {
    let reason = with_causes(why);
    if why.is_without_game() { format!("{reason}; {NAME_GAME}") } else { reason }
}

/// Lists the matches and, in a terminal, asks the user to choose one.
fn choose(file: &MatchFile, count: usize) -> io::Result<Option<usize>> {
    let mut out = stdout().lock();
    for (number, entry) in (1..).zip(file.entries()) {
        let number: usize = number;
        writeln!(out, "{number:>4}  {}", one_line(&entry.title()))?;
    }
    if !stdin().is_terminal() || !stdout().is_terminal() {
        return out.flush().map(|()| None);
    }
    ask_match_number(&mut stdin().lock(), &mut out, count)
}

/// Checks that the file's folder exists, if there is a file.
pub(crate) fn check_folder_of(file: Option<&Path>) -> Result<(), WriteError> {
    file.map_or(Ok(()), check_folder)
}

/// Writes a match that was played here to the file, if there is a file. Skips a match that could not begin.
pub(crate) fn save_to(
    record: &games_package::Record,
    file: Option<&Path>,
) -> Result<(), WriteError> {
    let is_match = !record.ending.as_ref().is_some_and(games_package::Ending::is_failed_start);
    file.filter(|_| is_match).map_or(Ok(()), |file| save_played(record, file))
}
