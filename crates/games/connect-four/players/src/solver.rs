//! The value of a Connect Four position under perfect play.
//!
//! Alpha-beta with zero-width windows: each search tests whether the score reaches a certain value (V. Allis and J.
//! Allen solved the game in 1988; this solver follows the solvers of J. Tromp and P. Pons). A score measures how fast a
//! side wins: 1 for a win with its last disc, plus 1 for each disc that it doesn't need.
//!
//! Four techniques keep the tree small. Moves that lose immediately are pruned. Moves that make the most threats come
//! first. Searched positions are stored, together with their mirror images. Two cheap proofs show that a side can't
//! win: the side has no open line, or the other side can block every line by answering each disc with a disc on top of
//! it (*claimeven*, Allis).

mod grid;
mod table;

use board_engine::Word;
use connect_four::{ConnectGame, Position};
use search::{Known, Solved, Solver, StopSignal, TooLarge};

use self::grid::{Discs, Grid};
use self::table::{ScoreBounds, SolverTable};

/// The number of discs below which mirror images are looked up. Later, mirrored positions rarely occur, and the lookup
/// takes time.
const MIRRORED_DISCS: i32 = 18;

/// The minimum number of free squares for looking up all moves before one is searched.
const LOOKED_UP_FREE: i32 = 14;

/// The number of positions between two checks of the stop signal, which takes a few milliseconds.
const POSITIONS_PER_POLL: u64 = 1 << 16;

/// Solves positions on one board, which must fit into a 64-bit word: 8×7 and smaller boards.
#[derive(Debug)]
pub struct ConnectFourSolver {
    grid: Grid,
    table: SolverTable,
    positions: u64,
    is_stopped: bool,
}

impl ConnectFourSolver {
    /// A solver for this game's board; `None` if the board is too large.
    pub fn new<W: Word>(game: &ConnectGame<W>) -> Option<Self> {
        let places = u32::from(game.width()) * game.stride();
        let columns = game.columns().map(|mv| mv.column().into());
        let [width, height, length] = [game.width(), game.height(), game.in_a_row()].map(u32::from);
        (places <= u64::BITS).then(|| Self {
            grid: Grid::new(width, height, length, columns),
            table: SolverTable::new(),
            positions: 0,
            is_stopped: false,
        })
    }

    /// The score of a position that isn't over; `None` if `stop` returned `true`. `known` is called with the score
    /// bounds as they narrow.
    fn score(
        &mut self,
        discs: Discs,
        known: &mut dyn FnMut(ScoreBounds, u64),
        stop: StopSignal<'_>,
    ) -> Option<i32> {
        let count = discs.all.count_ones().cast_signed();
        let squares = self.grid.count();
        let most = (squares + 1 - count) / 2;
        if self.grid.landings(discs.all) & self.grid.threats(discs.own, discs.all) != 0 {
            return Some(most);
        }
        self.is_stopped = false;
        let mut bounds = ScoreBounds { lower: -(squares - count) / 2, upper: most };
        while bounds.lower < bounds.upper {
            known(bounds, self.positions);
            let beta = next_target(bounds);
            let found = self.search(discs, count, beta, stop);
            if self.is_stopped {
                return None;
            }
            if found < beta { bounds.upper = found } else { bounds.lower = found }
        }
        Some(bounds.lower)
    }

    /// A bound on the score: at least `beta` if the score is at least `beta`, otherwise an upper bound below `beta`.
    ///
    /// The side to move must not be able to win immediately. After a stop the score is meaningless.
    fn search(&mut self, discs: Discs, count: i32, beta: i32, stop: StopSignal<'_>) -> i32 {
        self.positions += 1;
        if self.positions.is_multiple_of(POSITIONS_PER_POLL) {
            self.is_stopped |= stop.is_some_and(|stop| stop());
        }
        let squares = self.grid.count();
        let safe = self.grid.safe_landings(discs);
        if safe == 0 {
            return -(squares - count) / 2;
        }
        if count >= squares - 2 {
            return 0;
        }
        let mut bounds = self.bounds_by_rule(discs, count, safe);
        if let Some(score) = bounds.answer(beta) {
            return score;
        }
        let key = self.key(discs, count);
        if let Some(known) = self.table.get(key) {
            bounds = bounds.and(known);
            if let Some(score) = bounds.answer(beta) {
                return score;
            }
        }
        let moves = self.order_moves(discs, safe);
        if squares - count >= LOOKED_UP_FREE
            && let Some(score) = self.known_after(discs, count, &moves, beta)
        {
            return score;
        }
        let before = self.positions;
        let mut best = i32::MIN;
        for square in moves.squares() {
            best = best.max(-self.search(discs.after(square), count + 1, 1 - beta, stop));
            if self.is_stopped {
                return best;
            }
            if best >= beta {
                break;
            }
        }
        if best >= beta {
            bounds.lower = best;
        } else {
            bounds.upper = best;
        }
        self.table.put(key, bounds, self.positions - before);
        best
    }

    /// Score bounds without a search, if the side to move can't win immediately and the other side can't win with its
    /// next disc.
    #[inline]
    fn bounds_by_rule(&self, discs: Discs, count: i32, safe: u64) -> ScoreBounds {
        let squares = self.grid.count();
        let mut bounds =
            ScoreBounds { lower: -(squares - 2 - count) / 2, upper: (squares - 1 - count) / 2 };
        if bounds.upper > 0 && !self.grid.may_win(discs) {
            bounds.upper = 0;
        }
        if bounds.lower < 0 && !self.grid.other_may_win(discs, safe) {
            bounds.lower = 0;
        }
        bounds
    }

    /// The moves to these squares, best first.
    #[inline]
    fn order_moves(&self, discs: Discs, safe: u64) -> Moves {
        let mut moves = Moves::default();
        for &column in self.grid.columns().iter().rev() {
            let square = column & safe;
            if square != 0 {
                let threats = self.grid.threats(discs.own | square, discs.all | square);
                moves.add(square, threats.count_ones());
            }
        }
        moves
    }

    /// A stored score of at least `beta` for a position after one of the moves.
    fn known_after(&self, discs: Discs, count: i32, moves: &Moves, beta: i32) -> Option<i32> {
        let keys = || moves.squares().map(|square| self.key(discs.after(square), count + 1));
        for key in keys() {
            self.table.prefetch(key);
        }
        let scores = keys().filter_map(|key| Some(-self.table.get(key)?.upper));
        scores.into_iter().find(|&score| score >= beta)
    }

    #[inline]
    fn key(&self, discs: Discs, count: i32) -> u64 {
        if count < MIRRORED_DISCS { self.grid.symmetric_key(discs) } else { self.grid.key(discs) }
    }
}

impl<W: Word> Solver<ConnectGame<W>> for ConnectFourSolver {
    fn solve(
        &mut self,
        _: &ConnectGame<W>,
        position: &Position<W>,
        known: &mut dyn FnMut(Known),
        stop: StopSignal<'_>,
    ) -> Result<Solved, TooLarge> {
        let discs = Discs { own: position.own().0.fold(), all: position.occupied().0.fold() };
        let (squares, count) = (self.grid.count(), discs.all.count_ones().cast_signed());
        let solution = |score| solution(score, squares, count);
        let mut report = |bounds: ScoreBounds, positions| {
            let (at_least, at_most) = (solution(bounds.lower), solution(bounds.upper));
            known(Known { at_least, at_most, positions });
        };
        let score = self.score(discs, &mut report, stop);
        score.map(solution).ok_or(TooLarge { positions: self.positions })
    }

    fn positions(&self) -> u64 {
        self.positions
    }
}

/// The next score to test against. The tree is smallest close to a draw.
const fn next_target(bounds: ScoreBounds) -> i32 {
    let ScoreBounds { lower, upper } = bounds;
    let middle = lower + (upper - lower) / 2;
    let below = if middle <= 0 && lower / 2 < middle {
        lower / 2
    } else if middle >= 0 && upper / 2 > middle {
        upper / 2
    } else {
        middle
    };
    below + 1
}

/// The solution for a score. A side moves on every other ply, so the score and the side determine the last ply.
fn solution(score: i32, squares: i32, count: i32) -> Solved {
    let payoff = i16::try_from(score.signum()).unwrap_or(0);
    // The number of discs on the board at the end. If the mover wins, its last disc is placed after an odd number of
    // plies.
    let most = squares + 2 - 2 * score.abs();
    let odd = i32::from(score > 0);
    let end = if (most - count) % 2 == odd { most } else { most - 1 };
    let plies = (score != 0).then_some((end - count).unsigned_abs());
    Solved { payoff, plies }
}

/// Maximum number of columns on a board that fits into one word: 26.
const MOVES_MAX: usize = 26;

/// Moves in search order.
#[derive(Clone, Copy, Debug)]
struct Moves {
    list: [(u64, u32); MOVES_MAX],
    count: usize,
}

impl Default for Moves {
    fn default() -> Self {
        Self { list: [(0, 0); MOVES_MAX], count: 0 }
    }
}

impl Moves {
    /// Inserts a move in front of all worse moves.
    #[inline]
    fn add(&mut self, square: u64, rank: u32) {
        let mut place = self.count;
        while place > 0 && self.list[place - 1].1 > rank {
            self.list[place] = self.list[place - 1];
            place -= 1;
        }
        self.list[place] = (square, rank);
        self.count += 1;
    }

    /// The squares, best first.
    #[inline]
    fn squares(&self) -> impl Iterator<Item = u64> {
        (0..self.count).rev().map(move |index| self.list[index].0)
    }
}
