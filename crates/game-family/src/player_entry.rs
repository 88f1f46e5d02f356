//! A player that knows the rules of a game.

use games_package::{OptionError, OptionSpec, Options, Player};

use crate::evaluator_info::EvaluatorInfo;

/// A player that knows the rules of `G`.
#[derive(Debug)]
pub struct PlayerEntry<G> {
    /// Its description.
    pub about: PlayerAbout,
    /// Creates it from options that have been checked.
    pub make: Make<G>,
}

/// Creates a player from options that have been checked.
pub type Make<G> = fn(&PlayerAbout, G, &Options) -> Result<Box<dyn Player>, OptionError>;

/// The description of a player for all of its games.
#[derive(Clone, Copy, Debug)]
pub struct PlayerAbout {
    /// Lower case, no blanks.
    pub name: &'static str,
    /// One line.
    pub description: &'static str,
    /// The options that it has in a game with these evaluators.
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

/// The options of a player without any.
pub fn no_options(_: &[EvaluatorInfo]) -> Vec<OptionSpec> {
    Vec::new()
}
