//! The smallest plugin: copy it to write your own. `docs/author/write-a-player.md` describes the next steps.

use plugin_sdk::{Host, Player, PlayerError, Reply, Request, export_players, player_info};

struct First;

impl Player for First {
    fn name(&self) -> String {
        "first".into()
    }

    fn choose_move(&mut self, request: &Request, _: &dyn Host) -> Result<Reply, PlayerError> {
        let mv = request.legal_moves.first().ok_or_else(|| PlayerError::new("there is no move"))?;
        Ok(Reply::play(mv))
    }
}

export_players! {
    player_info("first", "plays the first legal move") => |_game, _options| Ok(Box::new(First)),
}
