//! The server for the web page. People play, watch and save matches over HTTP and WebSocket.
//!
//! The main design decision: the server knows the rules, the page does not. The server sends diagrams, legal moves with
//! their squares, and sentences, so every game in the catalog works without game-specific code in the page.
//! `docs/author/web-api.md` describes the wire format.
//!
//! A match is a `Room`. A room has seats, which people hold with unguessable tokens. Once all people are present, the
//! room also has a [`games_package`] table. Clients with the same view form an `Audience`, which builds each message
//! once. Requests arrive in `api`, messages in `socket`.

#![forbid(unsafe_code)]

mod api;
mod audience;
mod background;
mod budget;
mod client_address;
mod computing;
mod connections;
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
mod owner_token;
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
mod slow_body;
mod socket;
mod store;
mod study;
mod tournaments;
mod turn_time;
mod upgrade;
mod visitor;
mod wire;

pub use crate::client_address::{TrustedProxy, TrustedProxyError};
pub use crate::connections::Listener;
pub use crate::owner_token::OwnerToken;
pub use crate::server::Server;
pub use crate::settings::{Settings, Timeouts};
