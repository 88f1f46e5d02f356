//! Training: finds the weights that predict results best.
//!
//! Stochastic gradient descent with Adam (Kingma and Ba, 2014, <https://arxiv.org/abs/1412.6980>) on the cross entropy
//! between the outputs and the targets. Each sample reads and writes only the rows of its active inputs.

mod adam;
mod pass;
mod samples;

use fearless_simd::{Level, dispatch, prelude::*};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use self::adam::Adam;
use self::pass::Pass;
use crate::Weights;
use crate::network;

pub use self::samples::{Samples, Target};

/// The settings of training.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TrainingOptions {
    /// The number of passes over all samples.
    pub epochs: u32,
    /// The number of samples per step.
    pub batch: usize,
    /// The learning rate of the first steps. The final rate is a twentieth of this.
    pub rate: f32,
    /// The seed of the order of samples.
    pub seed: u64,
}

impl Default for TrainingOptions {
    /// 3 epochs, batches of 1,024, a rate of 0.002.
    fn default() -> Self {
        Self { epochs: 3, batch: 1_024, rate: 0.002, seed: 0 }
    }
}

/// Trains `weights` on `samples`. Returns the mean loss of the last epoch, in nats, measured during the training;
/// `None` if there are no samples or `stop` ended the training. After a stop, the weights are those of the last
/// completed step.
///
/// The same weights, samples and options give the same result on every machine.
///
/// # Panics
/// If a sample has an input that the network doesn't have.
pub fn train(
    weights: &mut Weights,
    samples: &Samples,
    options: &TrainingOptions,
    stop: &dyn Fn() -> bool,
) -> Option<f64> {
    let mut rng = ChaCha8Rng::seed_from_u64(options.seed);
    let mut order: Vec<u32> = (0..u32::try_from(samples.len()).unwrap_or(u32::MAX)).collect();
    let batch = options.batch.max(1);
    let steps = order.len().div_ceil(batch) * options.epochs as usize;
    let ends = weights.ends();
    let limits = network::limits(weights.shape());
    let mut adam = Adam::new(weights.numbers.len());
    let mut pass = Pass::new(weights.shape(), ends);
    let level = Level::new();
    let (mut step, mut loss) = (0, None);
    for _ in 0..options.epochs {
        order.shuffle(&mut rng);
        let mut sum = 0.0;
        for batch in order.chunks(batch) {
            if stop() {
                return None;
            }
            let rate = rate(options.rate, step, steps);
            dispatch!(level, simd => simd.vectorize(
                #[inline(always)]
                || {
                    sum += pass.run(simd, &weights.numbers, samples, batch);
                    adam.step(simd, &mut weights.numbers, pass.gradients(), rate);
                }
            ));
            clip(&mut weights.numbers, ends, limits);
            step += 1;
        }
        loss = mean(sum, order.len());
    }
    loss
}

/// The mean loss of the weights on these samples, in nats; `None` without samples.
///
/// # Panics
/// If a sample has an input that the network doesn't have.
pub fn mean_loss(weights: &Weights, samples: &Samples) -> Option<f64> {
    let mut pass = Pass::new(weights.shape(), weights.ends());
    let order: Vec<u32> = (0..u32::try_from(samples.len()).unwrap_or(u32::MAX)).collect();
    let sum = dispatch!(Level::new(), simd => simd.vectorize(
        #[inline(always)]
        || pass.run(simd, &weights.numbers, samples, &order)
    ));
    mean(sum, samples.len())
}

#[expect(clippy::cast_precision_loss, reason = "a count of samples")]
fn mean(sum: f64, count: usize) -> Option<f64> {
    (count > 0).then(|| sum / count as f64)
}

/// The learning rate of a step: full in the first half, then falling linearly.
#[expect(clippy::cast_precision_loss, reason = "a count of steps")]
fn rate(first: f32, step: usize, steps: usize) -> f32 {
    let left = (steps - step) as f32 / steps as f32;
    first * (2.0 * left).clamp(0.05, 1.0)
}

/// Clips the weights to the range of the integer network.
fn clip(numbers: &mut [f32], ends: [usize; 5], limits: network::WeightLimits) {
    let [_, biases, hidden, hidden_biases, outputs] = ends;
    let (rows, later) = numbers.split_at_mut(biases);
    for number in rows {
        *number = number.clamp(-limits.inputs, limits.inputs);
    }
    let (hidden_rows, later) = later.split_at_mut(hidden - biases);
    let output_rows = &mut later[hidden_biases - hidden..outputs - hidden];
    for number in hidden_rows.iter_mut().chain(output_rows) {
        *number = number.clamp(-limits.later, limits.later);
    }
}

#[cfg(test)]
mod tests {
    use rand::RngExt;

    use super::*;
    use crate::{Network, Shape};

    /// The first active input decides the result.
    fn samples(count: usize) -> Samples {
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        let mut samples = Samples::default();
        for _ in 0..count {
            let mut inputs: Vec<u16> = (0..8).map(|_| rng.random_range(3..60)).collect();
            let result = rng.random_range(0..3_u16);
            inputs.push(result);
            inputs.sort_unstable();
            inputs.dedup();
            let mut target = Target([0.0; 3]);
            target.0[usize::from(result)] = 1.0;
            samples.push(&inputs, target);
        }
        samples
    }

    fn weights() -> Weights {
        let (game, accumulators) = ("game".into(), 64);
        Weights::random(Shape { game, layout: 0, inputs: 60, active_max: 12, accumulators }, 1)
    }

    #[test]
    fn training_finds_the_input_that_decides() {
        let (samples, mut weights) = (samples(4_000), weights());
        let before = mean_loss(&weights, &samples).unwrap();
        let options = TrainingOptions { epochs: 8, batch: 100, ..TrainingOptions::default() };
        let loss = train(&mut weights, &samples, &options, &|| false).unwrap();
        assert!(before > 1.0 && loss < 0.1, "{before} {loss}");
        let network = Network::new(&weights);
        for inputs in [[0, 20, 40], [1, 20, 40], [2, 20, 40]] {
            let logits = network.logits(&inputs, 0);
            let best = (0..3).max_by_key(|&output| logits[output]).unwrap();
            assert_eq!(best, usize::from(inputs[0]), "{logits:?}");
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_weights() {
        let samples = samples(500);
        let trained = |seed| {
            let mut weights = weights();
            let options = TrainingOptions { seed, batch: 64, ..TrainingOptions::default() };
            train(&mut weights, &samples, &options, &|| false).unwrap();
            weights
        };
        assert!(trained(1) == trained(1));
        assert!(trained(1) != trained(2));
    }

    #[test]
    fn gradients_equal_finite_differences_of_the_loss() {
        let (samples, mut weights) = (samples(20), weights());
        let ends = weights.ends();
        let order: Vec<u32> = (0..20).collect();
        let mut pass = Pass::new(weights.shape(), ends);
        let mut loss = |numbers: &[f32]| {
            let sum = dispatch!(Level::new(), simd => pass.run(simd, numbers, &samples, &order));
            (sum, pass.gradients().to_vec())
        };
        let (_, gradients) = loss(&weights.numbers);
        let places = [0, 70, 64 * 20, ends[0] + 5, ends[1] + 9, ends[2] + 3, ends[3] + 20, ends[4]];
        for place in places {
            let original = weights.numbers[place];
            let mut at = |change: f32| {
                weights.numbers[place] = original + change;
                let (sum, _) = loss(&weights.numbers);
                weights.numbers[place] = original;
                sum
            };
            let slope = (at(1e-2) - at(-1e-2)) / 2e-2 / 20.0;
            let gradient = f64::from(gradients[place]);
            assert!((slope - gradient).abs() < 2e-3, "{place}: {slope} {gradient}");
        }
    }
}
