//! The players by name.

use game_family::{CatalogError, EvaluatorInfo, PlayerAbout, no_options};
use games_package::{Games, Options, Player, PlayerInfo, suggestion};
use opening_book::PlayerSearch;
use players::{HumanPlayer, RandomPlayer};

use crate::families::families;
use crate::games::open_game;

const RANDOM: PlayerAbout = PlayerAbout::new("random", "a uniformly random legal move", no_options);
const HUMAN: PlayerAbout = PlayerAbout::new("human", "a person at the screen", no_options);

/// Creates a player that doesn't use the rules.
type NewPlayer = fn() -> Box<dyn Player>;

/// Random and human players choose from the list of legal moves, so they can play any game.
const FOR_ALL_GAMES: [(PlayerAbout, NewPlayer); 2] =
    [(RANDOM, || Box::new(RandomPlayer::new())), (HUMAN, || Box::new(HumanPlayer::default()))];

/// All players, with the options that they have in any game.
pub fn player_infos() -> Vec<PlayerInfo> {
    let mut found: Vec<(PlayerAbout, Vec<EvaluatorInfo>, Vec<String>)> = Vec::new();
    for family in families() {
        let Ok(game) = family.open(None) else { continue };
        let evaluators = game.evaluators();
        for about in game.players() {
            let known = found.iter().position(|(known, ..)| known.name == about.name);
            let index = known.unwrap_or_else(|| {
                found.push((about, Vec::new(), Vec::new()));
                found.len() - 1
            });
            let (_, all_evaluators, games) = &mut found[index];
            // Several games have an evaluator called "standard", but an option offers each name once.
            for evaluator in &evaluators {
                if all_evaluators.iter().all(|known| known.name != evaluator.name) {
                    all_evaluators.push(*evaluator);
                }
            }
            games.push(family.name().into());
        }
    }
    let named = found
        .into_iter()
        .map(|(about, evaluators, games)| info(&about, &evaluators, Games::Named(games)));
    named.chain(infos_for_all_games()).collect()
}

/// The player for searching positions from books and matches.
pub const STRONG: &str = "pvs";

/// Nodes per MiB of the hash table.
const NODES_PER_MEBIBYTE: u64 = 30_000;

/// Creates a search by the strongest player for positions in `game`, with this number of nodes per position. A small
/// search gets a small hash table, which is quick to clear.
///
/// # Errors
/// [`CatalogError`] if there is no such game, or this player doesn't play it.
pub fn strong_search(game: &str, nodes: u64, seed: u64) -> Result<PlayerSearch, CatalogError> {
    let mut options = Options::default();
    options.set("hash", nodes.div_ceil(NODES_PER_MEBIBYTE).clamp(1, 256).to_string());
    Ok(PlayerSearch::new(new_player(game, STRONG, &options)?, nodes, seed))
}

/// The players for `game`, with their options in that game. The first player is the default opponent.
///
/// # Errors
/// [`CatalogError`] if there is no such game.
pub fn player_infos_for(game: &str) -> Result<Vec<PlayerInfo>, CatalogError> {
    let game = open_game(game)?;
    let (evaluators, players) = (game.evaluators(), game.players());
    let known = player_infos();
    let games = |about: &PlayerAbout| {
        let known = known.iter().find(|info| info.name == about.name);
        known.map_or(Games::All, |info| info.games.clone())
    };
    let named = players.iter().map(|about| info(about, &evaluators, games(about)));
    Ok(named.chain(infos_for_all_games()).collect())
}

/// Creates a player for `game`, which must be a full name or the name of a default variant.
///
/// # Errors
/// [`CatalogError`] if there is no such game, player or option.
pub fn new_player(
    game: &str,
    name: &str,
    options: &Options,
) -> Result<Box<dyn Player>, CatalogError> {
    let game = open_game(game)?;
    if let Some(player) = game.new_player(name, options)? {
        return Ok(player);
    }
    if let Some((about, make)) = FOR_ALL_GAMES.iter().find(|(about, _)| about.name == name) {
        options.checked(about.name, &(about.options)(&[]))?;
        return Ok(make());
    }
    let all = FOR_ALL_GAMES.iter().map(|(about, _)| *about);
    Err(no_such_player(game.name(), name, game.players().into_iter().chain(all)))
}

fn info(about: &PlayerAbout, evaluators: &[EvaluatorInfo], games: Games) -> PlayerInfo {
    PlayerInfo {
        name: about.name.into(),
        description: about.description.into(),
        games,
        options: (about.options)(evaluators),
    }
}

fn infos_for_all_games() -> impl Iterator<Item = PlayerInfo> {
    FOR_ALL_GAMES.iter().map(|(about, _)| info(about, &[], Games::All))
}

/// The error for a player that is unknown or doesn't play this game.
fn no_such_player(game: &str, name: &str, here: impl Iterator<Item = PlayerAbout>) -> CatalogError {
    let here: Vec<&str> = here.map(|about| about.name).collect();
    let plays_elsewhere = player_infos().into_iter().any(|info| info.name == name);
    if plays_elsewhere {
        return CatalogError::OtherGames {
            player: name.into(),
            game: game.into(),
            known: here.join(", "),
        };
    }
    let suggestion = suggestion(name, here.iter().copied());
    CatalogError::Unknown { what: "player", name: name.into(), suggestion, known: here.join(", ") }
}
