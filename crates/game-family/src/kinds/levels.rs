//! Players of graded strength.

use games_package::{OptionError, OptionSpec, Options, Player};
use players::{CarelessPlayer, LEVELS, Level};

use crate::entry::CatalogEntry;
use crate::evaluator_info::EvaluatorInfo;
use crate::player_entry::{Make, PlayerAbout, PlayerEntry};

/// What the player of levels is called.
pub(super) const PLAYER: &str = "level";
const NAME: &str = "name";
/// The level that most people find an even match.
const DEFAULT: &str = "casual";

/// The player that `make` creates, with the levels of the game.
pub(super) fn player<E: CatalogEntry>(make: Make<E::Game>) -> PlayerEntry<E::Game> {
    player_with::<E>(make, |_| vec![option::<E>()])
}

/// The same with these options, of which [`option`] is one.
pub(super) fn player_with<E: CatalogEntry>(
    make: Make<E::Game>,
    options: fn(&[EvaluatorInfo]) -> Vec<OptionSpec>,
) -> PlayerEntry<E::Game> {
    let description = "a player of graded strength, the same on every machine";
    PlayerEntry { about: PlayerAbout::new(PLAYER, description, options), make }
}

/// The option for one of the levels of the game.
pub(super) fn option<E: CatalogEntry>() -> OptionSpec {
    let names: Vec<&str> = E::LEVELS.iter().map(|level| level.name).collect();
    OptionSpec::choice(NAME, "how strong it is, weakest first", DEFAULT, &names)
}

/// The level that was asked for.
pub(super) fn level(options: &Options) -> Result<Level, OptionError> {
    let name: String = options.get(NAME)?;
    let level = LEVELS.into_iter().find(|level| level.name == name);
    Ok(level.expect("the option allows names of levels alone"))
}

/// `player` at this level: it plays any legal move at times.
pub(super) fn careless(level: Level, player: Box<dyn Player>) -> Box<dyn Player> {
    Box::new(CarelessPlayer::new(level.name, player, level.random_moves()))
}
