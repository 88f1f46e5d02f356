//! The weights that predict results best: logistic regression by Adam (Kingma and Ba, 2014).

#![expect(clippy::cast_precision_loss, reason = "counts of terms and of positions")]

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::bail;
use chess_players::ChessTerms;
use clap::Args;

use crate::rows::{self, Row, SCALE, chance};

#[derive(Debug, Args)]
pub(crate) struct Fit {
    /// The files of positions.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The share of the search's score in the target; the rest is the game's result.
    #[arg(long, default_value = "0.4")]
    searched: f64,
    /// How strongly the weights are pulled to the present ones.
    #[arg(long, default_value = "0.00001")]
    ridge: f64,
    /// How often all positions are gone through.
    #[arg(long, default_value = "80")]
    rounds: u32,
}

/// How many positions make a step.
const BATCH: usize = 4096;
/// The length of the first steps, in hundredths of a pawn.
const STEP: f64 = 3.0;
/// How much of the past gradient and of its square counts in a step.
const DECAY: [f64; 2] = [0.9, 0.999];
/// One position of this number is kept for a test.
const TEST_EVERY: usize = 20;

struct Sample {
    counts: Vec<(u16, f32)>,
    phase: f64,
    /// 1 where White is to move, else -1.
    turn: f64,
    /// White's expected result, 0 to 1.
    target: f64,
}

impl Fit {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let samples = self.read()?;
        if samples.len() < BATCH {
            bail!("{} positions are too few: it takes at least {BATCH}", samples.len());
        }
        let (tests, samples): (Vec<_>, Vec<_>) =
            samples.into_iter().enumerate().partition(|(index, _)| index % TEST_EVERY == 0);
        let only = |pairs: Vec<(usize, Sample)>| pairs.into_iter().map(|(_, sample)| sample);
        let (tests, samples): (Vec<_>, Vec<_>) = (only(tests).collect(), only(samples).collect());
        let start: Vec<f64> = (0..2 * ChessTerms::COUNT)
            .map(|index| f64::from(ChessTerms::weight(index / 2)[index % 2]))
            .chain([f64::from(ChessTerms::TEMPO)])
            .collect();
        let weights = self.fit(&samples, &start);
        let mut out = io::stdout().lock();
        writeln!(out, "// {} positions", samples.len() + tests.len())?;
        writeln!(
            out,
            "// loss of others {:.5}, before {:.5}",
            loss(&tests, &weights),
            loss(&tests, &start)
        )?;
        let (pairs, tempo) = weights.as_chunks::<2>();
        writeln!(out, "TEMPO: {:.0}", tempo[0])?;
        for [middlegame, endgame] in pairs {
            writeln!(out, "    [{middlegame:.0}, {endgame:.0}],")?;
        }
        Ok(())
    }

    fn read(&self) -> anyhow::Result<Vec<Sample>> {
        let mut samples = Vec::new();
        for file in &self.files {
            rows::read(file, |row| samples.push(self.sample(&row)))?;
        }
        Ok(samples)
    }

    fn sample(&self, row: &Row) -> Sample {
        let terms = ChessTerms::of(&row.position);
        let count = |(term, times): (usize, i32)| {
            (u16::try_from(term).expect("there are fewer terms"), times as f32)
        };
        let by_result = f64::midpoint(row.result.into(), 1.0);
        Sample {
            counts: terms.counts.into_iter().map(count).collect(),
            phase: terms.phase,
            turn: if row.position.mover().index() == 0 { 1.0 } else { -1.0 },
            target: by_result + self.searched * (chance(row.score.into()) - by_result),
        }
    }

    fn fit(&self, samples: &[Sample], start: &[f64]) -> Vec<f64> {
        let mut weights = start.to_vec();
        let mut moments = vec![[0.0; 2]; weights.len()];
        let mut steps = 0;
        for round in 0..self.rounds {
            let step = STEP * (1.0 - f64::from(round) / f64::from(self.rounds)) + STEP / 30.0;
            // Neighbors in a file are of one game, so that a batch takes positions far apart.
            let batches = samples.len().div_ceil(BATCH);
            for batch in 0..batches {
                let mut slopes = vec![0.0; weights.len()];
                for sample in samples.iter().skip(batch).step_by(batches) {
                    sample.add_slope(&weights, &mut slopes);
                }
                steps += 1;
                for (index, weight) in weights.iter_mut().enumerate() {
                    let held = self.ridge * (*weight - start[index]) / samples.len() as f64;
                    let slope = slopes[index] / BATCH as f64 + held;
                    let [mean, square] = &mut moments[index];
                    *mean += (1.0 - DECAY[0]) * (slope - *mean);
                    *square += (1.0 - DECAY[1]) * (slope * slope - *square);
                    let mean = *mean / (1.0 - DECAY[0].powi(steps));
                    let square = *square / (1.0 - DECAY[1].powi(steps));
                    *weight -= step * mean / (square.sqrt() + 1e-9);
                }
            }
        }
        weights
    }
}

fn loss(samples: &[Sample], weights: &[f64]) -> f64 {
    let of = |sample: &Sample| {
        let chance = chance(sample.score(weights)).clamp(1e-9, 1.0 - 1e-9);
        -(sample.target * chance.ln() + (1.0 - sample.target) * (1.0 - chance).ln())
    };
    samples.iter().map(of).sum::<f64>() / samples.len() as f64
}

impl Sample {
    fn score(&self, weights: &[f64]) -> f64 {
        let of = |&(term, times): &(u16, f32)| {
            let term = 2 * usize::from(term);
            let (middlegame, endgame) = (weights[term], weights[term + 1]);
            f64::from(times) * (self.phase * middlegame + (1.0 - self.phase) * endgame)
        };
        self.turn * weights[weights.len() - 1] + self.counts.iter().map(of).sum::<f64>()
    }

    /// Adds the slope of this sample's loss by each weight.
    fn add_slope(&self, weights: &[f64], slopes: &mut [f64]) {
        let error = (chance(self.score(weights)) - self.target) * SCALE;
        let last = slopes.len() - 1;
        slopes[last] += error * self.turn;
        for &(term, times) in &self.counts {
            let (term, times) = (2 * usize::from(term), f64::from(times));
            slopes[term] += error * times * self.phase;
            slopes[term + 1] += error * times * (1.0 - self.phase);
        }
    }
}
