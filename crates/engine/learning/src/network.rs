//! The network with integer weights that searches use.
//!
//! `inputs ─▶ 128 accumulators ─▶ 16 hidden units ─▶ win, draw, loss`
//!
//! | part | type | 1 is |
//! |---|---|---|
//! | input weights, accumulators | `i16` | 256 |
//! | units after clipping to 0..=1 | `i16`, at most 255 | 256 |
//! | later layers: weights | `i8` range in `i16` | 64 |
//! | later layers: sums and outputs | `i32` | 16384 |
//!
//! Weights are clipped so that no sum can overflow ([`limits`](fixed_point::limits)). All instruction sets therefore
//! compute the same numbers as [`Network::logits_by_definition`].

mod accumulators;
mod layers;

use std::sync::atomic::{AtomicU32, Ordering};

use fearless_simd::Level;

use self::layers::Layers;
use crate::fixed_point::{self, LATER_UNIT, UNIT, UNIT_MAX, rounded};
use crate::weights::{OUTPUTS, Shape, Weights};

/// A network that evaluates positions.
#[derive(Debug)]
pub struct Network {
    /// Identifies the network, because its accumulators don't fit another network.
    number: u32,
    shape: Shape,
    /// The input rows, then the biases.
    rows: Vec<i16>,
    layers: Layers,
    /// The processor's instruction set.
    level: Level,
}

impl Network {
    /// A network with these weights, rounded and clipped.
    pub fn new(weights: &Weights) -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(1);
        let [_, biases, hidden, hidden_biases, outputs] = weights.ends();
        let (numbers, shape) = (&weights.numbers, weights.shape());
        let limits = fixed_point::limits(shape.active_max);
        let row = |&number: &f32| rounded(number, limits.inputs, UNIT.into());
        let later = |&number: &f32| rounded(number, limits.later, LATER_UNIT.into());
        Self {
            number: NUMBER.fetch_add(1, Ordering::Relaxed),
            rows: numbers[..biases].iter().map(row).collect(),
            layers: Layers::new(
                &numbers[biases..hidden].iter().map(later).collect::<Vec<i16>>(),
                &numbers[hidden..hidden_biases],
                &numbers[hidden_biases..outputs].iter().map(later).collect::<Vec<i16>>(),
                &numbers[outputs..],
            ),
            shape: shape.clone(),
            level: Level::new(),
        }
    }

    /// The shape of the network.
    pub const fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The outputs for a position with these inputs: the log probabilities of a win, a draw and a loss, up to a common
    /// constant, in units of 1/16384. Inputs can be in any order; repeated inputs count once. `view` selects the
    /// accumulators of the thread to update: consecutive positions in the same view should be similar.
    ///
    /// # Panics
    /// If the network has no such input.
    pub fn logits(&self, inputs: &[u16], view: usize) -> [i32; OUTPUTS] {
        accumulators::logits(self, inputs, view)
    }

    /// The reference implementation of [`logits`](Self::logits), in plain arithmetic and without any state.
    ///
    /// # Panics
    /// If the network has no such input.
    pub fn logits_by_definition(&self, inputs: &[u16]) -> [i32; OUTPUTS] {
        let mut sums = self.biases().to_vec();
        for &input in inputs {
            for (sum, weight) in sums.iter_mut().zip(self.row(input)) {
                *sum += weight;
            }
        }
        let units: Vec<i16> = sums.iter().map(|sum| (*sum).clamp(0, UNIT_MAX)).collect();
        self.layers.outputs_by_definition(&units)
    }

    const fn width(&self) -> usize {
        self.shape.accumulators
    }

    fn row(&self, input: u16) -> &[i16] {
        let first = usize::from(input) * self.width();
        assert!(usize::from(input) < self.shape.inputs, "the network has this input");
        &self.rows[first..first + self.width()]
    }

    fn biases(&self) -> &[i16] {
        &self.rows[self.shape.inputs * self.width()..]
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;

    fn shape(inputs: usize, active_max: usize, accumulators: usize) -> Shape {
        Shape { game: "game".into(), layout: 1, inputs, active_max, accumulators }
    }

    /// Compares both computations on sequences of similar and unrelated positions.
    fn check(inputs: usize, active_max: usize, accumulators: usize, size: f32) {
        let mut rng = ChaCha8Rng::seed_from_u64(7);
        let mut weights = Weights::random(shape(inputs, active_max, accumulators), 3);
        for number in &mut weights.numbers {
            *number = (rng.random::<f32>() - 0.5) * size;
        }
        let network = Network::new(&weights);
        let mut active: Vec<u16> = Vec::new();
        for step in 0..300 {
            if step % 50 == 0 {
                active.clear();
            }
            for _ in 0..3 {
                let input = u16::try_from(rng.random_range(0..inputs)).unwrap();
                match active.binary_search(&input) {
                    Ok(index) => drop(active.remove(index)),
                    Err(index) if active.len() < active_max => active.insert(index, input),
                    Err(_) => {}
                }
            }
            let expected = network.logits_by_definition(&active);
            assert_eq!(network.logits(&active, step % 2), expected, "step {step}");
        }
    }

    #[test]
    fn the_fast_network_equals_its_definition_bit_by_bit() {
        check(86, 60, 128, 1.0);
        check(1000, 300, 32, 4.0);
        check(300, 40, 256, 100.0);
    }

    #[test]
    fn several_networks_alternate_on_a_thread() {
        let networks: Vec<Network> =
            (0..3).map(|seed| Network::new(&Weights::random(shape(50, 20, 64), seed))).collect();
        for first in 0..30_u16 {
            let inputs: Vec<u16> = (first..first + 15).collect();
            for network in &networks {
                assert_eq!(network.logits(&inputs, 0), network.logits_by_definition(&inputs));
            }
        }
    }

    #[test]
    fn the_largest_weights_do_not_overflow() {
        let mut weights = Weights::random(shape(400, 400, 32), 1);
        weights.numbers.fill(1e9);
        let network = Network::new(&weights);
        let all: Vec<u16> = (0..400).collect();
        assert_eq!(network.logits(&all, 0), network.logits_by_definition(&all));
    }

    #[test]
    fn a_rounded_network_computes_the_same_numbers() {
        let folder = tempfile::tempdir().unwrap();
        let [exact, small] = ["exact.net", "small.net"].map(|name| folder.path().join(name));
        let (game, layout, inputs, active_max) = ("game".into(), 9, 70, 30);
        let weights =
            Weights::random(Shape { game, layout, inputs, active_max, accumulators: 64 }, 5);
        weights.write(&exact).unwrap();
        weights.write_rounded(&small).unwrap();
        assert!(Weights::read_network(&exact).unwrap().unwrap() == weights);
        let rounded = Weights::read_network(&small).unwrap().unwrap();
        assert_eq!(rounded.shape(), weights.shape());
        let [one, other] = [&weights, &rounded].map(Network::new);
        for inputs in [&[0, 7, 20][..], &[1, 2, 3, 69], &[]] {
            assert_eq!(one.logits(inputs, 0), other.logits(inputs, 0));
        }
        let [all, mut bytes] = [&exact, &small].map(|path| std::fs::read(path).unwrap());
        assert!(bytes.len() < all.len() * 11 / 20);
        bytes.pop();
        assert!(Weights::of_network(&small, &bytes).is_err());
        assert!(Weights::read(&small).is_err(), "too few digits for training");
    }
}
