//! Weights of terms, by Newton's method.

use crate::Target;
use crate::linear::shares;
use crate::samples::{Sample, Samples};

/// The number of Newton's steps; after these nothing changes.
const STEPS: usize = 6;

/// Fits the weights of terms beside those of patterns: for each term one at each knot. `ridge` is how strongly they are pulled
/// to those so far, a hundredth of whose unit is `scale`.
pub(crate) fn fit(samples: &mut Samples, ridge: f64, scale: f64) -> Vec<f64> {
    let (target, knots) = (samples.target, samples.knots);
    let count = samples.terms * knots;
    let known: Vec<f64> = samples.known.iter().map(|known| scale * known).collect();
    let mut weights = known.clone();
    let steps = if target == Target::Payoff { 1 } else { STEPS };
    for _ in 0..steps {
        judge(samples, &weights);
        let mut system = System::new(count);
        for sample in samples.all.iter().filter(|sample| !sample.is_test) {
            let predicted = sample.predicted(target);
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

fn judge(samples: &mut Samples, weights: &[f64]) {
    let knots = samples.knots;
    for sample in &mut samples.all {
        let sum = cells(sample, knots).iter().map(|&(cell, times)| times * weights[cell]).sum();
        sample.by_terms = sum;
    }
}

/// The numbers of the weights that count, and how often each does.
fn cells(sample: &Sample, knots: usize) -> Vec<(usize, f64)> {
    let shares = shares(sample.stage, knots);
    let of = |&(term, times): &(u16, f32)| {
        shares.map(|(knot, share)| (usize::from(term) * knots + knot, f64::from(times) * share))
    };
    let mut cells: Vec<_> = sample.terms.iter().flat_map(of).collect();
    cells.sort_unstable_by_key(|&(cell, _)| cell);
    cells
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

    /// Adds what a position says; `cells` are in order.
    fn add(&mut self, cells: &[(usize, f64)], error: f64, curvature: f64) {
        let count = self.right.len();
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
