//! An evaluator that lets searches use a network.

use std::cell::RefCell;
use std::fmt;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use board_engine::{Game, Seat, Turn};
use search::{Evaluator, Score};

use crate::{LearningError, LearningInputs, Network, Weights, active_inputs, calibration};

/// Scores a game's positions with a learned network.
pub struct LearnedEvaluator<G: Game> {
    inputs: Arc<dyn LearningInputs<G>>,
    /// The network; `None` before any training, when all positions score the same.
    network: Option<Arc<Network>>,
    unit: i32,
    sampler: Option<Arc<Sampler<G>>>,
}

impl<G: Game> Clone for LearnedEvaluator<G> {
    fn clone(&self) -> Self {
        let (network, sampler) = (self.network.clone(), self.sampler.clone());
        Self { inputs: Arc::clone(&self.inputs), network, unit: self.unit, sampler }
    }
}

/// Chooses one of the evaluated positions at random. The same searches always produce the same choice.
pub(crate) struct Sampler<G: Game>(Mutex<Reservoir<G>>);

/// The position chosen so far, the number of candidates, and the random number state (reservoir sampling).
struct Reservoir<G: Game> {
    position: Option<G::Position>,
    count: u64,
    state: u64,
}

impl<G: Game> Reservoir<G> {
    const EMPTY: Self = Self { position: None, count: 0, state: 0x9e37_79b9_7f4a_7c15 };
}

impl<G: Game> Sampler<G> {
    pub(crate) const fn new() -> Self {
        Self(Mutex::new(Reservoir::EMPTY))
    }

    /// The position chosen since the last call; `None` if there was none.
    pub(crate) fn take(&self) -> Option<G::Position> {
        let mut reservoir = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::replace(&mut *reservoir, Reservoir::EMPTY).position
    }

    /// Counts a position as a candidate. The nth position replaces the choice with a probability of 1/n.
    fn add(&self, position: &G::Position) {
        let mut reservoir = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        reservoir.count += 1;
        reservoir.state ^= reservoir.state << 13;
        reservoir.state ^= reservoir.state >> 7;
        reservoir.state ^= reservoir.state << 17;
        if reservoir.state.is_multiple_of(reservoir.count) {
            reservoir.position = Some(position.clone());
        }
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
    /// The evaluator with this network, or `None` before any training. `unit` is the score of one game unit.
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
        Self { inputs, network, unit, sampler: None }
    }

    /// Shows all evaluated positions to a sampler.
    pub(crate) fn sampled_by(self, sampler: Arc<Sampler<G>>) -> Self {
        Self { sampler: Some(sampler), ..self }
    }

    /// An evaluator with the network from a file.
    ///
    /// # Errors
    /// [`LearningError`] if there is no such file, or if the file is not a network for the game with the full name
    /// `game`.
    pub fn from_file(
        path: &Path,
        game: &str,
        inputs: Arc<dyn LearningInputs<G>>,
        unit: i32,
    ) -> Result<Self, LearningError> {
        let missing = || LearningError::Missing { game: game.into(), path: path.into() };
        let weights = Weights::read_network(path)?.ok_or_else(missing)?;
        if weights.shape().game != game {
            return Err(other_game(path, &weights, game));
        }
        Self::with_weights(path, &weights, game, inputs, unit)
    }

    /// An evaluator with a network from file content that is part of the program. Variants of a game with the same
    /// inputs can share a network.
    ///
    /// # Errors
    /// [`LearningError`] if the file is not a network with these inputs.
    pub fn from_bytes(
        bytes: &[u8],
        game: &str,
        inputs: Arc<dyn LearningInputs<G>>,
        unit: i32,
    ) -> Result<Self, LearningError> {
        let path = Path::new("the network of the program");
        Self::with_weights(path, &Weights::of_network(path, bytes)?, game, inputs, unit)
    }

    fn with_weights(
        path: &Path,
        weights: &Weights,
        game: &str,
        inputs: Arc<dyn LearningInputs<G>>,
        unit: i32,
    ) -> Result<Self, LearningError> {
        let shape = weights.shape();
        let fits = shape.layout == inputs.layout()
            && shape.inputs == inputs.count()
            && shape.active_max >= inputs.active_max();
        if !fits {
            return Err(other_game(path, weights, game));
        }
        Ok(Self::new(inputs, Some(Arc::new(Network::new(weights))), unit))
    }
}

fn other_game(path: &Path, weights: &Weights, game: &str) -> LearningError {
    let found = weights.shape().game.clone();
    LearningError::OtherGame { path: path.into(), game: game.into(), found }
}

impl<G: Game> Evaluator<G> for LearnedEvaluator<G> {
    fn evaluate(&self, game: &G, position: &G::Position, seat: Seat) -> Score {
        let (Some(network), Turn::Seat(mover)) = (&self.network, game.turn(position)) else {
            return Score::ZERO;
        };
        if let Some(sampler) = &self.sampler {
            sampler.add(position);
        }
        let logits = INPUTS.with_borrow_mut(|inputs| {
            inputs.clear();
            self.inputs.push(game, position, mover, inputs);
            if inputs.len() > self.inputs.active_max() {
                active_inputs(&*self.inputs, game, position, mover, inputs);
            }
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
