//! The address of a queue, from an argument, a file or the environment. The address can contain a password. Every user
//! of the machine could read a password in an argument, but not in a file or in a process's environment.

use std::env;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use crate::{Access, QueueError, RunFailure};
use anyhow::{Context, anyhow};
use app_context::{Failure, FailureKind, OrFail};
use clap::Args;

/// The environment variable that contains the address.
pub const VARIABLE: &str = "RIVAL_QUEUE";

/// Maximum size of the file in bytes: longer than any address.
const FILE_BYTES_MAX: u64 = 4096;

/// Arguments for connecting to a queue.
#[derive(Clone, Debug, Args)]
pub struct AccessArguments {
    /// File with the queue address, which may include a name and password
    #[arg(long, value_name = "FILE")]
    pub queue_file: Option<PathBuf>,
    /// File with NATS credentials
    #[arg(long, value_name = "FILE")]
    pub creds: Option<PathBuf>,
    /// File with trusted CA certificates, instead of the system's
    #[arg(long, value_name = "FILE")]
    pub ca: Option<PathBuf>,
}

impl AccessArguments {
    /// The queue named by an argument, a file or the environment, in this order of precedence. `None` without a queue.
    ///
    /// # Errors
    /// [`Failure`] if the argument contains a password, or if the file or the variable can't be read.
    pub fn access(&self, argument: Option<&str>) -> Result<Option<Access>, Failure> {
        let Self { queue_file, creds, ca } = self;
        let access = |url| Access { url, credentials: creds.clone(), authorities: ca.clone() };
        if let Some(url) = argument {
            let access = access(url.into());
            if access.has_secret() {
                let why = format!(
                    "every user of this machine can read a password in an argument; pass --queue-file FILE or set {VARIABLE}"
                );
                return Err(Failure::new(FailureKind::Usage, anyhow!(why)));
            }
            return Ok(Some(access));
        }
        if let Some(path) = queue_file {
            return read(path).map(access).map(Some);
        }
        match env::var(VARIABLE) {
            Ok(url) if url.is_empty() => Ok(None),
            Ok(url) => Ok(Some(access(url))),
            Err(env::VarError::NotPresent) => Ok(None),
            Err(error) => Err(error).context(VARIABLE).or_fail(FailureKind::Usage),
        }
    }
}

/// Converts a queue error to a failure with an exit code.
pub fn failure(error: QueueError) -> Failure {
    let kind = match error {
        QueueError::Address(_) => FailureKind::Usage,
        QueueError::Credentials { .. } | QueueError::Authorities { .. } => FailureKind::Input,
        QueueError::RunFailure(RunFailure::CantStart { .. }) => FailureKind::Player,
        _ => FailureKind::Failed,
    };
    Failure::new(kind, error)
}

/// Reads a single-line file.
fn read(path: &Path) -> Result<String, Failure> {
    let mut text = String::new();
    let opened =
        File::open(path).and_then(|file| file.take(FILE_BYTES_MAX).read_to_string(&mut text));
    opened.with_context(|| format!("can't read {}", path.display())).or_fail(FailureKind::Input)?;
    let mut words = text.split_whitespace();
    if let (Some(url), None) = (words.next(), words.next()) {
        return Ok(url.into());
    }
    let why = "expected one line with a queue address, like nats://NAME:PASSWORD@HOST:PORT";
    Err(Failure::new(FailureKind::Input, anyhow!("{}: {why}", path.display())))
}
