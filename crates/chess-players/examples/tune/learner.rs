//! The weights of a network while they are learned, by Adam (Kingma and Ba, 2014).

#![expect(clippy::cast_precision_loss, reason = "counts of positions")]

use board_engine::zobrist;
use chess_players::{ChessInputs, ChessNetwork, ChessWeights};

use crate::adam::{Adam, Limit};
use crate::packed::Packed;
use crate::teacher::Teacher;

const HIDDEN: usize = ChessNetwork::HIDDEN;
/// How many positions make a step.
pub(crate) const BATCH: usize = 16_384;
/// A batch is divided among so many threads, whatever the processor has, so that the same weights come of it.
const THREADS: usize = 2;

/// A position as it is learned.
struct Sample {
    inputs: ChessInputs,
    output: usize,
    /// The mover's expected points, 0 to 1.
    target: f32,
}

impl Sample {
    fn of(packed: &Packed) -> Self {
        let score = f32::from(packed.score()) / Teacher::SCALE;
        Self {
            inputs: packed.inputs(),
            output: ChessNetwork::output(packed.count()),
            target: 1.0 / (1.0 + (-score).exp()),
        }
    }

    fn views(&self) -> [&[u16]; 2] {
        [&self.inputs.mover, &self.inputs.opponent]
    }
}

/// The weights, and what the learning needs beside them.
pub(crate) struct Learner {
    weights: ChessWeights,
    slopes: [ChessWeights; THREADS],
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
    pub(crate) fn new() -> Self {
        let slopes = std::array::from_fn(|_| zero());
        let count = all(&slopes[0]).map(<[f32]>::len).sum();
        Self { weights: random(), slopes, adam: Adam::new(count) }
    }

    pub(crate) const fn weights(&self) -> &ChessWeights {
        &self.weights
    }

    /// One step. Returns the sum of the losses before it.
    pub(crate) fn learn(&mut self, batch: &[Packed], step: f32) -> f64 {
        let Self { weights, slopes, adam } = self;
        let learned = &*weights;
        let loss = std::thread::scope(|scope| {
            let parts = batch.chunks(BATCH / THREADS).zip(&mut *slopes);
            let threads: Vec<_> = parts
                .map(|(part, slopes)| scope.spawn(move || add_slopes_of(learned, slopes, part)))
                .collect();
            threads.into_iter().map(|thread| thread.join().unwrap_or(f64::NAN)).sum()
        });
        let (first, others) = slopes.split_at_mut(1);
        for other in others {
            for (sums, slopes) in all_mut(&mut first[0]).zip(all_mut(other)) {
                for (sum, slope) in sums.iter_mut().zip(slopes) {
                    *sum += std::mem::take(slope);
                }
            }
        }
        adam.begin(step);
        let mut offset = 0;
        for ((weights, slopes), limit) in all_mut(weights).zip(all_mut(&mut first[0])).zip(LIMITS) {
            adam.step(offset, weights, slopes, limit);
            offset += slopes.len();
            slopes.fill(0.0);
        }
        loss
    }

    /// The mean loss of positions that are not learned.
    pub(crate) fn mean_loss(&self, tests: &[Packed]) -> f64 {
        let losses = tests.iter().map(|packed| {
            let sample = Sample::of(packed);
            divergence(activate(&self.weights, &sample).chance, sample.target)
        });
        losses.sum::<f64>() / tests.len() as f64
    }
}

/// Adds the slopes of the mean loss of a batch at these of its positions. Returns the sum of their losses.
fn add_slopes_of(weights: &ChessWeights, slopes: &mut ChessWeights, part: &[Packed]) -> f64 {
    let mut loss = 0.0;
    for packed in part {
        let sample = Sample::of(packed);
        let active = activate(weights, &sample);
        loss += divergence(active.chance, sample.target);
        add_slopes(
            weights,
            slopes,
            &sample,
            &active,
            (active.chance - sample.target) / BATCH as f32,
        );
    }
    loss
}

/// By how much a chance differs from that to be learned (Kullback and Leibler, 1951).
fn divergence(chance: f32, target: f32) -> f64 {
    let [chance, target] = [chance, target].map(|chance| f64::from(chance).clamp(1e-6, 1.0 - 1e-6));
    target * (target / chance).ln() + (1.0 - target) * ((1.0 - target) / (1.0 - chance)).ln()
}

fn activate(weights: &ChessWeights, sample: &Sample) -> Active {
    let mut sums = [weights.biases; 2];
    let mut value = 0.0;
    for ((sums, inputs), sign) in sums.iter_mut().zip(sample.views()).zip([0.5, -0.5]) {
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
    let chance = 1.0 / (1.0 + (-sum - value * HUNDREDTH).exp());
    Active { sums, chance }
}

/// Adds the slope of the loss by each weight, `error` being that by the output.
fn add_slopes(
    weights: &ChessWeights,
    slopes: &mut ChessWeights,
    sample: &Sample,
    active: &Active,
    error: f32,
) {
    slopes.output_biases[sample.output] += error;
    for (view, inputs) in sample.views().into_iter().enumerate() {
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

/// What learning begins with.
fn random() -> ChessWeights {
    let mut number = 0;
    let mut draw = |size: f32| {
        number += 1;
        let drawn = zobrist::mix(&[number]) >> 40;
        (drawn as f32 / (1_u64 << 23) as f32 - 1.0) * size
    };
    let inputs = (0..ChessInputs::COUNT).map(|_| std::array::from_fn(|_| draw(0.1))).collect();
    let output: [[f32; HIDDEN]; 2] = std::array::from_fn(|_| std::array::from_fn(|_| draw(0.05)));
    ChessWeights {
        inputs,
        biases: [0.2; HIDDEN],
        outputs: vec![output; ChessNetwork::OUTPUTS],
        output_biases: vec![0.0; ChessNetwork::OUTPUTS],
        values: vec![0.0; ChessInputs::COUNT],
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
