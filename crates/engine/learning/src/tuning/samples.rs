//! Positions with results, represented by their features.

use std::io::BufRead;
use std::num::NonZeroUsize;

use anyhow::{Context, ensure};
use board_engine::Notation;

use super::linear::{Scored, scale};
use super::{Features, Linear, Predicted, StoredPosition};

/// A position.
#[derive(Clone, Debug)]
pub(super) struct Sample {
    pub(super) terms: Box<[(u16, f32)]>,
    /// The first seat's patterns, and the second seat's.
    pub(super) patterns: [Box<[u32]>; 2],
    pub(super) stage: f32,
    /// The game's actual result, as the target.
    pub(super) result: f32,
    /// The search's score for the first seat, in hundredths of the game's unit.
    pub(super) found: Option<f32>,
    /// The target of the prediction.
    pub(super) target: f32,
    /// The weight of the sample.
    pub(super) weight: f32,
    /// The score with known weights, in hundredths of the game's unit.
    pub(super) reference: f32,
    /// The sums of terms and of patterns with the current weights.
    pub(super) by_terms: f64,
    pub(super) by_patterns: f64,
    /// `true` if the sample is held out for testing.
    pub(super) is_test: bool,
}

/// Positions from many games.
#[derive(Clone, Debug)]
pub struct FeatureSamples {
    pub(super) all: Vec<Sample>,
    pub(super) target: Predicted,
    pub(super) knots: usize,
    /// One more than the largest term index and than the largest pattern index.
    pub(super) terms: usize,
    pub(super) patterns: usize,
    /// Each term's current weights at the knots, in hundredths of the game's unit.
    pub(super) known: Vec<f64>,
    /// Each pattern's current weights at the knots.
    pub(super) known_patterns: Vec<f64>,
}

/// The interval of games held out for testing.
pub(super) const TEST_GAMES: u64 = 10;

impl Sample {
    pub(super) fn predict(&self, target: Predicted) -> f64 {
        target.predict(self.by_terms + self.by_patterns)
    }
}

impl FeatureSamples {
    /// Reads the output of [`Games`](super::Games). From each game, takes at most `per_game` evenly spaced positions
    /// with a result. A game's weight is the square root of its number of positions. One game in ten is held out for
    /// testing.
    ///
    /// # Errors
    /// If a file can't be read or has an invalid line, which the error identifies by number, or if there are too few
    /// games.
    pub fn read<G: Notation, L: Linear<G>>(
        game: &G,
        linear: &mut L,
        texts: impl Iterator<Item = impl BufRead>,
        per_game: NonZeroUsize,
    ) -> anyhow::Result<Self> {
        let mut samples = Self {
            all: Vec::new(),
            target: L::TARGET,
            knots: L::KNOTS,
            terms: 0,
            patterns: 0,
            known: Vec::new(),
            known_patterns: Vec::new(),
        };
        for (number, text) in (1..).zip(texts) {
            let mut rows: Vec<(StoredPosition, G::Position)> = Vec::new();
            StoredPosition::read_all(game, text, |kept, position| {
                if rows.last().is_some_and(|(last, _)| last.game != kept.game) {
                    samples.add_game(game, linear, &rows, per_game);
                    rows.clear();
                }
                // Sampled positions are so numerous that they would leave little room for the others.
                if kept.payoff.is_some() {
                    rows.push((kept, position));
                }
                Ok(())
            })
            .with_context(|| format!("file {number}"))?;
            samples.add_game(game, linear, &rows, per_game);
        }
        let terms = 0..samples.terms;
        let knots = |term| (0..L::KNOTS).map(move |knot| (term, knot));
        let known = terms.flat_map(knots).map(|(term, knot)| linear.initial_weight(term, knot));
        samples.known = known.collect();
        samples.add_known_patterns(linear.initial_pattern_weights());
        let tests = samples.all.iter().filter(|sample| sample.is_test).count();
        ensure!(tests > 0, "no games are left for the test set: play more than {TEST_GAMES} games");
        ensure!(tests < samples.all.len(), "all games are in the test set: play more games");
        Ok(samples)
    }

    /// Adds the initial weights of patterns that don't occur in any position.
    fn add_known_patterns(&mut self, mut known: Vec<f64>) {
        self.patterns = self.patterns.max(known.len() / self.knots);
        known.resize(self.patterns * self.knots, 0.0);
        self.known_patterns = known;
    }

    /// The number of positions.
    pub fn count(&self) -> usize {
        self.all.len()
    }

    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        reason = "small numbers"
    )]
    fn add_game<G: Notation, L: Linear<G>>(
        &mut self,
        game: &G,
        linear: &mut L,
        rows: &[(StoredPosition, G::Position)],
        per_game: NonZeroUsize,
    ) {
        let step = rows.len().div_ceil(per_game.get()).max(1);
        let kept = rows.len().div_ceil(step);
        let mut features = Features::default();
        for (StoredPosition { game: number, payoff, found, .. }, position) in
            rows.iter().step_by(step)
        {
            let Some(payoff) = payoff.filter(|_| linear.is_usual(game, position)) else { continue };
            features.clear();
            linear.count(game, position, &mut features);
            let Features { terms, own, other, stage } = &features;
            let result = self.target.of_payoff(f64::from(payoff)) as f32;
            let end = |numbers: &[u32]| numbers.iter().max().map_or(0, |&last| last as usize + 1);
            self.patterns = self.patterns.max(end(own)).max(end(other));
            let terms_end = terms.iter().map(|&(term, _)| usize::from(term) + 1).max();
            self.terms = self.terms.max(terms_end.unwrap_or(0));
            self.all.push(Sample {
                terms: terms.as_slice().into(),
                patterns: [own.as_slice().into(), other.as_slice().into()],
                stage: *stage,
                result,
                found: found.map(|found| found as f32),
                target: result,
                weight: 1.0 / (kept as f32).sqrt(),
                reference: linear.reference(game, position) as f32,
                by_terms: 0.0,
                by_patterns: 0.0,
                is_test: number.is_multiple_of(TEST_GAMES),
            });
        }
    }

    /// The mean loss on the held-out positions.
    pub(super) fn loss(&self) -> f64 {
        let (mut sum, mut weight) = (0.0, 0.0);
        for sample in self.all.iter().filter(|sample| sample.is_test) {
            let loss = self.target.loss(sample.predict(self.target), sample.result.into());
            sum += f64::from(sample.weight) * loss;
            weight += f64::from(sample.weight);
        }
        sum / weight
    }

    /// Sets the targets of the positions with a search score: a `share` of the score's prediction, plus the remaining
    /// share of the result.
    #[expect(clippy::cast_possible_truncation, reason = "chances and payoffs")]
    pub(super) fn add_searches(&mut self, share: f64) {
        let scale = self.scale(|sample| sample.found);
        let target = self.target;
        for sample in &mut self.all {
            if let Some(found) = sample.found {
                let found = target.predict(scale * f64::from(found));
                sample.target = (share * found + (1.0 - share) * f64::from(sample.result)) as f32;
            }
        }
    }

    /// The value of a hundredth of the game's unit in weight sums, estimated from the positions' scores and results.
    pub(super) fn scale(&self, score: impl Fn(&Sample) -> Option<f32>) -> f64 {
        let score = &score;
        let scored = self.all.iter().filter_map(move |sample| {
            let Sample { result, weight, .. } = *sample;
            Some(Scored { result, score: score(sample)?, weight })
        });
        scale(self.target, &scored)
    }
}
