//! What a game states of its evaluation.

use board_engine::Game;

/// An evaluation that is a sum of weights. Numbers of terms and of patterns may be given out while positions are counted.
pub trait Linear<G: Game> {
    /// How many knots the course of a game has, at least two. 0 is its end.
    const KNOTS: usize = 2;

    /// What the weights predict.
    const TARGET: Target = Target::Chance;

    /// Whether the position may be learned from. Positions that another search looks at quietly are kept by default.
    fn is_usual(&self, _game: &G, _position: &G::Position) -> bool {
        true
    }

    /// Adds what counts in the position to the empty `features`.
    fn count(&mut self, game: &G, position: &G::Position, features: &mut Features);

    /// The score of the position for the first seat by weights that are known, in hundredths of the game's unit. The
    /// fitted weights get the same unit.
    fn reference(&self, game: &G, position: &G::Position) -> i32;

    /// The weight of a term at a knot so far, in hundredths of the game's unit: what says nothing against it, keeps it.
    fn known(&self, _term: usize, _knot: usize) -> f64 {
        0.0
    }

    /// The weights of the patterns so far, for each pattern one at each knot, in hundredths of the game's unit: what says
    /// nothing against one, keeps it. Those beyond the end are 0.
    fn known_patterns(&self) -> Vec<f64> {
        Vec::new()
    }
}

/// What a sum of weights predicts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// The first seat's chance to win, a draw being half of one: by the logistic function of the sum.
    Chance,
    /// The first seat's payoff: by the sum itself.
    Payoff,
}

/// What counts in a position.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Features {
    /// Terms by their numbers, each once, and how often it counts for the first seat less for the second.
    pub terms: Vec<(u16, f32)>,
    /// The patterns that count for the first seat, by their numbers.
    pub own: Vec<u32>,
    /// Those that count for the second seat.
    pub other: Vec<u32>,
    /// Where the position lies in the course of a game: from 0 at its end to one less than [`Linear::KNOTS`] in the opening.
    pub stage: f32,
}

impl Features {
    /// Nothing counts.
    pub(crate) fn clear(&mut self) {
        self.terms.clear();
        self.own.clear();
        self.other.clear();
        self.stage = 0.0;
    }
}

/// The two knots around a stage with their shares.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "there are few knots, and the stage is made to lie between the first and the last"
)]
pub(crate) fn shares(stage: f32, knots: usize) -> [(usize, f64); 2] {
    let last = knots.max(2) - 1;
    let stage = stage.clamp(0.0, last as f32);
    let lower = (stage as usize).min(last - 1);
    let upper = f64::from(stage) - lower as f64;
    [(lower, 1.0 - upper), (lower + 1, upper)]
}

impl Target {
    /// What a sum of weights predicts.
    pub(crate) fn predicted(self, sum: f64) -> f64 {
        match self {
            Self::Chance => 1.0 / (1.0 + (-sum).exp()),
            Self::Payoff => sum,
        }
    }

    /// How what is predicted changes with the sum, and the loss twice.
    pub(crate) fn slope(self, predicted: f64) -> f64 {
        match self {
            Self::Chance => predicted * (1.0 - predicted),
            Self::Payoff => 1.0,
        }
    }

    /// What a prediction costs: the cross-entropy of a chance, half of the square of an error in payoff.
    pub(crate) fn loss(self, predicted: f64, result: f64) -> f64 {
        match self {
            Self::Chance => {
                let chance = predicted.clamp(1e-9, 1.0 - 1e-9);
                -(result * chance.ln() + (1.0 - result) * (1.0 - chance).ln())
            }
            Self::Payoff => (predicted - result).powi(2) / 2.0,
        }
    }

    /// By how much more a prediction costs than the best one.
    pub(crate) fn loss_above_least(self, predicted: f64, result: f64) -> f64 {
        self.loss(predicted, result) - self.loss(result, result)
    }

    /// What is to be predicted where the first seat got this payoff.
    pub(crate) fn of_payoff(self, payoff: f64) -> f64 {
        match self {
            Self::Chance => f64::midpoint(payoff.clamp(-1.0, 1.0), 1.0),
            Self::Payoff => payoff,
        }
    }
}
