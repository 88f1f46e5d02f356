//! Trains weights on more positions than fit into memory.

use std::io::{BufRead, Write};

use anyhow::{Context, ensure};
use board_engine::{Game, Notation, zobrist};
use clap::Args;

use super::fit::{Fitted, share};
use super::linear::{SCORE_MAX, Scored, scale, shares};
use super::samples::TEST_GAMES;
use super::{Features, Linear, Predicted, StoredPosition};

/// Training settings.
#[derive(Clone, Debug, Args)]
#[group(skip)]
pub struct Learn {
    /// The search score's share of the target, if a position also has a result.
    #[arg(long, default_value = "0.5", value_parser = share)]
    pub searched: f64,
    /// The number of passes over all positions.
    #[arg(long, default_value = "3", value_parser = clap::value_parser!(u32).range(1..))]
    pub rounds: u32,
    /// The length of the first steps, in game units.
    #[arg(long, default_value = "0.02", value_parser = step)]
    pub step: f32,
    /// Skip positions without a score, and tablebase wins. Searches decide these positions, and weights that learn them
    /// predict other positions less well.
    #[arg(long)]
    pub without_ends: bool,
    /// Skip positions without a result: sampled positions whose outcome is unknown.
    #[arg(long)]
    pub results_only: bool,
}

fn step(text: &str) -> Result<f32, String> {
    let step = text.parse().ok().filter(|step: &f32| step.is_finite() && *step > 0.0);
    step.ok_or_else(|| "it must be a number above 0".to_owned())
}

/// A weight takes long steps until its sum of squared gradients reaches this value.
const SLOPES_FIRST: f32 = 0.25;
/// The size of the last steps, relative to the first.
const STEP_LEAST: f32 = 0.01;

/// A position with its labels.
#[derive(Clone, Debug)]
struct Labeled<P> {
    position: P,
    /// The result, in the same form as the target.
    result: Option<f32>,
    /// The search's score for the first seat, in hundredths of the game's unit.
    found: Option<f32>,
}

/// Training positions, and held-out test positions.
#[derive(Debug)]
pub struct TrainingSet<G: Game> {
    /// The training positions.
    positions: Vec<Labeled<G::Position>>,
    /// The held-out positions.
    tests: Vec<Labeled<G::Position>>,
    target: Predicted,
    /// A hundredth of the game's unit, in weight sums.
    scale: f64,
}

impl<G: Game> TrainingSet<G> {
    /// The training positions, in file order.
    pub fn positions(&self) -> impl Iterator<Item = &G::Position> {
        self.positions.iter().map(|labeled| &labeled.position)
    }
}

impl Learn {
    /// Reads the output of [`Games`](super::Games) and [`Rescoring`](super::Rescoring). One game in ten is reserved for
    /// testing. Positions with neither a result nor a score are ignored. Positions with both determine what a score
    /// means. Without such positions, a lead of one unit counts as 0.5 in the weight sum, which is a probability of 62
    /// %.
    ///
    /// # Errors
    /// If a file can't be read or has an invalid line, which the error identifies by number; if there are too few
    /// games; or if scores contradict results.
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        reason = "scores and results are small numbers"
    )]
    pub fn read<G: Notation, L: Linear<G>>(
        &self,
        game: &G,
        linear: &L,
        texts: impl Iterator<Item = impl BufRead>,
    ) -> anyhow::Result<TrainingSet<G>> {
        let (mut positions, mut tests) = (Vec::new(), Vec::new());
        for (number, text) in (1..).zip(texts) {
            StoredPosition::read_all(game, text, |kept, position| {
                let result = kept.payoff.map(|payoff| L::TARGET.of_payoff(payoff.into()) as f32);
                let found = kept.found.map(|found| found as f32);
                if self.says_enough(result, found) && linear.is_usual(game, &position) {
                    let is_test = kept.game.is_multiple_of(TEST_GAMES);
                    let list = if is_test { &mut tests } else { &mut positions };
                    list.push(Labeled { position, result, found });
                }
                Ok(())
            })
            .with_context(|| format!("file {number}"))?;
        }
        ensure!(
            !tests.is_empty(),
            "no games are left for the test set: give more than {TEST_GAMES} games"
        );
        ensure!(!positions.is_empty(), "all games are in the test set: give more games");
        let scored = positions.iter().filter_map(|labeled: &Labeled<_>| {
            let Labeled { result, found, .. } = *labeled;
            Some(Scored { result: result?, score: found?, weight: 1.0 })
        });
        let scale = scale(L::TARGET, &scored);
        ensure!(scale > 0.0, "the positions' scores contradict their results");
        Ok(TrainingSet { positions, tests, target: L::TARGET, scale })
    }

    /// Returns `true` if a position with this result and this score is usable for training.
    fn says_enough(&self, result: Option<f32>, found: Option<f32>) -> bool {
        let has_score = found.is_some();
        let is_open = found.is_some_and(|found| found.abs() <= SCORE_MAX);
        (result.is_some() || (has_score && !self.results_only)) && (is_open || !self.without_ends)
    }

    /// Continues training from the initial weights, by stochastic gradient descent with its own step size for each
    /// weight (Duchi, Hazan and Singer, "Adaptive Subgradient Methods for Online Learning and Stochastic Optimization",
    /// 2011). After each round, writes the mean losses of the training and test positions, minus the loss of the best
    /// prediction.
    ///
    /// # Errors
    /// If `out` can't be written.
    pub fn run<G: Game, L: Linear<G>>(
        &self,
        game: &G,
        linear: &mut L,
        set: &TrainingSet<G>,
        out: &mut impl Write,
    ) -> anyhow::Result<Fitted> {
        let TrainingSet { positions, tests, target, scale } = set;
        let mut learner = Descent {
            game,
            linear,
            target: *target,
            searched: self.searched,
            scale: *scale,
            terms: Vec::new(),
            patterns: Vec::new(),
            features: Features::default(),
        };
        learner.know();
        let mut losses = vec![learner.mean_loss(tests)];
        writeln!(out, "{} positions, {} more in the test set", positions.len(), tests.len())?;
        writeln!(out, "scale {scale:.6}, loss of the test {:.6}", losses[0])?;
        for round in 0..self.rounds {
            let learned = self.round(&mut learner, positions, round);
            let tested = learner.mean_loss(tests);
            writeln!(out, "round {}: loss {learned:.6}, of the test {tested:.6}", round + 1)?;
            out.flush().context("can't write the losses")?;
            losses.push(tested);
        }
        let values =
            |weights: &[Weight]| weights.iter().map(|weight| weight.value.into()).collect();
        Ok(Fitted {
            knots: L::KNOTS,
            terms: values(&learner.terms),
            patterns: values(&learner.patterns),
            scale: *scale,
            losses,
        })
    }

    /// Trains on all positions once, and returns the mean loss.
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        reason = "counts of positions, and the length of a step"
    )]
    fn round<G: Game, L: Linear<G>>(
        &self,
        learner: &mut Descent<'_, G, L>,
        positions: &[Labeled<G::Position>],
        round: u32,
    ) -> f64 {
        let order = Order::new(positions.len(), round);
        let first = 100.0 * learner.scale as f32 * self.step;
        let mut loss = 0.0;
        for number in 0..positions.len() {
            let part = (round as f32 + number as f32 / positions.len() as f32) / self.rounds as f32;
            let step = first * (STEP_LEAST + (1.0 - STEP_LEAST) * (1.0 - part));
            loss += learner.learn(&positions[order.at(number)], step);
        }
        loss / positions.len() as f64
    }
}

/// A trained weight.
#[derive(Clone, Copy)]
struct Weight {
    value: f32,
    /// The sum of all squared gradients.
    slopes: f32,
}

impl Weight {
    #[expect(clippy::cast_possible_truncation, reason = "a float is rounded")]
    const fn of(value: f64) -> Self {
        Self { value: value as f32, slopes: SLOPES_FIRST }
    }

    fn learn(&mut self, slope: f32, step: f32) {
        self.slopes += slope * slope;
        self.value += step * slope / self.slopes.sqrt();
    }
}

struct Descent<'a, G, L> {
    game: &'a G,
    linear: &'a mut L,
    target: Predicted,
    searched: f64,
    scale: f64,
    /// The weights of each term at the knots.
    terms: Vec<Weight>,
    /// The weights of each pattern at the knots.
    patterns: Vec<Weight>,
    features: Features,
}

impl<G: Game, L: Linear<G>> Descent<'_, G, L> {
    /// Starts from the initial pattern weights.
    fn know(&mut self) {
        let known = self.linear.initial_pattern_weights();
        self.patterns = known.iter().map(|known| Weight::of(self.scale * known)).collect();
    }

    /// Counts the position's features, and returns the position's sum with the current weights.
    fn count(&mut self, position: &G::Position) -> f64 {
        let Self { game, linear, features, terms, patterns, scale, .. } = self;
        features.clear();
        linear.count(game, position, features);
        let end = features.terms.iter().map(|&(term, _)| usize::from(term) + 1).max().unwrap_or(0);
        while terms.len() < end * L::KNOTS {
            let (term, knot) = (terms.len() / L::KNOTS, terms.len() % L::KNOTS);
            terms.push(Weight::of(*scale * linear.initial_weight(term, knot)));
        }
        let cells = features.own.iter().chain(&features.other);
        let end = cells.max().map_or(0, |&last| last as usize + 1) * L::KNOTS;
        if patterns.len() < end {
            patterns.resize(end, Weight::of(0.0));
        }
        let shares = shares(features.stage, L::KNOTS);
        let at = |weights: &[Weight], number: usize| -> f64 {
            let one = |(knot, share): (usize, f64)| {
                share * f64::from(weights[number * L::KNOTS + knot].value)
            };
            shares.map(one).iter().sum()
        };
        let of_terms = features.terms.iter();
        let of_terms: f64 =
            of_terms.map(|&(term, times)| f64::from(times) * at(terms, term.into())).sum();
        let of_patterns = |list: &[u32]| list.iter().map(|&cell| at(patterns, cell as usize)).sum();
        let [own, other]: [f64; 2] = [&features.own, &features.other].map(|list| of_patterns(list));
        of_terms + own - other
    }

    /// The target of the prediction.
    fn target(&self, labeled: &Labeled<G::Position>) -> f64 {
        let found = labeled.found.map(|found| self.target.predict(self.scale * f64::from(found)));
        match (found, labeled.result.map(f64::from)) {
            (Some(found), Some(result)) => self.searched * found + (1.0 - self.searched) * result,
            (Some(known), None) | (None, Some(known)) => known,
            (None, None) => 0.0,
        }
    }

    fn mean_loss(&mut self, positions: &[Labeled<G::Position>]) -> f64 {
        let mut sum = 0.0;
        for labeled in positions {
            let predicted = self.target.predict(self.count(&labeled.position));
            let target = self.target(labeled);
            sum += self.target.loss_above_least(predicted, target);
        }
        #[expect(clippy::cast_precision_loss, reason = "a count of positions")]
        let count = positions.len() as f64;
        sum / count
    }

    /// Takes a step, and returns the loss before it.
    #[expect(clippy::cast_possible_truncation, reason = "a float is rounded")]
    fn learn(&mut self, labeled: &Labeled<G::Position>, step: f32) -> f64 {
        let predicted = self.target.predict(self.count(&labeled.position));
        let target = self.target(labeled);
        let error = (target - predicted) as f32;
        let Self { features: Features { terms, own, other, stage }, .. } = self;
        let shares = shares(*stage, L::KNOTS);
        for &(term, times) in &*terms {
            for (knot, share) in shares {
                let weight = &mut self.terms[usize::from(term) * L::KNOTS + knot];
                weight.learn(times * share as f32 * error, step);
            }
        }
        for (list, error) in [(own, error), (other, -error)] {
            for &cell in &*list {
                for (knot, share) in shares {
                    let weight = &mut self.patterns[cell as usize * L::KNOTS + knot];
                    weight.learn(share as f32 * error, step);
                }
            }
        }
        self.target.loss_above_least(predicted, target)
    }
}

/// A permutation of the numbers below a count, which moves neighbors far apart, because adjacent positions in a file
/// belong to the same game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Order {
    count: usize,
    step: usize,
    first: usize,
}

impl Order {
    /// A different permutation for each `round`.
    ///
    /// # Panics
    /// If `count` is 0.
    pub fn new(count: usize, round: u32) -> Self {
        let drawn = |number| {
            usize::try_from(zobrist::mix(&[round.into(), number]) >> 1).unwrap_or(0) % count
        };
        let has_no_common_divisor = |&step: &usize| {
            let (mut one, mut other) = (count, step);
            while other != 0 {
                (one, other) = (other, one % other);
            }
            one == 1
        };
        let step = (drawn(1)..=count).find(has_no_common_divisor).unwrap_or(1);
        Self { count, step, first: drawn(2) }
    }

    /// The number at this index in the order.
    pub fn at(&self, number: usize) -> usize {
        let product = number as u128 * self.step as u128 + self.first as u128;
        usize::try_from(product % self.count as u128).unwrap_or(0)
    }
}
