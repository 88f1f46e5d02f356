//! Weights of patterns, by small steps with momentum, each in the size that Newton's method would take for the weight alone.

use crate::linear::shares;
use crate::samples::{Sample, Samples};

/// How far a step goes on the way that a weight would go alone: dozens count at a time.
const PACE: f64 = 0.05;
/// How much of the last step is made again.
const MOMENTUM: f64 = 0.9;

/// The weights of patterns: for each pattern one at each knot.
pub(crate) struct Patterns {
    pub(crate) weights: Vec<f64>,
    /// What they were before.
    known: Vec<f64>,
    /// By how much each was changed last.
    steps: Vec<f64>,
}

/// How the loss changes with a weight.
#[derive(Clone, Copy, Default)]
struct Slope {
    slope: f64,
    curvature: f64,
}

impl Patterns {
    /// The weights that are known, a hundredth of whose unit is `scale`. Judges all positions by them.
    pub(crate) fn known(samples: &mut Samples, scale: f64) -> Self {
        let known: Vec<f64> = samples.known_patterns.iter().map(|known| scale * known).collect();
        let patterns = Self { weights: known.clone(), steps: vec![0.0; known.len()], known };
        patterns.slopes(samples);
        patterns
    }

    /// Improves how well the weights predict the results, beside the terms, by going through all positions `rounds` times.
    /// `ridge` is how strongly they are pulled to those that are known.
    pub(crate) fn fit(&mut self, samples: &mut Samples, ridge: f64, rounds: u32) {
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
        // Judges them by the last weights.
        self.slopes(samples);
    }

    /// Judges all positions, and says how the loss changes with each weight.
    fn slopes(&self, samples: &mut Samples) -> Vec<Slope> {
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
            let predicted = sample.predicted(target);
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

/// The patterns that count, and whether for the first seat or against.
fn signed(sample: &Sample) -> impl Iterator<Item = (usize, f64)> {
    let [own, other] = &sample.patterns;
    let of = |numbers: &'_ [u32], sign: f64| {
        numbers.iter().map(move |&number| (number as usize, sign)).collect::<Vec<_>>()
    };
    of(own, 1.0).into_iter().chain(of(other, -1.0))
}
