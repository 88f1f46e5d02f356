//! A network with one hidden layer.

use crate::chances::COUNT;

/// A network with `HIDDEN` units between sparse inputs and the five chances.
#[derive(Clone, PartialEq, Debug)]
pub struct Network<const HIDDEN: usize> {
    /// For each input, its weights to the hidden units.
    inputs: Vec<[f32; HIDDEN]>,
    /// The hidden units' biases.
    hidden: [f32; HIDDEN],
    /// For each output, the weights from the hidden units.
    outputs: [[f32; HIDDEN]; COUNT],
    biases: [f32; COUNT],
}

/// A network's activations in a position.
#[derive(Clone, Copy, Debug)]
pub struct Active<const HIDDEN: usize> {
    /// The hidden units, −1 to 1.
    hidden: [f32; HIDDEN],
    /// The chances, 0 to 1.
    pub outputs: [f32; COUNT],
}

impl<const HIDDEN: usize> Network<HIDDEN> {
    /// A network with `inputs` inputs and random weights. `draw` returns random numbers from −1 to 1.
    pub fn random(inputs: usize, mut draw: impl FnMut() -> f32) -> Self {
        let mut row = || -> [f32; HIDDEN] { std::array::from_fn(|_| 0.1 * draw()) };
        Self {
            inputs: (0..inputs).map(|_| row()).collect(),
            hidden: row(),
            outputs: std::array::from_fn(|_| row()),
            biases: [0.0, -1.0, -3.0, -1.0, -3.0],
        }
    }

    /// The network with these weights, in the order of [`weights`](Self::weights). `None` if the number of weights is
    /// wrong.
    pub fn from_weights(inputs: usize, weights: &[f32]) -> Option<Self> {
        let (rows, biases) = weights.split_last_chunk::<COUNT>()?;
        let (rows, rest) = rows.as_chunks::<HIDDEN>();
        let (rows, outputs) = rows.split_last_chunk::<COUNT>()?;
        let (hidden, rows) = rows.split_last()?;
        let fits = rest.is_empty() && rows.len() == inputs;
        fits.then(|| Self {
            inputs: rows.to_vec(),
            hidden: *hidden,
            outputs: *outputs,
            biases: *biases,
        })
    }

    /// The number of weights in such a network.
    pub(crate) const fn count(inputs: usize) -> usize {
        (inputs + 1 + COUNT) * HIDDEN + COUNT
    }

    /// All weights: the inputs' weights, the hidden units' biases, the outputs' weights, and the outputs' biases.
    pub fn weights(&self) -> impl Iterator<Item = f32> {
        let rows = self.inputs.iter().chain([&self.hidden]).chain(&self.outputs);
        rows.flatten().chain(&self.biases).copied()
    }

    /// The activations for the inputs passed by `each_input`: nonzero inputs, each at most once.
    ///
    /// # Panics
    /// If the network has no such input.
    #[inline]
    pub fn activate(&self, each_input: impl FnOnce(&mut dyn FnMut(usize, f32))) -> Active<HIDDEN> {
        let mut hidden = self.hidden;
        each_input(&mut |input, value| {
            for (sum, weight) in hidden.iter_mut().zip(&self.inputs[input]) {
                *sum += weight * value;
            }
        });
        for unit in &mut hidden {
            *unit /= 1.0 + unit.abs();
        }
        let output = |index: usize| {
            let products =
                hidden.iter().zip(&self.outputs[index]).map(|(unit, weight)| unit * weight);
            logistic(self.biases[index] + sum(products))
        };
        Active { hidden, outputs: std::array::from_fn(output) }
    }

    /// One step of gradient descent on the cross-entropy between the outputs and `targets`.
    ///
    /// # Panics
    /// If the network has no such input.
    pub fn learn(
        &mut self,
        active: &Active<HIDDEN>,
        targets: [f32; COUNT],
        rate: f32,
        each_input: impl FnOnce(&mut dyn FnMut(usize, f32)),
    ) {
        let mut gradient = [0.0; HIDDEN];
        for (index, target) in targets.into_iter().enumerate() {
            let error = target - active.outputs[index];
            self.biases[index] += rate * error;
            let weights = &mut self.outputs[index];
            for ((sum, weight), unit) in gradient.iter_mut().zip(weights).zip(&active.hidden) {
                *sum += error * *weight;
                *weight += rate * error * unit;
            }
        }
        // The derivative of x / (1 + |x|) is the square of 1 / (1 + |x|), which is 1 − |unit|.
        for (sum, unit) in gradient.iter_mut().zip(&active.hidden) {
            *sum *= rate * (1.0 - unit.abs()) * (1.0 - unit.abs());
        }
        let mut change = |input: usize, value: f32| {
            for (weight, step) in self.inputs[input].iter_mut().zip(&gradient) {
                *weight += step * value;
            }
        };
        each_input(&mut change);
        for (weight, step) in self.hidden.iter_mut().zip(&gradient) {
            *weight += step;
        }
    }
}

/// The sum, computed in four independent parts, so the CPU needn't wait for each addition.
fn sum(mut numbers: impl Iterator<Item = f32>) -> f32 {
    let mut sums = [0.0; 4];
    loop {
        for sum in &mut sums {
            let Some(number) = numbers.next() else { return sums.iter().sum() };
            *sum += number;
        }
    }
}

/// The logistic function, 1 / (1 + e^−x), computed only with additions, multiplications and divisions, so the result is
/// the same on every machine. The error is less than 0.000 1.
pub(crate) fn logistic(x: f32) -> f32 {
    // e^−x = 2^whole · e^part, with part from −0.35 to 0.35.
    let power = (-x * std::f32::consts::LOG2_E).clamp(-60.0, 60.0);
    let whole = (power + 0.5).floor();
    let part = (power - whole) * std::f32::consts::LN_2;
    let series = 1.0 + part * (1.0 + part * (0.5 + part * (1.0 / 6.0 + part * (1.0 / 24.0))));
    #[expect(clippy::cast_possible_truncation, reason = "a whole number from -60 to 60")]
    let exponent = (127 + whole as i32).unsigned_abs() << 23;
    1.0 / (1.0 + series * f32::from_bits(exponent))
}

#[cfg(test)]
mod tests {
    use super::logistic;

    #[test]
    fn the_logistic_function_has_its_known_values() {
        for (x, expected) in
            [(0.0, 0.5), (1.0, 0.731_059), (-1.0, 0.268_941), (5.0, 0.993_307), (-9.0, 0.000_123)]
        {
            assert!((logistic(x) - expected).abs() < 1e-4, "{x}: {}", logistic(x));
        }
        assert!(logistic(-1e9) >= 0.0 && logistic(1e9) <= 1.0 && logistic(-1e9) < 1e-9);
    }
}
