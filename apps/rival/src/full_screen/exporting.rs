//! Writing matches of the library to a file, from the menu.

use std::path::Path;

use house::{CommandResult, Failure, one_line};
use match_library::{ExportObserver, ExportProgress, WriteError};
use screen::MatchQuery;

use super::menu_items::arguments_of;
use super::menu_progress::MenuProgress;
use super::with_home;
use crate::match_files::{export_summary, library};
use crate::match_search::Wanted;

/// Writes the matches that are looked for to a file, and shows in the menu how that goes.
///
/// # Errors
/// [`Failure`] if the program is interrupted.
pub(super) fn run(mut shown: MenuProgress<'_>, query: &MatchQuery, file: &Path) -> CommandResult {
    let file = with_home(file);
    match export(query, &file, &mut shown) {
        Err(failure) => shown.fail(one_line(&failure.to_string())),
        Ok(None) if shown.is_interrupted() => return Err(Failure::interrupted()),
        Ok(None) => shown.finish("Nothing was written.".into()),
        Ok(Some(done)) => shown.finish(export_summary(&done, &file)),
    }
    Ok(())
}

/// None if it was stopped.
fn export(
    query: &MatchQuery,
    file: &Path,
    shown: &mut MenuProgress<'_>,
) -> Result<Option<ExportProgress>, Failure> {
    let arguments = arguments_of(query)?;
    let wanted = Wanted::of(&arguments)?;
    Ok(library()?.export(&wanted.search(), file, shown)?)
}

impl ExportObserver for MenuProgress<'_> {
    fn advanced(&mut self, progress: &ExportProgress) -> bool {
        let done = progress.written + progress.refused;
        self.show(|| format!("{done} of {} matches", progress.total))
    }

    fn refused(&mut self, name: &str, why: &WriteError) {
        self.refuse(|| one_line(&format!("{name}: {why}")));
    }
}
