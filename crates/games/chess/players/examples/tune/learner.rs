//! A network's weights during training with Adam (Kingma and Ba, 2014).

#![expect(clippy::cast_precision_loss, reason = "counts of positions")]

mod block;
mod layers;
mod weights;

use chess_players::ChessWeights;

use self::block::{BLOCK, Block};
use self::weights::Weights;
use crate::packed::Packed;

/// The number of positions per step.
pub(crate) const BATCH: usize = 4096;
/// The number of threads among which a batch is divided. The number is the same on every machine, and so are the
/// weights.
const THREADS: usize = 2;

/// The weights and the learner's state.
pub(crate) struct Learner {
    weights: Weights,
    slopes: [Weights; THREADS],
    adam: Adam,
}

impl Learner {
    /// Starts with these weights, or with random ones.
    pub(crate) fn new(weights: Option<ChessWeights>) -> Self {
        let slopes = std::array::from_fn(|_| Weights::zero());
        let count = slopes[0].all().map(<[f32]>::len).sum();
        let weights = weights.map_or_else(Weights::random, Weights::of);
        Self { weights, slopes, adam: Adam::new(count) }
    }

    /// The current weights.
    pub(crate) fn weights(&self) -> ChessWeights {
        self.weights.in_order_of_file()
    }

    /// Takes one step. Returns the sum of the losses before the step.
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
            for (sums, slopes) in first[0].all_mut().zip(other.all_mut()) {
                for (sum, slope) in sums.iter_mut().zip(slopes) {
                    *sum += std::mem::take(slope);
                }
            }
        }
        adam.begin(step);
        let mut offset = 0;
        for ((weights, slopes), limit) in
            weights.all_mut().zip(first[0].all_mut()).zip(Weights::limits())
        {
            adam.step(offset, weights, slopes, limit);
            offset += slopes.len();
            slopes.fill(0.0);
        }
        loss
    }

    /// The mean loss over held-out positions.
    pub(crate) fn mean_loss(&self, tests: &[Packed]) -> f64 {
        let block = &mut Block::new();
        let losses = tests.chunks(BLOCK).map(|part| block.activate(&self.weights, part));
        losses.sum::<f64>() / tests.len() as f64
    }
}

/// Adds this part's contribution to the gradients of a batch's mean loss. Returns the sum of these positions' losses.
fn add_slopes_of(weights: &Weights, slopes: &mut Weights, part: &[Packed]) -> f64 {
    let block = &mut Block::new();
    let mut loss = 0.0;
    for part in part.chunks(BLOCK) {
        loss += block.activate(weights, part);
        block.add_slopes(weights, slopes, 1.0 / BATCH as f32);
    }
    loss
}

/// The first and the second moment of each gradient (Kingma and Ba, "Adam: A Method for Stochastic Optimization",
/// 2014).
pub(crate) struct Adam {
    means: Vec<f32>,
    squares: Vec<f32>,
    steps: i32,
    step: f32,
}

/// The limits for a weight.
#[derive(Clone, Copy)]
pub(crate) struct Limit {
    /// The unit of a step.
    pub(crate) unit: f32,
    /// The maximum absolute value of a weight.
    pub(crate) max: f32,
}

/// The decay rates for the moving averages of the gradient and its square.
const DECAY: [f32; 2] = [0.9, 0.999];

impl Adam {
    pub(crate) fn new(count: usize) -> Self {
        Self { means: vec![0.0; count], squares: vec![0.0; count], steps: 0, step: 0.0 }
    }

    /// Starts a step of this length.
    pub(crate) fn begin(&mut self, step: f32) {
        self.steps += 1;
        self.step = step;
    }

    /// Updates the weights whose moments start at `offset`.
    pub(crate) fn step(
        &mut self,
        offset: usize,
        weights: &mut [f32],
        slopes: &[f32],
        limit: Limit,
    ) {
        let [first, second] = DECAY.map(|decay| 1.0 / (1.0 - decay.powi(self.steps)));
        let step = self.step * limit.unit * first;
        let range = offset..offset + slopes.len();
        let moments = self.means[range.clone()].iter_mut().zip(&mut self.squares[range]);
        for ((weight, slope), (mean, square)) in weights.iter_mut().zip(slopes).zip(moments) {
            *mean += (1.0 - DECAY[0]) * (slope - *mean);
            *square += (1.0 - DECAY[1]) * (slope * slope - *square);
            let change = step * *mean / ((*square * second).sqrt() + 1e-8);
            *weight = (*weight - change).clamp(-limit.max, limit.max);
        }
    }
}
