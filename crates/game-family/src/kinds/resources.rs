//! Options for the memory and the threads of a search.

use std::num::NonZeroUsize;

use games_package::{OptionError, OptionSpec, Options};

const HASH: &str = "hash";
const THREADS: &str = "threads";

/// The option for the memory of a search, in MiB.
pub(super) fn hash_option(description: &str, default: usize) -> OptionSpec {
    let default = i64::try_from(default).unwrap_or(i64::MAX);
    OptionSpec::integer(HASH, description, default, 1, 65_536)
}

/// The option for the threads of a search.
pub(super) fn threads_option() -> OptionSpec {
    OptionSpec::integer(THREADS, "how many threads search together", 1, 1, 256)
}

/// The memory of a search in MiB, from values that have been checked.
///
/// # Errors
/// [`OptionError`] if it is more than three quarters of what this computer has: the system would end the program.
pub(super) fn hash_mebibytes(player: &str, options: &Options) -> Result<usize, OptionError> {
    let asked: usize = options.get(HASH)?;
    let Some(total) = memory::total_mebibytes() else { return Ok(asked) };
    let most = usize::try_from(total).unwrap_or(usize::MAX) / 4 * 3;
    if asked > most {
        return Err(OptionError::Value {
            player: player.into(),
            name: HASH.into(),
            value: asked.to_string(),
            expected: format!("at most {most}, three quarters of the memory of this computer"),
        });
    }
    Ok(asked)
}

/// How many threads search, from values that have been checked.
///
/// # Errors
/// [`OptionError`] if the option is missing.
pub(super) fn threads(options: &Options) -> Result<NonZeroUsize, OptionError> {
    options.get(THREADS)
}
