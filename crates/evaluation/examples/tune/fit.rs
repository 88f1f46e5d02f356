//! Weights for positions with results, as they are written in the evaluation.

use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;

use anyhow::Context;
use checkers::{Layout, Variant};
use clap::Args;
use evaluation::Term;

use crate::positions::{Samples, name};
use crate::regression::{Weights, fit_scale, fit_weights};

#[derive(Debug, Args)]
pub(crate) struct Fit {
    /// The variant.
    pub(crate) variant: String,
    /// The file of positions.
    file: PathBuf,
    /// Terms to leave out, by their names in the enum `Term`.
    #[arg(long, value_delimiter = ',')]
    without: Vec<String>,
    /// Takes at most so many positions of a game.
    #[arg(long, default_value_t = 48)]
    per_game: usize,
    /// How strongly all weights are held to nothing.
    #[arg(long, default_value_t = 4.0)]
    ridge: f64,
}

impl Fit {
    pub(crate) fn run<V: Variant>(self) -> anyhow::Result<()> {
        let shown = self.file.display();
        let file = File::open(&self.file).with_context(|| format!("can't open {shown}"))?;
        let samples = Samples::read::<V>(BufReader::new(file), &self.without, self.per_game)
            .with_context(|| format!("can't use {shown}"))?;
        let (scale, loss_before) = fit_scale(&samples);
        let (weights, loss) = fit_weights(&samples, self.ridge);
        println!("// {} positions, loss {loss:.5}, before {loss_before:.5}", samples.all.len());
        Printed { terms: &samples.terms, weights: &weights, scale }.print::<V>();
        Ok(())
    }
}

/// Weights in hundredths of the man of the present evaluation, so that the margins of the search go on to fit.
struct Printed<'a> {
    terms: &'a [Term],
    weights: &'a Weights,
    scale: f64,
}

impl Printed<'_> {
    /// "(opening, ending)"; nothing for what never counted.
    fn of(&self, term: Term) -> String {
        let number = self.terms.iter().position(|other| *other == term);
        let (opening, ending) = number.map_or((0.0, 0.0), |number| self.weights.of(number));
        format!("({:.0}, {:.0})", opening / self.scale, ending / self.scale)
    }

    fn print<V: Variant>(&self) {
        let mut terms = self.terms.to_vec();
        terms.sort_unstable();
        for term in terms {
            if !matches!(term, Term::Place { .. } | Term::Runner(_)) {
                println!("{}: Phased::new{},", name(term), self.of(term));
            }
        }
        println!("places: &[");
        for row in 0..Layout::<V>::HEIGHT - 1 {
            let columns = 0..Layout::<V>::WIDTH / 2;
            let row = columns.map(|from_edge| self.of(Term::Place { row, from_edge }));
            println!("    &[{}],", row.collect::<Vec<_>>().join(", "));
        }
        println!("],");
        let runners = (1..Layout::<V>::HEIGHT / 2).map(|rows| self.of(Term::Runner(rows)));
        println!("runners: &[{}],", runners.collect::<Vec<_>>().join(", "));
    }
}
