//! Fits term and pattern weights.

use std::num::NonZeroUsize;

use clap::Args;

use super::Predicted;
use super::linear::shares;
use super::samples::{FeatureSamples, Sample};

/// The settings of a fit.
#[derive(Clone, Debug, Args)]
#[group(skip)]
pub struct Fit {
    /// Takes at most this many positions from each game.
    #[arg(long, default_value = "48")]
    pub per_game: NonZeroUsize,
    /// The search score's share of the target; the rest is the game's result.
    #[arg(long, default_value = "0.5", value_parser = share)]
    pub searched: f64,
    /// The strength of regularizing term weights toward their previous values, or toward 0.
    #[arg(long, default_value = "4", value_parser = ridge)]
    pub ridge: f64,
    /// The strength of regularizing pattern weights toward their previous values, or toward 0.
    #[arg(long, default_value = "8", value_parser = ridge)]
    pub pattern_ridge: f64,
    /// The number of passes over all positions, for each of the two pattern fits.
    #[arg(long, default_value = "30")]
    pub rounds: u32,
}

pub(super) fn share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "it must be a number from 0 to 1".to_owned())
}

fn ridge(text: &str) -> Result<f64, String> {
    let ridge = text.parse().ok().filter(|ridge: &f64| ridge.is_finite() && *ridge > 0.0);
    ridge.ok_or_else(|| "it must be a number above 0".to_owned())
}

/// Rounds of fitting patterns and terms in turn; a third round would change nothing.
const TURNS: u32 = 2;

/// The fitted weights.
#[derive(Clone, Debug)]
pub struct Fitted {
    pub(super) knots: usize,
    pub(super) terms: Vec<f64>,
    pub(super) patterns: Vec<f64>,
    /// The value of a hundredth of the game's unit in weight sums.
    pub(super) scale: f64,
    /// The mean losses on the held-out positions. For a [`Fit`], the losses are measured against the results: with the
    /// terms and the initial patterns, then after each turn with patterns. For a [`Learn`](super::Learn), the losses
    /// are relative to the best prediction: initially, then after each round.
    pub losses: Vec<f64>,
}

impl Fit {
    /// Fits the weights of all terms and patterns that occur in the samples, and updates their
    /// predictions.
    pub fn run(&self, samples: &mut FeatureSamples) -> Fitted {
        samples.add_searches(self.searched);
        let scale = samples.scale(|sample| Some(sample.reference));
        let mut patterns = Patterns::from_initial(samples, scale);
        let mut terms = fit(samples, self.ridge, scale);
        let mut losses = vec![samples.loss()];
        if samples.patterns > 0 {
            for _ in 0..TURNS {
                patterns.fit(samples, self.pattern_ridge, self.rounds);
                terms = fit(samples, self.ridge, scale);
                losses.push(samples.loss());
            }
        }
        Fitted { knots: samples.knots, terms, patterns: patterns.weights, scale, losses }
    }
}

impl Fitted {
    /// The weight of a term at a knot, in hundredths of the game's unit; 0 for a term that never
    /// occurred.
    pub fn term(&self, term: usize, knot: usize) -> f64 {
        self.at(&self.terms, term, knot)
    }

    /// The weight of a pattern at a knot, in hundredths of the game's unit; 0 for a pattern that
    /// never occurred.
    pub fn pattern(&self, pattern: usize, knot: usize) -> f64 {
        self.at(&self.patterns, pattern, knot)
    }

    fn at(&self, weights: &[f64], number: usize, knot: usize) -> f64 {
        if knot >= self.knots {
            return 0.0;
        }
        weights.get(number * self.knots + knot).map_or(0.0, |weight| weight / self.scale)
    }
}

/// The damping of a step, needed because dozens of weights change together.
const PACE: f64 = 0.05;
/// The momentum.
const MOMENTUM: f64 = 0.9;

/// The pattern weights: one per pattern and knot.
pub(super) struct Patterns {
    pub(super) weights: Vec<f64>,
    /// The initial weights.
    known: Vec<f64>,
    /// The last change of each weight.
    steps: Vec<f64>,
}

/// The derivatives of the loss with respect to a weight.
#[derive(Clone, Copy, Default)]
struct Slope {
    slope: f64,
    curvature: f64,
}

impl Patterns {
    /// Starts from the initial weights, with a hundredth of the unit equal to `scale`, and predicts
    /// all positions.
    pub(super) fn from_initial(samples: &mut FeatureSamples, scale: f64) -> Self {
        let known: Vec<f64> = samples.known_patterns.iter().map(|known| scale * known).collect();
        let patterns = Self { weights: known.clone(), steps: vec![0.0; known.len()], known };
        patterns.slopes(samples);
        patterns
    }

    /// Improves the predictions with pattern weights, in `rounds` passes over all positions. `ridge` determines how
    /// strongly weights are pulled toward their initial values.
    pub(super) fn fit(&mut self, samples: &mut FeatureSamples, ridge: f64, rounds: u32) {
        for _ in 0..rounds {
            let slopes = self.slopes(samples);
            let weights = self.weights.iter_mut().zip(&self.known);
            for (((weight, known), step), slope) in weights.zip(&mut self.steps).zip(&slopes) {
                let pull = ridge * (*weight - known);
                let alone = (slope.slope - pull) / (slope.curvature + ridge);
                *step = MOMENTUM * *step + PACE * alone;
                *weight += *step;
            }
        }
        // Evaluates all positions with the final weights.
        self.slopes(samples);
    }

    /// Predicts all positions, and returns the derivatives of the loss with respect to each weight.
    fn slopes(&self, samples: &mut FeatureSamples) -> Vec<Slope> {
        let (target, knots) = (samples.target, samples.knots);
        let mut slopes = vec![Slope::default(); self.weights.len()];
        for sample in &mut samples.all {
            let shares = shares(sample.stage, knots);
            let weigh = |(cell, sign): (usize, f64)| {
                let at = |(knot, share): (usize, f64)| share * self.weights[cell * knots + knot];
                sign * shares.map(at).iter().sum::<f64>()
            };
            sample.by_patterns = signed(sample).map(weigh).sum();
            if sample.is_test {
                continue;
            }
            let predicted = sample.predict(target);
            let weight = f64::from(sample.weight);
            let error = weight * (f64::from(sample.target) - predicted);
            let curvature = weight * target.slope(predicted);
            for (cell, sign) in signed(sample) {
                for (knot, share) in shares {
                    let slope = &mut slopes[cell * knots + knot];
                    slope.slope += sign * share * error;
                    slope.curvature += share * share * curvature;
                }
            }
        }
        slopes
    }
}

/// The active patterns, paired with 1 for the first seat and −1 for the second.
fn signed(sample: &Sample) -> impl Iterator<Item = (usize, f64)> {
    let [own, other] = &sample.patterns;
    let of = |numbers: &'_ [u32], sign: f64| {
        numbers.iter().map(move |&number| (number as usize, sign)).collect::<Vec<_>>()
    };
    of(own, 1.0).into_iter().chain(of(other, -1.0))
}

/// Newton iterations; enough to converge.
const STEPS: usize = 6;

/// Fits the term weights, one per knot, with given patterns. `ridge` determines how strongly weights are pulled toward
/// their previous values; a hundredth of the unit equals `scale`.
pub(super) fn fit(samples: &mut FeatureSamples, ridge: f64, scale: f64) -> Vec<f64> {
    let (target, knots) = (samples.target, samples.knots);
    let count = samples.terms * knots;
    let known: Vec<f64> = samples.known.iter().map(|known| scale * known).collect();
    let mut weights = known.clone();
    let steps = if target == Predicted::Payoff { 1 } else { STEPS };
    for _ in 0..steps {
        judge(samples, &weights);
        let mut system = System::new(count);
        for sample in samples.all.iter().filter(|sample| !sample.is_test) {
            let predicted = sample.predict(target);
            let weight = f64::from(sample.weight);
            let error = weight * (f64::from(sample.target) - predicted);
            system.add(&cells(sample, knots), error, weight * target.slope(predicted));
        }
        for (index, (weight, known)) in weights.iter().zip(&known).enumerate() {
            system.matrix[index * count + index] += ridge;
            system.right[index] -= ridge * (weight - known);
        }
        for (weight, step) in weights.iter_mut().zip(system.solve()) {
            *weight += step;
        }
    }
    judge(samples, &weights);
    weights
}

fn judge(samples: &mut FeatureSamples, weights: &[f64]) {
    let knots = samples.knots;
    for sample in &mut samples.all {
        let sum = cells(sample, knots).iter().map(|&(cell, times)| times * weights[cell]).sum();
        sample.by_terms = sum;
    }
}

/// The indices of the active weights, with their values.
fn cells(sample: &Sample, knots: usize) -> Vec<(usize, f64)> {
    let shares = shares(sample.stage, knots);
    let of = |&(term, times): &(u16, f32)| {
        shares.map(|(knot, share)| (usize::from(term) * knots + knot, f64::from(times) * share))
    };
    let mut cells: Vec<_> = sample.terms.iter().flat_map(of).collect();
    cells.sort_unstable_by_key(|&(cell, _)| cell);
    cells
}

/// Linear equations with a symmetric matrix; the lower half is stored.
struct System {
    matrix: Vec<f64>,
    right: Vec<f64>,
}

impl System {
    fn new(count: usize) -> Self {
        Self { matrix: vec![0.0; count * count], right: vec![0.0; count] }
    }

    /// Adds a position's contribution; `cells` are in order.
    fn add(&mut self, cells: &[(usize, f64)], error: f64, curvature: f64) {
        let count = self.right.len();
        for (index, &(row, times)) in cells.iter().enumerate() {
            self.right[row] += error * times;
            for &(column, other) in &cells[..=index] {
                self.matrix[row * count + column] += curvature * times * other;
            }
        }
    }

    /// Solves the equations by Cholesky decomposition.
    fn solve(self) -> Vec<f64> {
        let Self { mut matrix, right: mut solution } = self;
        let count = solution.len();
        let dot = |matrix: &[f64], one: usize, other: usize, length: usize| -> f64 {
            let row = |row: usize| &matrix[row * count..row * count + length];
            row(one).iter().zip(row(other)).map(|(one, other)| one * other).sum()
        };
        for row in 0..count {
            for column in 0..row {
                let rest = matrix[row * count + column] - dot(&matrix, row, column, column);
                matrix[row * count + column] = rest / matrix[column * count + column];
            }
            let rest = matrix[row * count + row] - dot(&matrix, row, row, row);
            matrix[row * count + row] = rest.max(1e-12).sqrt();
        }
        for row in 0..count {
            let known: f64 = (0..row).map(|k| matrix[row * count + k] * solution[k]).sum();
            solution[row] = (solution[row] - known) / matrix[row * count + row];
        }
        for row in (0..count).rev() {
            let known: f64 = (row + 1..count).map(|k| matrix[k * count + row] * solution[k]).sum();
            solution[row] = (solution[row] - known) / matrix[row * count + row];
        }
        solution
    }
}
