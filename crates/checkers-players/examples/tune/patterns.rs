//! Weights of the patterns of men: logistic regression by small steps, each in the size that Newton's method would take
//! for the weight alone, with momentum.

use std::io::{self, Write};
use std::thread;

use crate::positions::{Sample, Samples};

/// How often all positions are gone through.
const ROUNDS: u32 = 30;
/// How far a step goes on the way that a weight would go alone: dozens count at a time.
const PACE: f64 = 0.05;
/// How much of the last step is made again.
const MOMENTUM: f64 = 0.9;
/// How many ways there are to fill a part of a window: eight squares.
const PART: usize = 3_usize.pow(8);

/// The weights of patterns.
pub(crate) struct Patterns {
    cells: Cells,
    /// The weights of each cell.
    weights: Vec<Pair>,
    /// By how much each was changed last.
    steps: Vec<Pair>,
}

/// A number for the opening and one for the ending.
type Pair = [f64; 2];

/// What can stand in windows and in their parts, each by its index in a list: the contents of each window, then those of
/// the upper parts of large windows, then those of their lower parts.
///
/// A large window has more contents than come up in any number of games. What is learned of a part counts for all contents
/// of the window that have it; what is learned of the whole is added.
#[derive(Clone, Copy)]
struct Cells {
    windows: usize,
    /// How many ways there are to fill a window.
    contents: usize,
}

/// How the loss changes with a weight.
#[derive(Clone, Copy, Default)]
struct Slope {
    slope: f64,
    curvature: f64,
}

impl Cells {
    fn count(self) -> usize {
        let parts = if self.has_parts() { 2 * PART } else { 0 };
        self.windows * (self.contents + parts)
    }

    fn has_parts(self) -> bool {
        self.contents > PART
    }

    /// The cells of this content of a window.
    fn of(self, window: usize, content: usize) -> impl Iterator<Item = usize> {
        let Self { windows, contents } = self;
        let (lower, upper) = (content % PART, content / (contents / PART));
        let parts = [window * PART + upper, (windows + window) * PART + lower];
        let parts = parts.map(|part| windows * contents + part);
        let parts = parts.into_iter().take(if self.has_parts() { 2 } else { 0 });
        std::iter::once(window * contents + content).chain(parts)
    }

    /// Those that count in a position, and whether for White or against.
    fn of_sample(self, sample: &Sample) -> impl Iterator<Item = (usize, f64)> {
        sample.windows.iter().zip([1.0, -1.0]).flat_map(move |(contents, sign)| {
            let contents = contents.iter().take(self.windows).enumerate();
            contents.flat_map(move |(window, &content)| {
                self.of(window, content as usize).map(move |cell| (cell, sign))
            })
        })
    }
}

impl Patterns {
    /// Zero weights for a number of windows and of contents of each.
    pub(crate) fn new(windows: usize, contents: usize) -> Self {
        let cells = Cells { windows, contents };
        let none = vec![[0.0; 2]; cells.count()];
        Self { cells, weights: none.clone(), steps: none }
    }

    /// Improves how well the weights predict the results, beside the terms. `ridge` is how strongly they are pulled to
    /// 0.
    pub(crate) fn fit(&mut self, samples: &mut Samples, ridge: f64) {
        for _ in 0..ROUNDS {
            let slopes = self.slopes(&mut samples.all);
            let weights = self.weights.as_flattened_mut().iter_mut();
            let steps = self.steps.as_flattened_mut();
            for ((weight, step), slope) in weights.zip(steps).zip(slopes.as_flattened()) {
                let alone = (slope.slope - ridge * *weight) / (slope.curvature + ridge);
                *step = MOMENTUM * *step + PACE * alone;
                *weight += *step;
            }
        }
        // Judges them by the last weights.
        self.slopes(&mut samples.all);
    }

    /// Judges all positions, and says how the loss changes with each weight.
    fn slopes(&self, samples: &mut [Sample]) -> Vec<[Slope; 2]> {
        let (first, second) = samples.split_at_mut(samples.len() / 2);
        thread::scope(|scope| {
            let helper = thread::Builder::new().name("slopes".into());
            let second = helper.spawn_scoped(scope, || self.slopes_of(second));
            let mut slopes = self.slopes_of(first);
            let second = second.expect("a thread can start").join().expect("it does not panic");
            for (slope, other) in slopes.as_flattened_mut().iter_mut().zip(second.as_flattened()) {
                slope.slope += other.slope;
                slope.curvature += other.curvature;
            }
            slopes
        })
    }

    fn slopes_of(&self, samples: &mut [Sample]) -> Vec<[Slope; 2]> {
        let mut slopes = vec![[Slope::default(); 2]; self.cells.count()];
        for sample in samples {
            let shares = [sample.phase, 1.0 - sample.phase];
            let weigh = |(cell, sign): (usize, f64)| {
                let [opening, ending] = self.weights[cell];
                sign * (shares[0] * opening + shares[1] * ending)
            };
            sample.by_patterns = self.cells.of_sample(sample).map(weigh).sum();
            if sample.is_test {
                continue;
            }
            let chance = sample.chance();
            let error = sample.weight * (sample.target - chance);
            let curvature = sample.weight * chance * (1.0 - chance);
            for (cell, sign) in self.cells.of_sample(sample) {
                for (slope, share) in slopes[cell].iter_mut().zip(shares) {
                    slope.slope += sign * share * error;
                    slope.curvature += share * share * curvature;
                }
            }
        }
        slopes
    }

    /// Writes the weights as the evaluation reads them: for each window and each way to fill it that for the opening and
    /// that for the ending, a byte each, in hundredths of a man. What is larger than a byte holds is cut.
    ///
    /// # Errors
    /// If it can't be written.
    pub(crate) fn write(&self, out: &mut impl Write, scale: f64) -> io::Result<()> {
        let Cells { windows, contents } = self.cells;
        for index in 0..windows * contents {
            let (window, content) = (index / contents, index % contents);
            let mut sum = [0.0; 2];
            for cell in self.cells.of(window, content) {
                sum = [sum[0] + self.weights[cell][0], sum[1] + self.weights[cell][1]];
            }
            #[expect(clippy::cast_possible_truncation, reason = "a float is cut to what fits")]
            out.write_all(&sum.map(|weight| ((weight / scale).round() as i8).cast_unsigned()))?;
        }
        Ok(())
    }
}
