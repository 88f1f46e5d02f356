//! What is known of the files of learned weights.

use std::path::Path;

use anyhow::bail;
use serde::Deserialize;

/// All files of learned weights.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Manifest {
    file: Vec<Entry>,
}

/// A file of learned weights.
#[derive(Debug, Deserialize)]
pub(crate) struct Entry {
    /// Where it is in the tree.
    pub(crate) path: String,
    /// Its hash.
    pub(crate) sha256: String,
    /// The commit at which it was made or, where that is unknown, came into the tree.
    pub(crate) commit: String,
    /// What makes it, one command after the other; empty where that isn't known.
    #[serde(default)]
    pub(crate) commands: Vec<String>,
    /// Which keys are missing because nobody knows them.
    #[serde(default)]
    pub(crate) unknown: Vec<String>,
}

impl Manifest {
    pub(crate) fn read(text: &str) -> anyhow::Result<Self> {
        Ok(toml::from_str(text)?)
    }

    /// The only entry whose path ends so.
    pub(crate) fn find(&self, end: &Path) -> anyhow::Result<&Entry> {
        let fitting: Vec<&Entry> =
            self.file.iter().filter(|entry| Path::new(&entry.path).ends_with(end)).collect();
        if let [only] = fitting.as_slice() {
            return Ok(only);
        }
        let known: Vec<&str> = match fitting.as_slice() {
            [] => self.file.iter().map(|entry| entry.path.as_str()).collect(),
            several => several.iter().map(|entry| entry.path.as_str()).collect(),
        };
        let what = if fitting.is_empty() { "no file" } else { "more than one file" };
        bail!("{what} ends in {}; there are\n  {}", end.display(), known.join("\n  "))
    }
}
