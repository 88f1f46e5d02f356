//! Measures the speed of training: `cargo run --release --package learning --example training_speed`.
//!
//! 32 active inputs out of 800, 128 accumulators, one and two threads.

use std::io::{self, Write, stdout};
use std::time::Instant;

use learning::{ACCUMULATORS_DEFAULT, Samples, Shape, Target, TrainingOptions, Weights, train};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

const SAMPLES: u32 = 200_000;
const ACTIVE: u16 = 32;
const INPUTS: u16 = 800;

fn main() -> io::Result<()> {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut samples = Samples::default();
    for _ in 0..SAMPLES {
        // One input from each block, so no input occurs twice.
        let block = INPUTS / ACTIVE;
        let inputs: Vec<u16> =
            (0..ACTIVE).map(|index| index * block + rng.random_range(0..block)).collect();
        let win = if inputs[0] < block / 2 { 1.0 } else { 0.0 };
        samples.push(&inputs, Target([win, 0.0, 1.0 - win]));
    }
    let shape = Shape {
        game: "speed".into(),
        layout: 0,
        inputs: INPUTS.into(),
        active_max: ACTIVE.into(),
        accumulators: ACCUMULATORS_DEFAULT,
    };
    for threads in [1, 2] {
        let mut weights = Weights::random(shape.clone(), 1);
        let options = TrainingOptions { threads, ..TrainingOptions::default() };
        let begun = Instant::now();
        let loss = train(&mut weights, &samples, &[], &options, &|| false).unwrap_or_default();
        let seconds = begun.elapsed().as_secs_f64();
        let speed = f64::from(SAMPLES) * f64::from(options.epochs) / seconds;
        writeln!(stdout(), "{threads} threads: {speed:.0} samples/s, loss {loss:.3}")?;
    }
    Ok(())
}
