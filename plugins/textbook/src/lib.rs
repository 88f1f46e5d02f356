//! A plugin with textbook algorithms and the players of earlier programs, from the catalog and for its games.

use game_catalog::{new_player, player_infos};
use plugin_sdk::{PlayerInfo, export_players, player_info};

/// The catalog's description of the player.
fn info(name: &str) -> PlayerInfo {
    let known = player_infos().into_iter().find(|info| info.name == name);
    known.unwrap_or_else(|| player_info(name, "is not in the catalog"))
}

export_players! {
    info("alpha-beta") => |game, options| Ok(new_player(game, "alpha-beta", options)?),
    info("negascout") => |game, options| Ok(new_player(game, "negascout", options)?),
    info("negamax") => |game, options| Ok(new_player(game, "negamax", options)?),
    info("minimax") => |game, options| Ok(new_player(game, "minimax", options)?),
    info("fibonacci") => |game, options| Ok(new_player(game, "fibonacci", options)?),
    info("advance") => |game, options| Ok(new_player(game, "advance", options)?),
    info("count") => |game, options| Ok(new_player(game, "count", options)?),
    info("mobility") => |game, options| Ok(new_player(game, "mobility", options)?),
    info("maximin") => |game, options| Ok(new_player(game, "maximin", options)?),
    info("neighbors") => |game, options| Ok(new_player(game, "neighbors", options)?),
    info("greedy") => |game, options| Ok(new_player(game, "greedy", options)?),
    info("random") => |game, options| Ok(new_player(game, "random", options)?),
}
