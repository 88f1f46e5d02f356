//! What crosses between a program and the plugins that it loads.
//!
//! The main decision is that the *layout* is frozen and the *content* grows. What crosses as C layout is one
//! [`Stamp`] that can be read without running anything, one root module of two functions, one trait object for a
//! player and one for its host. They carry bytes, and the bytes are [`message`]s: enums of versioned variants in
//! [postcard](https://docs.rs/postcard)'s encoding, to which variants are only ever appended. So a program still
//! loads the plugins that were built for an earlier one, and refuses by number, in one line, what it can't speak.
//!
//! Plugins in C export a table of functions that take texts in place of messages: [`CPlugin`].
//!
//! Nothing here knows a game, a move or the table: moves and positions are texts.
//!
//! Authors of plugins use the crate `plugin-sdk`, programs that load them the crate `plugin-host`.
//!
//! ```
//! use plugin_abi::message::{FromPlayer, ReplyV1, decode, encode};
//!
//! let reply = FromPlayer::RepliedV1(ReplyV1::Move("9-14".into()));
//! let bytes = encode(&reply).unwrap();
//! assert_eq!(bytes, b"\x01\x00\x049-14");
//! assert_eq!(decode::<FromPlayer>(&bytes), Ok(reply));
//! ```

mod c_table;
mod interface;
pub mod message;
mod panics;
mod stamp;

pub use crate::c_table::{
    C_ACCEPT_DRAW, C_AND_OFFER_DRAW, C_HEADER, C_INTERFACE, C_NONE, C_PLUGIN_SYMBOL, C_RESIGN,
    C_STAMP_SYMBOL, CEvent, CEventKind, CHost, CNewPlayer, COption, COptionKind, COptionSpec,
    CPlayerInfo, CPlugin, CSetup, CThinking, CTurn, CValueKind,
};
pub use crate::interface::{
    HEADER_SYMBOL, HostCalls, HostCalls_TO, HostObject, PlayerCalls, PlayerCalls_TO, PlayerObject,
    PluginModule, PluginModuleRef,
};
pub use crate::panics::{guarded, panic_text};
pub use crate::stamp::{INTERFACE, STAMP_BYTES, STAMP_SYMBOL, Stamp};
