//! A game to learn, with the searches that play it.

use std::fmt;
use std::sync::Arc;

use board_engine::Game;
use players::AnySearch;

use crate::{LearnedEvaluator, LearningInputs, Network, Shape};

/// Creates a search with an evaluator.
pub type NewSearch<'a, G> = &'a (dyn Fn(LearnedEvaluator<G>) -> Box<dyn AnySearch<G>> + Sync);

/// Returns the text of a move.
pub type FormatMove<'a, G> =
    &'a (dyn Fn(&<G as Game>::Position, <G as Game>::Move) -> String + Sync);

/// A game to learn.
pub struct Learner<'a, G: Game> {
    /// The rules.
    pub game: &'a G,
    /// The full name of the game.
    pub name: &'a str,
    /// The inputs of its positions.
    pub inputs: Arc<dyn LearningInputs<G>>,
    /// The search that plays.
    pub new_search: NewSearch<'a, G>,
    /// The score of one unit of the game.
    pub unit: i32,
    /// The text of a move, for the report of a run.
    pub format_move: FormatMove<'a, G>,
}

impl<G: Game> fmt::Debug for Learner<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Learner").field("name", &self.name).finish_non_exhaustive()
    }
}

impl<G: Game> Learner<'_, G> {
    pub(crate) fn evaluator(&self, network: Option<&Arc<Network>>) -> LearnedEvaluator<G> {
        LearnedEvaluator::new(Arc::clone(&self.inputs), network.cloned(), self.unit)
    }

    pub(crate) fn search(&self, network: Option<&Arc<Network>>) -> Box<dyn AnySearch<G>> {
        (self.new_search)(self.evaluator(network))
    }

    pub(crate) fn shape(&self, accumulators: usize) -> Shape {
        Shape {
            game: self.name.into(),
            layout: self.inputs.layout(),
            inputs: self.inputs.count(),
            active_max: self.inputs.active_max(),
            accumulators,
        }
    }
}
