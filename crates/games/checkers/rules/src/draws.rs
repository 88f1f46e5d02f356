//! Draws by counting plies and by material, the limit on one king's consecutive moves, the plies left until a draw, and
//! the draw counters' part of a position key.

use board_engine::{Bitboard, Color, Word};

use crate::generator::{self, AnalysisPosition, MoveOf};
use crate::layout::Layout;
use crate::position::{Counters, Position, Run};
use crate::rules::{Draws, Ending, EndingChange, KingRun, Restarts, Settled};
use crate::variant::Variant;

/// The pieces after a move, from the point of view of the side that made the move.
#[derive(Clone, Copy)]
pub(crate) struct Pieces<W: Word> {
    pub(crate) own: Bitboard<W>,
    pub(crate) other: Bitboard<W>,
    pub(crate) kings: Bitboard<W>,
}

/// The counters after `mv` in the position `before`; `by_king` is set if a king moves. There must be kings before or
/// after the move, because nothing is counted without kings.
#[inline]
pub(crate) fn count_plies<V: Variant>(
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
    // All limited endings have kings on both sides.
    if !draws.endings.is_empty() && !after.kings.is_empty() {
        let is_promotion = !by_king && after.kings.contains(mv.to());
        (counters.ending_plies, counters.main_road_plies) =
            plies_in_ending::<V>(before, after, mv.is_capture() || is_promotion);
    }
    if matches!(draws.king_run, KingRun::Three) {
        counters.runs = runs::<V>(before, after, mv, quiet);
    }
    counters
}

/// The age of the current ending, and the number of plies for which its weak side has been on the main road; 0 for a
/// new ending. `is_new_balance` is `true` if the move has changed the number of pieces or kings.
#[inline]
fn plies_in_ending<V: Variant>(
    before: &AnalysisPosition<V>,
    after: Pieces<V::Word>,
    is_new_balance: bool,
) -> (u8, u8) {
    if has_more_than(after.own | after.other, const { pieces_in_endings::<V>() }) {
        (0, 0)
    } else {
        plies_in_ending_with_few::<V>(before, after, is_new_balance)
    }
}

/// Returns `true` if a set has more than `few` places; `few` is a constant in every call.
#[inline]
fn has_more_than<W: Word>(set: Bitboard<W>, few: u32) -> bool {
    // Without a popcount instruction, a count takes as long as this number of steps.
    const STEPS_MAX: u32 = 5;
    if few > STEPS_MAX {
        return set.count() > few;
    }
    let mut rest = set.0;
    for _ in 0..few {
        rest = rest.without_lowest();
    }
    rest != W::ZERO
}

#[inline(never)]
fn plies_in_ending_with_few<V: Variant>(
    before: &AnalysisPosition<V>,
    after: Pieces<V::Word>,
    is_new_balance: bool,
) -> (u8, u8) {
    let after = position_after::<V>(before, after);
    let Some(new) = OnBoard::of::<V>(&after) else { return (0, 0) };
    let old = if is_new_balance { OnBoard::of::<V>(before) } else { Some(new.at::<V>(before)) };
    let Some(old) = old else { return (0, 0) };
    let plies = before.counters.ending_plies.saturating_add(1);
    let ending_plies =
        match (new.index == old.index, new.ending.restarts, V::RULES.draws.ending_change) {
            (true, Restarts::WhenTheBalanceChanges, _) if is_new_balance => 0,
            (true, _, _) => plies,
            (false, _, EndingChange::CountsAnew) => 0,
            // The old ending's remaining plies apply if the new ending allows more.
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

/// Maximum number of pieces in a limited ending.
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
#[derive(Clone, Copy)]
struct OnBoard {
    /// The ending's index in the variant's list.
    index: usize,
    ending: &'static Ending,
    /// The ending's weak side.
    weak: Color,
    /// `true` if the weak side is on the main road, so [`Ending::main_road_plies`] counts.
    on_main_road: bool,
}

impl OnBoard {
    /// The limited ending to which the position belongs, if any.
    fn of<V: Variant>(position: &AnalysisPosition<V>) -> Option<Self> {
        let endings: &'static [Ending] = const { V::RULES.draws.endings };
        let numbers = Numbers::of(position);
        let ranges = const { &ranges::<V>() };
        endings.iter().zip(ranges).enumerate().find_map(|(index, (ending, range))| {
            let weak =
                Color::ALL.into_iter().find(|&color| range.holds(numbers.with_weak(color)))?;
            let on_main_road = ending.is_on_main_road::<V>(position, weak);
            Some(Self { index, ending, weak, on_main_road })
        })
    }

    /// The same ending in a position with the same numbers of pieces.
    fn at<V: Variant>(self, position: &AnalysisPosition<V>) -> Self {
        Self { on_main_road: self.ending.is_on_main_road::<V>(position, self.weak), ..self }
    }
}

impl Ending {
    /// Returns `true` if the weak side is on the main road, so [`main_road_plies`](Self::main_road_plies) counts.
    fn is_on_main_road<V: Variant>(&self, position: &AnalysisPosition<V>, weak: Color) -> bool {
        self.main_road_plies.count > 0
            && (position.pieces(weak) - Layout::<V>::main_road()).is_empty()
    }
}

/// Both sides' piece counts, one byte each: the weak side's pieces and kings, then the strong side's.
#[derive(Clone, Copy, Debug)]
struct Numbers(u32);

impl Numbers {
    /// The numbers with Black as the weak side.
    #[inline]
    fn of<W: Word>(position: &Position<W>) -> Self {
        let of = |color| position.kings(color).count() << 8 | position.pieces(color).count();
        Self(of(Color::White) << 16 | of(Color::Black))
    }

    /// The same numbers with this side as the weak side.
    #[inline]
    const fn with_weak(self, weak: Color) -> Self {
        match weak {
            Color::White => Self(self.0.rotate_left(16)),
            Color::Black => self,
        }
    }
}

/// The minimum and maximum piece counts in an ending.
#[derive(Clone, Copy)]
struct Range {
    least: u32,
    most: u32,
}

impl Range {
    /// A range that contains no numbers.
    const NONE: Self = Self { least: 1, most: 0 };
    /// The highest bit of each byte.
    const HIGHEST: u32 = 0x8080_8080;

    const fn of(ending: &Ending) -> Self {
        let Ending { strong, weak, .. } = ending;
        let least = [weak.pieces.0, weak.kings.0, strong.pieces.0, strong.kings.0];
        let most = [weak.pieces.1, weak.kings.1, strong.pieces.1, strong.kings.1];
        Self { least: u32::from_le_bytes(least), most: u32::from_le_bytes(most) }
    }

    /// Returns `true` if all four counts are in the range. A byte's highest bit stays set if nothing is borrowed from
    /// the byte.
    #[inline]
    const fn holds(self, Numbers(numbers): Numbers) -> bool {
        let (from_least, to_most) =
            ((numbers | Self::HIGHEST) - self.least, (self.most | Self::HIGHEST) - numbers);
        from_least & to_most & Self::HIGHEST == Self::HIGHEST
    }
}

/// Maximum number of limited endings in a variant.
const ENDINGS_MAX: usize = 16;

/// The ranges of the variant's endings, in their order.
const fn ranges<V: Variant>() -> [Range; ENDINGS_MAX] {
    let mut ranges = [Range::NONE; ENDINGS_MAX];
    let mut index = 0;
    while index < V::RULES.draws.endings.len() {
        ranges[index] = Range::of(&V::RULES.draws.endings[index]);
        index += 1;
    }
    ranges
}

/// The current ending's limits, in general and with its weak side on the main road; 0 for no limit.
#[cold]
pub(crate) fn ending_limits<V: Variant>(position: &AnalysisPosition<V>) -> [u8; 2] {
    OnBoard::of::<V>(position)
        .map_or([0; 2], |OnBoard { ending, .. }| [ending.plies.count, ending.main_road_plies.count])
}

/// Each side's consecutive moves with one king.
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
    // Moves are not counted for a side without men, nor for a captured king.
    for color in Color::ALL {
        let run = &mut runs[color.index()];
        if after.men(color).is_empty() || !after.kings(color).contains(run.bit.into()) {
            *run = Run::default();
        }
    }
    runs
}

/// The position with unused and impossible counts removed. All counts are zero without kings.
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

/// The draw rule whose count has run out, if any.
#[inline]
pub(crate) fn by_counting<V: Variant>(position: &AnalysisPosition<V>) -> Option<&'static str> {
    let Draws { king_plies, endings, .. } = const { &V::RULES.draws };
    let counters = &position.counters;
    if king_plies.count > 0 && counters.king_plies >= king_plies.count {
        return Some(king_plies.rule);
    }
    let shortest = const { shortest_ending::<V>() }.unwrap_or(u8::MAX);
    if !endings.is_empty() && counters.ending_plies.max(counters.main_road_plies) >= shortest {
        let OnBoard { ending, .. } = OnBoard::of::<V>(position)?;
        let Ending { plies, main_road_plies: road, .. } = ending;
        let on_main_road = road.count > 0 && counters.main_road_plies >= road.count;
        if on_main_road || counters.ending_plies >= plies.count {
            return Some(if on_main_road { road.rule } else { plies.rule });
        }
    }
    None
}

/// The rule that makes the material on the board a draw, if any.
#[inline]
pub(crate) fn by_material<V: Variant>(position: &AnalysisPosition<V>) -> Option<&'static str> {
    let Settled::OnePieceEach(rule) = (const { V::RULES.draws.settled }) else { return None };
    let is_one_each = position.pieces.iter().all(|pieces| pieces.count() == 1);
    (is_one_each && !generator::can_capture::<V>(position)).then_some(rule)
}

/// The number of plies before a count draws the game; `u32::MAX` if no rule counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PliesLeft {
    /// The minimum from any position with the same [keys](board_engine::Game::counters_key), no matter what is played.
    pub always: u32,
    /// The minimum from this position, no matter what is played.
    pub certain: u32,
    /// The number if no capture or man's move restarts the counts. A count below half of its limit is ignored, because
    /// it is usually restarted.
    pub likely: u32,
}

/// The number of plies left to a draw by counting.
pub(crate) fn plies_left<V: Variant>(position: &AnalysisPosition<V>) -> PliesLeft {
    let limit = const { V::RULES.draws.king_plies.count };
    let plies = position.king_plies();
    let kings = [(limit, plies)];
    let ending = match ending_limits::<V>(position) {
        // If the weak side has not been on the main road yet, it could move there, but usually doesn't.
        [limit, _] if position.main_road_plies() == 0 => [(limit, position.ending_plies()), (0, 0)],
        [limit, road] => [(limit, position.ending_plies()), (road, position.main_road_plies())],
    };
    let shortest = const { shortest_ending::<V>() };
    let [exact_kings, exact_ending] =
        [least(&kings, u8::saturating_sub), least(&ending, u8::saturating_sub)];
    let with_key = plies_left_with_key;
    let is_late = limit > 0 && plies >= limit / 2;
    PliesLeft {
        always: least(&kings, with_key).min(least(&ending, with_key)).min(left_at_first(shortest)),
        certain: exact_kings.min(exact_ending).min(shortest.map_or(u32::MAX, u32::from)),
        likely: exact_ending.min(if is_late { exact_kings } else { u32::MAX }),
    }
}

/// The minimum number of plies left over several counts, each with its limit; a limit of 0 means no limit.
fn least(counts: &[(u8, u8)], left: fn(u8, u8) -> u8) -> u32 {
    let limited = counts.iter().filter(|(limit, _)| *limit > 0);
    limited.map(|&(limit, plies)| left(limit, plies).into()).min().unwrap_or(u32::MAX)
}

/// The initial allowance for an ending that might arise, in any position with the same key.
fn left_at_first(shortest: Option<u8>) -> u32 {
    shortest.map_or(u32::MAX, |limit| plies_left_with_key(limit, 0).into())
}

/// Minimum number of plies for which a limited ending lasts.
const fn shortest_ending<V: Variant>() -> Option<u8> {
    let (mut shortest, mut index) = (u8::MAX, 0);
    while index < V::RULES.draws.endings.len() {
        let Ending { plies, main_road_plies, .. } = &V::RULES.draws.endings[index];
        if plies.count < shortest {
            shortest = plies.count;
        }
        if main_road_plies.count > 0 && main_road_plies.count < shortest {
            shortest = main_road_plies.count;
        }
        index += 1;
    }
    if index == 0 { None } else { Some(shortest) }
}

/// Plies per key bucket between 50 % and 75 % of the limit.
const PLIES_PER_STEP: u8 = 4;
/// The first key bucket of the last quarter, far above the third quarter.
const LAST_QUARTER: u8 = 64;

/// A draw counter's distance from its limit, as a key: 0 in the first half, and one number per ply in the last quarter,
/// because a win that comes three plies late is not a win.
fn nearness(plies: u8, limit: u8) -> u8 {
    let (half, last) = (limit / 2, limit - limit / 4);
    if limit == 0 || plies < half {
        0
    } else if plies < last {
        (plies - half) / PLIES_PER_STEP + 1
    } else {
        LAST_QUARTER + (plies.min(limit) - last)
    }
}

/// The minimum number of plies left until the limit in any position with the same key as this count.
pub(crate) fn plies_left_with_key(limit: u8, plies: u8) -> u8 {
    let (half, last) = (limit / 2, limit - limit / 4);
    if plies < half {
        limit - half
    } else if plies < last {
        limit.saturating_sub(plies + PLIES_PER_STEP - 1)
    } else {
        limit.saturating_sub(plies)
    }
}

/// The draw counters from half of their limits on, and the kings that must rest.
#[inline]
pub(crate) fn of<V: Variant>(position: &AnalysisPosition<V>) -> u64 {
    if (position.kings(Color::White) | position.kings(Color::Black)).is_empty() {
        return 0;
    }
    let (ending_plies, main_road_plies) = (position.ending_plies(), position.main_road_plies());
    // Below half of the shortest limit, no count matters.
    let shortest = const { shortest_ending::<V>() }.unwrap_or(u8::MAX);
    let [ending_limit, main_road_limit] = if ending_plies.max(main_road_plies) < shortest / 2 {
        [0; 2]
    } else {
        ending_limits::<V>(position)
    };
    let late = |plies, limit| u64::from(nearness(plies, limit));
    let tired = |color| position.tired_king(color).map_or(0, |bit| 1 + u64::from(bit));
    late(position.king_plies(), V::RULES.draws.king_plies.count)
        | late(ending_plies, ending_limit) << 8
        | late(main_road_plies, main_road_limit) << 16
        | tired(Color::White) << 24
        | tired(Color::Black) << 32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Material;
    use crate::variant::{Brazilian, Frisian, International, Russian};

    /// Compares all counts of up to eight pieces per side one by one.
    fn check_ranges<V: Variant>() {
        let fits = |force: Material, kings: u8, pieces: u8| {
            (force.kings.0..=force.kings.1).contains(&kings)
                && (force.pieces.0..=force.pieces.1).contains(&pieces)
        };
        let forces = || (0..=8).flat_map(|pieces| (0..=pieces).map(move |kings| (kings, pieces)));
        for (ending, range) in V::RULES.draws.endings.iter().zip(ranges::<V>()) {
            for ((weak_kings, weak), (kings, strong)) in
                forces().flat_map(|weak| forces().map(move |strong| (weak, strong)))
            {
                let numbers = Numbers(u32::from_le_bytes([weak, weak_kings, strong, kings]));
                let expected =
                    fits(ending.weak, weak_kings, weak) && fits(ending.strong, kings, strong);
                assert_eq!(range.holds(numbers), expected, "{ending:?}, {numbers:?}");
            }
        }
    }

    #[test]
    fn comparing_all_numbers_at_once_agrees_with_single_comparisons() {
        check_ranges::<International>();
        check_ranges::<Brazilian>();
        check_ranges::<Russian>();
        check_ranges::<Frisian>();
    }

    #[test]
    fn remaining_plies_apply_to_every_count_with_the_same_key() {
        for limit in [4, 10, 14, 26, 30, 50, 60, 80, 120] {
            for plies in 0..=limit {
                let same = (0..=limit).filter(|&it| nearness(it, limit) == nearness(plies, limit));
                let least = same.map(|it| limit - it).min().unwrap();
                assert!(plies_left_with_key(limit, plies) <= least, "{plies} of {limit}");
            }
        }
    }
}
