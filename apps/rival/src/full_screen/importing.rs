//! Adding the matches of files to the library, from the menu.

use std::path::Path;

use house::{CommandResult, Failure, one_line, with_causes};
use match_library::{EntryError, ImportObserver, ImportProgress};

use super::menu_progress::MenuProgress;
use super::with_home;
use crate::imports;
use crate::match_files::library;

/// Adds the matches of a file, or of the files of a folder, and shows in the menu how that goes. Those that don't say of which game
/// they are may be of `game`.
///
/// # Errors
/// [`Failure`] if the program is interrupted.
pub(super) fn run(mut shown: MenuProgress<'_>, file: &Path, game: Option<String>) -> CommandResult {
    match import(&with_home(file), game, &mut shown) {
        Err(failure) => shown.fail(one_line(&failure.to_string())),
        Ok(_) if shown.is_interrupted() => return Err(Failure::interrupted()),
        Ok(done) => shown.finish(format!("{}.", imports::summary(&done))),
    }
    Ok(())
}

fn import(
    named: &Path,
    game: Option<String>,
    shown: &mut MenuProgress<'_>,
) -> Result<ImportProgress, Failure> {
    let (library, options) = (library()?, imports::options(game, None));
    let mut all = ImportProgress::default();
    let files = imports::named_files(&[named.to_owned()])?;
    for file in &files {
        match library.import(file, &options, shown) {
            Ok(done) => imports::add(&mut all, &done),
            Err(error) if files.len() > 1 && imports::is_of_file(&error) => {
                all.refused += 1;
                shown.refuse(|| one_line(&imports::failure(file, error).to_string()));
            }
            Err(error) => return Err(imports::failure(file, error)),
        }
        if shown.is_stopped() || shown.is_interrupted() {
            break;
        }
    }
    Ok(all)
}

impl ImportObserver for MenuProgress<'_> {
    fn advanced(&mut self, progress: &ImportProgress) -> bool {
        let ImportProgress { bytes, bytes_done, added, duplicates, refused } = *progress;
        let percent = 100 * bytes_done / bytes.max(1);
        self.show(|| format!("{percent} %, {} matches", added + duplicates + refused))
    }

    fn refused(&mut self, why: &EntryError) {
        self.refuse(|| reason(why));
    }
}

/// Why a match is not added, and what one can do in the menu.
fn reason(why: &EntryError) -> String {
    let reason = one_line(&with_causes(why));
    if why.is_without_game() { format!("{reason}: choose the game here") } else { reason }
}
