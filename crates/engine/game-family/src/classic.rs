//! Players that search to a fixed depth with a textbook algorithm.

use board_engine::{Deterministic, PerfectInformation, ZeroSum};
use games_package::{OptionError, OptionSpec, Options, Player};
use players::WinPreference;
use search::{
    Algorithm, AlphaBeta, Evaluator, Limits, Listener, Minimax, Negamax, Negascout, Report, Task,
};

/// The option for a [`ClassicSearch::ByLevel`].
pub(crate) const LEVEL: &str = "level";

/// A player from an earlier program: its evaluator and its search.
#[derive(Debug)]
pub struct Classic<E: 'static> {
    /// The player's description.
    pub about: PlayerAbout,
    /// The player's evaluator.
    pub evaluator: E,
    /// The player's search.
    pub search: ClassicSearch,
}

/// A classic player's search.
#[derive(Clone, Copy, Debug)]
pub enum ClassicSearch {
    /// Iterative deepening with alpha-beta, like the textbook's players.
    Iterative,
    /// Iterative deepening with the algorithm named by its option.
    IterativeByOption,
    /// Minimax to a fixed depth. Plays the first of several equal moves.
    Minimax(u32),
    /// Alpha-beta to the level's depth. Chooses randomly among equal moves.
    ByLevel(&'static DepthLevels, WinPreference),
}

/// Strength levels by name, with their depths in plies.
#[derive(Debug)]
pub struct DepthLevels {
    /// The default level's name.
    pub default: &'static str,
    /// The levels, weakest first.
    pub plies: &'static [(&'static str, u32)],
}

impl DepthLevels {
    /// The depth of a level, in plies; 1 if the level does not exist.
    pub(crate) fn depth(&self, level: &str) -> u32 {
        self.plies.iter().find(|(name, _)| *name == level).map_or(1, |(_, depth)| *depth)
    }

    /// The option for a player with these levels.
    pub fn option(&self) -> OptionSpec {
        let names: Vec<&str> = self.plies.iter().map(|(name, _)| *name).collect();
        let depths: Vec<String> = self.plies.iter().map(|(_, depth)| depth.to_string()).collect();
        let what = format!("search depth in plies: {}", depths.join(", "));
        OptionSpec::choice(LEVEL, &what, self.default, &names)
    }
}

/// A textbook algorithm chosen at run time. Code that uses this type is compiled once for all algorithms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Textbook {
    Minimax,
    Negamax,
    AlphaBeta,
    Negascout,
}

impl Textbook {
    /// All algorithms, from simple to advanced.
    pub(crate) const ALL: [Self; 4] =
        [Self::Minimax, Self::Negamax, Self::AlphaBeta, Self::Negascout];

    /// The names of [`ALL`](Self::ALL).
    pub(crate) const NAMES: [&'static str; 4] = {
        let [first, second, third, fourth] = Self::ALL;
        [first.name(), second.name(), third.name(), fourth.name()]
    };

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Minimax => "minimax",
            Self::Negamax => "negamax",
            Self::AlphaBeta => "alpha-beta",
            Self::Negascout => "negascout",
        }
    }

    pub(crate) fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|algorithm| algorithm.name() == name)
    }
}

impl<G: ZeroSum + Deterministic + PerfectInformation> Algorithm<G> for Textbook {
    fn search_with<E: Evaluator<G> + ?Sized>(
        &mut self,
        task: &Task<'_, G, E>,
        limits: &Limits<'_>,
        listener: Listener<'_, G::Move>,
    ) -> Report<G::Move> {
        match self {
            Self::Minimax => Minimax.search_with(task, limits, listener),
            Self::Negamax => Negamax.search_with(task, limits, listener),
            Self::AlphaBeta => AlphaBeta.search_with(task, limits, listener),
            Self::Negascout => Negascout.search_with(task, limits, listener),
        }
    }
}

/// An evaluator's name and description.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EvaluatorInfo {
    /// The name, in lower case and without spaces.
    pub name: &'static str,
    /// A one-line description.
    pub description: &'static str,
}

/// The entry for [`Zero`](search::Zero) in the evaluator list of a game without its own evaluator.
pub const NO_EVALUATOR: EvaluatorInfo = EvaluatorInfo {
    name: "zero",
    description: "no evaluation: only the result of the game counts",
};

/// A player that needs the rules of `G`.
#[derive(Debug)]
pub struct PlayerEntry<G> {
    /// The player's description.
    pub about: PlayerAbout,
    /// Creates the player from checked options.
    pub make: Make<G>,
}

/// Creates a player from checked options.
pub type Make<G> = fn(&PlayerAbout, G, &Options) -> Result<Box<dyn Player>, OptionError>;

/// A player's description for all its games.
#[derive(Clone, Copy, Debug)]
pub struct PlayerAbout {
    /// The name, in lower case and without spaces.
    pub name: &'static str,
    /// A one-line description.
    pub description: &'static str,
    /// The player's options in a game with these evaluators.
    pub options: fn(&[EvaluatorInfo]) -> Vec<OptionSpec>,
}

impl PlayerAbout {
    /// A player with this name, description and options.
    pub const fn new(
        name: &'static str,
        description: &'static str,
        options: fn(&[EvaluatorInfo]) -> Vec<OptionSpec>,
    ) -> Self {
        Self { name, description, options }
    }
}

/// Returns no options.
pub fn no_options(_: &[EvaluatorInfo]) -> Vec<OptionSpec> {
    Vec::new()
}
