//! The weights of the network, by Adam (Kingma and Ba, 2014).

#![expect(clippy::cast_precision_loss, reason = "counts of positions")]

use std::io::Write;
use std::path::PathBuf;

use anyhow::bail;
use board_engine::zobrist;
use chess_players::{ChessInputs, ChessNetwork, ChessWeights};
use clap::Args;

use crate::adam::{Adam, Limit};
use crate::rows::{self, Row, chance};

#[derive(Debug, Args)]
pub(crate) struct Learn {
    /// The files of positions.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Where the weights go.
    #[arg(long)]
    out: PathBuf,
    /// How much of what is to be foretold is what a search found, the rest being the game's result. A network learns the
    /// results of a few ten thousand games by heart, since all positions of a game have the same.
    #[arg(long, default_value = "1")]
    searched: f32,
    /// How often all positions are gone through.
    #[arg(long, default_value = "16")]
    rounds: u32,
    /// The length of the first steps.
    #[arg(long, default_value = "0.002")]
    step: f32,
}

const HIDDEN: usize = ChessNetwork::HIDDEN;
/// How many positions make a step.
const BATCH: usize = 4096;
/// The last steps are this much shorter than the first.
const STEP_LEAST: f32 = 0.01;
/// Of every so many positions as many as a few games have are kept for a test: neighbors in a file are much alike.
const TEST_EVERY: usize = 50_000;
const TEST_COUNT: usize = 1_000;

/// A position, small enough that millions of them fit into memory.
struct Sample {
    mover: Box<[u16]>,
    opponent: Box<[u16]>,
    output: usize,
    /// What is evaluated without the network, in units of the output.
    base: f32,
    /// The mover's expected result, 0 to 1.
    target: f32,
}

impl Learn {
    pub(crate) fn run(self, out: &mut impl Write) -> anyhow::Result<()> {
        let (mut samples, mut tests) = (Vec::new(), Vec::new());
        for file in &self.files {
            rows::read(file, |row| {
                let number = samples.len() + tests.len();
                let list = if number % TEST_EVERY < TEST_COUNT { &mut tests } else { &mut samples };
                list.push(self.sample(&row));
            })?;
        }
        if samples.len() < BATCH {
            bail!("{} positions are too few: it takes at least {BATCH}", samples.len());
        }
        writeln!(out, "{} positions, {} more for the test", samples.len(), tests.len())?;
        let mut learner = Learner::new();
        for round in 0..self.rounds {
            shuffle(&mut samples, round.into());
            let part = round as f32 / self.rounds as f32;
            let wave = f32::midpoint((part * std::f32::consts::PI).cos(), 1.0);
            let step = self.step * (STEP_LEAST + (1.0 - STEP_LEAST) * wave);
            let mut loss = 0.0;
            for batch in samples.chunks(BATCH) {
                loss += learner.learn(batch, step);
            }
            let tested = tests.iter().map(|test| f64::from(learner.loss(test))).sum::<f64>();
            let (learned, tested) = (loss / samples.len() as f64, tested / tests.len() as f64);
            writeln!(out, "round {}: loss {learned:.5}, of the test {tested:.5}", round + 1)?;
            packed_weights::write(&self.out, &learner.weights.to_bytes())?;
        }
        Ok(())
    }

    fn sample(&self, row: &Row) -> Sample {
        let inputs = ChessInputs::of(&row.position);
        let output = ChessNetwork::output(row.position.board().occupied().len());
        let result = f64::midpoint(f64::from(row.result), 1.0);
        let found = row.score.map_or(result, |score| chance(score.into()));
        #[expect(clippy::cast_possible_truncation, reason = "between 0 and 1")]
        let [result, found] = [result as f32, found as f32];
        let white = result + self.searched * (found - result);
        let target = if row.position.mover().index() == 0 { white } else { 1.0 - white };
        let (mover, opponent) = (inputs.mover.into(), inputs.opponent.into());
        let base = ChessNetwork::base(&row.position) as f32 * HUNDREDTH;
        Sample { mover, opponent, output, base, target }
    }
}

/// Puts the samples in an order that the seed gives.
fn shuffle(samples: &mut [Sample], seed: u64) {
    for last in (1..samples.len()).rev() {
        let number = zobrist::mix(&[seed, last as u64]) % (last as u64 + 1);
        samples.swap(last, usize::try_from(number).unwrap_or(last));
    }
}

/// The weights, and what the learning needs beside them.
struct Learner {
    weights: ChessWeights,
    slopes: ChessWeights,
    adam: Adam,
}

/// What the units do at a position.
struct Active {
    /// The sums of the mover's view and of the other one.
    sums: [[f32; HIDDEN]; 2],
    /// The mover's expected result.
    chance: f32,
}

/// The exponent of the odds that a hundredth of a pawn makes.
const HUNDREDTH: f32 = 1.0 / ChessNetwork::SCALE as f32;

impl Learner {
    fn new() -> Self {
        let mut number = 0;
        let mut draw = |size: f32| {
            number += 1;
            let drawn = zobrist::mix(&[number]) >> 40;
            (drawn as f32 / (1_u64 << 23) as f32 - 1.0) * size
        };
        let inputs = (0..ChessInputs::COUNT).map(|_| std::array::from_fn(|_| draw(0.1))).collect();
        let output: [[f32; HIDDEN]; 2] =
            std::array::from_fn(|_| std::array::from_fn(|_| draw(0.1)));
        let weights = ChessWeights {
            inputs,
            biases: [0.2; HIDDEN],
            outputs: vec![output; ChessNetwork::OUTPUTS],
            output_biases: vec![0.0; ChessNetwork::OUTPUTS],
            values: vec![0.0; ChessInputs::COUNT],
        };
        let slopes = zero();
        let count = all(&slopes).map(<[f32]>::len).sum();
        Self { weights, slopes, adam: Adam::new(count) }
    }

    fn activate(&self, sample: &Sample) -> Active {
        let weights = &self.weights;
        let mut sums = [weights.biases; 2];
        let mut value = 0.0;
        for ((sums, inputs), sign) in
            sums.iter_mut().zip([&sample.mover, &sample.opponent]).zip([0.5, -0.5])
        {
            for &input in inputs {
                value += sign * weights.values[usize::from(input)];
                for (sum, weight) in sums.iter_mut().zip(&weights.inputs[usize::from(input)]) {
                    *sum += weight;
                }
            }
        }
        let mut products = [0.0; HIDDEN];
        for (sums, weights) in sums.iter().zip(&weights.outputs[sample.output]) {
            for ((product, sum), weight) in products.iter_mut().zip(sums).zip(weights) {
                let unit = sum.clamp(0.0, 1.0);
                *product += unit * unit * weight;
            }
        }
        let sum = products.iter().sum::<f32>() + weights.output_biases[sample.output];
        let chance = 1.0 / (1.0 + (-sample.base - sum - value * HUNDREDTH).exp());
        Active { sums, chance }
    }

    /// Cross-entropy.
    fn loss(&self, sample: &Sample) -> f32 {
        let chance = self.activate(sample).chance.clamp(1e-6, 1.0 - 1e-6);
        -(sample.target * chance.ln() + (1.0 - sample.target) * (1.0 - chance).ln())
    }

    /// One step. Returns the sum of the losses before it.
    fn learn(&mut self, batch: &[Sample], step: f32) -> f64 {
        self.clear_slopes();
        let mut loss = 0.0;
        for sample in batch {
            let active = self.activate(sample);
            let chance = active.chance.clamp(1e-6, 1.0 - 1e-6);
            let target = sample.target;
            loss -= f64::from(target * chance.ln() + (1.0 - target) * (1.0 - chance).ln());
            self.add_slopes(sample, &active, (active.chance - target) / batch.len() as f32);
        }
        let Self { weights, slopes, adam } = self;
        adam.begin(step);
        let mut offset = 0;
        for ((weights, slopes), limit) in all_mut(weights).zip(all(slopes)).zip(LIMITS) {
            adam.step(offset, weights, slopes, limit);
            offset += slopes.len();
        }
        loss
    }

    fn clear_slopes(&mut self) {
        for slopes in all_mut(&mut self.slopes) {
            slopes.fill(0.0);
        }
    }

    /// Adds the slope of the loss by each weight, `error` being that by the output.
    fn add_slopes(&mut self, sample: &Sample, active: &Active, error: f32) {
        let (weights, slopes) = (&self.weights, &mut self.slopes);
        slopes.output_biases[sample.output] += error;
        let views = [&sample.mover, &sample.opponent];
        for (view, inputs) in views.into_iter().enumerate() {
            let outputs = &weights.outputs[sample.output][view];
            let by_output = &mut slopes.outputs[sample.output][view];
            let mut by_sum = [0.0; HIDDEN];
            for index in 0..HIDDEN {
                let sum = active.sums[view][index];
                let unit = sum.clamp(0.0, 1.0);
                by_output[index] += error * unit * unit;
                // Beyond the bounds the unit doesn't change.
                let slope = if (0.0..=1.0).contains(&sum) { 2.0 * unit } else { 0.0 };
                by_sum[index] = error * outputs[index] * slope;
            }
            let by_value = error * HUNDREDTH * if view == 0 { 0.5 } else { -0.5 };
            for (bias, by_sum) in slopes.biases.iter_mut().zip(&by_sum) {
                *bias += by_sum;
            }
            for &input in inputs {
                slopes.values[usize::from(input)] += by_value;
                for (slope, by_sum) in slopes.inputs[usize::from(input)].iter_mut().zip(&by_sum) {
                    *slope += by_sum;
                }
            }
        }
    }
}

/// How the parts of the weights change, in the order of [`all`].
const LIMITS: [Limit; 5] = {
    let weight = Limit { unit: 1.0, max: ChessWeights::MAX };
    let value = Limit { unit: ChessNetwork::SCALE as f32, max: 2000.0 };
    [weight, weight, weight, weight, value]
};

fn zero() -> ChessWeights {
    ChessWeights {
        inputs: vec![[0.0; HIDDEN]; ChessInputs::COUNT],
        biases: [0.0; HIDDEN],
        outputs: vec![[[0.0; HIDDEN]; 2]; ChessNetwork::OUTPUTS],
        output_biases: vec![0.0; ChessNetwork::OUTPUTS],
        values: vec![0.0; ChessInputs::COUNT],
    }
}

fn all(weights: &ChessWeights) -> impl Iterator<Item = &[f32]> {
    let ChessWeights { inputs, biases, outputs, output_biases, values } = weights;
    let outputs = outputs.as_flattened().as_flattened();
    [inputs.as_flattened(), biases, outputs, output_biases, values].into_iter()
}

fn all_mut(weights: &mut ChessWeights) -> impl Iterator<Item = &mut [f32]> {
    let ChessWeights { inputs, biases, outputs, output_biases, values } = weights;
    let outputs = outputs.as_flattened_mut().as_flattened_mut();
    [inputs.as_flattened_mut(), biases, outputs, output_biases, values].into_iter()
}
