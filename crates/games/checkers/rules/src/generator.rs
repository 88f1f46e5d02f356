//! The single move generator, compiled for each variant and each side.

mod captures;
mod quiet;

use board_engine::{Bitboard, Color, Word};

use crate::layout::{Directions, Layout, Set};
use crate::position::{KING_RUN_MAX, Move, Position};
use crate::rules::{Goal, KingRun, MenCapture, Precedence, Rules};
use crate::variant::Variant;

pub(crate) use self::captures::{QUESTION_LANDINGS_MAX, READING_LANDINGS_MAX, routes};

/// A variant's moves.
pub(crate) type MoveOf<V> = Move<<V as Variant>::Word>;

/// A variant's positions.
pub(crate) type AnalysisPosition<V> = Position<<V as Variant>::Word>;

/// A position from the point of view of the side to move.
struct Side<V: Variant, const WHITE: bool> {
    men: Set<V>,
    kings: Set<V>,
    opponents: Set<V>,
    opponent_kings: Set<V>,
    empty: Set<V>,
    /// The king that must rest.
    resting: Set<V>,
}

/// The number of legal moves that most positions don't exceed.
pub(crate) const USUAL_COUNT: usize = 16;

/// Fills `moves` with the side to move's legal moves.
pub(crate) fn list<V: Variant>(position: &AnalysisPosition<V>, moves: &mut Vec<MoveOf<V>>) {
    moves.clear();
    match position.turn {
        Color::White => Side::<V, true>::list(position, moves),
        Color::Black => Side::<V, false>::list(position, moves),
    }
}

/// The number of moves that [`list`] would list.
pub(crate) fn count<V: Variant>(
    position: &AnalysisPosition<V>,
    scratch: &mut Vec<MoveOf<V>>,
) -> u64 {
    match position.turn {
        Color::White => Side::<V, true>::count(position, scratch),
        Color::Black => Side::<V, false>::count(position, scratch),
    }
}

/// Returns `true` if the side to move can capture.
pub(crate) fn can_capture<V: Variant>(position: &AnalysisPosition<V>) -> bool {
    match position.turn {
        Color::White => Side::<V, true>::of(position).can_capture(position),
        Color::Black => Side::<V, false>::of(position).can_capture(position),
    }
}

/// Returns `true` if the side to move has a man that can step onto the crowning row.
pub(crate) fn can_promote<V: Variant>(position: &AnalysisPosition<V>) -> bool {
    match position.turn {
        Color::White => Side::<V, true>::of(position).can_promote(),
        Color::Black => Side::<V, false>::of(position).can_promote(),
    }
}

/// Returns `true` if the side to move has a move without capture, assuming that no capture is compulsory.
pub(crate) fn can_step<V: Variant>(position: &AnalysisPosition<V>) -> bool {
    match position.turn {
        Color::White => Side::<V, true>::of(position).can_step(),
        Color::Black => Side::<V, false>::of(position).can_step(),
    }
}

/// The number of moves without capture that `color` could make if it were to move and nothing could be captured.
#[inline]
pub(crate) fn mobility<V: Variant>(position: &AnalysisPosition<V>, color: Color) -> u32 {
    match color {
        Color::White => Side::<V, true>::of(position).count_quiet(),
        Color::Black => Side::<V, false>::of(position).count_quiet(),
    }
}

impl<V: Variant, const WHITE: bool> Side<V, WHITE> {
    const COLOR: Color = if WHITE { Color::White } else { Color::Black };
    const QUIET: Directions = Directions::all(V::RULES.lines, false);
    const QUIET_MEN: Directions = Self::QUIET.forward(WHITE);
    const CAPTURES: Directions = Directions::all(V::RULES.lines, true);
    const CAPTURES_MEN: Directions = match (V::RULES.men_capture, WHITE) {
        (MenCapture::Forward, _) => Self::CAPTURES.forward(WHITE),
        (MenCapture::AllAround, _) => Self::CAPTURES,
    };

    #[inline]
    fn of(position: &AnalysisPosition<V>) -> Self {
        let own = position.pieces[Self::COLOR.index()];
        let opponents = position.pieces[(!Self::COLOR).index()];
        let kings = position.kings;
        Self {
            men: own - kings,
            kings: own & kings,
            opponents,
            opponent_kings: opponents & kings,
            empty: Layout::<V>::board() - own - opponents,
            resting: resting(&V::RULES, position, Self::COLOR),
        }
    }

    #[inline]
    fn list(position: &AnalysisPosition<V>, moves: &mut Vec<MoveOf<V>>) {
        let side = Self::of(position);
        if side.can_capture(position) {
            // `list_captures` recomputes everything, so nothing needs to be stored here.
            Self::list_captures(position, moves);
            if !matches!(V::RULES.precedence, Precedence::Optional) {
                return;
            }
        }
        side.list_quiet(moves);
    }

    #[inline]
    fn count(position: &AnalysisPosition<V>, scratch: &mut Vec<MoveOf<V>>) -> u64 {
        let of_men = if const { Self::men_share_a_word() } && position.kings.is_empty() {
            Self::of(position).count_men()
        } else {
            None
        };
        of_men.map_or_else(|| Self::count_one_by_one(position, scratch), u64::from)
    }

    /// The fallback for [`count`](Self::count).
    fn count_one_by_one(position: &AnalysisPosition<V>, scratch: &mut Vec<MoveOf<V>>) -> u64 {
        let side = Self::of(position);
        if !side.can_capture(position) {
            return side.count_quiet().into();
        }
        let captures = Self::count_captures(position, scratch);
        let quiet = if matches!(V::RULES.precedence, Precedence::Optional) {
            side.count_quiet()
        } else {
            0
        };
        captures + u64::from(quiet)
    }
}

/// `color`'s king that has made three consecutive moves and must rest while its side has a man.
#[inline]
pub(crate) fn resting<W: Word>(rules: &Rules, position: &Position<W>, color: Color) -> Bitboard<W> {
    let run = position.counters.runs[color.index()];
    match rules.draws.king_run {
        KingRun::Three if run.moves >= KING_RUN_MAX && !position.men(color).is_empty() => {
            Bitboard::single(run.bit.into())
        }
        _ => Bitboard::EMPTY,
    }
}

/// Returns `true` if a side without a move passes.
pub(crate) const fn passes<V: Variant>() -> bool {
    matches!(V::RULES.goal, Goal::MorePieces)
}
