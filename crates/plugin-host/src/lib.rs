//! Finds plugins, checks them, loads them, and makes players of them.
//!
//! The main decision is that nothing of a file runs before it has been looked at as bytes. A file has to be a whole
//! dynamic library for this machine that carries the stamp of this interface; what is loaded then is a private copy
//! under the name of its content, so that a file may be overwritten during a match, and a record can name the exact
//! binary. What is loaded stays loaded until the program ends: code of it may be on any stack.
//!
//! A plugin's player is a [`PluginPlayer`], a [`Player`](games_package::Player) like any other. Only the messages of
//! `plugin-abi` go through it, so that it is the same to the table whether the plugin is in this process or in
//! another one. Plugins that came with the program, and those that the user trusts, run in this process; all others
//! in *child processes*: one for each player, which is this program once more, shuts itself in, and then loads the
//! plugin. What they do there ends their game and nothing else. No code of theirs runs in this process. Who plays many
//! games may keep such processes for players that are made in the same way: [`ProcessPool`].
//!
//! A program that seats strangers calls [`child_main`] before anything else.
//!
//! ```no_run
//! use games_package::Options;
//! use plugin_host::{Cache, Isolation, Plugins, SearchPath};
//!
//! let path = SearchPath {
//!     named: vec!["my-plugins".into()],
//!     variable: std::env::var_os("RIVAL_PLUGINS"),
//!     working_folder: ".".into(),
//!     executable: std::env::current_exe().ok(),
//! };
//! let plugins = Plugins::discover(&path.folders(), &Cache::user()?, Isolation::default())?;
//! for plugin in plugins.iter() {
//!     println!("{} {} from {}", plugin.name(), plugin.version(), plugin.file().display());
//! }
//! let player = plugins.new_player("minimal/first", "checkers:english", &Options::default())?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod cache;
mod confinement;
mod error;
mod host_calls;
mod isolation;
mod library;
mod log_share;
mod manifest;
mod player;
mod plugin;
mod plugins;
mod preflight;
mod sandbox;
mod search_path;
mod wire;

pub use crate::cache::Cache;
pub use crate::confinement::{Confinement, Step};
pub use crate::error::{PluginError, SeatError};
pub use crate::isolation::{Isolation, Policy, Runner, Shipped};
pub use crate::player::PluginPlayer;
pub use crate::plugin::Plugin;
pub use crate::plugins::Plugins;
pub use crate::preflight::FILE_BYTES_MAX;
pub use crate::sandbox::{IdleUsage, ProcessPool, child_main};
/// The header `rival_plugin.h`, with which plugins in C are written.
pub use plugin_abi::C_HEADER;

pub use crate::search_path::{Folder, Origin, SearchPath};
