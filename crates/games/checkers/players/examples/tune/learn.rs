//! Continues training the weights, with any number of positions.

use std::fs::File;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, bail};
use checkers::{Checkers, Variant};
use checkers_players::{Patterns, Window};
use clap::Args;
use learning::tuning::StoredPosition;

use crate::check_folder_of;
use crate::counted::Counted;
use crate::fit::{bytes, windows};
use crate::printed::Printed;

#[derive(Debug, Args)]
pub(crate) struct Learn {
    /// The variant.
    pub(crate) variant: String,
    /// The position files.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Writes the pattern weights to this file, packed by gzip.
    #[arg(long)]
    patterns: PathBuf,
    /// Writes the term weights to this file.
    #[arg(long)]
    terms: PathBuf,
    /// Also use windows with kings. Without this flag, their learned weights are dropped.
    #[arg(long)]
    kings: bool,
    /// Terms to leave out, by their names in the enum `Term`.
    #[arg(long, value_delimiter = ',')]
    without: Vec<String>,
    #[command(flatten)]
    options: learning::tuning::Learn,
}

impl Learn {
    pub(crate) fn run<V: Variant>(self, out: &mut impl Write) -> anyhow::Result<()> {
        if Patterns::weights::<V>(Window::Men).is_empty() {
            bail!("{} has no learned weights yet; use fit", self.variant);
        }
        check_folder_of(&self.patterns)?;
        check_folder_of(&self.terms)?;
        let files =
            self.files.iter().map(StoredPosition::open).collect::<anyhow::Result<Vec<_>>>()?;
        let (game, windows) = (Checkers::<V>::new(), windows(self.kings));
        let counted = Counted::<V>::without(&self.without);
        let mut counted = counted.looking_at(windows).onward();
        let set = self.options.read(&game, &counted, files.into_iter())?;
        Counted::<V>::check_names_in(&self.without, set.positions())?;
        let fitted = self.options.run(&game, &mut counted, &set, out)?;
        system::packed::write(&self.patterns, &bytes::<V>(&fitted, windows))?;
        let name = self.terms.display();
        let mut terms = File::create(&self.terms).with_context(|| format!("can't write {name}"))?;
        let printed = Printed { terms: &counted.terms, fitted: &fitted };
        printed.write::<V>(&mut terms).with_context(|| format!("can't write {name}"))
    }
}
