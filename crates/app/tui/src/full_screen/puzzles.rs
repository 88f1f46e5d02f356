//! Puzzles on the full screen: generated from library matches, and shown one after another.

use std::sync::atomic::AtomicBool;

use analysis::Study;
use analysis::puzzles::{Motif, Puzzle};
use app_context::{AppContext, CommandResult, Failure, FailureKind, HUMAN, one_line};
use games_package::Record;
use match_library::puzzle_making::{
    Keeper, Making, MakingObserver, MakingProgress, NODES_DEFAULT, Source, counted, not_searched,
};
use match_library::{KeptPuzzle, Library, Page, PuzzleFilter, PuzzleSearch, unix_time};

use super::Start;
use super::menu_items::terms_of;
use super::menu_progress::MenuProgress;
use super::study_session::{PuzzleChoice, ShownPuzzle, StudyStart};
use crate::MatchQuery;
use crate::analyst::Analyst;
use crate::kept_matches::library;
use crate::live::Inbox;

impl PuzzleChoice {
    /// A study of the next puzzle after number `last`. Skips puzzles that can't be opened, for example because their
    /// game is unknown.
    ///
    /// # Errors
    /// [`Failure`] if there is no puzzle, or the library can't be read.
    pub fn start<'a>(
        &self,
        app: &'a AppContext,
        inbox: &Inbox,
        last: Option<i64>,
    ) -> Result<Start<'a>, Failure> {
        let motif = self.motif.as_ref().map(Motif::name);
        let filter = PuzzleFilter { game: self.game.as_deref(), motif, id: None };
        let (library, mut skipped) = (library()?, Vec::from_iter(last));
        library.add_starter_puzzles(filter.game)?;
        while let Some(kept) = library.next_puzzle(filter, &skipped, unix_time())? {
            if let Some(study) = study(&kept) {
                let analyst = Analyst::of_game(app, study.game().clone(), inbox);
                let puzzle = Some(ShownPuzzle { kept, choice: self.clone() });
                return Ok(Start::Study(Box::new(StudyStart { study, analyst, puzzle })));
            }
            skipped.push(kept.id);
        }
        let none = "no puzzles left for now; generate some with \"rival puzzles make FILE\" or in the menu's Library";
        Err(Failure::message(FailureKind::Failed, none))
    }
}

/// A study of a puzzle's position; `None` if the position is invalid in its game.
fn study(kept: &KeptPuzzle) -> Option<Study> {
    let game = app_context::game(&kept.puzzle.game).ok()?;
    kept.puzzle.open(&*game).ok()?;
    Study::of_position(game, Some(&kept.puzzle.position), HUMAN).ok()
}

/// The maximum number of matches to search at once, newest first.
const MATCHES_MAX: usize = 1_000;

/// Searches the query results for puzzles and shows the progress in the menu. Skips matches that were searched before.
///
/// # Errors
/// [`Failure`] if the user interrupts.
pub(super) fn make(mut shown: MenuProgress<'_>, query: &MatchQuery) -> CommandResult {
    match make_all(query, &mut shown) {
        Err(failure) => shown.fail(one_line(&failure.to_string())),
        Ok(_) if shown.is_interrupted() => return Err(Failure::interrupted()),
        Ok(said) => shown.tell(said),
    }
    Ok(())
}

/// Returns the result as a sentence.
fn make_all(query: &MatchQuery, shown: &mut MenuProgress<'_>) -> Result<String, Failure> {
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
        0 => "Try other matches.",
        _ => "See Puzzles in the menu.",
    };
    Ok(format!("{}{before}. {next}", keeper.summary(made.len(), searched_before)))
}

/// The newest query results. Skips unreadable matches.
fn sources(
    library: &Library,
    query: &MatchQuery,
    shown: &mut MenuProgress<'_>,
) -> Result<Vec<Source>, Failure> {
    let terms = terms_of(query)?;
    let wanted = terms.resolved()?;
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
