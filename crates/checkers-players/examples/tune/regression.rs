//! Weights of terms: logistic regression by Newton's method.

use crate::positions::{Sample, Samples, chance};

/// The number of Newton's steps; after these nothing changes.
const STEPS: usize = 6;

/// A weight for each term at the end of the game, then one for each in the opening.
pub(crate) struct Weights(Vec<f64>);

impl Weights {
    /// The weight of the term of this number: opening, ending.
    pub(crate) fn of(&self, term: usize) -> (f64, f64) {
        (self.0[self.0.len() / 2 + term], self.0[term])
    }

    /// The score of the position.
    fn score(&self, sample: &Sample) -> f64 {
        let (ending, opening) = self.0.split_at(self.0.len() / 2);
        let weigh = |&(term, times): &(u16, f32)| {
            let term = usize::from(term);
            f64::from(times) * (sample.phase * opening[term] + (1.0 - sample.phase) * ending[term])
        };
        sample.counts.iter().map(weigh).sum()
    }
}

/// Sets the targets of the positions that a search has scored: `share` of the chance that its score means, and the rest
/// of the result.
pub(crate) fn add_searches(samples: &mut Samples, share: f64) {
    let scale = fit_scale(&samples.all, |sample| sample.found);
    for sample in &mut samples.all {
        if let Some(found) = sample.found {
            sample.target = share * chance(scale * found) + (1.0 - share) * sample.result;
        }
    }
}

/// What a hundredth of a man means by these scores of the positions, as the exponent of the odds.
pub(crate) fn fit_scale(samples: &[Sample], score: impl Fn(&Sample) -> Option<f64>) -> f64 {
    let mut scale = 0.005;
    for _ in 0..2 * STEPS {
        let (mut slope, mut curvature) = (0.0, 1e-9);
        for sample in samples {
            let Some(score) = score(sample) else { continue };
            let chance = chance(scale * score);
            slope += sample.weight * (sample.result - chance) * score;
            curvature += sample.weight * chance * (1.0 - chance) * score.powi(2);
        }
        scale += slope / curvature;
    }
    scale
}

/// The weights of terms that predict the results best, beside the patterns. `ridge` is how strongly they are pulled to 0.
pub(crate) fn fit_terms(samples: &mut Samples, ridge: f64) -> Weights {
    let count = 2 * samples.terms.len();
    let mut weights = Weights(vec![0.0; count]);
    for _ in 0..STEPS {
        for sample in &mut samples.all {
            sample.by_terms = weights.score(sample);
        }
        let mut system = System::new(count);
        for sample in samples.all.iter().filter(|sample| !sample.is_test) {
            let chance = sample.chance();
            let error = sample.weight * (sample.target - chance);
            system.add(sample, error, sample.weight * chance * (1.0 - chance));
        }
        for (index, weight) in weights.0.iter().enumerate() {
            system.matrix[index * count + index] += ridge;
            system.right[index] -= ridge * weight;
        }
        for (weight, step) in weights.0.iter_mut().zip(system.solve()) {
            *weight += step;
        }
    }
    for sample in &mut samples.all {
        sample.by_terms = weights.score(sample);
    }
    weights
}

/// Linear equations with a symmetric matrix, of which the lower half is kept.
struct System {
    matrix: Vec<f64>,
    right: Vec<f64>,
}

impl System {
    fn new(count: usize) -> Self {
        Self { matrix: vec![0.0; count * count], right: vec![0.0; count] }
    }

    fn add(&mut self, sample: &Sample, error: f64, curvature: f64) {
        let count = self.right.len();
        let ending = sample
            .counts
            .iter()
            .map(|&(term, times)| (usize::from(term), f64::from(times) * (1.0 - sample.phase)));
        let opening = sample
            .counts
            .iter()
            .map(|&(term, times)| (count / 2 + usize::from(term), f64::from(times) * sample.phase));
        let cells: Vec<(usize, f64)> = ending.chain(opening).collect();
        for (index, &(row, times)) in cells.iter().enumerate() {
            self.right[row] += error * times;
            for &(column, other) in &cells[..=index] {
                self.matrix[row * count + column] += curvature * times * other;
            }
        }
    }

    /// By Cholesky's decomposition.
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
