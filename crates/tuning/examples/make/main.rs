//! Makes a file of learned weights, or an opening book, again by the commands that `learned/MANIFEST.toml` has for it, and
//! says whether the same bytes came out.
//!
//! ```text
//! cargo run --release -p tuning --example make -- russian.book --folder made
//! ```
//!
//! Every command is deterministic, but what it makes depends on the rules, the search and the evaluation, so the bytes are the
//! same at the commit that the manifest names; at another one they may be those of another player.

mod command;
mod manifest;

use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use clap::Parser;
use sha2::{Digest, Sha256};

use crate::command::Command;
use crate::manifest::{Entry, Manifest};

/// Makes a file of learned weights, or an opening book, again, and compares it.
#[derive(Debug, Parser)]
struct Arguments {
    /// The file: its path in the tree, or the end of that.
    file: PathBuf,
    /// Where everything is made; what is there of the same names is replaced.
    #[arg(long, default_value = "made")]
    folder: PathBuf,
    /// What says how files are made.
    #[arg(long, default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/learned/MANIFEST.toml"))]
    manifest: PathBuf,
    /// The profile in which the programs are built.
    #[arg(long, default_value = "release")]
    profile: String,
    /// Compares nothing: for games that nobody has played before.
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

/// Runs the commands of an entry in a folder. Returns the file that they have made.
fn make(entry: &Entry, folder: &Path, profile: &str) -> anyhow::Result<PathBuf> {
    let name = Path::new(&entry.path).file_name().context("the path of the file has no name")?;
    if entry.commands.is_empty() {
        bail!(
            "{} can't be made again: of it these are unknown: {}",
            entry.path,
            entry.unknown.join(", ")
        );
    }
    let commands: Vec<Command> =
        entry.commands.iter().map(|line| Command::read(line)).collect::<anyhow::Result<_>>()?;
    fs::create_dir_all(folder).with_context(|| format!("can't make {}", folder.display()))?;
    let made = folder.join(name);
    // What builds an opening book goes on with one that is there.
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

/// The SHA-256 of some bytes in hexadecimal digits.
fn hash_of(bytes: &[u8]) -> String {
    format!("{:x}", Sha256::digest(bytes))
}
