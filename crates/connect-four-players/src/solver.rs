//! The value of a position of Connect Four under perfect play.
//!
//! Alpha-beta with windows of no width, which ask whether a score is at least so much, until the score is known (V. Allis
//! and J. Allen solved the game in 1988; J. Tromp's and P. Pons's solvers are the models of such a search). A score says how
//! soon a game is won: 1 for a win with the last disc of a side, one more for each of its discs that it needs less.
//!
//! What keeps the tree small: moves that lose at once are not tried; of the others first those that make most threats;
//! positions that were searched are remembered, with their mirror images; and two cheap proofs that a side can't win: no line is
//! open to it, or the other side can answer each disc with one on top of it and so keep it from all lines (Allis calls the
//! rule *claimeven*).

mod grid;
mod table;

use board_engine::Word;
use connect_four::{ConnectGame, Position};
use search::{Known, Solved, Solver, TooLarge};

use self::grid::{Discs, Grid};
use self::table::{Bounds, Table};

/// In positions with fewer discs their mirror images are looked for: later these hardly ever occur, and it takes time.
const MIRRORED_DISCS: i32 = 18;

/// In positions with so many free squares or more, all moves are looked up before one is searched.
const LOOKED_UP_FREE: i32 = 14;

/// Solves positions of one board, which has room in a word of 64 bits: 8×7 and smaller ones.
#[derive(Debug)]
pub struct ConnectFourSolver {
    grid: Grid,
    table: Table,
    positions: u64,
}

impl ConnectFourSolver {
    /// A solver for the board of this game; `None` if that is too large for it.
    pub fn new<W: Word>(game: &ConnectGame<W>) -> Option<Self> {
        let places = u32::from(game.width()) * game.stride();
        let columns = game.columns().map(|mv| mv.column().into());
        let [width, height, length] = [game.width(), game.height(), game.in_a_row()].map(u32::from);
        (places <= u64::BITS).then(|| Self {
            grid: Grid::new(width, height, length, columns),
            table: Table::new(),
            positions: 0,
        })
    }

    /// The score of a position that isn't over. `known` is called with its bounds as they come closer.
    fn score(&mut self, discs: Discs, known: &mut dyn FnMut(Bounds, u64)) -> i32 {
        let count = discs.all.count_ones().cast_signed();
        let squares = self.grid.count();
        let most = (squares + 1 - count) / 2;
        if self.grid.landings(discs.all) & self.grid.threats(discs.own, discs.all) != 0 {
            return most;
        }
        let mut bounds = Bounds { lower: -(squares - count) / 2, upper: most };
        while bounds.lower < bounds.upper {
            known(bounds, self.positions);
            let asked = asked(bounds);
            let found = self.search(discs, count, asked);
            if found < asked { bounds.upper = found } else { bounds.lower = found }
        }
        bounds.lower
    }

    /// A bound of the score: at least `beta` if it is, else an upper bound less than `beta`.
    ///
    /// The side to move must not be able to win at once.
    fn search(&mut self, discs: Discs, count: i32, beta: i32) -> i32 {
        self.positions += 1;
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
        let moves = self.ordered(discs, safe);
        if squares - count >= LOOKED_UP_FREE
            && let Some(score) = self.known_after(discs, count, &moves, beta)
        {
            return score;
        }
        let before = self.positions;
        let mut best = i32::MIN;
        for square in moves.squares() {
            best = best.max(-self.search(discs.after(square), count + 1, 1 - beta));
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

    /// What is known of a score without a search, if the side to move can't win at once and the other side not at its next
    /// turn.
    #[inline]
    fn bounds_by_rule(&self, discs: Discs, count: i32, safe: u64) -> Bounds {
        let squares = self.grid.count();
        let mut bounds =
            Bounds { lower: -(squares - 2 - count) / 2, upper: (squares - 1 - count) / 2 };
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
    fn ordered(&self, discs: Discs, safe: u64) -> Moves {
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

    /// A score of at least `beta` that is remembered of a position after one of the moves.
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
    ) -> Result<Solved, TooLarge> {
        let discs = Discs { own: position.own().0.fold(), all: position.occupied().0.fold() };
        let (squares, count) = (self.grid.count(), discs.all.count_ones().cast_signed());
        let solved = |score| solved(score, squares, count);
        let score = self.score(discs, &mut |bounds, positions| {
            let (at_least, at_most) = (solved(bounds.lower), solved(bounds.upper));
            known(Known { at_least, at_most, positions });
        });
        Ok(solved(score))
    }

    fn positions(&self) -> u64 {
        self.positions
    }
}

/// The score about which is asked next: the tree is smallest close to a draw.
const fn asked(bounds: Bounds) -> i32 {
    let Bounds { lower, upper } = bounds;
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

/// What a score says. One side's discs come to the board in every other ply, so that score and side tell the last ply.
fn solved(score: i32, squares: i32, count: i32) -> Solved {
    let payoff = i16::try_from(score.signum()).unwrap_or(0);
    // Discs on the board at the end: the winner's last one is the mover's after an odd number of plies.
    let most = squares + 2 - 2 * score.abs();
    let odd = i32::from(score > 0);
    let end = if (most - count) % 2 == odd { most } else { most - 1 };
    let plies = (score != 0).then_some((end - count).unsigned_abs());
    Solved { payoff, plies }
}

/// The most columns that a board of one word has: 26.
const MOVES_MAX: usize = 26;

/// Moves in the order in which they are tried.
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
    /// Adds a move before all that are not better.
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
