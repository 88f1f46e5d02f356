//! The weights that predict results best.

use std::num::NonZeroUsize;

use clap::Args;

use crate::patterns::Patterns;
use crate::{Samples, terms};

/// How weights are fitted.
#[derive(Clone, Debug, Args)]
#[group(skip)]
pub struct Fit {
    /// Takes at most this many positions of a game.
    #[arg(long, default_value = "48")]
    pub per_game: NonZeroUsize,
    /// The share of the search's score in what is predicted; the rest is the game's result.
    #[arg(long, default_value = "0.5", value_parser = share)]
    pub searched: f64,
    /// How strongly the weights of terms are pulled to those so far, or to 0.
    #[arg(long, default_value = "4", value_parser = ridge)]
    pub ridge: f64,
    /// How strongly the weights of patterns are pulled to those so far, or to 0.
    #[arg(long, default_value = "8", value_parser = ridge)]
    pub pattern_ridge: f64,
    /// How often all positions are gone through for the patterns, each of the two times that these are fitted.
    #[arg(long, default_value = "30")]
    pub rounds: u32,
}

pub(crate) fn share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "it must be a number from 0 to 1".to_owned())
}

fn ridge(text: &str) -> Result<f64, String> {
    let ridge = text.parse().ok().filter(|ridge: &f64| ridge.is_finite() && *ridge > 0.0);
    ridge.ok_or_else(|| "it must be a number above 0".to_owned())
}

/// How often patterns and terms are fitted in turn: a third time changes nothing.
const TURNS: u32 = 2;

/// What was fitted.
#[derive(Clone, Debug)]
pub struct Fitted {
    pub(crate) knots: usize,
    pub(crate) terms: Vec<f64>,
    pub(crate) patterns: Vec<f64>,
    /// What a hundredth of the game's unit is in sums of weights.
    pub(crate) scale: f64,
    /// The mean losses of the positions that were left out for the test. Of a [`Fit`], by their results: by the terms beside the
    /// patterns that were known, then after each turn with patterns. Of a [`Learn`](crate::Learn), less what the best prediction
    /// would lose: by what was known, then after each round.
    pub losses: Vec<f64>,
}

impl Fit {
    /// Fits the weights of all terms and patterns that count in the samples, of which it changes what is to be predicted.
    pub fn run(&self, samples: &mut Samples) -> Fitted {
        samples.add_searches(self.searched);
        let scale = samples.scale(|sample| Some(sample.reference));
        let mut patterns = Patterns::known(samples, scale);
        let mut terms = terms::fit(samples, self.ridge, scale);
        let mut losses = vec![samples.loss()];
        if samples.patterns > 0 {
            for _ in 0..TURNS {
                patterns.fit(samples, self.pattern_ridge, self.rounds);
                terms = terms::fit(samples, self.ridge, scale);
                losses.push(samples.loss());
            }
        }
        Fitted { knots: samples.knots, terms, patterns: patterns.weights, scale, losses }
    }
}

impl Fitted {
    /// The weight of a term at a knot, in hundredths of the game's unit; 0 of one that never counted.
    pub fn term(&self, term: usize, knot: usize) -> f64 {
        self.at(&self.terms, term, knot)
    }

    /// The weight of a pattern at a knot, in hundredths of the game's unit; 0 of one that never counted.
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
