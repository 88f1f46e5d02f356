//! The weights of a network while they are learned, by Adam (Kingma and Ba, 2014).

#![expect(clippy::cast_precision_loss, reason = "counts of positions")]

mod block;
mod layers;
mod weights;

use chess_players::ChessWeights;

use self::block::{BLOCK, Block};
use self::weights::Weights;
use crate::adam::Adam;
use crate::packed::Packed;

/// How many positions make a step.
pub(crate) const BATCH: usize = 4096;
/// A batch is divided among so many threads, whatever the processor has, so that the same weights come of it.
const THREADS: usize = 2;

/// The weights, and what the learning needs beside them.
pub(crate) struct Learner {
    weights: Weights,
    slopes: [Weights; THREADS],
    adam: Adam,
}

impl Learner {
    /// Begins with these weights, or with random ones.
    pub(crate) fn new(weights: Option<ChessWeights>) -> Self {
        let slopes = std::array::from_fn(|_| Weights::zero());
        let count = slopes[0].all().map(<[f32]>::len).sum();
        let weights = weights.map_or_else(Weights::random, Weights::of);
        Self { weights, slopes, adam: Adam::new(count) }
    }

    /// The weights as they are now.
    pub(crate) fn weights(&self) -> ChessWeights {
        self.weights.in_order_of_file()
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

    /// The mean loss of positions that are not learned.
    pub(crate) fn mean_loss(&self, tests: &[Packed]) -> f64 {
        let block = &mut Block::new();
        let losses = tests.chunks(BLOCK).map(|part| block.activate(&self.weights, part));
        losses.sum::<f64>() / tests.len() as f64
    }
}

/// Adds the slopes of the mean loss of a batch at these of its positions. Returns the sum of their losses.
fn add_slopes_of(weights: &Weights, slopes: &mut Weights, part: &[Packed]) -> f64 {
    let block = &mut Block::new();
    let mut loss = 0.0;
    for part in part.chunks(BLOCK) {
        loss += block.activate(weights, part);
        block.add_slopes(weights, slopes, 1.0 / BATCH as f32);
    }
    loss
}
