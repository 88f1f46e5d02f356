//! Players of different strength levels.

use board_engine::{Deterministic, PerfectInformation, ZeroSum};
use games_package::{OptionError, OptionSpec, Options, Player};
use players::{LEVELS, Level, LevelSearch, SearchOptions, SearchPlayer, Tracker};

use crate::entry::EvaluatedGame;
use crate::kinds::duel::{DEFAULT_EVALUATOR, evaluator};
use crate::player_entry::{PlayerAbout, PlayerEntry};

const NAME: &str = "name";
/// The level that most people find an even match.
const DEFAULT: &str = "casual";

/// The player with the levels that the game has.
pub(super) fn player<E>() -> PlayerEntry<E::Game>
where
    E: EvaluatedGame<Game: ZeroSum + Deterministic + PerfectInformation>,
{
    let description = "a player of graded strength, the same on every machine";
    PlayerEntry {
        about: PlayerAbout::new("level", description, |_| vec![option(E::LEVELS)]),
        make: make::<E>,
    }
}

fn option(levels: &[Level]) -> OptionSpec {
    let names: Vec<&str> = levels.iter().map(|level| level.name).collect();
    OptionSpec::choice(NAME, "how strong it is, weakest first", DEFAULT, &names)
}

fn make<E>(
    about: &PlayerAbout,
    game: E::Game,
    options: &Options,
) -> Result<Box<dyn Player>, OptionError>
where
    E: EvaluatedGame<Game: ZeroSum + Deterministic + PerfectInformation>,
{
    let name: String = options.get(NAME)?;
    let level = LEVELS.into_iter().find(|level| level.name == name);
    let level = level.expect("the option allows names of levels alone");
    let evaluator = evaluator::<E>(about.name, DEFAULT_EVALUATOR)?;
    let options = SearchOptions { nodes: Some(level.nodes), ..SearchOptions::DEFAULT };
    let (tracker, algorithm) = (Tracker::new(game), LevelSearch::new(level, E::Hints::default()));
    Ok(Box::new(SearchPlayer::new(level.name, tracker, evaluator, algorithm, options)))
}
