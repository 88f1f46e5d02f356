//! Shared code for Rival's programs, on top of the games and the table.
//!
//! An [`AppContext`] knows all players: the catalog's players, plugins, other programs' engines, and the names that the
//! user has defined in `rival.toml`. The main design decision is that all programs share this crate. Every program
//! finds and trusts the same plugins, and confines untrusted plugins in the same way. A policy that only one program
//! followed wouldn't protect the user.
//!
//! The rest makes all programs behave the same way: [`program::main`] runs a program, a [`Failure`] becomes its exit
//! code and one-line error message, [`logging`] sets up the log, and [`interrupt`] handles Ctrl-C.
//!
//! ```
//! use app_context::{FailureKind, PlayerSpec};
//!
//! let asked = PlayerSpec::from_user("alpha-beta:depth=4").request()?;
//! assert_eq!(asked.to_string(), "alpha-beta:depth=4");
//! let wrong = PlayerSpec::from_user("alpha-beta:depth").request().unwrap_err();
//! assert_eq!(wrong.kind(), FailureKind::Usage);
//! # Ok::<(), app_context::Failure>(())
//! ```

#![forbid(unsafe_code)]

mod anchoring;
mod arguments;
pub mod configuration;
mod context;
mod continuing;
mod counted;
mod defaults;
mod elsewhere;
mod engine;
mod failure;
mod footprint;
pub mod interrupt;
pub mod logging;
mod manual;
mod message;
mod player_pool;
mod player_request;
pub mod program;
pub mod projects;
mod spec;
mod trusted_plugins;
mod unusable_files;
mod user_books;
mod user_tables;
mod weak_sandbox;
mod winning;

pub use crate::arguments::CommonArguments;
pub use crate::context::{AppContext, Limits, any_seed, explore, game, open_after, open_position};
pub use crate::continuing::{Changes, SeatChoice, no_such_seat, own_players, players_in_file};
pub use crate::counted::counted;
pub use crate::defaults::{LEVEL, LevelChoice, level};
pub use crate::elsewhere::WrapPlayer;
pub use crate::failure::{CommandResult, Failure, FailureKind, OrFail};
pub use crate::footprint::Footprint;
pub use crate::manual::{ManArguments, write_manual};
pub use crate::message::{one_line, with_causes};
pub use crate::player_pool::PlayerPool;
pub use crate::player_request::{HUMAN, PlayerRequest};
pub use crate::spec::PlayerSpec;
pub use crate::trusted_plugins::{distrust_plugin, trust_plugin};
pub use crate::unusable_files::{name_unusable_files, warn};
pub use crate::user_books::{opening_book, openings};
pub use crate::user_tables::endgame_tables;
pub use crate::weak_sandbox::{held_sandbox_warning, hold_sandbox_warning};
pub use crate::winning::wins;
