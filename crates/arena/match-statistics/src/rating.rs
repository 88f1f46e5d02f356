//! Ratings for many players.

use std::f64::consts::LN_10;

use statrs::distribution::{ContinuousCDF, StudentsT};

use super::Estimate;

/// Elo per unit of the logistic curve.
pub(super) const ELO_PER_UNIT: f64 = 400.0 / LN_10;

/// The number of every player's virtual draws against an opponent of average strength: log-F(1, 1) priors (Greenland
/// and Mansournia, *Penalization, bias reduction, and default priors in logistic regressions*, 2015). Such priors
/// barely change ratings based on many games, and keep the rating of a player with only wins or only losses finite.
const PRIOR_GAMES: f64 = 1.0;

/// The weight, in pairs, of the expected result variance relative to the observed variance.
const PRIOR_PAIRS: f64 = 1.0;

/// The degrees of freedom of Student's distribution before any game.
const PRIOR_FREEDOM: f64 = 4.0;

/// The 97.5 % quantile of the normal distribution.
const UPPER_97_5: f64 = 0.975;

/// Two players' result in a pair of games or another independent unit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Comparison {
    /// The index of the first player.
    pub first: usize,
    /// The index of the second player.
    pub second: usize,
    /// The first player's score, out of `games`.
    pub score: f64,
    /// Number of games.
    pub games: f64,
}

/// The Elo ratings of `players` players, with a mean of 0, and their 95 % errors. The error of a player without games
/// is infinite.
///
/// This is the Bradley–Terry model (*Rank Analysis of Incomplete Block Designs*, 1952; Zermelo 1929): a player that is
/// stronger by d Elo scores 1/(1 + 10^(−d/400)) on average, and a draw counts as half a win. Newton's method maximizes
/// the likelihood with a weak prior.
///
/// The model's variance ignores draws and pairs. So the errors multiply it by the dispersion, which is the ratio of the
/// comparisons' observed variance to the expected variance (Wedderburn, *Quasi-likelihood functions*, 1974). One pair
/// with the expected variance is added to the pairs played. The interval comes from Student's distribution. For the
/// dispersion, comparisons are weighted by their information, because results between players with very different
/// strengths hardly vary at any dispersion.
///
/// # Panics
/// If a comparison contains a player index of `players` or more.
pub fn ratings(players: usize, comparisons: &[Comparison]) -> Vec<Estimate> {
    anchored_ratings(players, comparisons, &[])
}

/// Like [`ratings`], but with known ratings for the `anchors`, by player index. Errors are relative to the anchors, so
/// the anchors' own errors are 0. Without anchors, the mean rating is 0.
///
/// # Panics
/// If a comparison or an anchor contains a player index of `players` or more.
pub fn anchored_ratings(
    players: usize,
    comparisons: &[Comparison],
    anchors: &[(usize, f64)],
) -> Vec<Estimate> {
    let weighted: Vec<(Comparison, f64)> = comparisons.iter().map(|&it| (it, 1.0)).collect();
    let sum: f64 = anchors.iter().map(|(_, elo)| elo).sum();
    // The prior is a draw against a player with the anchors' average strength.
    let center = sum / count(anchors.len()).max(1.0);
    let fixed: Vec<(usize, f64)> =
        anchors.iter().map(|&(player, elo)| (player, (elo - center) / ELO_PER_UNIT)).collect();
    let fit = Fit::with_fixed(players, &weighted, &fixed);
    let mut has_games = vec![false; players];
    for Comparison { first, second, .. } in comparisons {
        (has_games[*first], has_games[*second]) = (true, true);
    }
    let quantile = fit.quantile();
    let estimate = |player: usize| {
        if has_games[player] {
            let value = fit.strengths[player].mul_add(ELO_PER_UNIT, center);
            Estimate { value, error: quantile * fit.deviations[player] * ELO_PER_UNIT }
        } else {
            Estimate::UNKNOWN
        }
    };
    (0..players).map(estimate).collect()
}

/// The players' fitted strengths in units of the logistic curve, with a mean of 0.
pub(super) struct Fit {
    pub(super) strengths: Vec<f64>,
    /// The standard deviations of the strengths about the mean.
    pub(super) deviations: Vec<f64>,
    /// The ratio of the results' variance to the variance of independent games without draws.
    pub(super) dispersion: f64,
    /// The degrees of freedom of Student's distribution.
    freedom: f64,
}

impl Fit {
    /// Fits the model to comparisons with counts.
    pub(super) fn of(players: usize, comparisons: &[(Comparison, f64)]) -> Self {
        Self::with_fixed(players, comparisons, &[])
    }

    /// Fits the model to comparisons with counts, given some players' strengths. Without given strengths, the mean
    /// strength is 0.
    fn with_fixed(
        players: usize,
        comparisons: &[(Comparison, f64)],
        fixed: &[(usize, f64)],
    ) -> Self {
        let totals = Totals::of(players, comparisons);
        let mut strengths = vec![0.0; players];
        for &(player, strength) in fixed {
            strengths[player] = strength;
        }
        let is_fixed: Vec<usize> = fixed.iter().map(|&(player, _)| player).collect();
        for _ in 0..STEPS_MAX {
            let (mut slope, mut information) = totals.slope_and_information(&strengths);
            for &player in &is_fixed {
                slope[player] = 0.0;
                information.fix(player);
            }
            let inverse = information.inverse();
            let step = inverse.times(&slope);
            let largest = step.iter().fold(0.0_f64, |largest, part| largest.max(part.abs()));
            // Newton's step overshoots if the maximum is far away.
            let scale = if largest > STEP_MAX { STEP_MAX / largest } else { 1.0 };
            strengths.iter_mut().zip(&step).for_each(|(strength, part)| *strength += scale * part);
            if largest < PRECISION {
                break;
            }
        }
        let (dispersion, freedom) = dispersion(players, comparisons, &strengths);
        if !is_fixed.is_empty() {
            let deviations = totals.deviations_from(&is_fixed, &strengths, dispersion);
            return Self { strengths, deviations, dispersion, freedom };
        }
        let deviations = totals.deviations(&strengths, dispersion);
        let mean = strengths.iter().sum::<f64>() / count(players).max(1.0);
        for strength in &mut strengths {
            *strength -= mean;
        }
        Self { strengths, deviations, dispersion, freedom }
    }

    /// Half the width of the 95 % interval, in standard deviations.
    pub(super) fn quantile(&self) -> f64 {
        self.distribution().inverse_cdf(UPPER_97_5)
    }

    /// The probability that a value is positive if its estimate is `deviations` standard deviations above 0.
    pub(super) fn probability_above_zero(&self, deviations: f64) -> f64 {
        self.distribution().cdf(deviations)
    }

    fn distribution(&self) -> StudentsT {
        StudentsT::new(0.0, 1.0, self.freedom).expect("the degrees of freedom are positive")
    }
}

const STEPS_MAX: usize = 100;
const STEP_MAX: f64 = 2.0;
const PRECISION: f64 = 1e-9;

#[expect(clippy::cast_precision_loss, reason = "fewer than 2⁵³ players")]
const fn count(players: usize) -> f64 {
    players as f64
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

fn expected_score(strengths: &[f64], first: usize, second: usize) -> f64 {
    logistic(strengths[first] - strengths[second])
}

/// The dispersion and its degrees of freedom.
fn dispersion(players: usize, comparisons: &[(Comparison, f64)], strengths: &[f64]) -> (f64, f64) {
    let (mut units, mut observed, mut information) = (0.0, 0.0, 0.0);
    let mut is_compared = vec![false; players];
    for &(Comparison { first, second, score, games }, times) in comparisons {
        if times > 0.0 {
            (is_compared[first], is_compared[second]) = (true, true);
        }
        let p = expected_score(strengths, first, second);
        units += times;
        observed += times * (score - games * p).powi(2);
        information += times * games * p * (1.0 - p);
    }
    let compared = is_compared.iter().filter(|&&it| it).count();
    let fitted = count(compared.saturating_sub(1));
    if units <= fitted {
        return (1.0, PRIOR_FREEDOM);
    }
    // Two games between equal players have information ½; such a pair is the unit here.
    let pairs = 2.0 * information * (units - fitted) / units;
    ((PRIOR_PAIRS + 2.0 * observed) / (PRIOR_PAIRS + pairs), PRIOR_FREEDOM + pairs)
}

/// The comparisons, summed per pair of players.
struct Totals {
    players: usize,
    /// For each pair, the indices, the lower index's score against the higher, and the number of games.
    of_two: Vec<(usize, usize, f64, f64)>,
}

impl Totals {
    fn of(players: usize, comparisons: &[(Comparison, f64)]) -> Self {
        let mut table = vec![(0.0, 0.0); players * players];
        for &(Comparison { first, second, score, games }, times) in comparisons {
            let (low, high, score) = if first < second {
                (first, second, score)
            } else {
                (second, first, games - score)
            };
            let cell = &mut table[low * players + high];
            *cell = (cell.0 + times * score, cell.1 + times * games);
        }
        let cells = table.into_iter().enumerate().filter(|(_, (_, games))| *games > 0.0);
        let of_two =
            cells.map(|(index, (score, games))| (index / players, index % players, score, games));
        Self { players, of_two: of_two.collect() }
    }

    /// The slope of the log-likelihood and its negative curvature.
    fn slope_and_information(&self, strengths: &[f64]) -> (Vec<f64>, Matrix) {
        let mut slope: Vec<f64> = strengths.iter().copied().map(prior_slope).collect();
        let mut information = Matrix::zero(self.players);
        for (index, &strength) in strengths.iter().enumerate() {
            information.add(index, index, prior_information(strength));
        }
        for &(first, second, score, games) in &self.of_two {
            let p = expected_score(strengths, first, second);
            slope[first] += score - games * p;
            slope[second] -= score - games * p;
            information.add_difference(first, second, games * p * (1.0 - p));
        }
        (slope, information)
    }

    /// The standard deviations of the strengths about their mean, for this result dispersion.
    fn deviations(&self, strengths: &[f64], dispersion: f64) -> Vec<f64> {
        let (_, information) = self.slope_and_information(strengths);
        let inverse = information.inverse();
        let prior: Vec<f64> = strengths.iter().copied().map(prior_information).collect();
        let share = 1.0 / count(self.players);
        let deviation = |index: usize| {
            let unit = |other: usize| f64::from(u8::from(other == index)) - share;
            let contrast: Vec<f64> = (0..self.players).map(unit).collect();
            let weights = inverse.times(&contrast);
            let variance: f64 = weights.iter().zip(&contrast).map(|(w, c)| w * c).sum();
            let of_prior: f64 = weights.iter().zip(&prior).map(|(w, p)| w * w * p).sum();
            // The dispersion applies to the games but not to the prior.
            (dispersion * variance + (1.0 - dispersion) * of_prior).max(0.0).sqrt()
        };
        (0..self.players).map(deviation).collect()
    }
}

impl Totals {
    /// The standard deviations of the strengths for this result dispersion, if the `fixed` players' strengths are
    /// known.
    fn deviations_from(&self, fixed: &[usize], strengths: &[f64], dispersion: f64) -> Vec<f64> {
        let (_, mut information) = self.slope_and_information(strengths);
        for &player in fixed {
            information.fix(player);
        }
        let inverse = information.inverse();
        let deviation = |index: usize| {
            if fixed.contains(&index) {
                return 0.0;
            }
            let unit: Vec<f64> =
                (0..self.players).map(|other| f64::from(u8::from(other == index))).collect();
            let weights = inverse.times(&unit);
            let prior = |(player, weight): (usize, &f64)| {
                if fixed.contains(&player) {
                    0.0
                } else {
                    weight * weight * prior_information(strengths[player])
                }
            };
            let of_prior: f64 = weights.iter().enumerate().map(prior).sum();
            // The dispersion applies to the games but not to the prior.
            (dispersion * weights[index] + (1.0 - dispersion) * of_prior).max(0.0).sqrt()
        };
        (0..self.players).map(deviation).collect()
    }
}

fn prior_slope(strength: f64) -> f64 {
    PRIOR_GAMES * (0.5 - logistic(strength))
}

fn prior_information(strength: f64) -> f64 {
    let p = logistic(strength);
    PRIOR_GAMES * p * (1.0 - p)
}

/// A symmetric positive matrix.
struct Matrix {
    size: usize,
    cells: Vec<f64>,
}

impl Matrix {
    fn zero(size: usize) -> Self {
        Self { size, cells: vec![0.0; size * size] }
    }

    fn add(&mut self, row: usize, column: usize, value: f64) {
        self.cells[row * self.size + column] += value;
    }

    /// Decouples a coordinate from all others and sets its diagonal value to 1.
    fn fix(&mut self, index: usize) {
        for other in 0..self.size {
            self.cells[index * self.size + other] = 0.0;
            self.cells[other * self.size + index] = 0.0;
        }
        self.cells[index * self.size + index] = 1.0;
    }

    /// Adds `value` times the squared difference between two coordinates.
    fn add_difference(&mut self, first: usize, second: usize, value: f64) {
        self.add(first, first, value);
        self.add(second, second, value);
        self.add(first, second, -value);
        self.add(second, first, -value);
    }

    fn times(&self, vector: &[f64]) -> Vec<f64> {
        let row = |row: &[f64]| row.iter().zip(vector).map(|(cell, part)| cell * part).sum();
        self.cells.chunks(self.size.max(1)).map(row).collect()
    }

    /// Inverts the matrix in place by Gauss-Jordan elimination. A positive definite matrix needs no pivoting.
    fn inverse(mut self) -> Self {
        for pivot in 0..self.size {
            let divisor = self.cells[pivot * self.size + pivot];
            self.cells[pivot * self.size + pivot] = 1.0;
            let row = pivot * self.size..(pivot + 1) * self.size;
            for cell in &mut self.cells[row.clone()] {
                *cell /= divisor;
            }
            let pivot_row = self.cells[row].to_vec();
            for (index, row) in self.cells.chunks_mut(self.size).enumerate() {
                if index != pivot {
                    let factor = std::mem::take(&mut row[pivot]);
                    row.iter_mut().zip(&pivot_row).for_each(|(cell, part)| *cell -= factor * part);
                }
            }
        }
        self
    }
}
