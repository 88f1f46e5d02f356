//! The layers after the hidden units. Each range of piece counts has its own set of layers.

use chess_players::{ChessLayers, ChessNetwork};

const HIDDEN: usize = ChessNetwork::HIDDEN;
const FIRST: usize = ChessNetwork::FIRST;
const SECOND: usize = ChessNetwork::SECOND;

/// All weights in a set of layers.
pub(super) fn parts(layers: &ChessLayers) -> impl Iterator<Item = &[f32]> {
    let ChessLayers { first, first_biases, second, second_biases, last, last_bias } = layers;
    let (first, second) = (first.as_flattened(), second.as_flattened());
    let last_bias = std::slice::from_ref(last_bias);
    [first, first_biases, second, second_biases, last, last_bias].into_iter()
}

/// All weights in a set of layers, mutably.
pub(super) fn parts_mut(layers: &mut ChessLayers) -> impl Iterator<Item = &mut [f32]> {
    let ChessLayers { first, first_biases, second, second_biases, last, last_bias } = layers;
    let (first, second) = (first.as_flattened_mut(), second.as_flattened_mut());
    let last_bias = std::slice::from_mut(last_bias);
    [first, first_biases, second, second_biases, last, last_bias].into_iter()
}

/// The layers' activations in a position.
#[derive(Clone, Debug)]
pub(super) struct Active {
    /// The products of hidden unit pairs.
    pairs: [f32; HIDDEN],
    /// The indices of the nonzero activations.
    places: Vec<usize>,
    first: [f32; FIRST],
    second: [f32; SECOND],
}

impl Active {
    pub(super) const NONE: Self = Self {
        pairs: [0.0; HIDDEN],
        places: Vec::new(),
        first: [0.0; FIRST],
        second: [0.0; SECOND],
    };

    /// The output for the hidden units' sums in the mover's view and in the opponent's view.
    pub(super) fn activate(&mut self, layers: &ChessLayers, sums: [&[f32]; 2]) -> f32 {
        for (pairs, sums) in self.pairs.chunks_exact_mut(HIDDEN / 2).zip(sums) {
            let (ones, others) = sums.split_at(HIDDEN / 2);
            for ((pair, one), other) in pairs.iter_mut().zip(ones).zip(others) {
                *pair = unit(*one) * unit(*other);
            }
        }
        self.find_places();
        let mut sums = layers.first_biases;
        for &place in &self.places {
            sums = plus(&sums, self.pairs[place], &layers.first[place]);
        }
        self.first = sums;
        let mut sums = layers.second_biases;
        for (input, weights) in with_squares(&self.first).into_iter().zip(&layers.second) {
            sums = plus(&sums, input, weights);
        }
        self.second = sums;
        dot(&self.second.map(unit), &layers.last) + layers.last_bias
    }

    fn find_places(&mut self) {
        self.places.resize(HIDDEN, 0);
        let mut count = 0;
        for (place, pair) in self.pairs.iter().enumerate() {
            self.places[count] = place;
            count += usize::from(*pair != 0.0);
        }
        self.places.truncate(count);
    }

    /// Adds the gradients of the loss with respect to the layers' weights, given the derivative `error` with respect to
    /// the output. Replaces the hidden units' sums with their gradients.
    pub(super) fn add_slopes(
        &self,
        layers: &ChessLayers,
        slopes: &mut ChessLayers,
        sums: [&mut [f32]; 2],
        error: f32,
    ) {
        let by_first = self.add_slopes_of_last(layers, slopes, error);
        let mut by_pair = [0.0; HIDDEN];
        for &place in &self.places {
            slopes.first[place] = plus(&slopes.first[place], self.pairs[place], &by_first);
            by_pair[place] = dot(&by_first, &layers.first[place]);
        }
        for (by_pair, sums) in by_pair.chunks_exact(HIDDEN / 2).zip(sums) {
            let (ones, others) = sums.split_at_mut(HIDDEN / 2);
            for ((one, other), by_pair) in ones.iter_mut().zip(others).zip(by_pair) {
                let units = [*one, *other];
                *one = by_pair * unit(units[1]) * slope(units[0]);
                *other = by_pair * unit(units[0]) * slope(units[1]);
            }
        }
    }

    /// Adds the gradients for all layers except the first. Returns the gradients with respect to the sums in the first
    /// layer.
    fn add_slopes_of_last(
        &self,
        layers: &ChessLayers,
        slopes: &mut ChessLayers,
        error: f32,
    ) -> [f32; FIRST] {
        slopes.last_bias += error;
        let mut by_second = [0.0; SECOND];
        for (index, &sum) in self.second.iter().enumerate() {
            slopes.last[index] += error * unit(sum);
            by_second[index] = error * layers.last[index] * slope(sum);
            slopes.second_biases[index] += by_second[index];
        }
        let mut by_first = [0.0; FIRST];
        for (index, input) in with_squares(&self.first).into_iter().enumerate() {
            slopes.second[index] = plus(&slopes.second[index], input, &by_second);
            let sum = self.first[index % FIRST];
            let slope = if index < FIRST { slope(sum) } else { 2.0 * sum * slope(sum * sum) };
            by_first[index % FIRST] += dot(&by_second, &layers.second[index]) * slope;
        }
        for (bias, by_first) in slopes.first_biases.iter_mut().zip(&by_first) {
            *bias += by_first;
        }
        by_first
    }
}

fn unit(sum: f32) -> f32 {
    sum.clamp(0.0, 1.0)
}

/// A unit's derivative with respect to its sum.
fn slope(sum: f32) -> f32 {
    if (0.0..=1.0).contains(&sum) { 1.0 } else { 0.0 }
}

/// The units in the first layer, and the units for the squares of their sums.
fn with_squares(sums: &[f32; FIRST]) -> [f32; 2 * FIRST] {
    std::array::from_fn(|index| {
        let sum = sums[index % FIRST];
        unit(if index < FIRST { sum } else { sum * sum })
    })
}

/// Adds the other numbers, multiplied by `times`, to the numbers.
#[inline]
fn plus<const COUNT: usize>(
    numbers: &[f32; COUNT],
    times: f32,
    others: &[f32; COUNT],
) -> [f32; COUNT] {
    let mut sums = [0.0; COUNT];
    for (sum, (number, other)) in sums.iter_mut().zip(numbers.iter().zip(others)) {
        *sum = number + times * other;
    }
    sums
}

/// The dot product, in eight parts.
#[inline]
fn dot<const COUNT: usize>(numbers: &[f32; COUNT], others: &[f32; COUNT]) -> f32 {
    let mut sums = [0.0; 8];
    for (numbers, others) in numbers.as_chunks::<8>().0.iter().zip(others.as_chunks::<8>().0) {
        for at in 0..8 {
            sums[at] += numbers[at] * others[at];
        }
    }
    let [a, b, c, d] = std::array::from_fn(|at| sums[at] + sums[4 + at]);
    (a + c) + (b + d)
}
