//! The server of the web page: matches that are played, watched and kept, over HTTP and WebSocket.
//!
//! Its main decision is that the server has the rules and the page has none: it sends pictures, legal moves with their squares
//! and sentences, so that every game of the catalog works in the page without a line for it. `docs/web.md` describes what
//! goes over the wire.
//!
//! A match is a `Room`: it has seats, which people hold by unguessable tokens, and a table of
//! [`games_package`] once nobody is missing. Clients that may see and do the same are one `Audience`, whose messages are made
//! once for all of them.

#![forbid(unsafe_code)]

mod api;
mod audience;
mod background;
mod error;
mod feed;
mod frames;
mod keeper;
mod library;
mod limits;
mod live_table;
mod metrics;
mod move_reports;
mod origin;
mod page;
mod people_table;
mod plan;
mod puzzle_attempt;
mod registry;
mod request_log;
mod room;
mod say;
mod secret;
mod server;
mod serving;
mod session;
mod settings;
mod share;
mod socket;
mod store;
mod study;
mod tournaments;
mod turn_time;
mod upgrade;
mod visitor;
mod wire;

pub use crate::server::Server;
pub use crate::settings::Settings;
