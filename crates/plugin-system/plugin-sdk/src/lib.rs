//! Write a player in plain Rust; one macro call turns it into a plugin.
//!
//! A plugin is a dynamic library that Rival finds and loads at run time, without rebuilding Rival. The plugin's author
//! implements [`Player`] and lists it in [`export_players!`]. The main decision of this crate is that the author never
//! deals with the boundary. There is no `unsafe` code, no C layout and no encoding to write. A panic anywhere in a
//! player, even in its destructor, loses the match but never ends the program.
//!
//! # From an empty folder to a match
//!
//! `rival plugin new lucky` writes a project, `cargo build --release` in that project builds the plugin, and `rival
//! plugin check target/release/liblucky.so` tests it with everything that a table can send. The project consists of a
//! `Cargo.toml` with `crate-type = ["cdylib"]` and a dependency on this crate, and of a player in `src/lib.rs`:
//!
//! ```
//! use plugin_sdk::{Host, Player, PlayerError, Reply, Request, export_players, player_info};
//!
//! struct Seventh;
//!
//! impl Player for Seventh {
//!     fn name(&self) -> String {
//!         "seventh".into()
//!     }
//!
//!     fn choose_move(&mut self, request: &Request, _: &dyn Host) -> Result<Reply, PlayerError> {
//!         let lucky = request.legal_moves.iter().cycle().nth(6);
//!         lucky.map(Reply::play).ok_or_else(|| PlayerError::new("there is no move"))
//!     }
//! }
//!
//! export_players! {
//!     player_info("seventh", "plays the seventh move of the list") => |_game, _options| Ok(Box::new(Seventh)),
//! }
//! ```
//!
//! Rival searches for plugins in the folders of `--plugins` and `$RIVAL_PLUGINS`, in `./plugins`, in the program's
//! folder, and in the subfolder `plugins` of the program's folder. [`testing`] has helpers for testing a player.
//!
//! # Input and output of a player
//!
//! A [`Request`] contains the position and every legal move as strings in the game's notation, so a player that doesn't
//! search needs no rules. A searching player can use the rules and search from Rival's crates, or its own. All of the
//! player's randomness should come from [`Setup::seed`]; otherwise matches can't be replayed exactly.
//!
//! While it thinks, a player can call its [`Host`]: [`Host::is_stopped`] returns `true` if the player should answer
//! now, and takes only a few nanoseconds; [`Host::report`] reports the state of the search; [`Host::log`] writes a line
//! to the log; [`Host::ask`] asks the human player at its seat.
//!
//! # Options
//!
//! A player declares its options in its [`PlayerInfo`], each with its type, range and default. Rival checks the values
//! that users set (`--seat 2=lucky/nth:index=3`), and the constructor gets a value for every option.
//!
//! ```
//! # use plugin_sdk::{Host, Player, PlayerError, Reply, Request};
//! use plugin_sdk::{Games, OptionSpec, Options, PlayerInfo, export_players, player_info};
//!
//! struct Nth(usize);
//!
//! impl Nth {
//!     fn info() -> PlayerInfo {
//!         PlayerInfo {
//!             games: Games::Named(vec!["checkers".into()]),
//!             options: vec![OptionSpec::integer("index", "which move of the list, from 0", 0, 0, 99)],
//!             ..player_info("nth", "plays always the same move of the list")
//!         }
//!     }
//!
//!     fn create(_game: &str, options: &Options) -> Result<Box<dyn Player>, PlayerError> {
//!         Ok(Box::new(Self(options.get("index")?)))
//!     }
//! }
//!
//! # impl Player for Nth {
//! #     fn name(&self) -> String {
//! #         "nth".into()
//! #     }
//! #     fn choose_move(&mut self, request: &Request, _: &dyn Host) -> Result<Reply, PlayerError> {
//! #         let mv = request.legal_moves.iter().cycle().nth(self.0);
//! #         mv.map(Reply::play).ok_or_else(|| PlayerError::new("there is no move"))
//! #     }
//! # }
//! export_players! { Nth::info() => Nth::create }
//! ```
//!
//! # Faults
//!
//! An error or a panic loses the match. The report gives the reason and, for a panic, the source line. A fault that
//! can't be caught, such as a stack overflow or a panic during another panic, ends the process that runs the player.
//! Keep the default `panic = "unwind"` in your profiles: with `abort`, every panic ends the process.

mod calls;
mod export;
mod panic_report;
pub mod testing;
mod wire;

use std::path::PathBuf;

pub use board_engine::{Seat, Turn};
pub use games_package::{
    AskError, EndReason, Ending, Event, Failure, FailureKind, Games, Host, OptionError, OptionKind,
    OptionSpec, Options, PlayedMove, Player, PlayerError, PlayerInfo, PonderRequest, Prompt, Reply,
    Request, Setup, TableState, Thinking, ThinkingLimits, TimeControl, Urgency, Valuation,
};

/// A kind of player that plays any game and has no options. Use `..player_info(name, description)` to fill in the rest
/// of a [`PlayerInfo`].
///
/// `name` is in lower case without spaces; `description` is a single line.
pub fn player_info(name: &str, description: &str) -> PlayerInfo {
    PlayerInfo {
        name: name.into(),
        description: description.into(),
        games: Games::All,
        options: Vec::new(),
    }
}

/// The folder with the plugin's data, which only this plugin can read: the copy of `lucky.data` next to `lucky.so`.
/// `None` if that folder doesn't exist. `options` are the constructor's options.
pub fn data_folder(options: &Options) -> Option<PathBuf> {
    let folder: Option<PathBuf> = options.get(plugin_abi::DATA_FOLDER_OPTION).ok();
    folder.filter(|folder| !folder.as_os_str().is_empty())
}

/// Items for the code that [`export_players!`] generates. Not intended for plugin authors.
#[doc(hidden)]
pub mod __private {
    pub use abi_stable::library::LibHeader;
    pub use plugin_abi::Stamp;

    pub use crate::export::{Constructor, Entry, Exports, STAMP, header};
}
