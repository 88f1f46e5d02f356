//! The hand-crafted evaluation: material, piece-square tables, mobility, pawns, threats and king safety.

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

/// The `standard` evaluator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Standard;

/// The phase at the start; it falls to 0 as pieces leave the board.
const PHASE_MAX: i32 = 24;

/// Two scores: one for all pieces on the board, and one for only kings and pawns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Phased {
    middlegame: i32,
    endgame: i32,
}

/// The weighted sum of one side's terms.
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
        let color = color_of(seat);
        Score::new(super::adjust(position, color, sum_of_terms(position.board(), color)))
    }
}

/// The sum of all terms for `color`, in hundredths of a pawn, before endgame corrections.
#[inline]
pub(super) fn sum_of_terms(board: &Board, color: Color) -> i32 {
    let mut sums = [Phased::default(); 2];
    count_terms(board, color, &mut sums);
    let [mine, other] = sums;
    let phase = phase(board);
    let middlegame = mine.middlegame - other.middlegame;
    let endgame = mine.endgame - other.endgame;
    let blended = (middlegame * phase + endgame * (PHASE_MAX - phase)) / PHASE_MAX;
    let tempo = if board.side_to_move() == color { TEMPO } else { -TEMPO };
    blended + tempo
}

/// Adds `color`'s terms to the first of two sums, and the other side's terms to the second.
#[inline]
fn count_terms<T: Terms>(board: &Board, color: Color, sums: &mut [T; 2]) {
    let views = [View::of(board, color), View::of(board, !color)];
    let pawns = views.map(|view| pawns::pawns(&view));
    let [first, second] = sums;
    let attacks = [
        pieces::count_pieces(&views[0], &pawns[0], first),
        pieces::count_pieces(&views[1], &pawns[1], second),
    ];
    count_relations(&views[0], &pawns[0], &attacks[0], &attacks[1].flip(), first);
    count_relations(&views[1], &pawns[1], &attacks[1], &attacks[0].flip(), second);
}

/// Counts relations between a side's pieces and other pieces; `guards` has the other side's attacks.
#[inline]
fn count_relations(
    view: &View,
    pawns: &pawns::Pawns,
    attacks: &terms::Attacks,
    guards: &terms::Attacks,
    sum: &mut impl Terms,
) {
    pawns::count_structure(view, pawns, sum);
    pawns::count_passed(view, pawns, guards.all, sum);
    pawns::count_shelter(view, sum);
    pawns::count_danger(view, attacks, guards, sum);
    pieces::count_threats(view, pawns, attacks, guards, sum);
}

/// The game phase by remaining pieces, from [`PHASE_MAX`] to 0.
fn phase(board: &Board) -> i32 {
    let count = |piece| board.pieces(piece).len().cast_signed();
    let phase = count(Piece::Knight)
        + count(Piece::Bishop)
        + 2 * count(Piece::Rook)
        + 4 * count(Piece::Queen);
    phase.min(PHASE_MAX)
}

/// The `standard` evaluator's terms in a position, for fitting the weights.
#[derive(Clone, Debug)]
pub struct ChessTerms {
    /// Weight indices, each with the count for White minus the count for Black.
    pub counts: Vec<(usize, i32)>,
    /// The game phase, from 1 with all pieces on the board to 0 with only kings and pawns.
    pub phase: f64,
}

/// Counts one side's terms, for fitting.
struct Counted(Vec<i32>);

impl Terms for Counted {
    fn add(&mut self, term: Term, times: i32) {
        self.0[term] += times;
    }
}

impl ChessTerms {
    /// The number of weights.
    pub const COUNT: usize = terms::COUNT;
    /// The value of having the move.
    pub const TEMPO: i32 = TEMPO;

    /// The weight with this index, in the middlegame and in the endgame.
    pub fn weight(number: usize) -> [i16; 2] {
        WEIGHTS[number]
    }

    /// The terms in this position.
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
