//! Trains the network's weights on position files.

#![expect(clippy::cast_precision_loss, reason = "counts of positions")]

use std::fs::File;
use std::io::{BufReader, Read, Write};
use std::path::PathBuf;

use anyhow::{Context, bail, ensure};
use chess_players::ChessWeights;
use clap::Args;
use learning::tuning::Order;

use crate::learner::{BATCH, Learner};
use crate::packed::Packed;

#[derive(Debug, Args)]
pub(crate) struct Learn {
    /// The position files.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The output file for the weights.
    #[arg(long)]
    out: PathBuf,
    /// Starts with the program's weights instead of random ones.
    #[arg(long)]
    onward: bool,
    /// The number of passes over all positions.
    #[arg(long, default_value = "6")]
    rounds: u32,
    /// The step size at the start.
    #[arg(long, default_value = "0.001")]
    step: f32,
}

/// The final step size, relative to the first.
const STEP_LEAST: f32 = 0.005;
/// One in this many positions is held out for testing. The held-out positions come from the end of each file, because
/// neighbors in a file are from the same game.
const TEST_PART: usize = 200;

impl Learn {
    pub(crate) fn run(self, out: &mut impl Write) -> anyhow::Result<()> {
        let (mut samples, mut tests) = (Vec::new(), Vec::new());
        for file in &self.files {
            let mut read = read(file)?;
            tests.extend(read.split_off(read.len() - read.len() / TEST_PART));
            samples.append(&mut read);
        }
        if samples.len() < BATCH {
            bail!("{} positions are too few: expected at least {BATCH}", samples.len());
        }
        writeln!(out, "{} positions, {} more in the test set", samples.len(), tests.len())?;
        let mut learner = Learner::new(self.onward.then(ChessWeights::built_in));
        let steps = samples.len() / BATCH;
        for round in 0..self.rounds {
            let order = Order::new(samples.len(), round);
            let mut loss = 0.0;
            for number in 0..steps {
                let part = (round as f32 + number as f32 / steps as f32) / self.rounds as f32;
                let wave = f32::midpoint((part * std::f32::consts::PI).cos(), 1.0);
                let step = self.step * (STEP_LEAST + (1.0 - STEP_LEAST) * wave);
                let batch: Vec<Packed> =
                    (0..BATCH).map(|index| samples[order.at(number * BATCH + index)]).collect();
                loss += learner.learn(&batch, step);
            }
            let learned = loss / (steps * BATCH) as f64;
            let tested = learner.mean_loss(&tests);
            writeln!(out, "round {}: loss {learned:.6}, of the test {tested:.6}", round + 1)?;
            out.flush()?;
            system::packed::write(&self.out, &learner.weights().to_bytes())?;
        }
        Ok(())
    }
}

/// Reads the output of `teach`.
fn read(path: &PathBuf) -> anyhow::Result<Vec<Packed>> {
    let name = path.display();
    let mut bytes = Vec::new();
    let file = File::open(path).with_context(|| format!("can't open {name}"))?;
    BufReader::new(file).read_to_end(&mut bytes).with_context(|| format!("can't read {name}"))?;
    let (positions, rest) = bytes.as_chunks();
    ensure!(rest.is_empty(), "{name} doesn't end with a whole position");
    Ok(positions.iter().copied().map(Packed::from_bytes).collect())
}
