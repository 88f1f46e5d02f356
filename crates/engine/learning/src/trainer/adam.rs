//! Weight updates along the gradients.

use fearless_simd::f32x8;
use fearless_simd::prelude::*;

/// The number of weights per vector.
pub(super) const LANES: usize = 8;
const MEAN_DECAY: f32 = 0.9;
const SQUARE_DECAY: f32 = 0.999;
/// Keeps the steps finite for weights with tiny gradients.
const LEAST: f32 = 1e-8;

/// Moving means of the gradients and their squares.
#[derive(Debug)]
pub(super) struct Adam {
    means: Vec<f32>,
    squares: Vec<f32>,
    /// The decay rates, raised to the power of the number of steps.
    mean_left: f32,
    square_left: f32,
}

/// The moving means for part of the weights, in one step.
#[derive(Debug)]
pub(super) struct Moments<'a> {
    means: &'a mut [f32],
    squares: &'a mut [f32],
    /// The decay rates, raised to the power of the number of steps.
    mean_left: f32,
    square_left: f32,
}

impl Adam {
    pub(super) fn new(count: usize) -> Self {
        let zeros = vec![0.0; count];
        Self { means: zeros.clone(), squares: zeros, mean_left: 1.0, square_left: 1.0 }
    }

    /// Begins a step. Returns the moments for each part of `length` weights.
    pub(super) fn begin_step(&mut self, length: usize) -> impl Iterator<Item = Moments<'_>> {
        self.mean_left *= MEAN_DECAY;
        self.square_left *= SQUARE_DECAY;
        let (mean_left, square_left) = (self.mean_left, self.square_left);
        let parts = self.means.chunks_mut(length).zip(self.squares.chunks_mut(length));
        parts.map(move |(means, squares)| Moments { means, squares, mean_left, square_left })
    }
}

impl Moments<'_> {
    /// Updates the weights along the sum of the gradients. Each gradient slice begins with the gradient of the first
    /// weight.
    #[expect(clippy::inline_always, reason = "it shall be compiled for the widest instructions")]
    #[inline(always)]
    pub(super) fn step<S: Simd, const SLICES: usize>(
        self,
        simd: S,
        weights: &mut [f32],
        slices: [&[f32]; SLICES],
        rate: f32,
    ) {
        // Corrects the bias of the means toward 0 in the first steps.
        let (of_mean, of_square) = (rate / (1.0 - self.mean_left), 1.0 / (1.0 - self.square_left));
        let (weights, weights_left) = weights.as_chunks_mut::<LANES>();
        let (means, means_left) = self.means.as_chunks_mut::<LANES>();
        let (squares, squares_left) = self.squares.as_chunks_mut::<LANES>();
        let done = weights.len();
        let vectors = slices.map(|slice| &slice.as_chunks::<LANES>().0[..done]);
        let parts = weights.iter_mut().zip(means.iter_mut().zip(squares));
        for (at, (weight, (mean, square))) in parts.enumerate() {
            let mut gradient = f32x8::splat(simd, 0.0);
            for slice in vectors {
                gradient += f32x8::from_slice(simd, &slice[at]);
            }
            let new_mean =
                f32x8::from_slice(simd, mean) * MEAN_DECAY + gradient * (1.0 - MEAN_DECAY);
            let new_square = f32x8::from_slice(simd, square) * SQUARE_DECAY
                + gradient * gradient * (1.0 - SQUARE_DECAY);
            new_mean.store_slice(mean);
            new_square.store_slice(square);
            let change = new_mean * of_mean / ((new_square * of_square).sqrt() + LEAST);
            (f32x8::from_slice(simd, weight) - change).store_slice(weight);
        }
        let left = weights_left.iter_mut().zip(means_left.iter_mut().zip(squares_left));
        for (at, (weight, (mean, square))) in left.enumerate() {
            let gradient: f32 = slices.iter().map(|slice| slice[done * LANES + at]).sum();
            *mean = *mean * MEAN_DECAY + gradient * (1.0 - MEAN_DECAY);
            *square = *square * SQUARE_DECAY + gradient * gradient * (1.0 - SQUARE_DECAY);
            *weight -= *mean * of_mean / ((*square * of_square).sqrt() + LEAST);
        }
    }
}
