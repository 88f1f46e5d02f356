//! A person.

use games_package::{Host, Player, PlayerError, Prompt, Reply, Request};

/// A person: asks the host for a move. The host may be a screen, an electronic board or a voice; the player knows
/// nothing of it. What is typed is judged by the table, which asks until it gets a legal move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct HumanPlayer;

impl Player for HumanPlayer {
    fn name(&self) -> String {
        "human".into()
    }

    fn choose_move(&mut self, _request: &Request, host: &dyn Host) -> Result<Reply, PlayerError> {
        Ok(Reply::Move(host.ask(&Prompt::default())?))
    }
}
