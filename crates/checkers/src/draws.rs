//! Draws by counting: plies of kings, plies in an ending, moves of one king.

use board_engine::{Bitboard, Color, Word};

use crate::generator::{MoveOf, PositionOf};
use crate::layout::Layout;
use crate::position::{Counters, Position, Run};
use crate::rules::{Draws, Ending, EndingChange, Force, KingRun, Restarts, Stands};
use crate::variant::Variant;

/// The pieces after a move, as the side that has made it sees them.
#[derive(Clone, Copy)]
pub(crate) struct Pieces<W: Word> {
    pub(crate) own: Bitboard<W>,
    pub(crate) other: Bitboard<W>,
    pub(crate) kings: Bitboard<W>,
}

/// The counters after `mv`, which `by_king` a king or a man makes in the position `before`.
#[inline]
pub(crate) fn counted<V: Variant>(
    before: &PositionOf<V>,
    after: Pieces<V::Word>,
    mv: MoveOf<V>,
    by_king: bool,
) -> Counters {
    let draws = const { &V::RULES.draws };
    let mut counters = Counters::default();
    // Nothing is counted without kings: one branch that is foreseen instead of several choices.
    if (before.kings | after.kings).is_empty() {
        return counters;
    }
    let quiet = by_king && !mv.is_capture();
    if draws.king_plies > 0 && quiet {
        counters.king_plies = before.counters.king_plies.saturating_add(1);
    }
    // All endings have kings on both sides.
    if !draws.endings.is_empty() && !after.kings.is_empty() {
        counters.ending_plies = ending_plies::<V>(before, after);
    }
    if matches!(draws.king_run, KingRun::Three) {
        counters.runs = runs::<V>(before, after, mv, quiet);
    }
    counters
}

/// How long the ending on the board has lasted; 0 when it has just arisen.
#[inline]
fn ending_plies<V: Variant>(before: &PositionOf<V>, after: Pieces<V::Word>) -> u8 {
    let few = const { pieces_in_endings::<V>() };
    if (after.own | after.other).count() > few {
        0
    } else {
        ending_plies_with_few::<V>(before, after)
    }
}

/// The pieces are given as a value, so that only the way to here has to put them into memory.
#[cold]
fn ending_plies_with_few<V: Variant>(before: &PositionOf<V>, after: Pieces<V::Word>) -> u8 {
    let after = position_after::<V>(before, after);
    let (Some((old_index, old)), Some((index, ending))) =
        (ending::<V>(before), ending::<V>(&after))
    else {
        return 0;
    };
    let plies = before.counters.ending_plies.saturating_add(1);
    let balance_changed = before.occupied().count() != after.occupied().count()
        || before.kings.count() != after.kings.count();
    match (index == old_index, ending.restarts, V::RULES.draws.ending_change) {
        (true, Restarts::WhenTheBalanceChanges, _) if balance_changed => 0,
        (true, _, _) => plies,
        (false, _, EndingChange::CountsAnew) => 0,
        // As many plies are left as in the old ending, if that is fewer than the new one has.
        (false, _, EndingChange::KeepsTheLimit) => {
            ending.plies.saturating_sub(old.plies.saturating_sub(plies))
        }
    }
}

/// The board after a move; the counters don't matter.
fn position_after<V: Variant>(before: &PositionOf<V>, after: Pieces<V::Word>) -> PositionOf<V> {
    let pieces = match before.turn {
        Color::White => [after.own, after.other],
        Color::Black => [after.other, after.own],
    };
    Position { pieces, kings: after.kings, turn: !before.turn, counters: Counters::default() }
}

/// The most pieces that a limited ending has on the board.
const fn pieces_in_endings<V: Variant>() -> u32 {
    let mut most = 0;
    let mut index = 0;
    while index < V::RULES.draws.endings.len() {
        let ending = &V::RULES.draws.endings[index];
        let pieces = (ending.strong.pieces.1 + ending.weak.pieces.1) as u32;
        most = if pieces > most { pieces } else { most };
        index += 1;
    }
    most
}

/// The limited ending on the board, if it is one, with its place in the list.
fn ending<V: Variant>(position: &PositionOf<V>) -> Option<(usize, &'static Ending)> {
    let endings: &'static [Ending] = const { V::RULES.draws.endings };
    endings.iter().enumerate().find(|(_, ending)| {
        let has = |color, force: Force| fits(force, position.kings(color), position.pieces(color));
        let stands = |color| match ending.weak_stands {
            Stands::Anywhere => true,
            Stands::OnTheMainRoad => (position.pieces(color) - Layout::<V>::main_road()).is_empty(),
        };
        Color::ALL
            .into_iter()
            .any(|color| has(color, ending.strong) && has(!color, ending.weak) && stands(!color))
    })
}

fn fits<W: Word>(force: Force, kings: Bitboard<W>, pieces: Bitboard<W>) -> bool {
    let within =
        |(least, most): (u8, u8), count: u32| (u32::from(least)..=u32::from(most)).contains(&count);
    within(force.kings, kings.count()) && within(force.pieces, pieces.count())
}

/// The moves in a row of each side's king.
#[inline(never)]
fn runs<V: Variant>(
    before: &PositionOf<V>,
    after: Pieces<V::Word>,
    mv: MoveOf<V>,
    quiet: bool,
) -> [Run; 2] {
    let after = position_after::<V>(before, after);
    let mover = before.turn;
    let mut runs = before.counters.runs;
    let run = &mut runs[mover.index()];
    let same_king = run.moves > 0 && u32::from(run.bit) == mv.from();
    *run = if quiet {
        Run { bit: mv.to_bit(), moves: if same_king { (run.moves + 1).min(3) } else { 1 } }
    } else {
        Run::default()
    };
    // Without a man nothing is counted, and a king that has been taken isn't either.
    for color in Color::ALL {
        let run = &mut runs[color.index()];
        if after.men(color).is_empty() || !after.kings(color).contains(run.bit.into()) {
            *run = Run::default();
        }
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
        let (_, ending) = ending::<V>(position)?;
        return (counters.ending_plies >= ending.plies)
            .then_some("an ending that was not won in time");
    }
    None
}
