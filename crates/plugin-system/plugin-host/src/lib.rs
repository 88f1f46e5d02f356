//! Finds, checks and loads plugins, and creates their players.
//!
//! The main decision is that none of a file's code runs before the file's bytes have been checked. A file must be a
//! complete dynamic library for this machine, with this interface's stamp. The loaded file is a private copy named by
//! its content hash. The original can therefore be overwritten during a match, and a record can name the exact binary.
//! A loaded library stays loaded until the program ends, because its code can be on any thread's stack.
//!
//! A plugin's player is a [`PluginPlayer`], a [`Player`](games_package::Player) like any other. The player exchanges
//! only `plugin-abi` messages, so to the table, a plugin in this process looks like a plugin in another process.
//! Shipped and trusted plugins run in this process. All other plugins run in *child processes*, one per player: this
//! program starts itself again, confines the new process, and then loads the plugin there. None of the plugin's code
//! runs in this process, and a fault ends the plugin's game but nothing else. A program that plays many games can reuse
//! these processes for players with the same parameters; see [`ProcessPool`].
//!
//! A program that runs untrusted plugins must call [`child_main`] before anything else.
//!
//! ```no_run
//! use games_package::Options;
//! use plugin_host::{Cache, Isolation, Plugins, ProcessPool, SearchPath};
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
//! let pool = ProcessPool::default();
//! let player = plugins.new_player(&pool, "minimal/first", "checkers:english", &Options::default())?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod cache;
pub mod check;
mod confinement;
mod data;
mod error;
mod exposure;
mod folder;
mod host_calls;
mod isolation;
mod library;
mod log_quota;
mod manifest;
mod manifest_file;
mod misplaced;
mod needs;
mod player;
mod plugin;
mod plugins;
mod preflight;
mod program;
mod sandbox;
mod search_path;
mod wire;

pub use crate::cache::Cache;
pub use crate::confinement::{Confinement, Step};
pub use crate::error::{FILE_BYTES_MAX, NewPlayerError, PluginError};
pub use crate::exposure::exposure;
pub use crate::isolation::{
    ChildProgram, Grant, Isolation, Pin, Policy, RulesSource, Shipped, Unsandboxed, WeaknessReport,
};
pub use crate::player::PluginPlayer;
pub use crate::plugin::Plugin;
pub use crate::plugins::{Plugins, SameName, file_label, may_be_hand_in, place_name_of, plugin_in};
pub use crate::sandbox::{IdleUsage, ProcessPool, child_main};
/// The header `rival_plugin.h` for plugins in C.
pub use plugin_abi::C_HEADER;

pub use crate::search_path::{Folder, Origin, SearchPath};
