//! The game: positions, moves and endings.

use std::fmt;
use std::marker::PhantomData;

use board_engine::{
    Bitboard, Color, Deterministic, Game, Outcome, PerfectInformation, Repetition, Seat, Status,
    Turn, Word, ZeroSum, zobrist,
};

use crate::draws::{self, Pieces, PliesLeft};
use crate::generator::{self, AnalysisPosition, MoveOf};
use crate::layout::Layout;
use crate::position::{Counters, Move, Position};
use crate::rules::{Goal, Limit, MoveLines, Promotion};
use crate::variant::Variant;

/// The rules of the variant `V`.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Checkers<V: Variant>(PhantomData<V>);

impl<V: Variant> fmt::Debug for Checkers<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Checkers({})", V::RULES.name)
    }
}

impl<V: Variant> Checkers<V> {
    /// The rules.
    pub const fn new() -> Self {
        Self(PhantomData)
    }

    /// The color that plays at this seat: seat 0 starts.
    pub const fn color_of(seat: Seat) -> Color {
        match (seat.index() == 0, V::RULES.starts) {
            (true, Color::White) | (false, Color::Black) => Color::White,
            _ => Color::Black,
        }
    }

    /// The seat that plays this color.
    pub const fn seat_of(color: Color) -> Seat {
        if color.index() == V::RULES.starts.index() { Seat::FIRST } else { Seat::SECOND }
    }

    /// Returns `true` if the side to move can capture.
    #[inline]
    pub fn can_capture(position: &AnalysisPosition<V>) -> bool {
        generator::can_capture::<V>(position)
    }

    /// The outcome if the position is a draw although its pieces could still move: by a rule that counts plies, or by a
    /// rule about the remaining material.
    #[inline]
    fn drawn_by_rule(position: &AnalysisPosition<V>) -> Option<Outcome> {
        let by_counting = draws::by_counting::<V>(position).map(Outcome::draw_by_counting);
        by_counting.or_else(|| draws::by_material::<V>(position).map(Outcome::draw))
    }

    /// Returns `true` if the position is a draw although its pieces could still move: by a rule that counts plies, or
    /// by a rule about the remaining material.
    #[inline]
    pub fn is_drawn_by_rule(position: &AnalysisPosition<V>) -> bool {
        Self::drawn_by_rule(position).is_some()
    }

    /// The number of plies before a draw counter ends the game.
    #[inline]
    pub fn plies_left(position: &AnalysisPosition<V>) -> PliesLeft {
        draws::plies_left::<V>(position)
    }

    /// Returns `true` if the side to move has a man that can step onto the crowning row, assuming that no capture is
    /// compulsory.
    #[inline]
    pub fn can_promote(position: &AnalysisPosition<V>) -> bool {
        generator::can_promote::<V>(position)
    }

    /// Returns `true` if the side to move has a move without capture, assuming that no capture is compulsory.
    #[inline]
    pub fn can_step(position: &AnalysisPosition<V>) -> bool {
        generator::can_step::<V>(position)
    }

    /// The number of moves without capture that `color` could make if it were to move and nothing could be captured.
    #[inline]
    pub fn mobility(position: &AnalysisPosition<V>, color: Color) -> u32 {
        generator::mobility::<V>(position, color)
    }

    /// The outcome if a rule ends the game even though there are legal moves.
    #[inline]
    fn settled_outcome(position: &AnalysisPosition<V>) -> Option<Outcome> {
        let wins = |color| Outcome::win(Self::seat_of(color), "the first king");
        if matches!(V::RULES.goal, Goal::FirstKing) && !position.kings.is_empty() {
            // The side that has just moved crowned first.
            let first = if position.kings(!position.turn).is_empty() {
                position.turn
            } else {
                !position.turn
            };
            return Some(wins(first));
        }
        None
    }

    /// The outcome if the side to move has no legal move.
    fn without_move(position: &AnalysisPosition<V>) -> Outcome {
        let (mover, opponent) = (Self::seat_of(position.turn), Self::seat_of(!position.turn));
        let reason = if position.pieces(position.turn).is_empty() {
            "no piece left"
        } else {
            "no legal move"
        };
        match V::RULES.goal {
            Goal::LastMove | Goal::FirstKing => Outcome::win(opponent, reason),
            Goal::NoMove => Outcome::win(mover, reason),
            Goal::MorePieces => Self::more_pieces(position),
        }
    }

    fn more_pieces(position: &AnalysisPosition<V>) -> Outcome {
        let [white, black] = position.pieces.map(Bitboard::count);
        match white.cmp(&black) {
            std::cmp::Ordering::Greater => Outcome::win(Self::seat_of(Color::White), "more pieces"),
            std::cmp::Ordering::Less => Outcome::win(Self::seat_of(Color::Black), "more pieces"),
            std::cmp::Ordering::Equal => Outcome::draw("equal numbers of pieces"),
        }
    }

    /// Returns `true` if the side to move has no move and must pass. The opponent must have a piece and a move.
    fn must_pass(position: &AnalysisPosition<V>) -> bool {
        let opponent = Position { turn: !position.turn, ..*position };
        position.pieces.iter().all(|pieces| !pieces.is_empty())
            && (generator::can_capture::<V>(&opponent) || generator::can_step::<V>(&opponent))
    }
}

impl<V: Variant> Game for Checkers<V> {
    type Position = AnalysisPosition<V>;
    type Move = MoveOf<V>;

    fn seats(&self) -> usize {
        2
    }

    fn start(&self) -> Self::Position {
        let pieces = Color::ALL.map(Layout::<V>::start);
        Position {
            pieces,
            kings: Bitboard::EMPTY,
            turn: V::RULES.starts,
            counters: Counters::default(),
        }
    }

    #[inline]
    fn turn(&self, position: &Self::Position) -> Turn {
        Turn::Seat(Self::seat_of(position.turn))
    }

    #[inline]
    fn legal_moves(&self, position: &Self::Position, moves: &mut Vec<Self::Move>) -> Status {
        if let Some(outcome) = Self::settled_outcome(position) {
            moves.clear();
            return Status::Over(outcome);
        }
        generator::list::<V>(position, moves);
        if moves.is_empty() {
            if !(const { generator::passes::<V>() } && Self::must_pass(position)) {
                return Status::Over(Self::without_move(position));
            }
            moves.push(Move::PASS);
        }
        Self::drawn_by_rule(position).map_or(Status::Ongoing, Status::Over)
    }

    #[inline]
    fn status(&self, position: &Self::Position, scratch: &mut Vec<Self::Move>) -> Status {
        let can_move = generator::can_capture::<V>(position) || generator::can_step::<V>(position);
        let is_over =
            || Self::settled_outcome(position).is_some() || Self::is_drawn_by_rule(position);
        if can_move && !is_over() { Status::Ongoing } else { self.legal_moves(position, scratch) }
    }

    #[inline]
    fn count_moves(&self, position: &Self::Position, scratch: &mut Vec<Self::Move>) -> u64 {
        if Self::settled_outcome(position).is_some() {
            return 0;
        }
        match generator::count::<V>(position, scratch) {
            0 if const { generator::passes::<V>() } => Self::must_pass(position).into(),
            count => count,
        }
    }

    #[inline]
    fn play(&self, position: &mut Self::Position, mv: Self::Move) {
        if const { generator::passes::<V>() } && mv.is_pass() {
            position.turn = !position.turn;
            return;
        }
        match position.turn {
            Color::White => play_as::<V, true>(position, mv),
            Color::Black => play_as::<V, false>(position, mv),
        }
    }

    #[inline]
    fn key(&self, position: &Self::Position) -> u64 {
        key(position)
    }

    #[inline]
    fn counters_key(&self, position: &Self::Position) -> u64 {
        draws::of::<V>(position)
    }

    #[inline]
    fn irreversible(&self, position: &Self::Position, mv: Self::Move) -> bool {
        is_irreversible(position, mv, matches!(V::RULES.lines, MoveLines::Straight))
    }

    fn repetition(&self) -> Repetition {
        let Limit { count, rule } = V::RULES.draws.occurrences;
        match count {
            0 => Repetition::Ignored,
            occurrences => Repetition::Ends { occurrences, outcome: Outcome::draw(rule) },
        }
    }
}

impl<V: Variant> ZeroSum for Checkers<V> {}
impl<V: Variant> Deterministic for Checkers<V> {}
impl<V: Variant> PerfectInformation for Checkers<V> {}

/// Random numbers that distinguish a position's three sets. The numbers differ in bits that no board uses, except
/// boards with all squares in play.
const WHITE: u64 = 0xA5B3_2C71_9D0E_4F10;
const BLACK: u64 = 0x5C1D_E8F6_03B7_9A42;
const KINGS: u64 = 0x36F4_917A_C82B_D5E8;

/// A position's key in any variant.
#[inline]
pub(crate) fn key<W: Word>(position: &Position<W>) -> u64 {
    let [white, black] = position.pieces.map(|pieces| pieces.0.fold());
    let turn = position.turn.index() as u64;
    zobrist::scramble(white ^ WHITE ^ turn)
        ^ zobrist::scramble(black ^ BLACK)
        ^ zobrist::scramble(position.kings.0.fold() ^ KINGS)
}

/// Returns `true` if no earlier position can recur after `mv`.
#[inline]
pub(crate) fn is_irreversible<W: Word>(
    position: &Position<W>,
    mv: Move<W>,
    is_straight: bool,
) -> bool {
    // A sideways step can be undone by another sideways step.
    let sideways = is_straight && mv.from().abs_diff(mv.to()) == 1;
    mv.is_capture() || !(position.kings.contains(mv.from()) || mv.is_pass() || sideways)
}

/// Makes a move for the side to move. The side is a compile-time constant here, so both sides' pieces are at fixed
/// places.
#[inline]
fn play_as<V: Variant, const WHITE: bool>(position: &mut AnalysisPosition<V>, mv: MoveOf<V>) {
    let color = if WHITE { Color::White } else { Color::Black };
    // Usually there are no kings, so the branch is predicted and all counters stay zero.
    if !position.kings.is_empty() || crowns::<V>(color, mv) {
        return play_with_kings::<V, WHITE>(position, mv);
    }
    play_man(position, color, mv);
}

/// Makes a move for `color`, which is to move, without kings before or after the move.
#[inline]
pub(crate) fn play_man<W: Word>(position: &mut Position<W>, color: Color, mv: Move<W>) {
    position.pieces[color.index()] = moved(position.pieces(color), mv);
    position.pieces[(!color).index()] = position.pieces(!color) - mv.taken();
    position.turn = !color;
}

/// The slow path of [`play_as`], with kings before or after the move. This function is separate so that the fast path
/// stays small.
#[inline(never)]
fn play_with_kings<V: Variant, const WHITE: bool>(
    position: &mut AnalysisPosition<V>,
    mv: MoveOf<V>,
) {
    let color = if WHITE { Color::White } else { Color::Black };
    let by_king = position.kings.contains(mv.from());
    let crowned = by_king || crowns::<V>(color, mv);
    let kings = position.kings - Bitboard::single(mv.from()) - mv.taken();
    let after = Pieces {
        own: moved(position.pieces(color), mv),
        other: position.pieces(!color) - mv.taken(),
        kings: if crowned { kings | Bitboard::single(mv.to()) } else { kings },
    };
    position.counters = draws::count_plies::<V>(position, after, mv, by_king);
    position.pieces[color.index()] = after.own;
    position.pieces[(!color).index()] = after.other;
    position.kings = after.kings;
    position.turn = !color;
}

/// The mover's pieces after the move.
#[inline]
fn moved<W: Word>(own: Bitboard<W>, mv: Move<W>) -> Bitboard<W> {
    (own - Bitboard::single(mv.from())) | Bitboard::single(mv.to())
}

/// Returns `true` if the man of `color` that makes `mv` becomes a king.
#[inline]
fn crowns<V: Variant>(color: Color, mv: MoveOf<V>) -> bool {
    let ends_there = Layout::<V>::crown(color).contains(mv.to());
    // A piece that captures a man on the row before the crowning row either lands on the crowning row, or comes from
    // there as a king.
    let passed = matches!(V::RULES.promotion, Promotion::AtOnce)
        && mv.taken().meets(Layout::<V>::before_crown(color));
    ends_there || passed
}
