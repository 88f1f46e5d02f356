//! The Universal Chess Interface (S. Meyer-Kahlen, specification of April 2006).

mod engine;
mod go;
mod info;
mod options;
mod player;

pub use self::engine::serve;
pub use self::player::player;
pub(crate) use self::player::{names_rooks, position, uci_game};
