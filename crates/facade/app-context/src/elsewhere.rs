//! Players that think on other machines.

use std::fmt;
use std::sync::Arc;

use games_package::Player;

use crate::player_request::{HUMAN, PlayerRequest};
use crate::spec::PlayerSpec;
use crate::user_books::needs_file;

/// Wraps a catalog player so that it thinks elsewhere. The first argument is the player's specification.
pub type WrapPlayer = dyn Fn(&str, Box<dyn Player>) -> Box<dyn Player> + Send + Sync;

/// Decides where players think; in this program by default.
#[derive(Clone, Default)]
pub(crate) struct Elsewhere(Option<Arc<WrapPlayer>>);

impl Elsewhere {
    pub(crate) fn new(wrap: Arc<WrapPlayer>) -> Self {
        Self(Some(wrap))
    }

    /// Wraps the player if it can think elsewhere. Human players can't think elsewhere, and neither can players that
    /// need something that may be missing there, such as a plugin or a book file.
    pub(crate) fn place(&self, asked: &PlayerRequest, player: Box<dyn Player>) -> Box<dyn Player> {
        match &self.0 {
            Some(wrap) if can_move(asked) => wrap(&asked.to_string(), player),
            _ => player,
        }
    }
}

impl fmt::Debug for Elsewhere {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Elsewhere").field(&self.0.is_some()).finish()
    }
}

/// Returns `true` if the catalog alone can create the player, and its specification fully describes the player.
fn can_move(asked: &PlayerRequest) -> bool {
    let reread = PlayerSpec::from_network(asked.to_string()).request();
    let stays = asked.is_foreign() || asked.name == HUMAN || needs_file(asked);
    !stays && reread.is_ok_and(|reread| reread == *asked)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_plugins_and_programs_stay_here() {
        let check = |text: &str, expected| {
            let asked = PlayerSpec::from_user(text).request().unwrap();
            assert_eq!(can_move(&asked), expected, "{text}");
        };
        check("alpha-beta:depth=4", true);
        check("level:name=club", true);
        check("human", false);
        check("human/human", false);
        check("minimal/lucky", false);
        check("engine:uci:stockfish", false);
        check("pvs:book=auto", true);
        check("pvs:book=mine.book", false);
        let mut asked = PlayerSpec::from_user("pvs").request().unwrap();
        asked.options.set("tables", "a,depth=1");
        assert!(!can_move(&asked), "its text would mean another player");
    }
}
