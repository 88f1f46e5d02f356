//! The catalog entry for Connect Four.

use std::marker::PhantomData;

use board_engine::Word;
use connect_four::{ConnectGame, Move, Position};
use game_family::{CatalogEntry, Duel, EvaluatorInfo, Family, OpenGame, RowFamily, open};
use search::Solver;

use crate::evaluation::{ConnectFourHints, Threats, rank};
use crate::solver::ConnectFourSolver;

/// Connect Four on boards of any size.
pub static FAMILY: &dyn Family = &RowFamily {
    name: "connect-four",
    aliases: &[("connect-4", None), ("connect4", None), ("four-in-a-row", None)],
    default: "7,6,4",
    listed: &[
        ("", "discs fall, four in a row win, on 7×6"),
        ("8,7,4", "any width, height and length of row: here four in a row on 8×7"),
    ],
    open: open_game,
};

/// The entry for Connect Four with boards of word type `W`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ConnectFourEntry<W>(PhantomData<W>);

impl<W: Word> CatalogEntry for ConnectFourEntry<W> {
    type Game = ConnectGame<W>;
    type Kind = Duel;
    type Evaluator = Threats;
    type Hints = ConnectFourHints;

    const EVALUATORS: &'static [(EvaluatorInfo, Threats)] = &[(
        EvaluatorInfo {
            name: "threats",
            description: "lines that can still be completed, and the side that will complete them",
        },
        Threats,
    )];

    fn solver(game: &ConnectGame<W>) -> Option<Box<dyn Solver<ConnectGame<W>>>> {
        ConnectFourSolver::new(game).map(|solver| Box::new(solver) as Box<dyn Solver<_>>)
    }

    /// Completes a line if possible; otherwise blocks the opponent's line.
    fn rank(game: &ConnectGame<W>, position: &Position<W>, mv: Move) -> i32 {
        rank(game, position, mv)
    }
}

/// Uses the smallest word that fits the board, because smaller words are faster.
fn open_game(
    name: String,
    [width, height, in_a_row]: [u8; 3],
) -> Result<Box<dyn OpenGame>, String> {
    if let Ok(game) = ConnectGame::<u64>::new(width, height, in_a_row) {
        return Ok(open::<ConnectFourEntry<u64>>(name, game));
    }
    let game = ConnectGame::<u128>::new(width, height, in_a_row);
    let game = game.map_err(|error| error.to_string())?;
    Ok(open::<ConnectFourEntry<u128>>(name, game))
}
