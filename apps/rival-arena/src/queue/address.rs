//! Where the address of a queue comes from. It may have a password in it, which everybody on the machine could read in
//! an argument, but not in a file or in the environment of a process.

use std::env;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use anyhow::{Context, anyhow};
use arena_queue::Access;
use house::{Failure, FailureKind, OrFail};

use crate::arguments::AccessArguments;

/// The variable of the environment with the address.
const VARIABLE: &str = "RIVAL_QUEUE";

/// The longest file that is read: longer than any address.
const FILE_BYTES_MAX: u64 = 4096;

/// The queue that an argument, a file or the environment names, in this order; none if nothing does.
pub(crate) fn access(
    argument: Option<&str>,
    arguments: &AccessArguments,
) -> Result<Option<Access>, Failure> {
    let AccessArguments { queue_file, creds, ca } = arguments;
    let access = |url| Access { url, credentials: creds.clone(), authorities: ca.clone() };
    if let Some(url) = argument {
        let access = access(url.into());
        if access.has_secret() {
            let why = format!(
                "everybody on this machine can read a password in an argument: put the address into a file and give \
                 --queue-file FILE, or into the environment as {VARIABLE}"
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

/// The one line of a file.
fn read(path: &Path) -> Result<String, Failure> {
    let mut text = String::new();
    let opened =
        File::open(path).and_then(|file| file.take(FILE_BYTES_MAX).read_to_string(&mut text));
    opened.with_context(|| format!("can't read {}", path.display())).or_fail(FailureKind::Input)?;
    let mut words = text.split_whitespace();
    if let (Some(url), None) = (words.next(), words.next()) {
        return Ok(url.into());
    }
    let why = "expected one line with the address of a queue, like nats://NAME:PASSWORD@HOST:PORT";
    Err(Failure::new(FailureKind::Input, anyhow!("{}: {why}", path.display())))
}
