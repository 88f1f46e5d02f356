//! One rating for each of many players.

use std::f64::consts::LN_10;

use super::Estimate;

/// The Elo of one unit of the logistic curve.
const ELO_PER_UNIT: f64 = 400.0 / LN_10;

/// The spread of strength that is expected before any game: a standard deviation in Elo. It hardly moves a rating
/// that games tell of, and keeps finite the rating of who has won or lost all of them.
const PRIOR_DEVIATION: f64 = 800.0;

const Z_95: f64 = 1.959_963_984_540_054;

/// What one pair of games, or any other unit that is independent of all others, says of two players.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Comparison {
    /// The index of one player.
    pub first: usize,
    /// The index of another player.
    pub second: usize,
    /// What the first one scored, out of `games`.
    pub score: f64,
    /// How many games these were.
    pub games: f64,
}

/// The ratings of `players` players in Elo, with a mean of 0, and their 95 % errors.
///
/// The model is that of Bradley and Terry (*Rank Analysis of Incomplete Block Designs*, 1952; Zermelo 1929): who is
/// stronger by d Elo scores 1/(1 + 10^(−d/400)) in the mean; a draw is half a win. Its likelihood, with a weak normal
/// prior, is maximized by Newton's method. The errors don't rest on the model's variance, which knows no draws and no
/// pairs, but on the spread that was seen between the comparisons (White, *Maximum Likelihood Estimation of
/// Misspecified Models*, 1982).
///
/// # Panics
/// If a comparison names a player that is not below `players`.
pub fn ratings(players: usize, comparisons: &[Comparison]) -> Vec<Estimate> {
    let totals = Totals::of(players, comparisons);
    let mut strengths = vec![0.0; players];
    for _ in 0..STEPS_MAX {
        let (gradient, information) = totals.slope_and_information(&strengths);
        let step = information.solve(&gradient);
        let largest = step.iter().fold(0.0_f64, |largest, part| largest.max(part.abs()));
        // Newton's step overshoots far from the top.
        let scale = if largest > STEP_MAX { STEP_MAX / largest } else { 1.0 };
        strengths.iter_mut().zip(&step).for_each(|(strength, part)| *strength += scale * part);
        if largest < PRECISION {
            break;
        }
    }
    let deviations = deviations(&totals, comparisons, &strengths);
    let estimate = |(strength, deviation): (&f64, f64)| Estimate {
        value: strength * ELO_PER_UNIT,
        error: Z_95 * deviation * ELO_PER_UNIT,
    };
    strengths.iter().zip(deviations).map(estimate).collect()
}

const STEPS_MAX: usize = 100;
const STEP_MAX: f64 = 2.0;
const PRECISION: f64 = 1e-9;

fn prior_precision() -> f64 {
    (ELO_PER_UNIT / PRIOR_DEVIATION).powi(2)
}

fn expected(strengths: &[f64], first: usize, second: usize) -> f64 {
    1.0 / (1.0 + (strengths[second] - strengths[first]).exp())
}

/// The comparisons of each two players in one sum.
struct Totals {
    players: usize,
    /// Score and games of the lower index against the higher one.
    of_two: Vec<(usize, usize, f64, f64)>,
}

impl Totals {
    fn of(players: usize, comparisons: &[Comparison]) -> Self {
        let mut table = vec![(0.0, 0.0); players * players];
        for &Comparison { first, second, score, games } in comparisons {
            let (low, high, score) = if first < second {
                (first, second, score)
            } else {
                (second, first, games - score)
            };
            let cell = &mut table[low * players + high];
            *cell = (cell.0 + score, cell.1 + games);
        }
        let cells = table.into_iter().enumerate().filter(|(_, (_, games))| *games > 0.0);
        let of_two =
            cells.map(|(index, (score, games))| (index / players, index % players, score, games));
        Self { players, of_two: of_two.collect() }
    }

    /// The slope of the logarithm of the likelihood, and its negative curvature.
    fn slope_and_information(&self, strengths: &[f64]) -> (Vec<f64>, Matrix) {
        let mut slope: Vec<f64> =
            strengths.iter().map(|strength| -strength * prior_precision()).collect();
        let mut information = Matrix::diagonal(self.players, prior_precision());
        for &(first, second, score, games) in &self.of_two {
            let p = expected(strengths, first, second);
            slope[first] += score - games * p;
            slope[second] -= score - games * p;
            information.add_difference(first, second, games * p * (1.0 - p));
        }
        (slope, information)
    }
}

/// The standard deviations of the strengths about their mean.
fn deviations(totals: &Totals, comparisons: &[Comparison], strengths: &[f64]) -> Vec<f64> {
    let players = totals.players;
    let (_, information) = totals.slope_and_information(strengths);
    let mut spread = Matrix::diagonal(players, prior_precision());
    for &Comparison { first, second, score, games } in comparisons {
        let surprise = score - games * expected(strengths, first, second);
        spread.add_difference(first, second, surprise * surprise);
    }
    let unit = |index: usize| {
        let share = 1.0 / f64::from(u32::try_from(players).unwrap_or(u32::MAX));
        (0..players).map(|other| f64::from(u8::from(other == index)) - share).collect::<Vec<_>>()
    };
    let variance = |index| {
        let weights = information.solve(&unit(index));
        let spread = spread.times(&weights);
        weights.iter().zip(spread).map(|(weight, part)| weight * part).sum::<f64>()
    };
    (0..players).map(|index| variance(index).max(0.0).sqrt()).collect()
}

/// A symmetric positive matrix.
struct Matrix {
    size: usize,
    cells: Vec<f64>,
}

impl Matrix {
    fn diagonal(size: usize, value: f64) -> Self {
        let mut matrix = Self { size, cells: vec![0.0; size * size] };
        (0..size).for_each(|index| matrix.cells[index * (size + 1)] = value);
        matrix
    }

    /// Adds `value` times the square of the difference of two coordinates.
    fn add_difference(&mut self, first: usize, second: usize, value: f64) {
        self.cells[first * (self.size + 1)] += value;
        self.cells[second * (self.size + 1)] += value;
        self.cells[first * self.size + second] -= value;
        self.cells[second * self.size + first] -= value;
    }

    fn times(&self, vector: &[f64]) -> Vec<f64> {
        let row = |row: &[f64]| row.iter().zip(vector).map(|(cell, part)| cell * part).sum();
        self.cells.chunks(self.size.max(1)).map(row).collect()
    }

    /// The vector that this matrix takes to `goal`: elimination, which needs no pivots where all is positive.
    fn solve(&self, goal: &[f64]) -> Vec<f64> {
        let (size, mut cells, mut solution) = (self.size, self.cells.clone(), goal.to_vec());
        for column in 0..size {
            for row in column + 1..size {
                let factor = cells[row * size + column] / cells[column * size + column];
                if factor != 0.0 {
                    for at in column..size {
                        cells[row * size + at] -= factor * cells[column * size + at];
                    }
                    solution[row] -= factor * solution[column];
                }
            }
        }
        for row in (0..size).rev() {
            let known: f64 = (row + 1..size).map(|at| cells[row * size + at] * solution[at]).sum();
            solution[row] = (solution[row] - known) / cells[row * size + row];
        }
        solution
    }
}
