//! The interface between a program and the plugins that it loads.
//!
//! The main decision is that the *layout* is frozen and the *content* can be extended. The C layout consists of a
//! [`Stamp`] that can be read without running any code, a root module with two functions, a trait object for a player,
//! and a trait object for the player's host. The two objects exchange [`message`]s as bytes: enums of versioned
//! variants, encoded with [postcard](https://docs.rs/postcard). Variants are only ever appended. A program therefore
//! still loads plugins built for an earlier version, and refuses other plugins by their interface number with a
//! one-line error.
//!
//! Plugins in C export a table of functions that take C strings instead of messages: [`CPlugin`].
//!
//! Nothing here depends on a game, a move type or the table, because moves and positions are strings.
//!
//! Plugin authors use the crate `plugin-sdk`; programs that load plugins use `plugin-host`.
//!
//! ```
//! use plugin_abi::message::{FromPlayer, ReplyV1, decode, encode};
//!
//! let reply = FromPlayer::RepliedV1(ReplyV1::Move("9-14".into()));
//! let bytes = encode(&reply).unwrap();
//! assert_eq!(bytes, b"\x01\x00\x049-14");
//! assert_eq!(decode::<FromPlayer>(&bytes), Ok(reply));
//! ```

mod c_rules;
mod c_table;
mod interface;
pub mod message;
mod panics;
mod stamp;

pub use crate::c_rules::{
    C_BATCH_MAX, C_CHANCE, C_KEPT_MAX, C_SEATS_MAX, CPosition, CRefusal, CRules, CState,
};
pub use crate::c_table::{
    C_ACCEPT_DRAW, C_AND_OFFER_DRAW, C_HEADER, C_INTERFACE, C_INTERFACE_FIRST, C_NONE,
    C_PLUGIN_SYMBOL, C_RESIGN, C_STAMP_SYMBOL, CEvent, CEventKind, CHost, CNewPlayer, COption,
    COptionKind, COptionSpec, CPlayerInfo, CPlugin, CSetup, CThinking, CTurn, CValueKind,
};
pub use crate::interface::{
    HEADER_SYMBOL, HostCalls, HostCalls_TO, HostObject, PlayerCalls, PlayerCalls_TO, PlayerObject,
    PluginModule, PluginModuleRef,
};
pub use crate::panics::{guarded, panic_text};
pub use crate::stamp::{INTERFACE, STAMP_BYTES, STAMP_SYMBOL, Stamp};

/// The name of the option that contains the path to a plugin's data folder. The host adds this option to the options
/// that the plugin declares.
pub const DATA_FOLDER_OPTION: &str = "data-folder";
