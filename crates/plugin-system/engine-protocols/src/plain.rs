//! The plain protocol: JSON lines for every game, described in `docs/author/plain-players.md`.

mod commands;
mod engine;
mod launcher;
mod thinking_host;

use std::path::PathBuf;

use games_package::{OptionSpec, Options};
use plain_protocol::{PlainPlayer, PlainSettings, TimeLimits};

pub use self::engine::serve;
use self::launcher::CommandLauncher;
use crate::engine_pool::{EngineKey, EnginePool};
use crate::launch_options::LaunchOptions;
use crate::process::{CommandError, Timeouts};

/// The prefix before the command in a player's name.
const BEFORE: &str = "engine:plain:";

/// This program's name and version, for hellos.
pub(crate) const HOST: &str = concat!("Rival ", env!("CARGO_PKG_VERSION"));

/// Creates a player of `game`, a full name, from the program that `command` starts. The command is split into words at
/// blanks, with quotation marks as in a shell; no shell is run. Values for the program's options can follow after a
/// question mark, `python3 player.py?depth=4&book=small`; `options` adds more options and the timeouts. The program
/// starts in `folder`, if given, and is not sandboxed. A reusable program returns to `pool` for the next player with
/// the same settings.
///
/// # Errors
/// [`CommandError`] if the command is malformed.
pub fn player(
    pool: &EnginePool,
    game: &str,
    command: &str,
    folder: Option<PathBuf>,
    (options, timeouts): (&Options, Timeouts),
) -> Result<PlainPlayer, CommandError> {
    let launch = LaunchOptions::parse((BEFORE, "python3 player.py"), command, options, folder)?;
    let mut all = Options::default();
    for (name, value) in &launch.options {
        all.set(name, value);
    }
    let key = EngineKey { protocol: BEFORE, game: game.into(), launch };
    let settings = PlainSettings {
        label: key.launch.words.join(" "),
        host: HOST.into(),
        game: game.into(),
        options: all,
        specs: None::<Vec<OptionSpec>>,
        origin: None,
        // The match limits the time per move.
        limits: TimeLimits { ready: timeouts.ready, unlimited_move: None, ..TimeLimits::default() },
    };
    let launcher = CommandLauncher { pool: pool.clone(), key };
    Ok(PlainPlayer::new(settings, Box::new(launcher)))
}
