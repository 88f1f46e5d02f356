//! The games that are measured, and positions in them.

use anyhow::{Context, bail};
use board_engine::{
    Deterministic, KeyHistory, Notation, PerfectInformation, Status, ZeroSum, zobrist,
};
use checkers::Checkers;
use connect_four::ConnectFour;
use evaluation::EvaluatedGame;

/// A game that the strong search can play.
pub(crate) trait Measured:
    Notation + ZeroSum + Deterministic + PerfectInformation + EvaluatedGame
{
}

impl<G> Measured for G where
    G: Notation + ZeroSum + Deterministic + PerfectInformation + EvaluatedGame
{
}

/// What is done with a game.
pub(crate) trait Measurement {
    fn measure<G: Measured>(self, game: &G) -> anyhow::Result<()>;
}

/// Measures the game of this name: a variant of draughts or `connect-four`.
pub(crate) fn with_game(name: &str, measurement: impl Measurement) -> anyhow::Result<()> {
    match name {
        "connect-four" => measurement.measure(&ConnectFour::default()),
        "english" => measurement.measure(&Checkers::<checkers::English>::new()),
        "international" => measurement.measure(&Checkers::<checkers::International>::new()),
        "russian" => measurement.measure(&Checkers::<checkers::Russian>::new()),
        "frisian" => measurement.measure(&Checkers::<checkers::Frisian>::new()),
        "brazilian" => measurement.measure(&Checkers::<checkers::Brazilian>::new()),
        "pool" => measurement.measure(&Checkers::<checkers::Pool>::new()),
        "killer" => measurement.measure(&Checkers::<checkers::Killer>::new()),
        _ => bail!(
            "there is no game \"{name}\": there are connect-four, english, international, russian, frisian, brazilian, \
             pool, killer"
        ),
    }
}

/// The evaluator of this name, or the game's first one.
pub(crate) fn evaluator<G: Measured>(name: Option<&str>) -> anyhow::Result<G::Evaluator> {
    match name {
        Some(name) => {
            G::evaluator(name).with_context(|| format!("there is no evaluator \"{name}\""))
        }
        None => Ok(G::EVALUATORS[0].1.clone()),
    }
}

/// A position with what came before it.
pub(crate) struct Opening<G: Measured> {
    pub(crate) position: G::Position,
    pub(crate) history: KeyHistory,
}

/// The position after `plies` random moves, if the game still goes on.
pub(crate) fn opening<G: Measured>(game: &G, seed: u64, plies: u64) -> Option<Opening<G>> {
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
