//! Draws: by counting plies of kings, plies in an ending and moves of one king, and by what is left on the board.

use board_engine::{Bitboard, Color, Word};

use crate::generator::{self, AnalysisPosition, MoveOf};
use crate::layout::Layout;
use crate::position::{Counters, Position, Run};
use crate::rules::{Draws, Ending, EndingChange, KingRun, Material, Restarts, Settled};
use crate::variant::Variant;

/// The pieces after a move, as the side that has made it sees them.
#[derive(Clone, Copy)]
pub(crate) struct Pieces<W: Word> {
    pub(crate) own: Bitboard<W>,
    pub(crate) other: Bitboard<W>,
    pub(crate) kings: Bitboard<W>,
}

/// The counters after `mv`, which `by_king` a king or a man makes in the position `before`. There are kings before or
/// after it: without any, nothing is counted.
#[inline]
pub(crate) fn counted<V: Variant>(
    before: &AnalysisPosition<V>,
    after: Pieces<V::Word>,
    mv: MoveOf<V>,
    by_king: bool,
) -> Counters {
    let draws = const { &V::RULES.draws };
    let mut counters = Counters::default();
    let quiet = by_king && !mv.is_capture();
    if draws.king_plies.count > 0 && quiet {
        counters.king_plies = before.counters.king_plies.saturating_add(1);
    }
    // All endings have kings on both sides.
    if !draws.endings.is_empty() && !after.kings.is_empty() {
        (counters.ending_plies, counters.main_road_plies) = plies_in_ending::<V>(before, after);
    }
    if matches!(draws.king_run, KingRun::Three) {
        counters.runs = runs::<V>(before, after, mv, quiet);
    }
    counters
}

/// How long the ending on the board has lasted, and how long its weak side has been on the main road; 0 for what has
/// just arisen.
#[inline]
fn plies_in_ending<V: Variant>(before: &AnalysisPosition<V>, after: Pieces<V::Word>) -> (u8, u8) {
    let few = const { pieces_in_endings::<V>() };
    if (after.own | after.other).count() > few {
        (0, 0)
    } else {
        plies_in_ending_with_few::<V>(before, after)
    }
}

#[cold]
fn plies_in_ending_with_few<V: Variant>(
    before: &AnalysisPosition<V>,
    after: Pieces<V::Word>,
) -> (u8, u8) {
    let after = position_after::<V>(before, after);
    let (Some(old), Some(new)) = (OnBoard::of::<V>(before), OnBoard::of::<V>(&after)) else {
        return (0, 0);
    };
    let plies = before.counters.ending_plies.saturating_add(1);
    let balance_changed = before.occupied().count() != after.occupied().count()
        || before.kings.count() != after.kings.count();
    let ending_plies =
        match (new.index == old.index, new.ending.restarts, V::RULES.draws.ending_change) {
            (true, Restarts::WhenTheBalanceChanges, _) if balance_changed => 0,
            (true, _, _) => plies,
            (false, _, EndingChange::CountsAnew) => 0,
            // As many plies are left as in the old ending, if that is fewer than the new one has.
            (false, _, EndingChange::KeepsTheLimit) => {
                new.ending.plies.count.saturating_sub(old.ending.plies.count.saturating_sub(plies))
            }
        };
    let stayed = old.on_main_road && new.on_main_road;
    let main_road_plies =
        if stayed { before.counters.main_road_plies.saturating_add(1) } else { 0 };
    (ending_plies, main_road_plies)
}

/// The board after a move; the counters don't matter.
fn position_after<V: Variant>(
    before: &AnalysisPosition<V>,
    after: Pieces<V::Word>,
) -> AnalysisPosition<V> {
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

/// The limited ending on the board.
struct OnBoard {
    /// Its place in the list of the variant's endings.
    index: usize,
    ending: &'static Ending,
    /// Whether its weak side stands where [`Ending::main_road_plies`] counts.
    on_main_road: bool,
}

impl OnBoard {
    /// The ending, if it is one.
    fn of<V: Variant>(position: &AnalysisPosition<V>) -> Option<Self> {
        let has =
            |color, force: Material| fits(force, position.kings(color), position.pieces(color));
        let endings: &'static [Ending] = const { V::RULES.draws.endings };
        endings.iter().enumerate().find_map(|(index, ending)| {
            let weak = Color::ALL
                .into_iter()
                .find(|&color| has(color, ending.weak) && has(!color, ending.strong))?;
            let on_main_road = ending.main_road_plies.count > 0
                && (position.pieces(weak) - Layout::<V>::main_road()).is_empty();
            Some(Self { index, ending, on_main_road })
        })
    }
}

/// After how many plies the ending on the board is drawn, and after how many with its weak side on the main road; 0 for
/// what has no limit.
#[cold]
pub(crate) fn ending_limits<V: Variant>(position: &AnalysisPosition<V>) -> [u8; 2] {
    OnBoard::of::<V>(position)
        .map_or([0; 2], |OnBoard { ending, .. }| [ending.plies.count, ending.main_road_plies.count])
}

fn fits<W: Word>(force: Material, kings: Bitboard<W>, pieces: Bitboard<W>) -> bool {
    let within =
        |(least, most): (u8, u8), count: u32| (u32::from(least)..=u32::from(most)).contains(&count);
    within(force.kings, kings.count()) && within(force.pieces, pieces.count())
}

/// The moves in a row of each side's king.
#[inline(never)]
fn runs<V: Variant>(
    before: &AnalysisPosition<V>,
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

/// The position without counts that the variant doesn't make or that can't be true: without kings all are zero.
pub(crate) fn with_known_counters<V: Variant>(
    mut position: AnalysisPosition<V>,
) -> AnalysisPosition<V> {
    let draws = const { &V::RULES.draws };
    let given = position.counters;
    position.counters = Counters::default();
    if position.kings.is_empty() {
        return position;
    }
    if draws.king_plies.count > 0 {
        position.counters.king_plies = given.king_plies;
    }
    if let Some(OnBoard { on_main_road, .. }) = OnBoard::of::<V>(&position) {
        position.counters.ending_plies = given.ending_plies;
        position.counters.main_road_plies = if on_main_road { given.main_road_plies } else { 0 };
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

/// The rule by which counting has brought a draw, if it has.
#[inline]
pub(crate) fn by_counting<V: Variant>(position: &AnalysisPosition<V>) -> Option<&'static str> {
    let Draws { king_plies, endings, .. } = const { &V::RULES.draws };
    let counters = &position.counters;
    if king_plies.count > 0 && counters.king_plies >= king_plies.count {
        return Some(king_plies.rule);
    }
    if !endings.is_empty() && (counters.ending_plies | counters.main_road_plies) > 0 {
        let OnBoard { ending, .. } = OnBoard::of::<V>(position)?;
        let Ending { plies, main_road_plies: road, .. } = ending;
        let on_main_road = road.count > 0 && counters.main_road_plies >= road.count;
        if on_main_road || counters.ending_plies >= plies.count {
            return Some(if on_main_road { road.rule } else { plies.rule });
        }
    }
    None
}

/// The rule by which what is left on the board is a draw, if it is one.
#[inline]
pub(crate) fn by_material<V: Variant>(position: &AnalysisPosition<V>) -> Option<&'static str> {
    let Settled::OnePieceEach(rule) = (const { V::RULES.draws.settled }) else { return None };
    let is_one_each = position.pieces.iter().all(|pieces| pieces.count() == 1);
    (is_one_each && !generator::can_capture::<V>(position)).then_some(rule)
}
