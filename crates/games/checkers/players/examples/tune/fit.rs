//! Fits weights to positions with results.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Context, bail};
use checkers::{Checkers, Variant};
use checkers_players::{Patterns, Window};
use clap::Args;
use learning::tuning::{FeatureSamples, Fitted, StoredPosition};

use crate::check_folder_of;
use crate::counted::{Counted, cells};
use crate::printed::Printed;

#[derive(Debug, Args)]
pub(crate) struct Fit {
    /// The variant.
    pub(crate) variant: String,
    /// The position files.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Also fits patterns of men, and writes their weights to this file, packed by gzip.
    #[arg(long)]
    patterns: Option<PathBuf>,
    /// Also use windows with kings. Without this flag, their learned weights are dropped.
    #[arg(long, requires = "patterns")]
    kings: bool,
    /// Starts from the weights in the source tree, and regularizes toward these weights instead of 0.
    #[arg(long, requires = "patterns")]
    onward: bool,
    /// Terms to leave out, by their names in the enum `Term`.
    #[arg(long, value_delimiter = ',')]
    without: Vec<String>,
    #[command(flatten)]
    options: learning::tuning::Fit,
}

impl Fit {
    pub(crate) fn run<V: Variant>(self) -> anyhow::Result<()> {
        if let Some(path) = &self.patterns {
            if Patterns::window_count::<V>(Window::Men) == 0 {
                bail!("{} has no patterns of men: leave --patterns out", self.variant);
            }
            check_folder_of(path)?;
        }
        let files =
            self.files.iter().map(StoredPosition::open).collect::<anyhow::Result<Vec<_>>>()?;
        let windows = if self.patterns.is_some() { windows(self.kings) } else { &[] };
        let game = Checkers::<V>::new();
        let mut counted = Counted::<V>::without(&self.without).looking_at(windows);
        if self.onward {
            counted = counted.onward();
        }
        let per_game = self.options.per_game;
        let mut samples = FeatureSamples::read(&game, &mut counted, files.into_iter(), per_game)?;
        counted.check_names()?;
        let fitted = self.options.run(&mut samples);
        if let Some(path) = &self.patterns {
            system::packed::write(path, &bytes::<V>(&fitted, windows))?;
        }
        let mut out = io::stdout().lock();
        let losses: Vec<String> = fitted.losses.iter().map(|loss| format!("{loss:.5}")).collect();
        writeln!(out, "// {} positions, losses {}", samples.count(), losses.join(", "))?;
        let printed = Printed { terms: &counted.terms, fitted: &fitted };
        printed.write::<V>(&mut out).context("can't write the weights")
    }
}

/// The kinds of windows to count.
pub(crate) const fn windows(has_kings: bool) -> &'static [Window] {
    if has_kings { &[Window::Men, Window::Pieces] } else { &[Window::Men] }
}

/// The pattern weights in the evaluation's format. For each window and content, these are the weights in the opening
/// and in the ending, in hundredths of a man, each clipped to one byte.
pub(crate) fn bytes<V: Variant>(fitted: &Fitted, windows: &[Window]) -> Vec<u8> {
    let all = windows.iter().flat_map(|&kind| {
        let [windows, contents] =
            [Patterns::window_count::<V>(kind), Patterns::contents::<V>(kind)]
                .map(|number| u32::try_from(number).unwrap_or(0));
        (0..windows)
            .flat_map(move |window| (0..contents).map(move |content| (kind, window, content)))
    });
    let weights = all.flat_map(|(kind, window, content)| {
        [1, 0].map(|knot| {
            let cells = cells::<V>(kind, window, content);
            cells.map(|cell| fitted.pattern(cell as usize, knot)).sum::<f64>()
        })
    });
    #[expect(clippy::cast_possible_truncation, reason = "a float is cut to what fits")]
    weights.map(|weight| (weight.round() as i8).cast_unsigned()).collect()
}
