//! The user's tablebases, and the players that use them by default.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use game_catalog::player_infos_for;
use tablebase::{OpenTables, Tablebase, default_folder};

use crate::player_request::PlayerRequest;

/// The option for using tablebases, and the option value for using the existing ones.
pub(crate) const TABLES: &str = "tables";
pub(crate) const TABLES_PRESENT: &str = "auto";

/// The option for a folder of tablebases other than the user's.
pub(crate) const TABLES_FOLDER: &str = "tables-folder";

/// Memory limit for decoded blocks from quoted tablebases, in bytes.
const QUOTED_CACHE_BYTES: usize = 1 << 22;

/// The game's tablebase support.
fn tablebase_of(game: &str) -> Option<&'static dyn Tablebase> {
    let tablebase = game_catalog::tablebase(game).ok().flatten()?;
    tablebase.unsupported().is_none().then_some(tablebase)
}

/// The folder for the game's tablebases in the user's folder, if the game supports tablebases.
fn tables_folder(game: &str) -> Option<(&'static dyn Tablebase, PathBuf)> {
    let tablebase = tablebase_of(game)?;
    Some((tablebase, tablebase.folder_in(&default_folder().ok()?)))
}

/// Returns `true` if the user's folder contains tablebases for the game.
pub(crate) fn has_tables(game: &str) -> bool {
    let Some((tablebase, folder)) = tables_folder(game) else { return false };
    let is_table = |file: fs::DirEntry| {
        let path = file.path();
        let extension = path.extension();
        extension.is_some_and(|found| tablebase.file_extensions().iter().any(|it| found == *it))
    };
    fs::read_dir(folder).is_ok_and(|files| files.flatten().any(is_table))
}

/// The game's tablebases in the user's folder, for quoting; `None` if no tablebase is readable. An unreadable folder is
/// recorded as unusable.
pub fn endgame_tables(game: &str) -> Option<Arc<dyn OpenTables>> {
    let (tablebase, folder) = tables_folder(game)?;
    let tables = tablebase.open(&folder, QUOTED_CACHE_BYTES).ok()?;
    (!tables.list().is_empty()).then(|| Arc::from(tables))
}

/// The player's tablebase folder, if its options name one.
pub(crate) fn named_folder(player: &PlayerRequest) -> Option<&str> {
    let (_, folder) = player.options.iter().find(|(option, _)| *option == TABLES_FOLDER)?;
    (!player.is_foreign() && !folder.trim().is_empty()).then_some(folder)
}

/// Makes players that can use tablebases use the existing ones, unless their options say otherwise. These players build
/// small tablebases in the background on first use.
pub(crate) fn use_endgame_tables(game: &str, players: &mut [PlayerRequest]) {
    if tablebase_of(game).is_none() {
        return;
    }
    let known = player_infos_for(game).unwrap_or_default();
    for player in players {
        let info = known.iter().find(|info| info.name == player.name);
        let can = info.is_some_and(|info| info.options.iter().any(|option| option.name == TABLES));
        if can && !player.options.iter().any(|(option, _)| option == TABLES) {
            player.options.set(TABLES, TABLES_PRESENT);
        }
    }
}
