//! Players of different strength levels.

use board_engine::{Deterministic, Notation, PerfectInformation, Word, ZeroSum};
use checkers::{Checkers, Variant};
use chess::Chess;
use connect_four::ConnectGame;
use evaluation::EvaluatedGame;
use games_package::{OptionError, OptionSpec, Options, Player};
use othello::Othello;
use players::{LEVELS, Level, LevelSearch, SearchOptions, SearchPlayer, Tracker};
use tic_tac_toe::MnkGame;

use crate::kinds::duel::{DEFAULT_EVALUATOR, evaluator};
use crate::kinds::{About, Entry};

const NAME: &str = "name";
/// The level that most people find an even match.
const DEFAULT: &str = "casual";

/// A game with players of graded strength.
pub trait GradedGame {
    /// The levels, weakest first.
    const LEVELS: &'static [Level] = &LEVELS;
}

impl<V: Variant> GradedGame for Checkers<V> {}

impl<W: Word> GradedGame for ConnectGame<W> {}

impl GradedGame for Chess {}

impl GradedGame for Othello {}

/// It is so small that players of similar strength play it alike.
impl<W: Word> GradedGame for MnkGame<W> {
    const LEVELS: &'static [Level] = &[LEVELS[0], LEVELS[2], LEVELS[5]];
}

/// The player with the levels that `G` has.
pub(super) fn player<G>() -> Entry<G>
where
    G: Notation + ZeroSum + Deterministic + PerfectInformation + EvaluatedGame + GradedGame,
{
    let description = "a player of graded strength, the same on every machine";
    Entry { about: About::new("level", description, |_| vec![option(G::LEVELS)]), make: make::<G> }
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
    let (tracker, algorithm) = (Tracker::new(game), LevelSearch::new(level, G::Hints::default()));
    Ok(Box::new(SearchPlayer::new(level.name, tracker, evaluator, algorithm, options)))
}
