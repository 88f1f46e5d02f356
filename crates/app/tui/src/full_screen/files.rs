//! Exports library matches to files and imports matches from files, with progress in the menu.

use std::path::Path;

use app_context::{CommandResult, Failure, one_line, with_causes};
use match_library::{
    EntryError, ExportObserver, ExportProgress, ImportObserver, ImportOptions, ImportProgress,
    WriteError, named_files,
};

use super::menu_items::terms_of;
use super::menu_progress::MenuProgress;
use super::with_home;
use crate::MatchQuery;
use crate::kept_matches::library;

/// Exports the query results to a file and shows the progress in the menu.
///
/// # Errors
/// [`Failure`] if the user interrupts.
pub(super) fn export(
    mut shown: MenuProgress<'_>,
    query: &MatchQuery,
    file: &Path,
) -> CommandResult {
    let file = with_home(file);
    match export_to(query, &file, &mut shown) {
        Err(failure) => shown.fail(one_line(&failure.to_string())),
        Ok(None) if shown.is_interrupted() => return Err(Failure::interrupted()),
        Ok(None) => shown.finish("Nothing was written.".into()),
        Ok(Some(done)) => shown.finish(done.summary(&file)),
    }
    Ok(())
}

/// Returns `None` if the user stopped the export.
fn export_to(
    query: &MatchQuery,
    file: &Path,
    shown: &mut MenuProgress<'_>,
) -> Result<Option<ExportProgress>, Failure> {
    let terms = terms_of(query)?;
    Ok(library()?.export(&terms.resolved()?.search(), file, shown)?)
}

impl ExportObserver for MenuProgress<'_> {
    fn advanced(&mut self, progress: &ExportProgress) -> bool {
        let done = progress.written + progress.refused;
        self.show(|| format!("{done} of {} matches", progress.total))
    }

    fn warned(&mut self, name: &str, warning: &str) {
        self.refuse(|| one_line(&format!("{name}: {warning}")));
    }

    fn refused(&mut self, name: &str, why: &WriteError) {
        self.refuse(|| one_line(&format!("{name}: {why}")));
    }
}

/// Imports a file, or all files in a folder, and shows the progress in the menu. Matches that don't name their game are
/// read as `game`.
///
/// # Errors
/// [`Failure`] if the user interrupts.
pub(super) fn import(
    mut shown: MenuProgress<'_>,
    file: &Path,
    game: Option<String>,
) -> CommandResult {
    match import_from(&with_home(file), game, &mut shown) {
        Err(failure) => shown.fail(one_line(&failure.to_string())),
        Ok(_) if shown.is_interrupted() => return Err(Failure::interrupted()),
        Ok(done) => shown.finish(format!("{}.", done.summary())),
    }
    Ok(())
}

fn import_from(
    named: &Path,
    game: Option<String>,
    shown: &mut MenuProgress<'_>,
) -> Result<ImportProgress, Failure> {
    let (library, options) = (library()?, ImportOptions::new(game, None));
    let mut all = ImportProgress::default();
    let files = named_files(&[named.to_owned()])?;
    for file in &files {
        match library.import(file, &options, shown) {
            Ok(done) => all.add(&done),
            Err(error) if files.len() > 1 && error.is_of_file() => {
                all.refused += 1;
                shown.refuse(|| one_line(&Failure::of_import(file, error).to_string()));
            }
            Err(error) => return Err(Failure::of_import(file, error)),
        }
        if shown.is_stopped() || shown.is_interrupted() {
            break;
        }
    }
    Ok(all)
}

impl ImportObserver for MenuProgress<'_> {
    fn advanced(&mut self, progress: &ImportProgress) -> bool {
        let ImportProgress { bytes, bytes_done, added, duplicates, refused, .. } = *progress;
        let percent = 100 * bytes_done / bytes.max(1);
        self.show(|| format!("{percent} %, {} matches", added + duplicates + refused))
    }

    fn refused(&mut self, why: &EntryError) {
        self.refuse(|| reason(why));
    }
}

/// The reason why a match is rejected, and what to do about it in the menu.
fn reason(why: &EntryError) -> String {
    let reason = one_line(&with_causes(why));
    if why.is_without_game() { format!("{reason}: choose the game here") } else { reason }
}
