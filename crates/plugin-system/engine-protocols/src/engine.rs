//! Another program's running engine.

use std::collections::BTreeMap;

use games_package::PlayerError;
use notation::Castling;
#[cfg(target_os = "linux")]
use process_pool::Cores;

use crate::engine_option::EngineOption;
use crate::process::Running;

/// A running engine, ready for a game after the handshake.
#[derive(Debug)]
pub(crate) struct Engine {
    pub(crate) running: Running,
    /// The options that the engine has declared.
    pub(crate) options: Vec<EngineOption>,
    /// Whether the engine answers a `ping`, which is optional in some protocols.
    pub(crate) answers_ping: bool,
    /// The features that the engine has declared besides its options, by name.
    pub(crate) features: BTreeMap<String, String>,
    /// The notation for castling that the engine currently expects.
    pub(crate) castling: Castling,
    /// The reply that the engine expected to its last move.
    pub(crate) expected: Option<String>,
    /// The moves played in the match, in the table's notation, up to the position on which the engine is pondering.
    pub(crate) pondering: Option<String>,
    /// Whether the engine has received a stop that it has not answered yet.
    pub(crate) is_stopping: bool,
    #[cfg(target_os = "linux")]
    cores: Cores,
}

impl Engine {
    pub(crate) fn new(running: Running) -> Self {
        Self {
            running,
            options: Vec::new(),
            answers_ping: false,
            features: BTreeMap::new(),
            castling: Castling::KingMoves,
            expected: None,
            pondering: None,
            is_stopping: false,
            #[cfg(target_os = "linux")]
            cores: Cores::of_this_thread(),
        }
    }

    /// Prepares a reused engine for a game on this thread.
    pub(crate) fn adopt(&mut self) {
        self.running.forget_output();
        self.expected = None;
        #[cfg(target_os = "linux")]
        self.cores.follow_this_thread(self.running.process_id());
    }

    /// Stops pondering.
    pub(crate) fn stop_pondering(&mut self) -> Result<(), PlayerError> {
        if self.pondering.take().is_none() {
            return Ok(());
        }
        self.is_stopping = true;
        self.running.send("stop")
    }
}
