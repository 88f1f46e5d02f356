//! Positions with results, as what counts in them.

use std::io::BufRead;
use std::num::NonZeroUsize;

use anyhow::{Context, ensure};
use board_engine::Notation;

use crate::scale::{Scored, scale};
use crate::{Features, Kept, Linear, Target};

/// A position.
#[derive(Clone, Debug)]
pub(crate) struct Sample {
    pub(crate) terms: Box<[(u16, f32)]>,
    /// The patterns that count for the first seat, and those for the second.
    pub(crate) patterns: [Box<[u32]>; 2],
    pub(crate) stage: f32,
    /// The result that is to be predicted, as the game ended.
    pub(crate) result: f32,
    /// What a search found for the first seat, in hundredths of the game's unit.
    pub(crate) found: Option<f32>,
    /// What is to be predicted.
    pub(crate) target: f32,
    /// How much it counts.
    pub(crate) weight: f32,
    /// The score by weights that are known, in hundredths of the game's unit.
    pub(crate) reference: f32,
    /// The sums of terms and of patterns by the present weights.
    pub(crate) by_terms: f64,
    pub(crate) by_patterns: f64,
    /// Whether it is left out of the fit, for the test.
    pub(crate) is_test: bool,
}

/// The positions of many games.
#[derive(Clone, Debug)]
pub struct Samples {
    pub(crate) all: Vec<Sample>,
    pub(crate) target: Target,
    pub(crate) knots: usize,
    /// One more than the largest number of a term, and of a pattern.
    pub(crate) terms: usize,
    pub(crate) patterns: usize,
    /// For each term its weights at the knots so far, in hundredths of the game's unit.
    pub(crate) known: Vec<f64>,
    /// The same of the patterns.
    pub(crate) known_patterns: Vec<f64>,
}

/// One game of this many is kept for the test.
pub(crate) const TEST_GAMES: u64 = 10;

impl Sample {
    pub(crate) fn predicted(&self, target: Target) -> f64 {
        target.predicted(self.by_terms + self.by_patterns)
    }
}

impl Samples {
    /// Reads what [`Games`](crate::Games) has written. Of each game at most `per_game` positions are taken, evenly, of those
    /// that have a result; the weight of a game is the square root of their number. One game of ten is left out of the fit, for the test.
    ///
    /// # Errors
    /// If a text can't be read or has another line in it, which the error names by their numbers, or if there are too few games.
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
            let mut rows: Vec<(Kept, G::Position)> = Vec::new();
            Kept::read_all(game, text, |kept, position| {
                if rows.last().is_some_and(|(last, _)| last.game != kept.game) {
                    samples.add_game(game, linear, &rows, per_game);
                    rows.clear();
                }
                // Those that searches asked about are many, and would leave few places for the others.
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
        let known = terms.flat_map(knots).map(|(term, knot)| linear.known(term, knot));
        samples.known = known.collect();
        samples.add_known_patterns(linear.known_patterns());
        let tests = samples.all.iter().filter(|sample| sample.is_test).count();
        ensure!(tests > 0, "no game is left for the test: play more than {TEST_GAMES} games");
        ensure!(tests < samples.all.len(), "all games are for the test: play more games");
        Ok(samples)
    }

    /// Patterns that no position has are kept with the weights that are known of them.
    fn add_known_patterns(&mut self, mut known: Vec<f64>) {
        self.patterns = self.patterns.max(known.len() / self.knots);
        known.resize(self.patterns * self.knots, 0.0);
        self.known_patterns = known;
    }

    /// How many positions there are.
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
        rows: &[(Kept, G::Position)],
        per_game: NonZeroUsize,
    ) {
        let step = rows.len().div_ceil(per_game.get()).max(1);
        let kept = rows.len().div_ceil(step);
        let mut features = Features::default();
        for (Kept { game: number, payoff, found, .. }, position) in rows.iter().step_by(step) {
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

    /// The mean loss of the positions that are left out of the fit.
    pub(crate) fn loss(&self) -> f64 {
        let (mut sum, mut weight) = (0.0, 0.0);
        for sample in self.all.iter().filter(|sample| sample.is_test) {
            let loss = self.target.loss(sample.predicted(self.target), sample.result.into());
            sum += f64::from(sample.weight) * loss;
            weight += f64::from(sample.weight);
        }
        sum / weight
    }

    /// Sets the targets of the positions that a search has scored: `share` of what its score means, and the rest of the
    /// result.
    #[expect(clippy::cast_possible_truncation, reason = "chances and payoffs")]
    pub(crate) fn add_searches(&mut self, share: f64) {
        let scale = self.scale(|sample| sample.found);
        let target = self.target;
        for sample in &mut self.all {
            if let Some(found) = sample.found {
                let found = target.predicted(scale * f64::from(found));
                sample.target = (share * found + (1.0 - share) * f64::from(sample.result)) as f32;
            }
        }
    }

    /// What a hundredth of the game's unit is in sums of weights, by these scores of the positions and the results.
    pub(crate) fn scale(&self, score: impl Fn(&Sample) -> Option<f32>) -> f64 {
        let score = &score;
        let scored = self.all.iter().filter_map(move |sample| {
            let Sample { result, weight, .. } = *sample;
            Some(Scored { result, score: score(sample)?, weight })
        });
        scale(self.target, &scored)
    }
}
