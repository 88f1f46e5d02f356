//! Steps of the weights along their gradients.

use fearless_simd::f32x8;
use fearless_simd::prelude::*;

/// The number of weights per vector.
const LANES: usize = 8;
const MEAN_DECAY: f32 = 0.9;
const SQUARE_DECAY: f32 = 0.999;
/// Keeps the steps of weights with tiny gradients finite.
const LEAST: f32 = 1e-8;

/// The moving means of gradients and of their squares.
#[derive(Debug)]
pub(super) struct Adam {
    means: Vec<f32>,
    squares: Vec<f32>,
    /// The decay rates, raised to the power of the number of steps.
    mean_left: f32,
    square_left: f32,
}

impl Adam {
    pub(super) fn new(count: usize) -> Self {
        let zeros = vec![0.0; count];
        Self { means: zeros.clone(), squares: zeros, mean_left: 1.0, square_left: 1.0 }
    }

    /// Updates the weights by one step.
    #[expect(clippy::inline_always, reason = "it shall be compiled for the widest instructions")]
    #[inline(always)]
    pub(super) fn step<S: Simd>(
        &mut self,
        simd: S,
        weights: &mut [f32],
        gradients: &[f32],
        rate: f32,
    ) {
        self.mean_left *= MEAN_DECAY;
        self.square_left *= SQUARE_DECAY;
        let (of_mean, of_square) = (rate / (1.0 - self.mean_left), 1.0 / (1.0 - self.square_left));
        let (weights, weights_left) = weights.as_chunks_mut::<LANES>();
        let (gradients, gradients_left) = gradients.as_chunks::<LANES>();
        let (means, means_left) = self.means.as_chunks_mut::<LANES>();
        let (squares, squares_left) = self.squares.as_chunks_mut::<LANES>();
        let parts = weights.iter_mut().zip(gradients).zip(means.iter_mut().zip(squares));
        for ((weight, gradient), (mean, square)) in parts {
            let gradient = f32x8::from_slice(simd, gradient);
            let new_mean =
                f32x8::from_slice(simd, mean) * MEAN_DECAY + gradient * (1.0 - MEAN_DECAY);
            let new_square = f32x8::from_slice(simd, square) * SQUARE_DECAY
                + gradient * gradient * (1.0 - SQUARE_DECAY);
            new_mean.store_slice(mean);
            new_square.store_slice(square);
            let change = new_mean * of_mean / ((new_square * of_square).sqrt() + LEAST);
            (f32x8::from_slice(simd, weight) - change).store_slice(weight);
        }
        let parts = weights_left.iter_mut().zip(gradients_left);
        for ((weight, gradient), (mean, square)) in
            parts.zip(means_left.iter_mut().zip(squares_left))
        {
            *mean = *mean * MEAN_DECAY + gradient * (1.0 - MEAN_DECAY);
            *square = *square * SQUARE_DECAY + gradient * gradient * (1.0 - SQUARE_DECAY);
            *weight -= *mean * of_mean / ((*square * of_square).sqrt() + LEAST);
        }
    }
}
