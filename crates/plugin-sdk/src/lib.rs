//! Write a player in plain Rust; one line makes a plugin of it.
//!
//! A plugin is a dynamic library that Rival finds and loads while it runs: nothing of Rival is rebuilt for it. Its
//! author implements [`Player`] and lists it in [`export_players!`]. The main decision of this crate is that the
//! author never sees the edge that the calls cross: there is no `unsafe`, no C layout and no encoding to write, and
//! a panic anywhere in a player, its destructor included, is a lost match and never a dead program.
//!
//! # From an empty folder to a match
//!
//! `rival plugin new lucky` writes a project, `cargo build --release` in it builds the plugin, and
//! `rival plugin check target/release/liblucky.so` plays it through all that a table may ask of it. The project is a
//! `Cargo.toml` with `crate-type = ["cdylib"]` and this crate, and a player in `src/lib.rs`:
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
//! A plugin is found in a folder that is named with `--plugins`, in those of `$RIVAL_PLUGINS`, in `./plugins`, beside
//! the program and in the folder `plugins` beside it. [`testing`] has what tests of a player need.
//!
//! # What a player gets and gives
//!
//! A [`Request`] has the position and every legal move as text in the game's own notation, so a player that chooses
//! by other means than looking ahead needs no rules. One that does look ahead uses Rival's rules and searches
//! through its crates like any other program, or its own. Its chance should come from [`Setup::seed`] alone: then
//! matches can be played again exactly.
//!
//! While it thinks, a player may ask the [`Host`]: [`Host::is_stopped`] says that it is time to answer and costs a
//! few nanoseconds; [`Host::report`] shows what it thinks; [`Host::log`] writes a line; [`Host::ask`] asks the
//! person at its seat.
//!
//! # Options
//!
//! What can be set on a player is declared in its [`PlayerInfo`], with type, range and default. Rival checks what
//! people set (`--seat 2=lucky/nth:index=3`) and the constructor gets a value for every option.
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
//! # What goes wrong
//!
//! An error or a panic loses the match, and the report says why and, for a panic, in which line of the source.
//! What no guard can catch, such as a stack overflow or a panic while another one unwinds, ends the process that
//! runs the player. Leave `panic = "unwind"`, the default, in your profiles: with `abort` every panic does.

mod calls;
mod export;
mod panic_report;
pub mod testing;
mod wire;

pub use board_engine::{Seat, Turn};
pub use games_package::{
    AskError, EndReason, Ending, Event, Failure, FailureKind, Games, Host, OptionError, OptionKind,
    OptionSpec, Options, PlayedMove, Player, PlayerError, PlayerInfo, PonderRequest, Prompt, Reply,
    Request, Setup, TableState, Thinking, ThinkingLimits, TimeControl, Urgency, Valuation,
};

/// A kind of player that plays any game and has nothing to set; `..player_info(name, description)` fills up an info
/// that says more.
///
/// `name` is in lower case and has no blanks; `description` is one line.
pub fn player_info(name: &str, description: &str) -> PlayerInfo {
    PlayerInfo {
        name: name.into(),
        description: description.into(),
        games: Games::All,
        options: Vec::new(),
    }
}

/// What the code that [`export_players!`] writes refers to. Not for authors.
#[doc(hidden)]
pub mod __private {
    pub use abi_stable::library::LibHeader;
    pub use plugin_abi::Stamp;

    pub use crate::export::{Constructor, Entry, Exports, STAMP, header};
}
