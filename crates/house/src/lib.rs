//! The house in which all of Rival's programs play: what they share above the games and the table.
//!
//! A [`House`] knows who can be seated: the players of the catalog, those of plugins, other people's engines, and
//! those to whom `rival.toml` gives names of their own. Its main decision is that there is one of it: which plugins are
//! found, whom the user trusts and how far a stranger's plugin is confined is the same in every program, since a policy
//! that binds only one of them binds nobody.
//!
//! The rest is what a program needs to behave like the others: [`program::main`] runs it, a [`Failure`] is its exit
//! code and its one line of complaint, [`logging`] and [`interrupt`] are its log and its Ctrl-C.
//!
//! ```
//! use house::{FailureKind, PlayerSpec};
//!
//! let asked = PlayerSpec::from_user("alpha-beta:depth=4").asked()?;
//! assert_eq!(asked.to_string(), "alpha-beta:depth=4");
//! let wrong = PlayerSpec::from_user("alpha-beta:depth").asked().unwrap_err();
//! assert_eq!(wrong.kind(), FailureKind::Usage);
//! # Ok::<(), house::Failure>(())
//! ```

#![forbid(unsafe_code)]

mod asked;
pub mod configuration;
mod continuing;
mod defaults;
mod engine;
mod failure;
mod house;
pub mod interrupt;
pub mod logging;
mod message;
pub mod program;
mod spec;

pub use crate::asked::{Asked, HUMAN};
pub use crate::continuing::{Changes, SeatChoice, no_such_seat, own_players, players_in_file};
pub use crate::defaults::{LEVEL, level};
pub use crate::failure::{CommandResult, Failure, FailureKind, OrFail};
pub use crate::house::{House, Limits, any_seed, explore, game};
pub use crate::message::one_line;
pub use crate::program::CommonArguments;
pub use crate::spec::PlayerSpec;
