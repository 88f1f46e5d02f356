//! Greedy players, which all kinds of games have.

use board_engine::HiddenInformation;
use players::GreedyPlayer;

use crate::entry::CatalogEntry;
use crate::player_entry::{PlayerAbout, PlayerEntry, no_options};

const GREEDY: PlayerAbout =
    PlayerAbout::new("greedy", "the move with the best position after it", no_options);

/// The greedy player of a game.
pub(super) fn greedy<E: CatalogEntry>() -> PlayerEntry<E::Game> {
    PlayerEntry { about: GREEDY, make: |_, game, _| Ok(Box::new(GreedyPlayer::new(game, E::rank))) }
}

/// The greedy player of a game with hidden hands, which sees each position as its seat does.
pub(super) fn greedy_of_views<E>() -> PlayerEntry<E::Game>
where
    E: CatalogEntry<Game: HiddenInformation>,
{
    PlayerEntry {
        about: GREEDY,
        make: |_, game, _| Ok(Box::new(GreedyPlayer::of_positions(game, E::rank))),
    }
}
