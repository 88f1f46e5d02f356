//! Lists the legal captures among the possible ones.

use board_engine::{Bitboard, Word};

use super::search::{Partial, Search, Visitor};
use super::{CAPTURES_MAX, Jumps, LANDINGS_MAX, ROUTE_LANDINGS_MAX};
use crate::generator::{MoveOf, Side};
use crate::layout::{Layout, Set, for_each_direction};
use crate::position::Move;
use crate::rules::{MoveLines, Taken};
use crate::variant::Variant;

/// The legal captures found so far.
pub(super) struct Listing<'a, V: Variant> {
    from: u32,
    /// The index of the first listed capture that might equal the next one.
    first: usize,
    /// The rank of the captures in the list.
    best: u32,
    /// The number of landings that may still be tried; other work also counts as landings.
    left: u32,
    /// The remaining budget for finding the routes of further captures, in landings.
    route_landings_left: u32,
    moves: &'a mut Vec<MoveOf<V>>,
}

impl<'a, V: Variant> Listing<'a, V> {
    #[inline]
    pub(super) fn new(moves: &'a mut Vec<MoveOf<V>>) -> Self {
        let (left, route_landings_left) = (LANDINGS_MAX, ROUTE_LANDINGS_MAX);
        Self { from: 0, first: 0, best: 0, left, route_landings_left, moves }
    }

    /// Adds a capture of one piece: no other capture takes the same piece between the same squares.
    #[inline]
    fn ended_with_one(&mut self, to: u32, partial: Partial<V::Word>) {
        if self.outranks(partial.rank) {
            self.moves.push(Move::new(self.from, to, partial.taken));
        }
    }

    /// Returns `true` if the precedence allows a capture with this rank in the list. Removes captures with a lower rank
    /// from the list.
    #[inline]
    fn outranks(&mut self, rank: u32) -> bool {
        if const { super::ranks::<V>() } && rank != self.best {
            if rank < self.best {
                return false;
            }
            self.best = rank;
            self.moves.clear();
            self.first = 0;
            self.route_landings_left = ROUTE_LANDINGS_MAX;
        }
        true
    }

    /// Reserves a capture's place in the list. Finding its route again takes no more landings than have led here.
    /// Returns `false` if the list is full. If the list is full, only captures with a higher rank still matter.
    #[inline]
    fn reserve(&mut self) -> bool {
        let landings = LANDINGS_MAX - self.left;
        let is_free = self.moves.len() < CAPTURES_MAX && landings <= self.route_landings_left;
        if is_free {
            self.route_landings_left -= landings;
        } else if !const { super::ranks::<V>() } {
            self.left = 0;
        }
        is_free
    }

    /// Returns `true` if another route has led to the same move. The comparisons count as work.
    #[inline]
    fn is_known(&mut self, mv: MoveOf<V>) -> bool {
        let known = &self.moves[self.first..];
        #[expect(clippy::cast_possible_truncation, reason = "a list is no longer than its limit")]
        let comparisons = known.len() as u32;
        self.left = self.left.saturating_sub(comparisons / COMPARISONS_PER_LANDING);
        known.contains(&mv)
    }
}

/// The number of move comparisons that take about as much time as one landing.
const COMPARISONS_PER_LANDING: u32 = 16;

impl<V: Variant> Visitor<V> for Listing<'_, V> {
    #[inline]
    fn on_landing(&mut self, _over: Set<V>, _to: Set<V>, _progress: Partial<V::Word>) {
        self.left = self.left.saturating_sub(1);
    }

    #[inline]
    fn follows(&self, _to: Set<V>) -> bool {
        true
    }

    /// Adds the move to the list unless the precedence forbids it or another route led here.
    #[inline]
    fn on_end(&mut self, to: Set<V>, partial: Partial<V::Word>) {
        if self.is_done() || !self.outranks(partial.rank) {
            return;
        }
        let mv = Move::new(self.from, to.0.lowest(), partial.taken);
        let is_alone = partial.taken.count() < const { twin_pieces_min::<V>() };
        if (is_alone || !self.is_known(mv)) && self.reserve() {
            self.moves.push(mv);
        }
    }

    #[inline]
    fn is_done(&self) -> bool {
        self.left == 0
    }
}

impl<V: Variant, const WHITE: bool> Search<V, WHITE, Listing<'_, V>> {
    /// Makes the captures by pieces that jump over the next square.
    #[inline]
    pub(super) fn capture_with_jumpers<const KING: bool>(&mut self, jumps: &Jumps<V>) {
        self.visitor.first = self.visitor.moves.len();
        let start = Partial::start::<V>(KING);
        for_each_direction!(if KING { Side::<V, WHITE>::CAPTURES } else { Side::<V, WHITE>::CAPTURES_MEN }, D => {
            for to in jumps.to[D] & jumps.further {
                self.go_on_from::<KING, D>(to, start);
            }
        });
        // Two pieces rank higher than one, whatever their kinds.
        let only_more = const { super::ranks::<V>() }
            && !jumps.further.is_empty()
            && !self.visitor.moves.is_empty();
        if only_more {
            return;
        }
        for_each_direction!(if KING { Side::<V, WHITE>::CAPTURES } else { Side::<V, WHITE>::CAPTURES_MEN }, D => {
            for to in jumps.to[D] - jumps.further {
                let over = Bitboard::single(to.wrapping_add_signed(-shift::<V, D>()));
                self.visitor.from = to.wrapping_add_signed(-2 * shift::<V, D>());
                let partial = self.with(start, over);
                self.visitor.ended_with_one(to, partial);
            }
        });
    }

    /// Continues from `to`, where the first jump ended.
    fn go_on_from<const KING: bool, const D: usize>(&mut self, to: u32, start: Partial<V::Word>) {
        let over = Bitboard::single(to.wrapping_add_signed(-shift::<V, D>()));
        self.visitor.from = to.wrapping_add_signed(-2 * shift::<V, D>());
        self.lift(self.visitor.from);
        self.arrive::<KING>(Bitboard::single(to), D, self.with(start, over));
    }

    #[inline]
    pub(super) fn capture_with_flying_king(&mut self, from: u32) {
        self.visitor.first = self.visitor.moves.len();
        self.visitor.from = from;
        self.capture_with::<true>(from);
    }
}

/// Minimum number of captured pieces that two routes with the same ends share, because a loop has at least three sides,
/// or four along diagonals. There is no such minimum if captured pieces leave the board immediately.
const fn twin_pieces_min<V: Variant>() -> u32 {
    match (V::RULES.taken, V::RULES.lines) {
        (Taken::AtTheEnd, MoveLines::Diagonals) => 4,
        (Taken::AtTheEnd, _) => 3,
        (Taken::AtOnce | Taken::AtOnceWithoutTurningBack, _) => 2,
    }
}

/// The change in the bit index for a step in direction `D`.
const fn shift<V: Variant, const D: usize>() -> i32 {
    Layout::<V>::shift::<D>()
}
