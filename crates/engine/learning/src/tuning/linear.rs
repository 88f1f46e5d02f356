//! The interface for describing a game's evaluation, and the score scale.

use board_engine::Game;

/// An evaluation that is a sum of weights. The indices of terms and patterns can be assigned while positions are
/// counted.
pub trait Linear<G: Game> {
    /// The number of knots over the course of a game, at least two. Knot 0 is the end.
    const KNOTS: usize = 2;

    /// The quantity that the weights predict.
    const TARGET: Predicted = Predicted::Chance;

    /// Returns `true` if the position can be used for training. By default, quiet positions are.
    fn is_usual(&self, _game: &G, _position: &G::Position) -> bool {
        true
    }

    /// Adds the position's features to `features`, which is empty.
    fn count(&mut self, game: &G, position: &G::Position, features: &mut Features);

    /// The position's score for the first seat with known weights, in hundredths of the game's unit. The fitted weights
    /// are scaled to the same unit.
    fn reference(&self, game: &G, position: &G::Position) -> i32;

    /// The initial weight of a term at a knot, in hundredths of the game's unit. The fit keeps this weight unless the
    /// data contradict it.
    fn initial_weight(&self, _term: usize, _knot: usize) -> f64 {
        0.0
    }

    /// The initial weights of the patterns, one per knot for each pattern, in hundredths of the game's unit. The fit
    /// keeps these weights unless the data contradict them. Missing weights are 0.
    fn initial_pattern_weights(&self) -> Vec<f64> {
        Vec::new()
    }
}

/// The quantity that a weight sum predicts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Predicted {
    /// The first seat's probability of winning, with a draw as half a win: the logistic function of the sum.
    Chance,
    /// The first seat's payoff: the sum itself.
    Payoff,
}

/// A position's features.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Features {
    /// Terms by index, each listed once, with its count for the first seat minus its count for the second seat.
    pub terms: Vec<(u16, f32)>,
    /// The first seat's patterns, by index.
    pub own: Vec<u32>,
    /// The second seat's patterns.
    pub other: Vec<u32>,
    /// The stage of the game: from 0 at its end to [`Linear::KNOTS`] − 1 in the opening.
    pub stage: f32,
}

impl Features {
    /// Removes all features.
    pub(super) fn clear(&mut self) {
        self.terms.clear();
        self.own.clear();
        self.other.clear();
        self.stage = 0.0;
    }
}

/// The two knots around a stage, with their shares.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "there are few knots, and the stage is clamped to their range"
)]
pub(super) fn shares(stage: f32, knots: usize) -> [(usize, f64); 2] {
    let last = knots.max(2) - 1;
    let stage = stage.clamp(0.0, last as f32);
    let lower = (stage as usize).min(last - 1);
    let upper = f64::from(stage) - lower as f64;
    [(lower, 1.0 - upper), (lower + 1, upper)]
}

impl Predicted {
    /// The prediction for a weight sum.
    pub(super) fn predict(self, sum: f64) -> f64 {
        match self {
            Self::Chance => 1.0 / (1.0 + (-sum).exp()),
            Self::Payoff => sum,
        }
    }

    /// The derivative of the prediction with respect to the sum, which is also the second derivative of the loss.
    pub(super) fn slope(self, predicted: f64) -> f64 {
        match self {
            Self::Chance => predicted * (1.0 - predicted),
            Self::Payoff => 1.0,
        }
    }

    /// The loss of a prediction: cross-entropy for a probability, half the squared error for a payoff.
    pub(super) fn loss(self, predicted: f64, result: f64) -> f64 {
        match self {
            Self::Chance => {
                let chance = predicted.clamp(1e-9, 1.0 - 1e-9);
                -(result * chance.ln() + (1.0 - result) * (1.0 - chance).ln())
            }
            Self::Payoff => (predicted - result).powi(2) / 2.0,
        }
    }

    /// The loss of a prediction minus the loss of the best prediction.
    pub(super) fn loss_above_least(self, predicted: f64, result: f64) -> f64 {
        self.loss(predicted, result) - self.loss(result, result)
    }

    /// The target for this payoff for the first seat.
    pub(super) fn of_payoff(self, payoff: f64) -> f64 {
        match self {
            Self::Chance => f64::midpoint(payoff.clamp(-1.0, 1.0), 1.0),
            Self::Payoff => payoff,
        }
    }
}

/// A score in hundredths of the game's unit, and the result it should predict.
#[derive(Clone, Copy)]
pub(super) struct Scored {
    pub(super) result: f32,
    pub(super) score: f32,
    /// The weight of the position.
    pub(super) weight: f32,
}

/// Maximum score that counts. Larger scores come from tablebases: they are wins and losses at any scale.
pub(super) const SCORE_MAX: f32 = 1_000.0;

/// The value of a hundredth of the game's unit in weight sums, estimated from scores and results. Without scores and
/// results, one game unit counts as 0.5 in the sum, which is a probability of 62 %.
pub(super) fn scale(target: Predicted, scored: &(impl Iterator<Item = Scored> + Clone)) -> f64 {
    const STEPS: u32 = 12;
    let scored = scored.clone().filter(|scored| scored.score.abs() <= SCORE_MAX);
    let mut scale = 0.005;
    for _ in 0..STEPS {
        let (mut slope, mut curvature) = (0.0, 1e-9);
        for Scored { result, score, weight } in scored.clone() {
            let (score, weight) = (f64::from(score), f64::from(weight));
            let predicted = target.predict(scale * score);
            slope += weight * (f64::from(result) - predicted) * score;
            curvature += weight * target.slope(predicted) * score.powi(2);
        }
        scale += slope / curvature;
    }
    scale
}
