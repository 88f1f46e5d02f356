//! Draws by counting: plies of kings, plies in an ending, moves of one king.

use board_engine::{Bitboard, Color, Word};

use crate::generator::{MoveOf, PositionOf};
use crate::position::{Counters, Run};
use crate::rules::{Draws, Ending, Force, KingRun};
use crate::variant::Variant;

/// The counters after `mv`, which `by_king` a king or a man has made; `position` is the one after the move, with the
/// counters from before.
#[inline]
pub(crate) fn counted<V: Variant>(
    position: &PositionOf<V>,
    mv: MoveOf<V>,
    by_king: bool,
) -> Counters {
    let draws = const { &V::RULES.draws };
    let before = position.counters;
    let quiet = by_king && !mv.is_capture();
    let mut counters = Counters::default();
    if draws.king_plies > 0 && quiet {
        counters.king_plies = before.king_plies.saturating_add(1);
    }
    // Every ending has kings on both sides.
    if !draws.endings.is_empty() && !position.kings.is_empty() {
        counters.ending_plies = ending_plies::<V>(position, mv);
    }
    if matches!(draws.king_run, KingRun::Three) {
        counters.runs = runs::<V>(position, mv, quiet);
    }
    counters
}

/// How long the ending on the board has lasted after `mv`.
#[inline]
fn ending_plies<V: Variant>(position: &PositionOf<V>, mv: MoveOf<V>) -> u8 {
    // A lone piece on one side is what all endings share.
    if position.pieces.iter().all(|pieces| pieces.has_several()) {
        return 0;
    }
    match ending::<V>(position) {
        Some(_) if mv.is_capture() => 0,
        Some(_) => position.counters.ending_plies.saturating_add(1),
        None => 0,
    }
}

/// The limited ending on the board, if it is one.
fn ending<V: Variant>(position: &PositionOf<V>) -> Option<&'static Ending> {
    let endings: &'static [Ending] = const { V::RULES.draws.endings };
    let fits = |ending: &&Ending| {
        let has = |color, force: Force| fits(force, position.kings(color), position.pieces(color));
        Color::ALL.into_iter().any(|color| has(color, ending.strong) && has(!color, ending.weak))
    };
    endings.iter().find(fits)
}

fn fits<W: Word>(force: Force, kings: Bitboard<W>, pieces: Bitboard<W>) -> bool {
    let within =
        |(least, most): (u8, u8), count: u32| (u32::from(least)..=u32::from(most)).contains(&count);
    within(force.kings, kings.count()) && within(force.pieces, pieces.count())
}

fn runs<V: Variant>(position: &PositionOf<V>, mv: MoveOf<V>, quiet: bool) -> [Run; 2] {
    // The side that has moved.
    let mover = !position.turn;
    let mut runs = position.counters.runs;
    let run = &mut runs[mover.index()];
    let same_king = run.moves > 0 && u32::from(run.bit) == mv.from();
    *run = if quiet && !position.men(mover).is_empty() {
        Run { bit: mv.to_bit(), moves: if same_king { (run.moves + 1).min(3) } else { 1 } }
    } else {
        Run::default()
    };
    // A king that has been taken is not counted any more.
    let other = &mut runs[(!mover).index()];
    if mv.taken().meets(Bitboard::single(other.bit.into())) {
        *other = Run::default();
    }
    runs
}

/// The position without counts that the variant doesn't make or that can't be true.
pub(crate) fn with_known_counters<V: Variant>(mut position: PositionOf<V>) -> PositionOf<V> {
    let draws = const { &V::RULES.draws };
    let given = position.counters;
    position.counters = Counters::default();
    if draws.king_plies > 0 {
        position.counters.king_plies = given.king_plies;
    }
    if ending::<V>(&position).is_some() {
        position.counters.ending_plies = given.ending_plies;
    }
    if matches!(draws.king_run, KingRun::Three) {
        for color in Color::ALL {
            let run = given.runs[color.index()];
            if position.kings(color).contains(run.bit.into())
                && !position.men(color).is_empty()
                && run.moves > 0
            {
                position.counters.runs[color.index()] = run;
            }
        }
    }
    position
}

/// The phrase for the draw that counting has brought, if it has.
#[inline]
pub(crate) fn by_counting<V: Variant>(position: &PositionOf<V>) -> Option<&'static str> {
    let Draws { king_plies, endings, .. } = const { &V::RULES.draws };
    let counters = &position.counters;
    if *king_plies > 0 && counters.king_plies >= *king_plies {
        return Some("no capture and no man's move for too long");
    }
    if !endings.is_empty() && counters.ending_plies > 0 {
        let ending = ending::<V>(position)?;
        return (counters.ending_plies >= ending.plies)
            .then_some("an ending that was not won in time");
    }
    None
}
