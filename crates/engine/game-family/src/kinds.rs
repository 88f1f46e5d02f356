//! Kinds of games, by the searches that fit them.
//!
//! A game's marker traits let the compiler check which searches fit it. A kind is a set of marker traits with the
//! players and algorithms that fit all games with these traits. Each game in the catalog names its kind, so it can't
//! list an unsuitable player.
//!
//! | | without chance | with chance |
//! |---|---|---|
//! | two sides, nothing hidden | [`Duel`] | [`Dice`] |
//! | any number of seats, nothing hidden | [`Many`] | [`ManyDice`] |
//! | hidden hands, any number of seats | [`Hidden`] | [`Hidden`] |

mod dice;
mod duel;
mod hidden;
mod learned;
mod many;
mod pvs_options;
mod trying;

use board_engine::HiddenInformation;
use games_package::{OptionError, OptionSpec, Options, Player};
use players::{CarelessPlayer, GreedyPlayer, LEVELS, Level};

use crate::classic::{EvaluatorInfo, Make, PlayerAbout, PlayerEntry, no_options};
use crate::entry::CatalogEntry;

pub use self::dice::Dice;
pub use self::duel::{Duel, depth_and_algorithm_options, depth_options};
pub use self::hidden::Hidden;
pub use self::many::{Many, ManyDice};

/// The name for the player with levels.
const PLAYER: &str = "level";
const NAME: &str = "name";
/// The level that most people find an even match.
const DEFAULT: &str = "casual";

/// The player that `make` creates, with the game's levels.
fn player<E: CatalogEntry>(make: Make<E::Game>) -> PlayerEntry<E::Game> {
    player_with::<E>(make, |_| vec![option::<E>()])
}

/// The same player with these options, including [`option`].
fn player_with<E: CatalogEntry>(
    make: Make<E::Game>,
    options: fn(&[EvaluatorInfo]) -> Vec<OptionSpec>,
) -> PlayerEntry<E::Game> {
    let description = "a player with a fixed level, equally strong on every machine";
    PlayerEntry { about: PlayerAbout::new(PLAYER, description, options), make }
}

/// The option for the level.
fn option<E: CatalogEntry>() -> OptionSpec {
    let names: Vec<&str> = E::LEVELS.iter().map(|level| level.name).collect();
    OptionSpec::choice(NAME, "level, weakest first", DEFAULT, &names)
}

/// The requested level.
fn level(options: &Options) -> Result<Level, OptionError> {
    let name: String = options.get(NAME)?;
    let level = LEVELS.into_iter().find(|level| level.name == name);
    Ok(level.expect("the option allows names of levels alone"))
}

/// `player` at this level: sometimes plays a random legal move instead.
fn careless(level: Level, player: Box<dyn Player>) -> Box<dyn Player> {
    Box::new(CarelessPlayer::new(level.name, player, level.random_moves()))
}

const GREEDY: PlayerAbout =
    PlayerAbout::new("greedy", "plays the move that leads to the best position", no_options);

/// The greedy player for a game.
fn greedy<E: CatalogEntry>() -> PlayerEntry<E::Game> {
    PlayerEntry { about: GREEDY, make: |_, game, _| Ok(Box::new(GreedyPlayer::new(game, E::rank))) }
}

/// The greedy player for a game with hidden hands. This player sees each position from its seat's view.
fn greedy_of_views<E>() -> PlayerEntry<E::Game>
where
    E: CatalogEntry<Game: HiddenInformation>,
{
    PlayerEntry {
        about: GREEDY,
        make: |_, game, _| Ok(Box::new(GreedyPlayer::of_positions(game, E::rank))),
    }
}
