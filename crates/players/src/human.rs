//! A person.

use games_package::{Host, Player, PlayerError, Prompt, Reply, Request};

/// A person: asks the host for a move. The host may be a screen, an electronic board or a voice; the player knows
/// nothing of it. What is typed is judged by the table, which asks until it gets a legal move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HumanPlayer {
    name: String,
}

impl HumanPlayer {
    /// A person with this name.
    pub fn named(name: impl Into<String>) -> Self {
        Self { name: name.into() }
    }
}

/// A person whose name is not known: "human".
impl Default for HumanPlayer {
    fn default() -> Self {
        Self::named("human")
    }
}

impl Player for HumanPlayer {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn choose_move(&mut self, _request: &Request, host: &dyn Host) -> Result<Reply, PlayerError> {
        Ok(Reply::Move(host.ask(&Prompt::default())?))
    }
}
