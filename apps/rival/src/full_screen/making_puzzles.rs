//! Making puzzles of matches of the library, from the menu.

use std::sync::atomic::AtomicBool;

use games_package::Record;
use house::{CommandResult, Failure, one_line};
use match_library::{Library, Page, PuzzleSearch};
use puzzles::Puzzle;
use screen::MatchQuery;

use super::menu_items::arguments_of;
use super::menu_progress::MenuProgress;
use crate::match_files::library;
use crate::match_search::Wanted;
use crate::puzzle_making::{
    Keeper, Making, MakingObserver, MakingProgress, NODES_DEFAULT, Source, counted, not_searched,
};

/// The most matches that are searched at once: the newest ones.
const MATCHES_MAX: usize = 1_000;

/// Looks for puzzles in the matches that are looked for, but for those that were searched before, and shows in the menu how that
/// goes.
///
/// # Errors
/// [`Failure`] if the program is interrupted.
pub(super) fn run(mut shown: MenuProgress<'_>, query: &MatchQuery) -> CommandResult {
    match make(query, &mut shown) {
        Err(failure) => shown.fail(one_line(&failure.to_string())),
        Ok(_) if shown.is_interrupted() => return Err(Failure::interrupted()),
        Ok(said) => shown.tell(said),
    }
    Ok(())
}

/// What was found, as a sentence.
fn make(query: &MatchQuery, shown: &mut MenuProgress<'_>) -> Result<String, Failure> {
    let (library, is_stopped) = (library()?, AtomicBool::new(false));
    let search = PuzzleSearch { nodes: NODES_DEFAULT, proven_only: false };
    let sources = sources(&library, query, shown)?;
    let all = sources.len();
    let sources = not_searched(&library, search, sources)?;
    let keeper = Keeper::new(&library, search, &is_stopped);
    let keep = |record: &Record, puzzles: &[Puzzle]| keeper.keep(record, puzzles);
    let making = Making { search, threads: None, is_stopped: &is_stopped, keep: &keep };
    let made = making.make(&sources, shown)?;
    let searched_before = all - sources.len();
    let before = match searched_before {
        0 => String::new(),
        1 => "; 1 match was searched before".into(),
        count => format!("; {count} matches were searched before"),
    };
    let next = match made.len() {
        0 => "Other matches may have some.",
        _ => "Puzzles in the menu shows them.",
    };
    Ok(format!("{}{before}. {next}", keeper.summary(made.len(), searched_before)))
}

/// The newest matches that are looked for. Those that can't be read are left out.
fn sources(
    library: &Library,
    query: &MatchQuery,
    shown: &mut MenuProgress<'_>,
) -> Result<Vec<Source>, Failure> {
    let arguments = arguments_of(query)?;
    let wanted = Wanted::of(&arguments)?;
    library.update_index(|_left| true)?;
    let mut search = wanted.search();
    search.filter.is_being_played = Some(false);
    let found = library.search(&search, Page { offset: 0, limit: MATCHES_MAX })?;
    let mut sources = Vec::new();
    for kept in found.matches.into_iter().map(|found| found.kept) {
        match library.load_checked(kept.id) {
            Ok(loaded) => sources.push(loaded.into()),
            Err(error) => shown.refused(&kept.name, &error.to_string()),
        }
    }
    Ok(sources)
}

impl MakingObserver for MenuProgress<'_> {
    fn advanced(&mut self, MakingProgress { done, total, found }: MakingProgress) -> bool {
        self.show(|| format!("{done} of {total} plies, {}", counted(found)))
    }

    fn refused(&mut self, title: &str, why: &str) {
        self.refuse(|| one_line(&format!("{title}: {why}")));
    }
}
