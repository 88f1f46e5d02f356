//! Match titles.

use analysis::{move_count, players_and_moves};
use game_catalog::table_game;
use games_package::Record;
use notation::Sheet;

/// The number of moves in a match of this game with this many plies; `None` if unknown.
pub(crate) fn moves_in(game: &str, plies: usize) -> Option<usize> {
    move_count(&*table_game(game).ok()?, plies)
}

/// The title of a recorded match: "chess:standard: White against Black, 34 moves".
pub(crate) fn record_title(record: &Record) -> String {
    let Record { game, players, plies, .. } = record;
    let names = players.iter().map(|player| player.name.as_str());
    let count = moves_in(game, plies.len());
    format!("{game}: {}", players_and_moves(names, " against ", count))
}

/// The title of a match in a notation. Without the game, the first mover and the number of moves are unknown.
pub(crate) fn sheet_title(sheet: &Sheet) -> String {
    let event = sheet.tag("Event").filter(|event| !matches!(*event, "?" | ""));
    let event = event.map(|event| format!(" ({event})")).unwrap_or_default();
    let Some(game) = &sheet.game else {
        let names = ["White", "Black"].map(|side| sheet.tag(side).unwrap_or("?"));
        return format!("{}{event}", players_and_moves(names, " – ", None));
    };
    let names = sheet.players.iter().map(String::as_str);
    let count = moves_in(game, sheet.moves.len());
    format!("{game}: {}{event}", players_and_moves(names, " against ", count))
}
