//! Tests of searches with an author's own knowledge: an evaluator for principal variation search, and priors for Monte
//! Carlo tree search.
//!
//! A page for player authors quotes this file.

use board_engine::{Game, Notation, Seat, Square};
use connect_four::{ConnectFour, Move};
use search::{
    Algorithm, Depth, Evaluator, Limits, MonteCarlo, MonteCarloOptions, Prior, Priors, Pvs,
    PvsOptions, Score, Task, Zero,
};

type Position = <ConnectFour as Game>::Position;

/// Values a disc by its column: the more lines go through it, the better.
#[derive(Clone, Copy, Debug)]
struct Center;

/// The value of a disc in each column from the left, in hundredths of the game's unit.
const COLUMNS: [i16; 7] = [0, 10, 20, 30, 20, 10, 0];

impl Evaluator<ConnectFour> for Center {
    /// The scores of both seats cancel, as a search of a zero-sum game needs.
    fn evaluate(&self, game: &ConnectFour, position: &Position, seat: Seat) -> Score {
        let board = game.board(position);
        let worth = |(square, owner): (Square, Seat)| {
            let column = square.index() % usize::from(game.width());
            let worth = i32::from(COLUMNS.get(column).copied().unwrap_or_default());
            if owner == seat { worth } else { -worth }
        };
        Score::new(board.pieces().map(worth).sum())
    }
}

/// The same knowledge as priors: four playouts per move, won more often in the middle.
impl Priors<ConnectFour> for Center {
    fn prior(&self, _: &ConnectFour, _: &Position, mv: Move) -> Prior {
        let worth = COLUMNS.get(usize::from(mv.column())).copied().unwrap_or_default();
        Prior { visits: 4, payoff: f32::from(worth - 15) / 30.0 }
    }
}

/// The move of a principal variation search with the evaluator.
fn pvs_move(position: &Position) -> (Move, Score) {
    let game = ConnectFour::default();
    let task = Task { game: &game, evaluator: &Center, position, history: None };
    let options = PvsOptions { hash_mebibytes: 1, ..PvsOptions::default() };
    let report = Pvs::new(options).search(&task, &Limits::to_depth(Depth::new(4)));
    (report.best.expect("the game is not over"), report.score)
}

/// The move of a Monte Carlo tree search with the priors after this number of playouts.
fn monte_carlo_move(position: &Position, playouts: u64) -> (Move, Score) {
    let game = ConnectFour::default();
    let task = Task { game: &game, evaluator: &Zero, position, history: None };
    let mut search = MonteCarlo::new(MonteCarloOptions::default()).with_priors(Center);
    let limits = Limits { nodes: Some(playouts), ..Limits::to_depth(Depth::MAX) };
    let report = search.search(&task, &limits);
    (report.best.expect("the game is not over"), report.score)
}

/// The position after these moves.
fn after(moves: &[&str]) -> Position {
    let game = ConnectFour::default();
    let mut position = game.start();
    for mv in moves {
        let mv = game.parse_move(&position, mv).expect("the move is legal");
        game.play(&mut position, mv);
    }
    position
}

#[test]
fn a_custom_evaluator_decides_if_no_win_is_near() {
    let (best, score) = pvs_move(&after(&[]));
    assert_eq!(best.column(), 3);
    assert!(score < Score::new(100) && score > Score::new(-100), "{score:?}");
}

#[test]
fn custom_priors_decide_before_the_playouts_do() {
    let (best, _) = monte_carlo_move(&after(&[]), 7);
    assert_eq!(best.column(), 3);
}

#[test]
fn wins_count_more_than_custom_knowledge() {
    // The first seat has three discs in the leftmost column, which the knowledge rates poorly.
    let position = after(&["1", "4", "1", "4", "1", "5"]);
    for (best, score) in [pvs_move(&position), monte_carlo_move(&position, 2_000)] {
        assert_eq!((best.column(), score), (0, Score::win_in(1)));
    }
}
