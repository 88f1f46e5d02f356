//! The person at the screen, as a plugin: it asks its host for a move.

use players::HumanPlayer;
use plugin_sdk::{export_players, player_info};

export_players! {
    player_info("human", "a person at the screen") => |_game, _options| Ok(Box::new(HumanPlayer::default())),
}
