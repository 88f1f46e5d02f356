//! The commands of the manifest.

use std::fmt;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process;

use anyhow::{Context, ensure};

/// A program of this tree with its arguments: "rival book build checkers", or an example of a crate,
/// "checkers-players/tune_draughts games english", with " > FILE" at the end where its output goes to a file.
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
        let tree = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
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
