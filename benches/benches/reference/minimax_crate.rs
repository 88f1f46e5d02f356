//! The tasks for the crate `minimax`, which doesn't include any games. Like the crate's examples, these games use
//! bitboards with two words each.

use board_engine::zobrist;
use minimax::{
    Evaluation, Evaluator, Game, IterativeOptions, IterativeSearch, Negamax, ParallelOptions,
    ParallelSearch, Strategy, Winner,
};

use crate::heuristic::{self, heuristic};

/// A bitboard: all discs or stones, the mover's discs or stones, and their number.
#[derive(Clone, Copy, Default)]
pub(crate) struct Bits {
    all: u64,
    own: u64,
    count: u8,
}

impl Bits {
    /// Whether the side that just moved has a line of `length` bits along one of these steps.
    fn has_line(self, steps: [u32; 4], length: u32) -> bool {
        let last = self.all ^ self.own;
        steps
            .iter()
            .any(|step| (1..length).fold(last, |line, index| line & (last >> (step * index))) != 0)
    }

    fn with(self, square: u64) -> Self {
        Self { all: self.all | square, own: self.all ^ self.own, count: self.count + 1 }
    }
}

/// Connect Four with columns of seven bits.
pub(crate) struct ConnectFour;

impl Game for ConnectFour {
    type S = Bits;
    type M = u8;

    fn generate_moves(bits: &Bits, moves: &mut Vec<u8>) -> Option<Winner> {
        let winner = Self::get_winner(bits);
        if winner.is_none() {
            moves.extend((0..7).filter(|column| bits.all & 1 << (7 * column + 5) == 0));
        }
        winner
    }

    fn apply(bits: &mut Bits, column: u8) -> Option<Bits> {
        Some(bits.with((bits.all + (1 << (7 * column))) & !bits.all))
    }

    fn get_winner(bits: &Bits) -> Option<Winner> {
        match bits {
            _ if bits.has_line([1, 6, 7, 8], 4) => Some(Winner::PlayerJustMoved),
            Bits { count: 42, .. } => Some(Winner::Draw),
            _ => None,
        }
    }

    fn zobrist_hash(bits: &Bits) -> u64 {
        zobrist::mix(&[bits.own + bits.all])
    }
}

/// Tic-tac-toe with rows of four bits.
pub(crate) struct TicTacToe;

impl Game for TicTacToe {
    type S = Bits;
    type M = u8;

    fn generate_moves(bits: &Bits, moves: &mut Vec<u8>) -> Option<Winner> {
        let winner = Self::get_winner(bits);
        if winner.is_none() {
            moves.extend(
                [5, 0, 2, 8, 10, 1, 4, 6, 9].iter().filter(|&square| bits.all & 1 << square == 0),
            );
        }
        winner
    }

    fn apply(bits: &mut Bits, square: u8) -> Option<Bits> {
        Some(bits.with(1 << square))
    }

    fn get_winner(bits: &Bits) -> Option<Winner> {
        match bits {
            _ if bits.has_line([1, 3, 4, 5], 3) => Some(Winner::PlayerJustMoved),
            Bits { count: 9, .. } => Some(Winner::Draw),
            _ => None,
        }
    }
}

/// Evaluates every position as 0.
pub(crate) struct ZeroEvaluator<G>(std::marker::PhantomData<G>);

impl<G: Game> Evaluator for ZeroEvaluator<G> {
    type G = G;

    fn evaluate(&self, _: &G::S) -> Evaluation {
        0
    }
}

/// The same heuristic as in Rival's search.
#[derive(Clone, Copy)]
struct Heuristic;

impl Evaluator for Heuristic {
    type G = ConnectFour;

    fn evaluate(&self, bits: &Bits) -> Evaluation {
        heuristic(bits.own, bits.all ^ bits.own)
    }
}

fn alpha_beta<G: Game<S = Bits, M = u8>>(depth: u8) -> u64 {
    let mut search = Negamax::new(ZeroEvaluator::<G>(std::marker::PhantomData), depth);
    assert!(search.choose_move(&Bits::default()).is_some());
    1
}

pub(crate) fn solve_tic_tac_toe() -> u64 {
    alpha_beta::<TicTacToe>(9)
}

pub(crate) fn connect_four_alpha_beta(depth: u32) -> u64 {
    alpha_beta::<ConnectFour>(u8::try_from(depth).unwrap_or(u8::MAX))
}

/// The options in the crate's own example, but without an aspiration window. With such a window, an iteration can end
/// without a value.
fn deepening_options() -> IterativeOptions {
    IterativeOptions::new().with_table_byte_size(64 << 20).with_double_step_increment()
}

/// A full-width search of the empty board to this even depth.
pub(crate) fn connect_four_deepening(depth: u32) -> u64 {
    let mut search = IterativeSearch::new(Heuristic, deepening_options());
    search.set_max_depth(u8::try_from(depth).unwrap_or(u8::MAX));
    assert!(search.choose_move(&Bits::default()).is_some());
    heuristic::check(depth, search.root_value().into());
    1
}

/// The same search with two threads.
pub(crate) fn connect_four_deepening_two_threads(depth: u32) -> u64 {
    let threads = ParallelOptions::new().with_num_threads(2);
    let mut search = ParallelSearch::new(Heuristic, deepening_options(), threads);
    search.set_max_depth(u8::try_from(depth).unwrap_or(u8::MAX));
    assert!(search.choose_move(&Bits::default()).is_some());
    heuristic::check(depth, search.root_value().into());
    1
}
