//! Opening books and opening names: finds them, and decides which players use a book and which book files can be read.

use std::path::Path;
use std::sync::Arc;

use anyhow::anyhow;
use game_catalog::{opening_book as book_of, player_infos_for, table_game};
use opening_book::{Book, Openings, present, shared_file, user_file};

use crate::failure::{Failure, FailureKind};
use crate::player_request::{Origin, PlayerRequest};
use crate::user_tables::{TABLES, TABLES_PRESENT, named_folder};

/// The option for using an opening book, and the option values that don't name a file.
pub(crate) const BOOK: &str = "book";
const BOOK_PRESENT: &str = "auto";
const NO_BOOK: &str = "none";

/// A game's available opening book, for quoting: the user's own, or else the shipped one. `None` if neither is
/// readable. If the user's book is unreadable, that is [reported](crate::name_unusable_files) later.
pub fn opening_book(game: &str) -> Option<Arc<Book>> {
    let (known, game) = (book_of(game).ok()?, table_game(game).ok()?);
    present(&game, known.shipped).ok().flatten()
}

/// The book to quote with this player's results: the file that the player uses, or else the available book. Never reads
/// a file if its name came over the network.
pub(crate) fn quoted_book(game: &str, player: &PlayerRequest) -> Option<Arc<Book>> {
    let file = book_file(player).filter(|_| permit_file(player).is_ok());
    let Some(file) = file else { return opening_book(game) };
    shared_file(Path::new(file), &table_game(game).ok()?).ok()
}

/// A game's named openings. `None` if there is no list.
pub fn openings(game: &str) -> Option<&'static Openings> {
    Some(book_of(game).ok()?.openings?())
}

/// Makes players that can use an opening book use the available one, unless their options name another.
pub(crate) fn use_opening_book(game: &str, players: &mut [PlayerRequest]) {
    let is_shipped = book_of(game).is_ok_and(|known| known.shipped.is_some());
    if !is_shipped && user_file(game).is_none() {
        return;
    }
    let known = player_infos_for(game).unwrap_or_default();
    for player in players {
        let info = known.iter().find(|info| info.name == player.name);
        let can = info.is_some_and(|info| info.options.iter().any(|option| option.name == BOOK));
        if can && !player.options.iter().any(|(option, _)| option == BOOK) {
            player.options.set(BOOK, BOOK_PRESENT);
        }
    }
}

/// Returns `true` if the player needs files on this computer for its opening book or its tablebases.
pub(crate) fn needs_file(player: &PlayerRequest) -> bool {
    book_file(player).is_some() || named_folder(player).is_some()
}

/// The player's book file, if its options name one.
pub(crate) fn book_file(player: &PlayerRequest) -> Option<&str> {
    let (_, book) = player.options.iter().find(|(option, _)| *option == BOOK)?;
    (!player.is_foreign() && ![BOOK_PRESENT, NO_BOOK].contains(&book)).then_some(book)
}

/// Rejects files chosen by network clients.
///
/// # Errors
/// [`Failure`] if a player requested over the network names a file or a folder.
pub(crate) fn permit_file(player: &PlayerRequest) -> Result<(), Failure> {
    if player.origin == Origin::Network && named_folder(player).is_some() {
        let why = format!(
            "{}: a remote player can't specify a tablebase folder; use \
             {TABLES}={TABLES_PRESENT}",
            player.name
        );
        return Err(Failure::new(FailureKind::Usage, anyhow!(why)));
    }
    if player.origin == Origin::Network && needs_file(player) {
        let why = format!(
            "{}: a remote player can't specify a book file; use {BOOK}={BOOK_PRESENT} or \
             {BOOK}={NO_BOOK}",
            player.name
        );
        return Err(Failure::new(FailureKind::Usage, anyhow!(why)));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::PlayerSpec;

    #[test]
    fn network_users_cannot_name_files() {
        let check = |spec: PlayerSpec, is_permitted: bool| {
            let player = spec.request().unwrap();
            assert_eq!(permit_file(&player).is_ok(), is_permitted, "{player}");
        };
        check(PlayerSpec::from_network("pvs:book=/etc/passwd"), false);
        check(PlayerSpec::from_network("pvs:tables-folder=/etc"), false);
        check(PlayerSpec::from_network("pvs:tables=auto"), true);
        check(PlayerSpec::from_user("pvs:tables-folder=/etc"), true);
        check(PlayerSpec::from_network("pvs:book=auto"), true);
        check(PlayerSpec::from_network("pvs:depth=3"), true);
        check(PlayerSpec::from_user("pvs:book=mine.book"), true);
        check(PlayerSpec::from_file("pvs:book=mine.book", "spring.toml", None), true);
    }
}
