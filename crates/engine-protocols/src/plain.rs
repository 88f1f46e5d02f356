//! The plain protocol: JSON lines for every game, as `docs/plain-players.md` describes them.

mod commands;
mod engine;
mod launcher;
mod pool;
mod thinking_host;

use games_package::{OptionSpec, Options};
use plain_protocol::{PlainPlayer, PlainSettings, TimeLimits};

pub use self::engine::serve;
use self::launcher::CommandLauncher;
use self::pool::ProgramKey;
pub use self::pool::ProgramPool;
use crate::process::{CommandError, settings, words};

/// What stands before the command in the name of a player.
const BEFORE: &str = "engine:plain:";

/// How long a program that the user names may take to say hello: it may have to load what it needs.
const READY: std::time::Duration = std::time::Duration::from_mins(1);

/// The name and the version of this program, for hellos.
pub(crate) const HOST: &str = concat!("Rival ", env!("CARGO_PKG_VERSION"));

/// The player of the program that `command` starts, for `game` by its full name. The command is split into words at
/// blanks, with quotation marks as in a shell; no shell is run. After a question mark it has values of the program's
/// options, `python3 player.py?depth=4&book=small`; `options` are more of them. The program is not confined. One that says
/// that it is reusable is kept in `pool` for the next such player.
///
/// # Errors
/// [`CommandError`] if the command is malformed.
pub fn player(
    pool: &ProgramPool,
    game: &str,
    command: &str,
    options: &Options,
) -> Result<PlainPlayer, CommandError> {
    let (command, values) = settings(command)?;
    let words = words(BEFORE, "python3 player.py", command)?;
    let mut all = Options::default();
    for (name, value) in values {
        all.set(name, value);
    }
    for (name, value) in options.iter() {
        all.set(name, value);
    }
    let key = ProgramKey { words, game: game.into(), options: all.to_string() };
    let settings = PlainSettings {
        label: key.words.join(" "),
        host: HOST.into(),
        game: game.into(),
        options: all,
        specs: None::<Vec<OptionSpec>>,
        origin: None,
        limits: TimeLimits { ready: READY, ..TimeLimits::default() },
    };
    let launcher = CommandLauncher { pool: pool.clone(), key };
    Ok(PlainPlayer::new(settings, Box::new(launcher)))
}
