//! Weights for positions with results, as they stand in the evaluation.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;

use anyhow::{Context, bail};
use checkers::{Layout, Variant};
use checkers_players::Term;
use clap::Args;

use crate::patterns::Patterns;
use crate::positions::{Samples, name};
use crate::regression::{Weights, add_searches, fit_scale, fit_terms};

#[derive(Debug, Args)]
pub(crate) struct Fit {
    /// The variant.
    pub(crate) variant: String,
    /// The files of positions.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Fits patterns of men besides, and writes their weights to this file.
    #[arg(long)]
    patterns: Option<PathBuf>,
    /// How strongly the weights of patterns are pulled to 0.
    #[arg(long, default_value = "8", value_parser = ridge)]
    pattern_ridge: f64,
    /// Terms to leave out, by their names in the enum `Term`.
    #[arg(long, value_delimiter = ',')]
    without: Vec<String>,
    /// Takes at most this many positions of a game.
    #[arg(long, default_value = "48")]
    per_game: NonZeroUsize,
    /// The share of the search's score in the target; the rest is the game's result.
    #[arg(long, default_value = "0.5", value_parser = share)]
    searched: f64,
    /// How strongly the weights of terms are pulled to 0.
    #[arg(long, default_value = "4", value_parser = ridge)]
    ridge: f64,
}

fn share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "it must be a number from 0 to 1".to_owned())
}

fn ridge(text: &str) -> Result<f64, String> {
    let ridge = text.parse().ok().filter(|ridge: &f64| ridge.is_finite() && *ridge > 0.0);
    ridge.ok_or_else(|| "it must be a number above 0".to_owned())
}

/// How often patterns and terms are fitted in turn: a third time changes nothing.
const TURNS: u32 = 2;

impl Fit {
    pub(crate) fn run<V: Variant>(self) -> anyhow::Result<()> {
        let windows = checkers_players::Patterns::window_count::<V>();
        if self.patterns.is_some() && windows == 0 {
            bail!("{} has no patterns of men: leave --patterns out", self.variant);
        }
        let open = |path: &PathBuf| {
            let file =
                File::open(path).with_context(|| format!("can't open {}", path.display()))?;
            Ok(BufReader::new(file))
        };
        let files = self.files.iter().map(open).collect::<anyhow::Result<Vec<_>>>()?;
        let create = |path: &PathBuf| {
            File::create(path).with_context(|| format!("can't write {}", path.display()))
        };
        let mut table = self.patterns.as_ref().map(create).transpose()?;
        let mut samples = Samples::read::<V>(files.into_iter(), &self.without, self.per_game)?;
        let mut out = io::stdout().lock();
        add_searches(&mut samples, self.searched);
        let scale = fit_scale(&samples.all, |sample| Some(sample.evaluation));
        let mut weights = fit_terms(&mut samples, self.ridge);
        writeln!(out, "// {} positions, loss {:.5}", samples.all.len(), samples.loss())?;
        if let Some(table) = &mut table {
            let mut patterns = Patterns::new(windows, checkers_players::Patterns::contents::<V>());
            for _ in 0..TURNS {
                patterns.fit(&mut samples, self.pattern_ridge);
                weights = fit_terms(&mut samples, self.ridge);
                writeln!(out, "// with patterns {:.5}", samples.loss())?;
            }
            let mut table = BufWriter::new(table);
            let written = patterns.write(&mut table, scale).and_then(|()| table.flush());
            written.context("can't write the patterns")?;
        }
        let printed = Printed { terms: &samples.terms, weights: &weights, scale };
        printed.write::<V>(&mut out).context("can't write the weights")
    }
}

/// The term's field in the evaluation's weights: its name in lower case, words parted by `_`.
fn field(term: Term) -> String {
    let mut field = String::new();
    for letter in name(term).chars() {
        if letter.is_ascii_uppercase() && !field.is_empty() {
            field.push('_');
        }
        field.push(letter.to_ascii_lowercase());
    }
    field
}

/// Weights in hundredths of the man of the evaluation made by hand, so that the margins of the search go on to fit.
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

    fn write<V: Variant>(&self, out: &mut impl Write) -> io::Result<()> {
        let mut terms = self.terms.to_vec();
        terms.sort_unstable();
        for term in terms {
            if !matches!(term, Term::Place { .. } | Term::Runner(_)) {
                writeln!(out, "{}: Phased::new{},", field(term), self.of(term))?;
            }
        }
        writeln!(out, "places: &[")?;
        for row in 0..Layout::<V>::HEIGHT - 1 {
            let columns = 0..Layout::<V>::WIDTH / 2;
            let row = columns.map(|from_edge| self.of(Term::Place { row, from_edge }));
            writeln!(out, "    &[{}],", row.collect::<Vec<_>>().join(", "))?;
        }
        writeln!(out, "],")?;
        let runners = (1..Layout::<V>::HEIGHT / 2).map(|rows| self.of(Term::Runner(rows)));
        writeln!(out, "runners: &[{}],", runners.collect::<Vec<_>>().join(", "))
    }
}
