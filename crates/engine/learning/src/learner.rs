//! A game to learn, and the searches that play it.

use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;

use board_engine::{Game, Seat, Turn};
use players::AnySearch;
use rand_chacha::ChaCha8Rng;

use crate::evaluator::Sampler;
use crate::self_play::{self, Opening, PlayedGame, SampledPosition, Sampling};
use crate::trainer::{Samples, Target};
use crate::{LearnedEvaluator, LearningInputs, Network, Shape, active_inputs, calibration};

/// Creates a search with an evaluator.
pub type NewSearch<'a, G> = &'a (dyn Fn(LearnedEvaluator<G>) -> Box<dyn AnySearch<G>> + Sync);

/// Formats a move.
pub type FormatMove<'a, G> =
    &'a (dyn Fn(&<G as Game>::Position, <G as Game>::Move) -> String + Sync);

/// A game to learn.
pub struct Learner<'a, G: Game> {
    /// The rules.
    pub game: &'a G,
    /// The game's full name.
    pub name: &'a str,
    /// The inputs for the game's positions.
    pub inputs: Arc<dyn LearningInputs<G>>,
    /// The search that plays.
    pub new_search: NewSearch<'a, G>,
    /// The score of one game unit.
    pub unit: i32,
    /// Formats a move for a run's report.
    pub format_move: FormatMove<'a, G>,
}

impl<G: Game> fmt::Debug for Learner<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Learner").field("name", &self.name).finish_non_exhaustive()
    }
}

/// The parts of a run that depend on the game's type. All other code is compiled once for all games.
pub(crate) trait AnyLearner: Sync {
    /// The game's full name.
    fn name(&self) -> &str;

    /// The shape of the game's networks.
    fn shape(&self, accumulators: usize) -> Shape;

    /// The symmetries of the inputs: see [`LearningInputs::symmetries`].
    fn symmetries(&self) -> &[Vec<u16>];

    /// Creates a search for each of these networks, or one without a network. With `samples`, their games contain
    /// positions that the searches evaluated.
    fn searches(
        &self,
        networks: &[Option<&Arc<Network>>],
        samples: bool,
    ) -> Box<dyn AnySearches + '_>;

    /// Replays a game and adds its positions to `samples`, except those whose keys are already in `seen`.
    fn add_samples(
        &self,
        played: &PlayedGame,
        result_share: f32,
        seen: &mut HashSet<u64>,
        samples: &mut Samples,
    );

    /// The moves in a game, as strings.
    fn move_texts(&self, played: &PlayedGame) -> Vec<String>;
}

/// Searches that play games.
pub(crate) trait AnySearches {
    /// Plays a game after up to `opening_plies` random moves, with `nodes` nodes per move. `search_of` maps each seat
    /// to its search.
    fn play(
        &mut self,
        opening_plies: u32,
        nodes: u64,
        search_of: [usize; 2],
        rng: &mut ChaCha8Rng,
    ) -> PlayedGame;
}

impl<G: Game> AnyLearner for Learner<'_, G> {
    fn name(&self) -> &str {
        self.name
    }

    fn shape(&self, accumulators: usize) -> Shape {
        Shape {
            game: self.name.into(),
            layout: self.inputs.layout(),
            inputs: self.inputs.count(),
            active_max: self.inputs.active_max(),
            accumulators,
        }
    }

    fn symmetries(&self) -> &[Vec<u16>] {
        self.inputs.symmetries()
    }

    fn searches(
        &self,
        networks: &[Option<&Arc<Network>>],
        samples: bool,
    ) -> Box<dyn AnySearches + '_> {
        let sampler = samples.then(|| Arc::new(Sampler::new()));
        let new_search = |network: Option<&Arc<Network>>| {
            let inputs = Arc::clone(&self.inputs);
            let evaluator = LearnedEvaluator::new(inputs, network.cloned(), self.unit);
            (self.new_search)(match &sampler {
                Some(sampler) => evaluator.sampled_by(Arc::clone(sampler)),
                None => evaluator,
            })
        };
        let of_networks = networks.iter().copied().map(new_search).collect();
        Box::new(Searches { learner: self, of_networks, sampler })
    }

    fn add_samples(
        &self,
        played: &PlayedGame,
        result_share: f32,
        seen: &mut HashSet<u64>,
        samples: &mut Samples,
    ) {
        let Self { game, inputs, unit, .. } = self;
        let mut position = game.start();
        let (mut moves, mut active) = (Vec::new(), Vec::new());
        for (ply, &index) in played.moves.iter().enumerate() {
            game.legal_moves(&position, &mut moves);
            let (Turn::Seat(mover), Some(&mv)) =
                (game.turn(&position), moves.get(usize::from(index)))
            else {
                return;
            };
            let score = ply.checked_sub(played.opening_plies).and_then(|at| played.scores.get(at));
            if let Some(&score) = score
                && seen.insert(game.key(&position))
            {
                active_inputs(&**inputs, *game, &position, mover, &mut active);
                let result = if mover == Seat::FIRST { played.result } else { -played.result };
                let share = if score.is_win() || score.is_loss() { 0.0 } else { result_share };
                let expected = calibration::expected_result(score, *unit);
                samples.push(&active, target(result, expected, share));
            }
            game.play(&mut position, mv);
        }
        for SampledPosition { inputs: active, score } in &played.sampled {
            // A crafted file may have inputs that the game doesn't have.
            let is_possible = active.iter().all(|&input| usize::from(input) < inputs.count());
            if is_possible {
                let expected = calibration::expected_result(*score, *unit);
                samples.push(active, target(0, expected, 0.0));
            }
        }
    }

    fn move_texts(&self, played: &PlayedGame) -> Vec<String> {
        let Self { game, format_move, .. } = self;
        let (mut position, mut legal) = (game.start(), Vec::new());
        let mut texts = Vec::new();
        for &index in &played.moves {
            game.legal_moves(&position, &mut legal);
            let Some(&mv) = legal.get(usize::from(index)) else { break };
            texts.push(format_move(&position, mv));
            game.play(&mut position, mv);
        }
        texts
    }
}

/// The searches of a game.
struct Searches<'a, G: Game> {
    learner: &'a Learner<'a, G>,
    /// One search per network.
    of_networks: Vec<Box<dyn AnySearch<G>>>,
    sampler: Option<Arc<Sampler<G>>>,
}

impl<G: Game> AnySearches for Searches<'_, G> {
    fn play(
        &mut self,
        opening_plies: u32,
        nodes: u64,
        search_of: [usize; 2],
        rng: &mut ChaCha8Rng,
    ) -> PlayedGame {
        let Learner { game, inputs, .. } = self.learner;
        let opening = Opening::random(*game, opening_plies, rng);
        let sampling = self.sampler.as_ref();
        let sampling = sampling.map(|sampler| Sampling { sampler, inputs: &**inputs });
        let searches = &mut self.of_networks;
        self_play::play(*game, &opening, nodes, searches, search_of, sampling.as_ref())
    }
}

/// A position's training target: the game's result weighted by `share`, and the search's expected result with the
/// remaining weight.
#[expect(clippy::cast_possible_truncation, reason = "a probability needs few digits")]
fn target(result: i8, expected: f64, share: f32) -> Target {
    let (expected, rest) = (expected as f32, 1.0 - share);
    let of = |wanted: i8| if result == wanted { share } else { 0.0 };
    Target([of(1) + rest * expected, of(0), of(-1) + rest * (1.0 - expected)])
}
