//! Material, places, mobility, pawns, threats and the safety of the kings.

mod attacks;
mod king;
mod pawns;
mod pieces;
mod terms;
mod view;
mod weights;

use board_engine::Seat;
use chess::{Chess, Position};
use cozy_chess::{Board, Color, Piece};
use search::{Evaluator, Score};

use self::terms::{Term, Terms};
use self::view::View;
use self::weights::{TEMPO, WEIGHTS};
use super::material::color_of;

/// The evaluator of this name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Standard;

/// The phase of the start; it falls to 0 as pieces leave the board.
const PHASE_MAX: i32 = 24;

/// Two scores: with all pieces on the board, and with none but kings and pawns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Phased {
    middlegame: i32,
    endgame: i32,
}

/// What the terms of one side come to.
impl Terms for Phased {
    #[inline]
    fn add(&mut self, term: Term, times: i32) {
        let [middlegame, endgame] = WEIGHTS[term];
        self.middlegame += times * i32::from(middlegame);
        self.endgame += times * i32::from(endgame);
    }
}

impl Evaluator<Chess> for Standard {
    fn evaluate(&self, _: &Chess, position: &Position, seat: Seat) -> Score {
        let board = position.board();
        let own = color_of(seat);
        let mut sums = [Phased::default(); 2];
        count_terms(board, own, &mut sums);
        let [mine, other] = sums;
        let phase = phase(board);
        let middlegame = mine.middlegame - other.middlegame;
        let endgame = mine.endgame - other.endgame;
        let blended = (middlegame * phase + endgame * (PHASE_MAX - phase)) / PHASE_MAX;
        let blended = blended + hunt(board, own) - hunt(board, !own);
        let tempo = if board.side_to_move() == own { TEMPO } else { -TEMPO };
        let chance = match blended {
            0 => CHANCE_MAX,
            1.. => winning_chance(board, own),
            _ => winning_chance(board, !own),
        };
        // Towards a draw by moves without progress the score fades.
        let left = 200 - i32::from(position.quiet_plies()).min(100);
        Score::new((blended + tempo) * left / 200 * chance / CHANCE_MAX)
    }
}

/// Counts what `color` has into the first of two sums, and what the other side has into the second.
#[inline]
fn count_terms<T: Terms>(board: &Board, color: Color, sums: &mut [T; 2]) {
    let views = [View::of(board, color), View::of(board, !color)];
    let pawns = views.map(|view| pawns::pawns(&view));
    let [first, second] = sums;
    let attacks = [
        pieces::count_pieces(&views[0], &pawns[0], first),
        pieces::count_pieces(&views[1], &pawns[1], second),
    ];
    count_relations(&views[0], &pawns[0], &attacks[0], &attacks[1].turned(), first);
    count_relations(&views[1], &pawns[1], &attacks[1], &attacks[0].turned(), second);
}

/// Counts how the pieces of a side stand to others; `guards` is what the other side attacks.
#[inline]
fn count_relations(
    view: &View,
    pawns: &pawns::Pawns,
    attacks: &attacks::Attacks,
    guards: &attacks::Attacks,
    sum: &mut impl Terms,
) {
    pawns::count_structure(view, pawns, sum);
    pawns::count_passed(view, pawns, guards.all, sum);
    king::count_shelter(view, sum);
    king::count_danger(view, attacks, guards, sum);
    pieces::count_threats(view, pawns, attacks, guards, sum);
}

/// What a side gains by driving the other side's bare king to the edge with its own king near, where mates are.
fn hunt(board: &Board, color: Color) -> i32 {
    let king = board.king(!color);
    if board.colors(!color) != king.bitboard() {
        return 0;
    }
    let own = board.king(color);
    let [file, rank, own_file, own_rank] =
        [king.file() as i32, king.rank() as i32, own.file() as i32, own.rank() as i32];
    // From 0 in the center to 3 at the edge.
    let from_center = |line: i32| (2 * line - 7).abs() / 2;
    20 * (from_center(file) + from_center(rank))
        - 10 * ((file - own_file).abs() + (rank - own_rank).abs())
}

/// How many pieces are left, from [`PHASE_MAX`] to 0.
fn phase(board: &Board) -> i32 {
    let count = |piece| board.pieces(piece).len().cast_signed();
    let phase = count(Piece::Knight)
        + count(Piece::Bishop)
        + 2 * count(Piece::Rook)
        + 4 * count(Piece::Queen);
    phase.min(PHASE_MAX)
}

/// The chance of a side that can win whatever it is ahead.
const CHANCE_MAX: i32 = 16;

/// How much of a lead is likely to win, of [`CHANCE_MAX`], for the side that is ahead: without pawns a piece more is often too
/// little, and so is a pawn more with bishops on squares of different colors.
fn winning_chance(board: &Board, color: Color) -> i32 {
    let pieces = |color| {
        let count = |piece| board.colored_pieces(color, piece).len().cast_signed();
        3 * (count(Piece::Knight) + count(Piece::Bishop))
            + 5 * count(Piece::Rook)
            + 9 * count(Piece::Queen)
    };
    let (own, other) = (pieces(color), pieces(!color));
    let pawns = board.colored_pieces(color, Piece::Pawn).len();
    if pawns == 0 && own - other <= 3 {
        return if own <= 3 { 0 } else { 3 };
    }
    let bishops = board.pieces(Piece::Bishop);
    let is_opposite = own == 3
        && other == 3
        && bishops.len() == 2
        && (bishops & cozy_chess::BitBoard::DARK_SQUARES).len() == 1;
    if is_opposite { 9 } else { CHANCE_MAX }
}

/// The terms of the evaluator `standard` in a position, for fitting its weights.
#[derive(Clone, Debug)]
pub struct ChessTerms {
    /// Numbers of weights, and how often each counts for White less for Black.
    pub counts: Vec<(usize, i32)>,
    /// From 1 with all pieces on the board to 0 with kings and pawns alone.
    pub phase: f64,
}

/// Counts for a side, for fitting.
struct Counted(Vec<i32>);

impl Terms for Counted {
    fn add(&mut self, term: Term, times: i32) {
        self.0[term] += times;
    }
}

impl ChessTerms {
    /// How many weights there are.
    pub const COUNT: usize = terms::COUNT;
    /// What it counts to be to move.
    pub const TEMPO: i32 = TEMPO;

    /// The weight of this number: in the middlegame, in the endgame.
    pub fn weight(number: usize) -> [i16; 2] {
        WEIGHTS[number]
    }

    /// Those of this position.
    pub fn of(position: &Position) -> Self {
        let mut sums = [Counted(vec![0; terms::COUNT]), Counted(vec![0; terms::COUNT])];
        count_terms(position.board(), Color::White, &mut sums);
        let [white, black] = sums;
        let counts = white.0.iter().zip(&black.0).map(|(white, black)| white - black).enumerate();
        Self {
            counts: counts.filter(|&(_, times)| times != 0).collect(),
            phase: f64::from(phase(position.board())) / f64::from(PHASE_MAX),
        }
    }
}
