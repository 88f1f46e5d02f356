//! The log: `tracing` events from the table and its plugins.

use std::fs::File;
use std::path::Path;
use std::sync::Mutex;

use anyhow::{Context, anyhow};
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use crate::failure::{Failure, FailureKind, OrFail};

/// The environment variable that selects the log level, such as `debug` or `games_package=trace`.
const VARIABLE: &str = "RIVAL_LOG";

/// Starts logging: to `file` if given, or else to standard error if `RIVAL_LOG` is set.
///
/// # Errors
/// [`Failure`] if the file can't be written, or if `RIVAL_LOG` is malformed.
pub fn start(file: Option<&Path>) -> Result<(), Failure> {
    let wanted = std::env::var(VARIABLE).ok().filter(|value| !value.is_empty());
    if wanted.is_none() && file.is_none() {
        return Ok(());
    }
    let wanted = wanted.as_deref().unwrap_or("info");
    let filter: Targets = wanted
        .parse()
        .map_err(|error| anyhow!("{VARIABLE} can't be \"{wanted}\": {error}"))
        .or_fail(FailureKind::Usage)?;
    let format = tracing_subscriber::fmt::layer().with_ansi(false);
    let registry = tracing_subscriber::registry().with(filter);
    match file {
        Some(path) => {
            let file = File::create(path)
                .with_context(|| format!("can't write the log {}", path.display()))
                .or_fail(FailureKind::Input)?;
            registry.with(format.with_writer(Mutex::new(file))).init();
        }
        None => registry.with(format.with_writer(std::io::stderr)).init(),
    }
    Ok(())
}
