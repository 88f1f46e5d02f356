//! Players of graded strength.

use board_engine::{Deterministic, Notation, PerfectInformation, ZeroSum};
use evaluation::EvaluatedGame;
use games_package::{OptionError, OptionSpec, Options, Player};
use players::{LEVELS, Level, LevelSearch, SearchOptions, SearchPlayer, Tracker};

use crate::kinds::duel::{DEFAULT_EVALUATOR, evaluator};
use crate::kinds::{About, Entry};

const NAME: &str = "name";
/// The level that most people find an even match.
const DEFAULT: &str = "casual";

const DESCRIPTION: &str = "a player of graded strength, the same on every machine";
const LEVEL: About = About::new("level", DESCRIPTION, |_| vec![option(&LEVELS)]);
/// Where similar strengths play alike, every second level or so is enough.
const LEVEL_OF_SMALL_GAME: About = About::new("level", DESCRIPTION, |_| vec![option(&FEW)]);
const FEW: [Level; 3] = [LEVELS[0], LEVELS[2], LEVELS[5]];

/// The player with the levels that `G` has.
pub(super) fn player<G>() -> Entry<G>
where
    G: Notation + ZeroSum + Deterministic + PerfectInformation + EvaluatedGame,
{
    Entry { about: if G::IS_SMALL { LEVEL_OF_SMALL_GAME } else { LEVEL }, make: make::<G> }
}

fn option(levels: &[Level]) -> OptionSpec {
    let names: Vec<&str> = levels.iter().map(|level| level.name).collect();
    OptionSpec::choice(NAME, "how strong it is, weakest first", DEFAULT, &names)
}

fn make<G>(about: &About, game: G, options: &Options) -> Result<Box<dyn Player>, OptionError>
where
    G: Notation + ZeroSum + Deterministic + PerfectInformation + EvaluatedGame,
{
    let name: String = options.get(NAME)?;
    let level = LEVELS.into_iter().find(|level| level.name == name);
    let level = level.expect("the option allows names of levels alone");
    let evaluator = evaluator::<G>(about.name, DEFAULT_EVALUATOR)?;
    let options = SearchOptions { nodes: Some(level.nodes), ..SearchOptions::DEFAULT };
    let (tracker, algorithm) = (Tracker::new(game), LevelSearch::new(level));
    Ok(Box::new(SearchPlayer::new(level.name, tracker, evaluator, algorithm, options)))
}
