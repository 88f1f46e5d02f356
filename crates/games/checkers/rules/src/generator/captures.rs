//! Captures: the pieces that can capture, the number of captures, and their precedence.
//!
//! Limits on the work for one position's captures.
//!
//! Captures branch at every landing: a crafted position has more routes than any computer can follow. The limits are
//! far beyond real games. The limits count work instead of time, so all code that reads or writes moves sees the same
//! list.

mod listing;
pub(crate) mod routes;
mod search;

use board_engine::Bitboard;

use self::listing::Listing;
use self::search::Search;
use super::{AnalysisPosition, MoveOf, Side};
use crate::layout::{DIRECTIONS, Layout, Set, for_each_direction, opposite};
use crate::rules::{Kings, MenTake, Precedence, Promotion};
use crate::variant::Variant;

impl<V: Variant, const WHITE: bool> Side<V, WHITE> {
    /// Adds the legal captures to an empty list.
    #[inline(never)]
    pub(super) fn list_captures(position: &AnalysisPosition<V>, moves: &mut Vec<MoveOf<V>>) {
        let side = Self::of(position);
        let (men, kings) = (side.jumps::<false>(side.men), side.king_captures());
        let mut search = Search::<V, WHITE, _>::new(&side, side.opponents, Listing::new(moves));
        match &kings {
            KingCaptures::Short(jumps) => search.capture_with_jumpers::<true>(jumps),
            KingCaptures::Flying(kings) => {
                for king in *kings {
                    search.capture_with_flying_king(king);
                }
            }
        }
        if !matches!(V::RULES.precedence, Precedence::KingsFirst) || kings.is_empty() {
            search.capture_with_jumpers::<false>(&men);
        }
    }

    /// The number of captures that [`list_captures`](Self::list_captures) would list. Uses `scratch` only in the
    /// general case.
    #[inline(never)]
    pub(super) fn count_captures(
        position: &AnalysisPosition<V>,
        scratch: &mut Vec<MoveOf<V>>,
    ) -> u64 {
        let side = Self::of(position);
        let (men, kings) = (side.jumps::<false>(side.men), side.king_captures());
        // If all captures take one piece, none takes precedence.
        let equal = match V::RULES.precedence {
            Precedence::Optional | Precedence::Any | Precedence::KingsFirst | Precedence::Most => {
                true
            }
            _ => side.kings.is_empty() && side.opponent_kings.is_empty(),
        };
        match &kings {
            KingCaptures::Short(kings) if equal && (men.further | kings.further).is_empty() => {
                let of_kings = if side.kings.is_empty() { 0 } else { kings.count() };
                u64::from(men.count() + of_kings)
            }
            KingCaptures::Flying(kings) if equal && (men.further | *kings).is_empty() => {
                men.count().into()
            }
            _ => {
                // `list_captures` recomputes everything, so nothing needs to be stored here.
                scratch.clear();
                Self::list_captures(position, scratch);
                scratch.len() as u64
            }
        }
    }

    /// Returns `true` if a capture is possible in `position`; `self` is one side's view of it.
    #[inline]
    pub(super) fn can_capture(&self, position: &AnalysisPosition<V>) -> bool {
        let targets = men_targets::<V>(self.opponents, self.opponent_kings);
        let mut between = Bitboard::EMPTY;
        for_each_direction!(Self::CAPTURES_MEN, D => {
            const BACK: usize = opposite(D);
            between |= Layout::<V>::step::<D>(self.men) & Layout::<V>::step::<BACK>(self.empty);
        });
        between.meets(targets) || (!self.kings.is_empty() && Self::kings_can_capture(position))
    }

    #[inline(never)]
    fn kings_can_capture(position: &AnalysisPosition<V>) -> bool {
        !Self::of(position).king_captures().is_empty()
    }

    /// The first jumps by men, or by short kings, which move like men but in all directions.
    #[inline]
    fn jumps<const KING: bool>(&self, pieces: Set<V>) -> Jumps<V> {
        let targets = if KING {
            self.opponents
        } else {
            men_targets::<V>(self.opponents, self.opponent_kings)
        };
        let mut jumps = Jumps { to: [Bitboard::EMPTY; DIRECTIONS], further: Bitboard::EMPTY };
        let mut all = Bitboard::EMPTY;
        if pieces.is_empty() {
            return jumps;
        }
        for_each_direction!(if KING { Self::CAPTURES } else { Self::CAPTURES_MEN }, D => {
            let over = Layout::<V>::step::<D>(pieces) & targets;
            jumps.to[D] = Layout::<V>::step::<D>(over) & self.empty;
            all |= jumps.to[D];
        });
        if !all.is_empty() {
            jumps.further = self.further::<KING>(all, targets);
        }
        jumps
    }

    /// The squares in `landings`, reached by one jump, from which the capture might continue.
    #[inline]
    pub(super) fn further<const KING: bool>(&self, landings: Set<V>, targets: Set<V>) -> Set<V> {
        let crown = if KING { Bitboard::EMPTY } else { Layout::<V>::crown(Self::COLOR) };
        let mut further = Bitboard::EMPTY;
        for_each_direction!(if KING { Self::CAPTURES } else { Self::CAPTURES_MEN }, D => {
            // A jump back over the first piece would end on the square where the capture started. That square isn't
            // empty, and no other second jump can end there.
            const BACK: usize = opposite(D);
            let exposed = Layout::<V>::step::<BACK>(self.empty) & targets;
            further |= Layout::<V>::step::<BACK>(exposed) & landings;
        });
        match V::RULES.promotion {
            Promotion::EndsTheMove => further - crown,
            Promotion::AtTheEnd => further,
            // A new king's options are handled separately.
            Promotion::AtOnce => further | (landings & crown),
        }
    }

    #[inline]
    fn king_captures(&self) -> KingCaptures<V> {
        match V::RULES.kings {
            Kings::Short => KingCaptures::Short(self.jumps::<true>(self.kings)),
            _ => KingCaptures::Flying(self.flying_kings_that_capture()),
        }
    }

    /// The flying kings that can capture a piece.
    #[inline]
    fn flying_kings_that_capture(&self) -> Set<V> {
        let takes = |&king: &u32| {
            let mut takes = false;
            for_each_direction!(Self::CAPTURES, D => {
                const BACK: usize = opposite(D);
                let exposed = Layout::<V>::step::<BACK>(self.empty) & self.opponents;
                takes |= Layout::<V>::meets_first::<D>(king, self.empty, exposed);
            });
            takes
        };
        self.kings.into_iter().filter(takes).collect()
    }
}

/// The first jumps by some pieces.
pub(super) struct Jumps<V: Variant> {
    /// For each direction, the squares behind the captured pieces.
    to: [Set<V>; DIRECTIONS],
    /// The squares from which a capture continues, or could continue as a king.
    further: Set<V>,
}

impl<V: Variant> Jumps<V> {
    #[inline]
    fn is_empty(&self) -> bool {
        self.to.iter().fold(Bitboard::EMPTY, |all, &to| all | to).is_empty()
    }

    /// The number of jumps.
    #[inline]
    fn count(&self) -> u32 {
        self.to.iter().map(|to| to.count()).sum()
    }
}

/// Captures by kings.
enum KingCaptures<V: Variant> {
    /// The first jumps by short kings.
    Short(Jumps<V>),
    /// The flying kings that can capture.
    Flying(Set<V>),
}

impl<V: Variant> KingCaptures<V> {
    #[inline]
    fn is_empty(&self) -> bool {
        match self {
            Self::Short(jumps) => jumps.is_empty(),
            Self::Flying(kings) => kings.is_empty(),
        }
    }
}

/// The pieces that men can capture.
#[inline]
fn men_targets<V: Variant>(opponents: Set<V>, opponent_kings: Set<V>) -> Set<V> {
    match V::RULES.men_take {
        MenTake::All => opponents,
        MenTake::Men => opponents - opponent_kings,
    }
}

/// The value of a man if captures are compared by value. This value exceeds the number of a side's pieces, so a king
/// can count as slightly less than two men.
const VALUE_OF_MAN: u32 = 64;

/// Returns `true` if the precedence compares ranks.
const fn ranks<V: Variant>() -> bool {
    !matches!(V::RULES.precedence, Precedence::Optional | Precedence::Any | Precedence::KingsFirst)
}

/// The rank of a capture by a king or a man that has not taken anything yet.
const fn rank_at_start<V: Variant>(king: bool) -> u32 {
    match V::RULES.precedence {
        Precedence::HighestValue if king => 1,
        Precedence::MostByKingThenKings if king => 1 << 23,
        _ => 0,
    }
}

/// The rank increase for a piece captured after `taken_before` others; `is_king` returns `true` for a king.
#[inline]
fn gain<V: Variant>(taken_before: u32, is_king: impl Fn() -> bool) -> u32 {
    let king = || u32::from(is_king());
    match V::RULES.precedence {
        Precedence::Optional | Precedence::Any | Precedence::KingsFirst => 0,
        Precedence::Most => 1,
        Precedence::MostThenKings => (1 << 8) + king(),
        // From the highest bits down: the number of pieces, whether a king captures, the number of kings, and one bit
        // per captured piece, the first piece highest.
        Precedence::MostByKingThenKings => {
            (1 << 24) + king() * ((1 << 16) + (1 << 15 >> taken_before))
        }
        // The lowest bit is set if a king captures.
        Precedence::HighestValue => 2 * (VALUE_OF_MAN + king() * (VALUE_OF_MAN - 1)),
    }
}

/// Maximum number of landings to try to list a position's captures. The list contains the captures found up to this
/// limit.
const LANDINGS_MAX: u32 = 1 << 16;

/// Maximum number of captures in a list.
const CAPTURES_MAX: usize = 1 << 10;

/// Maximum total number of landings that led to the captures in a list. Finding each route again costs only a small
/// multiple of this number.
const ROUTE_LANDINGS_MAX: u32 = 1 << 22;

/// The limit on landings in one search for routes. Finding a listed capture's first route needs fewer: a search for one
/// capture visits the same landings as the search for all captures, plus the points at which it stops and the other
/// search continues.
pub(crate) const QUESTION_LANDINGS_MAX: u32 = 4 * LANDINGS_MAX;

/// Maximum number of landings to try to parse one move that is written with some squares on its route.
pub(crate) const READING_LANDINGS_MAX: u32 = 1 << 17;
