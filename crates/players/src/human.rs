//! Whoever sits at the screen.

use games_package::{Host, Player, PlayerError, Prompt, Reply, Request};

/// A person: asks the host for a move until one is typed that the rules allow. The host may be a screen, an
/// electronic board or a voice; the player knows nothing of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct HumanPlayer;

impl Player for HumanPlayer {
    fn name(&self) -> String {
        "human".into()
    }

    fn choose_move(&mut self, _request: &Request, host: &dyn Host) -> Result<Reply, PlayerError> {
        let mut prompt = Prompt::default();
        loop {
            let text = host.ask(&prompt)?;
            match host.resolve(text.trim()) {
                Ok(mv) => return Ok(Reply::Move(mv)),
                Err(why) => prompt.refusal = Some(why),
            }
        }
    }
}
