//! Checks that the mover comes from the game, not from the parity of the ply.

use board_engine::{
    Deterministic, Game, Outcome, PerfectInformation, Repetition, Seat, Status, Turn, ZeroSum,
    zobrist,
};
use search::{Algorithm, AlphaBeta, Depth, Limits, Minimax, Negamax, Negascout, Score, Task, Zero};

/// The first seat makes three moves in a row, each 0 or 1, then the second seat makes one. The first seat wins if the
/// sum is 3 or more.
#[derive(Debug)]
struct ThreeInARow;

#[derive(Clone, PartialEq, Eq, Debug)]
struct Position {
    sum: u8,
    ply: u8,
}

impl Game for ThreeInARow {
    type Position = Position;
    type Move = u8;

    fn seats(&self) -> usize {
        2
    }

    fn start(&self) -> Position {
        Position { sum: 0, ply: 0 }
    }

    fn turn(&self, position: &Position) -> Turn {
        Turn::Seat(if position.ply < 3 { Seat::FIRST } else { Seat::SECOND })
    }

    fn legal_moves(&self, position: &Position, moves: &mut Vec<u8>) -> Status {
        moves.clear();
        if position.ply == 4 {
            let winner = if position.sum >= 3 { Seat::FIRST } else { Seat::SECOND };
            return Status::Over(Outcome::win(winner, "four moves are made"));
        }
        moves.extend([0, 1]);
        Status::Ongoing
    }

    fn play(&self, position: &mut Position, mv: u8) {
        position.sum += mv;
        position.ply += 1;
    }

    fn key(&self, position: &Position) -> u64 {
        zobrist::mix(&[position.sum.into(), position.ply.into()])
    }

    fn irreversible(&self, _: &Position, _: u8) -> bool {
        true
    }

    fn repetition(&self) -> Repetition {
        Repetition::Ignored
    }
}

impl ZeroSum for ThreeInARow {}
impl Deterministic for ThreeInARow {}
impl PerfectInformation for ThreeInARow {}

#[test]
fn the_mover_is_not_inferred_from_parity() {
    fn check(mut algorithm: impl Algorithm<ThreeInARow>) {
        let position = ThreeInARow.start();
        let task =
            Task { game: &ThreeInARow, evaluator: &Zero, position: &position, history: None };
        let report = algorithm.search(&task, &Limits::to_depth(Depth::new(4)));
        // A search that assumes that the second seat moves at ply 1 would see a loss.
        assert_eq!(report.score, Score::win_in(4));
        assert_eq!(report.line, [1, 1, 1, 0]);
    }
    check(Minimax);
    check(Negamax);
    check(AlphaBeta);
    check(Negascout);
}
