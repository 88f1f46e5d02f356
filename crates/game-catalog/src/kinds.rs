//! Kinds of games, as far as searches tell them apart.
//!
//! Which searches fit a game is known to the compiler, by the marks that the game bears. A kind is a set of marks with
//! the players and algorithms that fit all games that bear them; each game of the catalog names its kind, and nothing
//! that doesn't fit can be listed for it.

mod dice;
mod duel;
mod hidden;
mod many;
mod trying;

use board_engine::Notation;
use evaluation::EvaluatorInfo;
use games_package::{OptionError, OptionSpec, Options, Player};
use search::{Depth, Report};

pub use crate::kinds::dice::Dice;
pub use crate::kinds::duel::Duel;
pub use crate::kinds::hidden::Hidden;
pub use crate::kinds::many::Many;

/// What stands for an evaluator where there is none.
pub(crate) const NO_EVALUATOR: EvaluatorInfo =
    EvaluatorInfo { name: "zero", description: "no evaluation: only the ends of the game count" };

/// A kind of games: who can play them, and how they can be searched.
pub trait Kind<G: Notation> {
    /// The game's evaluators; the first one is taken where nothing is said.
    fn evaluators() -> Vec<EvaluatorInfo>;

    /// The players that know the rules. The first one is whom one plays against where nothing is said.
    fn players() -> Vec<Entry<G>>;

    /// The names of the algorithms of [`search`](Self::search), in the order in which a student meets them.
    const ALGORITHMS: &'static [&'static str];

    /// Searches `position` to `depth` by the algorithm and the evaluator of these names. `None` if there is no such
    /// algorithm or evaluator.
    fn search(
        game: &G,
        position: &G::Position,
        algorithm: &str,
        evaluator: &str,
        depth: Depth,
    ) -> Option<Report<G::Move>>;
}

/// A player that knows the rules of `G`.
#[derive(Debug)]
pub struct Entry<G> {
    pub(crate) about: About,
    pub(crate) make: Make<G>,
}

/// Makes a player from options that have been checked.
pub(crate) type Make<G> = fn(&About, G, &Options) -> Result<Box<dyn Player>, OptionError>;

/// What is said of a player, whatever the game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct About {
    pub(crate) name: &'static str,
    pub(crate) description: &'static str,
    /// The options that it has in a game with these evaluators.
    pub(crate) options: fn(&[EvaluatorInfo]) -> Vec<OptionSpec>,
}

impl About {
    pub(crate) const fn new(
        name: &'static str,
        description: &'static str,
        options: fn(&[EvaluatorInfo]) -> Vec<OptionSpec>,
    ) -> Self {
        Self { name, description, options }
    }
}

/// A player without options.
pub(crate) fn no_options(_: &[EvaluatorInfo]) -> Vec<OptionSpec> {
    Vec::new()
}
