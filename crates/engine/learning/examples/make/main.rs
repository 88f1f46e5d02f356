//! Rebuilds a file of learned weights, or an opening book, with the commands in `learned/MANIFEST.toml`, and compares
//! the bytes.
//!
//! ```text
//! cargo run --release -p learning --example make -- russian.book --folder made
//! ```
//!
//! Every command is deterministic, but the result depends on the rules, the search and the evaluation. The bytes are
//! the same at the commit that the manifest names. Another commit may play differently and produce different bytes.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::{fmt, process};

use anyhow::{Context, bail, ensure};
use clap::Parser;
use serde::Deserialize;
use sha2::{Digest, Sha256};

/// Makes a file of learned weights, or an opening book, again, and compares it.
#[derive(Debug, Parser)]
struct Arguments {
    /// The file: its path in the tree, or the end of that path.
    file: PathBuf,
    /// The output folder; existing files with the same names are replaced.
    #[arg(long, default_value = "made")]
    folder: PathBuf,
    /// The manifest of commands.
    #[arg(long, default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/learned/MANIFEST.toml"))]
    manifest: PathBuf,
    /// The profile in which the programs are built.
    #[arg(long, default_value = "release")]
    profile: String,
    /// Skip the comparison: for new games.
    #[arg(long)]
    new: bool,
}

fn main() -> anyhow::Result<()> {
    let Arguments { file, folder, manifest, profile, new } = Arguments::parse();
    let text = fs::read_to_string(&manifest)
        .with_context(|| format!("can't read {}", manifest.display()))?;
    let manifest = Manifest::read(&text).with_context(|| format!("{}", manifest.display()))?;
    let entry = manifest.find(&file)?;
    let made = make(entry, &folder, &profile)?;
    let out = &mut io::stdout().lock();
    let bytes = fs::read(&made).with_context(|| format!("can't read {}", made.display()))?;
    let hash = hash_of(&bytes);
    writeln!(out, "{hash}  {}", made.display())?;
    ensure!(
        new || hash == entry.sha256,
        "the manifest has {} for {}, made at commit {}",
        entry.sha256,
        entry.path,
        entry.commit
    );
    Ok(())
}

/// Runs an entry's commands in a folder. Returns the file that they produce.
fn make(entry: &ManifestEntry, folder: &Path, profile: &str) -> anyhow::Result<PathBuf> {
    let name = Path::new(&entry.path).file_name().context("the path of the file has no name")?;
    if entry.commands.is_empty() {
        bail!(
            "{} can't be reproduced; the manifest omits: {}",
            entry.path,
            entry.unknown.join(", ")
        );
    }
    let commands: Vec<Command> =
        entry.commands.iter().map(|line| Command::read(line)).collect::<anyhow::Result<_>>()?;
    fs::create_dir_all(folder).with_context(|| format!("can't make {}", folder.display()))?;
    let made = folder.join(name);
    // The opening book builder would extend an existing book.
    if let Err(error) = fs::remove_file(&made)
        && error.kind() != ErrorKind::NotFound
    {
        return Err(error).with_context(|| format!("can't remove {}", made.display()));
    }
    for command in commands {
        writeln!(io::stderr(), "{command}")?;
        command.run(folder, profile)?;
    }
    Ok(made)
}

/// The SHA-256 hash of some bytes in hexadecimal.
fn hash_of(bytes: &[u8]) -> String {
    format!("{:x}", Sha256::digest(bytes))
}

/// The manifest of all learned weight files.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Manifest {
    file: Vec<ManifestEntry>,
}

/// A learned weight file.
#[derive(Debug, Deserialize)]
pub(crate) struct ManifestEntry {
    /// The file's path in the repository.
    pub(crate) path: String,
    /// The file's hash.
    pub(crate) sha256: String,
    /// The commit at which it was produced or, if unknown, added to the tree.
    pub(crate) commit: String,
    /// The commands that produce the file, in order; empty if unknown.
    #[serde(default)]
    pub(crate) commands: Vec<String>,
    /// Keys that are missing because their values are unknown.
    #[serde(default)]
    pub(crate) unknown: Vec<String>,
}

impl Manifest {
    pub(crate) fn read(text: &str) -> anyhow::Result<Self> {
        Ok(toml::from_str(text)?)
    }

    /// The only entry with a path that ends in `end`.
    pub(crate) fn find(&self, end: &Path) -> anyhow::Result<&ManifestEntry> {
        let fitting: Vec<&ManifestEntry> =
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

/// A program of this tree with its arguments: "rival book build checkers", or an example of a crate,
/// "checkers-players/tune_draughts games english". The command ends with " > FILE" if its output goes to a file.
pub(crate) struct Command {
    line: String,
    /// The crate of an example; `None` for a program.
    package: Option<String>,
    program: String,
    arguments: Vec<String>,
    output: Option<PathBuf>,
}

impl Command {
    pub(crate) fn read(line: &str) -> anyhow::Result<Self> {
        let (words, output) = match line.split_once(" > ") {
            Some((words, file)) => (words, Some(PathBuf::from(file.trim()))),
            None => (line, None),
        };
        let mut words = words.split_whitespace().map(str::to_owned);
        let program = words.next().context("a command is empty")?;
        let (package, program) = match program.split_once('/') {
            Some((package, example)) => (Some(package.to_owned()), example.to_owned()),
            None => (None, program),
        };
        Ok(Self { line: line.to_owned(), package, program, arguments: words.collect(), output })
    }

    /// Builds the program and runs it in a folder.
    pub(crate) fn run(&self, folder: &Path, profile: &str) -> anyhow::Result<()> {
        let tree = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
        let mut cargo = process::Command::new(env!("CARGO"));
        cargo.args(["run", "--quiet", "--locked", "--profile", profile, "--manifest-path"]);
        cargo.arg(tree.join("Cargo.toml"));
        match &self.package {
            Some(package) => cargo.args(["--package", package, "--example", &self.program]),
            None => cargo.args(["--bin", &self.program]),
        };
        cargo.arg("--").args(&self.arguments).current_dir(folder);
        if let Some(output) = &self.output {
            let path = folder.join(output);
            let file = File::create(&path);
            cargo.stdout(file.with_context(|| format!("can't write {}", path.display()))?);
        }
        let status = cargo.status().context("can't start cargo")?;
        ensure!(status.success(), "`{self}` failed: {status}");
        Ok(())
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.line)
    }
}
