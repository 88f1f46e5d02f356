//! Helpers for testing a player: a request and a host.
//!
//! ```
//! use plugin_sdk::testing::{SilentHost, request};
//! use plugin_sdk::{Host, Player, PlayerError, Reply, Request};
//!
//! struct First;
//!
//! impl Player for First {
//!     fn name(&self) -> String {
//!         "first".into()
//!     }
//!
//!     fn choose_move(&mut self, request: &Request, _: &dyn Host) -> Result<Reply, PlayerError> {
//!         Ok(Reply::play(&request.legal_moves[0]))
//!     }
//! }
//!
//! let reply = First.choose_move(&request(&["a1", "b2"]), &SilentHost);
//! assert_eq!(reply, Ok(Reply::play("a1")));
//! ```

use board_engine::Seat;
use games_package::{AskError, Host, Prompt, Request, Thinking, Urgency};

/// A request to the first seat with these legal moves, without a clock. The other strings in the request are empty.
pub fn request(legal_moves: &[&str]) -> Request {
    Request {
        seat: Seat::FIRST,
        start: String::new(),
        moves: String::new(),
        position: String::new(),
        legal_moves: legal_moves.iter().map(ToString::to_string).collect(),
        time_left: None,
        budget: None,
        draw_offer: None,
        clocks: Vec::new(),
    }
}

/// A host without a human player. The host never stops a player, ignores reports, and accepts every string as a move.
#[derive(Clone, Copy, Debug, Default)]
pub struct SilentHost;

impl Host for SilentHost {
    fn urgency(&self) -> Urgency {
        Urgency::None
    }

    fn report(&self, _: &Thinking) {}

    fn ask(&self, _: &Prompt) -> Result<String, AskError> {
        Err(AskError::Nobody)
    }

    fn resolve(&self, text: &str) -> Result<String, String> {
        Ok(text.into())
    }

    fn log(&self, _: &str) {}
}
