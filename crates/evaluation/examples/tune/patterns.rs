//! Weights of the patterns of men: logistic regression by small steps, each in the size that Newton's method would take
//! for the weight alone, with momentum.

use std::io::{self, Write};
use std::thread;

use crate::positions::{Sample, Samples, WINDOWS};

/// How often all positions are gone through.
const ROUNDS: u32 = 40;
/// How far a step goes on the way that a weight would go alone: sixteen count at a time.
const PACE: f64 = 0.1;
/// How much of the last step is made again.
const MOMENTUM: f64 = 0.9;
/// How many ways there are to fill a window.
const CONTENTS: usize = evaluation::Patterns::CONTENTS;
/// How many weights there are for the ending, and as many for the opening.
const HALF: usize = WINDOWS * CONTENTS;

/// What patterns are worth.
pub(crate) struct Patterns {
    /// A weight for each way to fill each window in the ending, then one in the opening.
    weights: Vec<f64>,
    /// By how much each was changed last.
    steps: Vec<f64>,
}

/// How the loss changes with a weight.
#[derive(Clone, Copy, Default)]
struct Slope {
    slope: f64,
    curvature: f64,
}

impl Patterns {
    pub(crate) fn new() -> Self {
        Self { weights: vec![0.0; 2 * HALF], steps: vec![0.0; 2 * HALF] }
    }

    /// Makes the weights foretell the results better, beside the terms. `ridge` says how strongly they are held to
    /// nothing.
    pub(crate) fn fit(&mut self, samples: &mut Samples, ridge: f64) {
        for _ in 0..ROUNDS {
            let slopes = slopes(&samples.all);
            let weights = self.weights.iter_mut().zip(&mut self.steps);
            for ((weight, step), Slope { slope, curvature }) in weights.zip(slopes) {
                let alone = (slope - ridge * *weight) / (curvature + ridge);
                *step = MOMENTUM * *step + PACE * alone;
                *weight += *step;
            }
            for sample in &mut samples.all {
                sample.by_patterns = self.judge(sample);
            }
        }
    }

    /// What the position is worth.
    fn judge(&self, sample: &Sample) -> f64 {
        let (ending, opening) = self.weights.split_at(HALF);
        let worth = |(at, sign): (usize, f64)| {
            sign * (sample.phase * opening[at] + (1.0 - sample.phase) * ending[at])
        };
        cells(sample).map(worth).sum()
    }

    /// Writes the weights of the first `windows` windows as the evaluation reads them: for each window and each way to
    /// fill it that for the opening and that for the ending, a byte each, in hundredths of a man. What is larger than a
    /// byte holds is cut.
    ///
    /// # Errors
    /// If it can't be written.
    pub(crate) fn write(&self, out: &mut impl Write, windows: usize, scale: f64) -> io::Result<()> {
        let (ending, opening) = self.weights.split_at(HALF);
        #[expect(clippy::cast_possible_truncation, reason = "a float is cut to what fits")]
        let byte = |weight: &f64| ((weight / scale).round() as i8).cast_unsigned();
        let pairs = opening.iter().zip(ending).take(windows * CONTENTS);
        let bytes: Vec<u8> =
            pairs.flat_map(|(opening, ending)| [byte(opening), byte(ending)]).collect();
        out.write_all(&bytes)
    }
}

/// How the loss changes with each weight.
fn slopes(samples: &[Sample]) -> Vec<Slope> {
    let of_part = |part: &[Sample]| {
        let mut slopes = vec![Slope::default(); 2 * HALF];
        for sample in part.iter().filter(|sample| !sample.is_test) {
            let chance = sample.chance();
            let error = sample.weight * (sample.target - chance);
            let curvature = sample.weight * chance * (1.0 - chance);
            for (at, sign) in cells(sample) {
                for (at, share) in [(at, 1.0 - sample.phase), (HALF + at, sample.phase)] {
                    slopes[at].slope += sign * share * error;
                    slopes[at].curvature += share * share * curvature;
                }
            }
        }
        slopes
    };
    let (first, second) = samples.split_at(samples.len() / 2);
    thread::scope(|scope| {
        let helper = thread::Builder::new().name("slopes".into());
        let second = helper.spawn_scoped(scope, || of_part(second)).expect("a thread can start");
        let mut slopes = of_part(first);
        let second = second.join().expect("it does not panic");
        for (slope, other) in slopes.iter_mut().zip(second) {
            slope.slope += other.slope;
            slope.curvature += other.curvature;
        }
        slopes
    })
}

/// The weights that count in a position, by their place, and whether for White or against.
fn cells(sample: &Sample) -> impl Iterator<Item = (usize, f64)> {
    sample.windows.iter().zip([1.0, -1.0]).flat_map(|(windows, sign)| {
        let windows = windows.iter().enumerate();
        windows.map(move |(window, &index)| (window * CONTENTS + usize::from(index), sign))
    })
}
