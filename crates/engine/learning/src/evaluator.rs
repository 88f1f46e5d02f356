//! The evaluator that lets searches use a network.

use std::cell::RefCell;
use std::fmt;
use std::path::Path;
use std::sync::Arc;

use board_engine::{Game, Seat, Turn};
use search::{Evaluator, Score};

use crate::{LearningError, LearningInputs, Network, Weights, active_inputs, calibration};

/// Scores positions of a game with a learned network.
pub struct LearnedEvaluator<G: Game> {
    inputs: Arc<dyn LearningInputs<G>>,
    /// `None` before any training: all positions score the same.
    network: Option<Arc<Network>>,
    unit: i32,
}

impl<G: Game> Clone for LearnedEvaluator<G> {
    fn clone(&self) -> Self {
        Self { inputs: Arc::clone(&self.inputs), network: self.network.clone(), unit: self.unit }
    }
}

impl<G: Game> fmt::Debug for LearnedEvaluator<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LearnedEvaluator").field("unit", &self.unit).finish_non_exhaustive()
    }
}

thread_local! {
    static INPUTS: RefCell<Vec<u16>> = const { RefCell::new(Vec::new()) };
}

impl<G: Game> LearnedEvaluator<G> {
    /// The evaluator with this network, or `None` before any training. `unit` is the score of one unit of the game.
    ///
    /// # Panics
    /// If the network has other inputs, or the unit is not above 0.
    pub fn new(
        inputs: Arc<dyn LearningInputs<G>>,
        network: Option<Arc<Network>>,
        unit: i32,
    ) -> Self {
        assert!(unit > 0, "a unit is above 0");
        let fits = |network: &Arc<Network>| {
            let shape = network.shape();
            shape.inputs == inputs.count() && shape.active_max >= inputs.active_max()
        };
        assert!(network.iter().all(fits), "the network has these inputs");
        Self { inputs, network, unit }
    }

    /// The evaluator with the network in a file.
    ///
    /// # Errors
    /// [`LearningError`] if there is no such file, or if it is not a network for the game with the full name `game`.
    pub fn from_file(
        path: &Path,
        game: &str,
        inputs: Arc<dyn LearningInputs<G>>,
        unit: i32,
    ) -> Result<Self, LearningError> {
        let missing = || LearningError::Missing { game: game.into(), path: path.into() };
        let weights = Weights::read(path)?.ok_or_else(missing)?;
        let shape = weights.shape();
        let fits = shape.game == game
            && shape.layout == inputs.layout()
            && shape.inputs == inputs.count()
            && shape.active_max >= inputs.active_max();
        if !fits {
            let found = shape.game.clone();
            return Err(LearningError::OtherGame { path: path.into(), game: game.into(), found });
        }
        Ok(Self::new(inputs, Some(Arc::new(Network::new(&weights))), unit))
    }
}

impl<G: Game> Evaluator<G> for LearnedEvaluator<G> {
    fn evaluate(&self, game: &G, position: &G::Position, seat: Seat) -> Score {
        let (Some(network), Turn::Seat(mover)) = (&self.network, game.turn(position)) else {
            return Score::ZERO;
        };
        let logits = INPUTS.with_borrow_mut(|inputs| {
            active_inputs(&*self.inputs, game, position, mover, inputs);
            network.logits(inputs, mover.index())
        });
        let score = calibration::score(logits, self.unit);
        if mover == seat { score } else { -score }
    }

    fn unit(&self) -> i32 {
        self.unit
    }

    fn payoff_scale(&self) -> i32 {
        self.unit
    }
}
