//! Captures: which pieces can take something, and how many captures there are.

mod listing;
mod precedence;
pub(crate) mod routes;
mod search;

use board_engine::Bitboard;

use self::listing::Listing;
use self::search::Search;
use crate::generator::{AnalysisPosition, MoveOf, Side};
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

    /// The number of captures that [`list_captures`](Self::list_captures) would list, which it uses `scratch` for if
    /// there is no shorter way.
    #[inline(never)]
    pub(super) fn count_captures(
        position: &AnalysisPosition<V>,
        scratch: &mut Vec<MoveOf<V>>,
    ) -> u64 {
        let side = Self::of(position);
        let (men, kings) = (side.jumps::<false>(side.men), side.king_captures());
        // All captures take one piece, and none is preferred.
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
                // Everything is computed anew there, so that nothing has to be kept in memory for it here.
                scratch.clear();
                Self::list_captures(position, scratch);
                scratch.len() as u64
            }
        }
    }

    /// Whether a capture is possible in `position`, of which `self` is one side's view.
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

    /// The first jumps of men, or of kings that move like men in all directions.
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

    /// Those squares of `landings`, the squares after one jump, on which the capture may go on.
    #[inline]
    pub(super) fn further<const KING: bool>(&self, landings: Set<V>, targets: Set<V>) -> Set<V> {
        let crown = if KING { Bitboard::EMPTY } else { Layout::<V>::crown(Self::COLOR) };
        let mut further = Bitboard::EMPTY;
        for_each_direction!(if KING { Self::CAPTURES } else { Self::CAPTURES_MEN }, D => {
            // A jump back over the first piece would end where the capture began: that square isn't empty, and no
            // other second jump can end there.
            const BACK: usize = opposite(D);
            let exposed = Layout::<V>::step::<BACK>(self.empty) & targets;
            further |= Layout::<V>::step::<BACK>(exposed) & landings;
        });
        match V::RULES.promotion {
            Promotion::EndsTheMove => further - crown,
            Promotion::AtTheEnd => further,
            // What a new king can do is another matter.
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

    /// The flying kings that can take a piece.
    #[inline]
    fn flying_kings_that_capture(&self) -> Set<V> {
        let mut starts = Bitboard::EMPTY;
        if self.kings.is_empty() {
            return starts;
        }
        for_each_direction!(Self::CAPTURES, D => {
            const BACK: usize = opposite(D);
            let exposed = Layout::<V>::step::<BACK>(self.empty) & self.opponents;
            let mut reached = Layout::<V>::step::<BACK>(exposed);
            starts |= reached & self.kings;
            while reached.meets(self.empty) {
                reached = Layout::<V>::step::<BACK>(reached & self.empty);
                starts |= reached & self.kings;
            }
        });
        starts
    }
}

/// The first jumps of some pieces.
pub(super) struct Jumps<V: Variant> {
    /// For each direction, the squares behind the taken pieces.
    to: [Set<V>; DIRECTIONS],
    /// Those of these squares on which a capture goes on, or may go on as that of a king.
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

/// What kings can capture.
enum KingCaptures<V: Variant> {
    /// The first jumps of short kings.
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

/// What men can take.
#[inline]
fn men_targets<V: Variant>(opponents: Set<V>, opponent_kings: Set<V>) -> Set<V> {
    match V::RULES.men_take {
        MenTake::All => opponents,
        MenTake::Men => opponents - opponent_kings,
    }
}
