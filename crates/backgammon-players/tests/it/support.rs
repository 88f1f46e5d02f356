//! Short ways to ask.

use backgammon::{Backgammon, Position, Stakes};
use backgammon_players::BackgammonEvaluator;
use board_engine::{Game, Notation};
use search::{Algorithm, Depth, Limits, Star1, Task};

pub(crate) fn game(stakes: Stakes) -> Backgammon {
    Backgammon::new(stakes).unwrap()
}

pub(crate) fn position(stakes: Stakes, start: &str, moves: &[&str]) -> Position {
    let game = game(stakes);
    let mut position = game.parse_position(start).unwrap();
    for text in moves {
        let mv = game.parse_move(&position, text).unwrap();
        game.play(&mut position, mv);
    }
    position
}

/// The move that a search of one ply finds best.
pub(crate) fn best(
    evaluator: BackgammonEvaluator,
    stakes: Stakes,
    start: &str,
    moves: &[&str],
) -> String {
    let game = game(stakes);
    let position = position(stakes, start, moves);
    let task = Task { game: &game, evaluator: &evaluator, position: &position, history: None };
    let report = Star1.search(&task, &Limits::to_depth(Depth::ONE));
    game.format_move(&position, report.best.unwrap())
}
