//! Training: finds the weights that predict results best.
//!
//! Stochastic gradient descent with Adam (Kingma and Ba, 2014, <https://arxiv.org/abs/1412.6980>) on the cross entropy
//! between the outputs and the targets. Each sample reads and writes only the rows of its active inputs.
//!
//! A batch is split into a fixed number of slices, whose gradients are added in a fixed order. The weights therefore
//! don't depend on the number of threads.

mod adam;
mod pass;
mod samples;

use std::thread;

use board_engine::zobrist;
use fearless_simd::{Level, dispatch, prelude::*};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use self::adam::{Adam, Moments};
use self::pass::Pass;
use self::samples::Turns;
use crate::Weights;
use crate::fixed_point::{self, WeightLimits};

pub use self::samples::{Samples, Target};

/// The number of slices per batch.
const SLICES: usize = 4;
/// Minimum number of samples in a batch that several threads share.
const SHARED_MIN: usize = 256;
/// Minimum number of weights that a thread updates.
const SHARED_WEIGHTS_MIN: usize = 1 << 14;

/// Training settings.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TrainingOptions {
    /// The number of passes over all samples.
    pub epochs: u32,
    /// The number of samples per step.
    pub batch: usize,
    /// The learning rate in the first steps. The final rate is a twentieth of this.
    pub rate: f32,
    /// The seed for the sample order and for choosing symmetries.
    pub seed: u64,
    /// The number of threads, at most 4. The result doesn't depend on it.
    pub threads: usize,
}

impl Default for TrainingOptions {
    /// Defaults to 3 epochs, batches of 1,024, a rate of 0.002, and one thread.
    fn default() -> Self {
        Self { epochs: 3, batch: 1_024, rate: 0.002, seed: 0, threads: 1 }
    }
}

/// Trains `weights` on `samples`. Returns the mean loss of the last epoch, in nats, measured during the training;
/// `None` if there are no samples or `stop` ended the training. After a stop, the weights are from the last completed
/// step.
///
/// Each time a sample is used, it is transformed by one of the `symmetries` or left unchanged. A symmetry lists, for
/// each input, the input that it becomes.
///
/// The same weights, samples and options produce the same result on every machine.
///
/// # Panics
/// If a sample has an input that the network or a symmetry doesn't have.
pub fn train(
    weights: &mut Weights,
    samples: &Samples,
    symmetries: &[Vec<u16>],
    options: &TrainingOptions,
    stop: &dyn Fn() -> bool,
) -> Option<f64> {
    let mut rng = ChaCha8Rng::seed_from_u64(options.seed);
    let mut order: Vec<u32> = (0..u32::try_from(samples.len()).unwrap_or(u32::MAX)).collect();
    let batch = options.batch.max(1);
    let steps = order.len().div_ceil(batch) * options.epochs as usize;
    let ends = weights.ends();
    let limits = fixed_point::limits(weights.shape().active_max);
    let mut adam = Adam::new(weights.numbers.len());
    let mut passes: [Pass; SLICES] = std::array::from_fn(|_| Pass::new(weights.shape(), ends));
    let level = Level::new();
    let (mut step, mut loss) = (0, None);
    for epoch in 0..options.epochs {
        order.shuffle(&mut rng);
        let turns = Turns { symmetries, seed: zobrist::mix(&[options.seed, epoch.into()]) };
        let mut sum = 0.0;
        for batch in order.chunks(batch) {
            if stop() {
                return None;
            }
            let rate = rate(options.rate, step, steps);
            let task = Task { numbers: &weights.numbers, samples, turns, batch };
            sum += task.run(level, &mut passes, options.threads);
            let update = Update { passes: &passes, ends, limits, rate };
            update.run(level, &mut weights.numbers, &mut adam, options.threads);
            step += 1;
        }
        loss = mean(sum, order.len());
    }
    loss
}

/// The weights' mean loss on these samples, in nats; `None` without samples.
///
/// # Panics
/// If a sample has an input that the network doesn't have.
pub fn mean_loss(weights: &Weights, samples: &Samples) -> Option<f64> {
    let mut pass = Pass::new(weights.shape(), weights.ends());
    let order: Vec<u32> = (0..u32::try_from(samples.len()).unwrap_or(u32::MAX)).collect();
    let turns = Turns { symmetries: &[], seed: 0 };
    let task = Task { numbers: &weights.numbers, samples, turns, batch: &order };
    mean(task.run_slice(Level::new(), &mut pass, &order), samples.len())
}

/// The computation of a batch's loss and gradients.
#[derive(Clone, Copy, Debug)]
struct Task<'a> {
    numbers: &'a [f32],
    samples: &'a Samples,
    turns: Turns<'a>,
    batch: &'a [u32],
}

impl Task<'_> {
    /// The sum of the losses. Afterwards, the sum of the gradients in `passes` is the gradient of the mean loss.
    fn run(self, level: Level, passes: &mut [Pass], threads: usize) -> f64 {
        let length = self.batch.len().div_ceil(passes.len()).max(1);
        let slices = self.batch.chunks(length).chain(std::iter::repeat(&[][..]));
        let mut work: Vec<(&mut Pass, &[u32], f64)> =
            passes.iter_mut().zip(slices).map(|(pass, slice)| (pass, slice, 0.0)).collect();
        let run = |work: &mut [(&mut Pass, &[u32], f64)]| {
            for (pass, slice, loss) in work {
                *loss = self.run_slice(level, pass, slice);
            }
        };
        if threads > 1 && self.batch.len() >= SHARED_MIN {
            let share = work.len().div_ceil(threads);
            thread::scope(|scope| {
                let mut shares = work.chunks_mut(share);
                let first = shares.next();
                for share in shares {
                    scope.spawn(|| run(share));
                }
                first.into_iter().for_each(run);
            });
        } else {
            run(&mut work);
        }
        work.iter().map(|(.., loss)| loss).sum()
    }

    #[expect(clippy::cast_precision_loss, reason = "batches are small")]
    fn run_slice(&self, level: Level, pass: &mut Pass, slice: &[u32]) -> f64 {
        let share = 1.0 / self.batch.len().max(1) as f32;
        dispatch!(level, simd => simd.vectorize(
            #[inline(always)]
            || pass.run(simd, self.numbers, self.samples, self.turns, slice, share)
        ))
    }
}

#[expect(clippy::cast_precision_loss, reason = "a count of samples")]
fn mean(sum: f64, count: usize) -> Option<f64> {
    (count > 0).then(|| sum / count as f64)
}

/// The learning rate for a step: full in the first half of the training, then decreasing linearly.
#[expect(clippy::cast_precision_loss, reason = "a count of steps")]
fn rate(first: f32, step: usize, steps: usize) -> f32 {
    let left = (steps - step) as f32 / steps as f32;
    first * (2.0 * left).clamp(0.05, 1.0)
}

/// One weight update, after the passes over a batch.
#[derive(Clone, Copy, Debug)]
struct Update<'a> {
    /// The passes, whose gradients are added.
    passes: &'a [Pass; SLICES],
    ends: [usize; 5],
    limits: WeightLimits,
    rate: f32,
}

impl Update<'_> {
    fn run(self, level: Level, numbers: &mut [f32], adam: &mut Adam, threads: usize) {
        let length = numbers.len().div_ceil(threads.max(1)).max(SHARED_WEIGHTS_MIN);
        let length = length.next_multiple_of(adam::LANES);
        let starts = (0..).step_by(length);
        let mut parts = starts.zip(numbers.chunks_mut(length).zip(adam.begin_step(length)));
        let run = |(start, (numbers, moments)): (usize, (&mut [f32], Moments<'_>))| {
            dispatch!(level, simd => simd.vectorize(
                #[inline(always)]
                || moments.step(simd, numbers, self.gradients_from(start), self.rate)
            ));
            self.clip(start, numbers);
        };
        thread::scope(|scope| {
            let first = parts.next();
            for part in parts {
                scope.spawn(move || run(part));
            }
            first.into_iter().for_each(run);
        });
    }

    /// Each slice's gradients from this weight on.
    fn gradients_from(&self, start: usize) -> [&[f32]; SLICES] {
        self.passes.each_ref().map(|pass| &pass.gradients()[start..])
    }

    /// Clips the weights from `start` on to the range of the integer network.
    fn clip(&self, start: usize, numbers: &mut [f32]) {
        let [_, biases, hidden, hidden_biases, outputs] = self.ends;
        let WeightLimits { inputs, later } = self.limits;
        for (range, limit) in
            [(0..biases, inputs), (biases..hidden, later), (hidden_biases..outputs, later)]
        {
            let here = |at: usize| at.saturating_sub(start).min(numbers.len());
            let (first, end) = (here(range.start), here(range.end));
            for number in &mut numbers[first..end] {
                *number = number.clamp(-limit, limit);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::RngExt;

    use super::*;
    use crate::{Network, Shape};

    /// Samples where the first active input decides the result.
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
        weights_of(64)
    }

    fn weights_of(accumulators: usize) -> Weights {
        let game = "game".into();
        Weights::random(Shape { game, layout: 0, inputs: 60, active_max: 12, accumulators }, 1)
    }

    #[test]
    fn training_finds_the_input_that_decides() {
        let (samples, mut weights) = (samples(4_000), weights());
        let before = mean_loss(&weights, &samples).unwrap();
        let options = TrainingOptions { epochs: 8, batch: 100, ..TrainingOptions::default() };
        let loss = train(&mut weights, &samples, &[], &options, &|| false).unwrap();
        assert!(before > 1.0 && loss < 0.1, "{before} {loss}");
        let network = Network::new(&weights);
        for inputs in [[0, 20, 40], [1, 20, 40], [2, 20, 40]] {
            let logits = network.logits(&inputs, 0);
            let best = (0..3).max_by_key(|&output| logits[output]).unwrap();
            assert_eq!(best, usize::from(inputs[0]), "{logits:?}");
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_weights_with_any_number_of_threads() {
        let samples = samples(900);
        let trained = |seed, threads| {
            let mut weights = weights_of(512);
            assert!(weights.numbers.len() > 2 * SHARED_WEIGHTS_MIN, "threads share an update");
            let options =
                TrainingOptions { seed, threads, batch: 300, ..TrainingOptions::default() };
            train(&mut weights, &samples, &[], &options, &|| false).unwrap();
            weights
        };
        assert!(trained(1, 1) == trained(1, 1));
        assert!((2..=7).all(|threads| trained(1, 1) == trained(1, threads)));
        assert!(trained(1, 1) != trained(2, 1));
    }

    #[test]
    fn training_turns_samples_by_symmetries() {
        let mut samples = Samples::default();
        for _ in 0..1_000 {
            samples.push(&[0, 20, 40], Target([1.0, 0.0, 0.0]));
            samples.push(&[1, 20, 40], Target([0.0, 0.0, 1.0]));
        }
        // Swaps input 0 with input 50, and input 1 with input 51.
        let of_input = |input: u16| match input {
            0 | 1 => input + 50,
            50 | 51 => input - 50,
            other => other,
        };
        let symmetry = (0..60).map(of_input).collect();
        let mut weights = weights();
        let options = TrainingOptions { epochs: 8, batch: 100, ..TrainingOptions::default() };
        train(&mut weights, &samples, &[symmetry], &options, &|| false).unwrap();
        let network = Network::new(&weights);
        for (input, best) in [(0, 0), (1, 2), (50, 0), (51, 2)] {
            let logits = network.logits(&[input, 20, 40], 0);
            assert_eq!((0..3).max_by_key(|&output| logits[output]), Some(best), "{input}");
        }
    }

    #[test]
    fn gradients_equal_finite_differences_of_the_loss() {
        let (samples, mut weights) = (samples(20), weights());
        let ends = weights.ends();
        let order: Vec<u32> = (0..20).collect();
        let mut pass = Pass::new(weights.shape(), ends);
        let mut loss = |numbers: &[f32]| {
            let turns = Turns { symmetries: &[], seed: 0 };
            let task = Task { numbers, samples: &samples, turns, batch: &order };
            let sum = task.run_slice(Level::new(), &mut pass, &order);
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
