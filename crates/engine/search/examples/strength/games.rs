//! The measured games and their positions.

use anyhow::{Context, bail};
use board_engine::{Deterministic, Game, KeyHistory, PerfectInformation, Status, ZeroSum, zobrist};
use checkers::Checkers;
use checkers_players::CheckersEntry;
use connect_four::ConnectFour;
use connect_four_players::ConnectFourEntry;
use game_family::CatalogEntry;

/// A game that the strong search can search.
pub(crate) trait Measured:
    CatalogEntry<Game: ZeroSum + Deterministic + PerfectInformation>
{
}

impl<E> Measured for E where E: CatalogEntry<Game: ZeroSum + Deterministic + PerfectInformation> {}

/// A measurement taken on one game.
pub(crate) trait Measurement {
    fn measure<E: Measured>(self, game: &E::Game) -> anyhow::Result<()>;
}

/// Measures the game with this name: a variant of draughts or `connect-four`.
pub(crate) fn with_game(name: &str, measurement: impl Measurement) -> anyhow::Result<()> {
    match name {
        "connect-four" => measurement.measure::<ConnectFourEntry<u64>>(&ConnectFour::default()),
        "english" => measurement
            .measure::<CheckersEntry<checkers::English>>(&Checkers::<checkers::English>::new()),
        "international" => {
            measurement.measure::<CheckersEntry<checkers::International>>(&Checkers::<
                checkers::International,
            >::new())
        }
        "russian" => measurement
            .measure::<CheckersEntry<checkers::Russian>>(&Checkers::<checkers::Russian>::new()),
        "frisian" => measurement
            .measure::<CheckersEntry<checkers::Frisian>>(&Checkers::<checkers::Frisian>::new()),
        "brazilian" => measurement
            .measure::<CheckersEntry<checkers::Brazilian>>(&Checkers::<checkers::Brazilian>::new()),
        "pool" => {
            measurement.measure::<CheckersEntry<checkers::Pool>>(&Checkers::<checkers::Pool>::new())
        }
        "killer" => measurement
            .measure::<CheckersEntry<checkers::Killer>>(&Checkers::<checkers::Killer>::new()),
        _ => bail!(
            "there is no game \"{name}\": expected one of connect-four, english, international, russian, frisian, brazilian, \
             pool, killer"
        ),
    }
}

/// The evaluator with this name, or the game's first one.
pub(crate) fn evaluator<E: Measured>(name: Option<&str>) -> anyhow::Result<E::Evaluator> {
    match name {
        Some(name) => {
            E::evaluator(name).with_context(|| format!("there is no evaluator \"{name}\""))
        }
        None => Ok(E::EVALUATORS[0].1.clone()),
    }
}

/// A position with its history.
pub(crate) struct Opening<G: Game> {
    pub(crate) position: G::Position,
    pub(crate) history: KeyHistory,
}

/// The position after `plies` random moves, if the game is not over.
pub(crate) fn opening<G: Game>(game: &G, seed: u64, plies: u64) -> Option<Opening<G>> {
    let mut position = game.start();
    let mut history = KeyHistory::starting_at(game, &position);
    let mut moves = Vec::new();
    for ply in 0..=plies {
        if game.legal_moves(&position, &mut moves) != Status::Ongoing {
            return None;
        }
        if ply < plies {
            let number = zobrist::mix(&[seed, ply]) % moves.len() as u64;
            let mv = moves[usize::try_from(number).ok()?];
            history.play(game, &mut position, mv);
        }
    }
    Some(Opening { position, history })
}
