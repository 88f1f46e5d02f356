//! The players.

use evaluation::EvaluatorInfo;
use games_package::{Games, Options, Player, PlayerInfo, suggestion};
use players::{HumanPlayer, RandomPlayer};

use crate::CatalogError;
use crate::games::{CatalogGame, FAMILIES, GameVisitor, with_game};
use crate::kinds::{About, Entry, Kind, no_options};

const RANDOM: About = About::new("random", "a legal move, all equally likely", no_options);
const HUMAN: About = About::new("human", "a person at the screen", no_options);

/// Random and human players choose from the list of legal moves, so they play every game.
const FOR_ALL_GAMES: [About; 2] = [RANDOM, HUMAN];

/// All players, with the options that they have in at least one game.
pub fn player_infos() -> Vec<PlayerInfo> {
    let mut found: Vec<(About, Vec<EvaluatorInfo>, Vec<String>)> = Vec::new();
    for family in FAMILIES {
        let Ok(GamePlayers { evaluators, players }) = with_game(family, ListPlayers) else {
            continue;
        };
        for about in players {
            let known = found.iter().position(|(known, ..)| known.name == about.name);
            let index = known.unwrap_or_else(|| {
                found.push((about, Vec::new(), Vec::new()));
                found.len() - 1
            });
            let (_, all_evaluators, games) = &mut found[index];
            // Several games have an evaluator called "standard", and an option offers each name once.
            for evaluator in &evaluators {
                if all_evaluators.iter().all(|known| known.name != evaluator.name) {
                    all_evaluators.push(*evaluator);
                }
            }
            games.push(family.into());
        }
    }
    let named = found
        .into_iter()
        .map(|(about, evaluators, games)| info(&about, &evaluators, Games::Named(games)));
    named.chain(infos_for_all_games()).collect()
}

/// The players of `game`, with the options that they have there; the first one is the default opponent.
///
/// # Errors
/// [`CatalogError`] if there is no such game.
pub fn player_infos_for(game: &str) -> Result<Vec<PlayerInfo>, CatalogError> {
    let GamePlayers { evaluators, players } = with_game(game, ListPlayers)?;
    let known = player_infos();
    let games = |about: &About| {
        let known = known.iter().find(|info| info.name == about.name);
        known.map_or(Games::All, |info| info.games.clone())
    };
    let named = players.iter().map(|about| info(about, &evaluators, games(about)));
    Ok(named.chain(infos_for_all_games()).collect())
}

/// Creates a player for `game`, which must be a full name or that of a default variant.
///
/// # Errors
/// [`CatalogError`] if there is no such game, player or option.
pub fn new_player(
    game: &str,
    name: &str,
    options: &Options,
) -> Result<Box<dyn Player>, CatalogError> {
    with_game(game, NewPlayer { name, options })?
}

fn info(about: &About, evaluators: &[EvaluatorInfo], games: Games) -> PlayerInfo {
    PlayerInfo {
        name: about.name.into(),
        description: about.description.into(),
        games,
        options: (about.options)(evaluators),
    }
}

fn infos_for_all_games() -> impl Iterator<Item = PlayerInfo> {
    FOR_ALL_GAMES.iter().map(|about| info(about, &[], Games::All))
}

/// The evaluators and players of a game.
struct GamePlayers {
    evaluators: Vec<EvaluatorInfo>,
    players: Vec<About>,
}

struct ListPlayers;

impl GameVisitor for ListPlayers {
    type Output = GamePlayers;

    fn visit<G: CatalogGame>(self, _: String, _: G) -> GamePlayers {
        let players = G::Kind::players().into_iter().map(|entry| entry.about);
        GamePlayers { evaluators: G::Kind::evaluators(), players: players.collect() }
    }
}

/// Creates a player for a game whose type is known.
struct NewPlayer<'a> {
    name: &'a str,
    options: &'a Options,
}

impl GameVisitor for NewPlayer<'_> {
    type Output = Result<Box<dyn Player>, CatalogError>;

    fn visit<G: CatalogGame>(self, game_name: String, game: G) -> Self::Output {
        let Self { name, options } = self;
        let mut entries = G::Kind::players();
        entries.extend([
            Entry { about: RANDOM, make: |_, _, _| Ok(Box::new(RandomPlayer::new())) },
            Entry { about: HUMAN, make: |_, _, _| Ok(Box::new(HumanPlayer)) },
        ]);
        let Some(entry) = entries.iter().find(|entry| entry.about.name == name) else {
            return Err(no_such_player(&game_name, name, entries.iter().map(|entry| entry.about)));
        };
        let specs = (entry.about.options)(&G::Kind::evaluators());
        let options = options.checked(name, &specs)?;
        Ok((entry.make)(&entry.about, game, &options)?)
    }
}

/// There is no player of this name, or it doesn't play this game.
fn no_such_player(game: &str, name: &str, here: impl Iterator<Item = About>) -> CatalogError {
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
