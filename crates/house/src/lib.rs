//! What all of Rival's programs share above the games and the table.
//!
//! A [`House`] knows all players: those of the catalog, of plugins and of other programs' engines, and those that the
//! user has named in `rival.toml`. Its main decision is that there is only one: which plugins are found, which are
//! trusted and how far the others are confined is the same in every program, since a policy that only one program
//! follows protects nobody.
//!
//! The rest makes the programs behave alike: [`program::main`] runs a program, a [`Failure`] becomes its exit code and
//! its one line of error, [`logging`] sets up the log, and [`interrupt`] handles Ctrl-C.
//!
//! ```
//! use house::{FailureKind, PlayerSpec};
//!
//! let asked = PlayerSpec::from_user("alpha-beta:depth=4").request()?;
//! assert_eq!(asked.to_string(), "alpha-beta:depth=4");
//! let wrong = PlayerSpec::from_user("alpha-beta:depth").request().unwrap_err();
//! assert_eq!(wrong.kind(), FailureKind::Usage);
//! # Ok::<(), house::Failure>(())
//! ```

#![forbid(unsafe_code)]

mod arguments;
pub mod configuration;
mod continuing;
mod counted;
mod defaults;
mod elsewhere;
mod engine;
mod failure;
mod house;
pub mod interrupt;
pub mod logging;
mod message;
mod player_pool;
mod player_request;
pub mod program;
mod spec;
mod unusable_files;
mod user_books;
mod user_tables;
mod winning;

pub use crate::arguments::CommonArguments;
pub use crate::continuing::{Changes, SeatChoice, no_such_seat, own_players, players_in_file};
pub use crate::counted::counted;
pub use crate::defaults::{LEVEL, level};
pub use crate::elsewhere::WrapPlayer;
pub use crate::failure::{CommandResult, Failure, FailureKind, OrFail};
pub use crate::house::{House, Limits, any_seed, explore, game};
pub use crate::message::{one_line, with_causes};
pub use crate::player_pool::PlayerPool;
pub use crate::player_request::{HUMAN, PlayerRequest};
pub use crate::spec::PlayerSpec;
pub use crate::unusable_files::name_unusable_files;
pub use crate::user_books::{opening_book, openings};
pub use crate::user_tables::endgame_tables;
pub use crate::winning::wins;
