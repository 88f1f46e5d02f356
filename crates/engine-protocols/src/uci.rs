//! The Universal Chess Interface (S. Meyer-Kahlen, text of April 2006).

mod engine;
mod go;
mod info;
pub(crate) mod line;
mod options;
mod player;

pub use self::engine::serve;
pub use self::player::UciPlayer;

/// Whether the protocol can express the game with this name.
pub fn supports(game: &str) -> bool {
    line::castling_of(game).is_some()
}
