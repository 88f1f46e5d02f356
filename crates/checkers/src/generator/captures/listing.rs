//! The list of the legal captures among the possible ones.

use board_engine::{Bitboard, Word};

use crate::generator::captures::search::{Partial, Search, Visitor};
use crate::generator::captures::{Jumps, precedence};
use crate::generator::{MoveOf, Side};
use crate::layout::{Layout, Set, for_each_direction};
use crate::moves::Move;
use crate::rules::{MoveLines, Taken};
use crate::variant::Variant;

/// The legal captures of those that were found so far.
pub(super) struct Listing<'a, V: Variant> {
    from: u32,
    /// Where the captures begin in the list that may be the same as the next one.
    first: usize,
    /// The rank of the captures in the list.
    best: u32,
    moves: &'a mut Vec<MoveOf<V>>,
}

impl<'a, V: Variant> Listing<'a, V> {
    #[inline]
    pub(super) fn new(moves: &'a mut Vec<MoveOf<V>>) -> Self {
        Self { from: 0, first: 0, best: 0, moves }
    }

    /// Adds a capture of one piece: nothing else takes the same piece between the same squares.
    #[inline]
    fn ended_with_one(&mut self, to: u32, partial: Partial<V::Word>) {
        if self.outranks(partial.rank) {
            self.moves.push(Move::new(self.from, to, partial.taken));
        }
    }

    /// Whether the precedence lets a capture of this rank stand beside those on the list; clears the list of lesser
    /// ones.
    #[inline]
    fn outranks(&mut self, rank: u32) -> bool {
        if const { precedence::ranks::<V>() } && rank != self.best {
            if rank < self.best {
                return false;
            }
            self.best = rank;
            self.moves.clear();
            self.first = 0;
        }
        true
    }
}

impl<V: Variant> Visitor<V> for Listing<'_, V> {
    #[inline]
    fn landed(&mut self, _over: Set<V>, _to: Set<V>, _progress: Partial<V::Word>) {}

    /// Puts the move on the list unless the precedence forbids it or another route led here.
    #[inline]
    fn ended(&mut self, to: Set<V>, partial: Partial<V::Word>) {
        if !self.outranks(partial.rank) {
            return;
        }
        let mv = Move::new(self.from, to.0.lowest(), partial.taken);
        if partial.taken.count() < const { twin_pieces_min::<V>() }
            || !self.moves[self.first..].contains(&mv)
        {
            self.moves.push(mv);
        }
    }

    #[inline]
    fn is_done(&self) -> bool {
        false
    }
}

impl<V: Variant, const WHITE: bool> Search<V, WHITE, Listing<'_, V>> {
    /// Captures with pieces that jump over the next square.
    #[inline]
    pub(super) fn capture_with_jumpers<const KING: bool>(&mut self, jumps: &Jumps<V>) {
        self.visitor.first = self.visitor.moves.len();
        let start = Partial::start::<V>(KING);
        for_each_direction!(if KING { Side::<V, WHITE>::CAPTURES } else { Side::<V, WHITE>::CAPTURES_MEN }, D => {
            for to in jumps.to[D] & jumps.further {
                self.go_on_from::<KING, D>(to, start);
            }
        });
        // Two pieces are more than one, whichever pieces they are and whichever piece takes them.
        let only_more = const { precedence::ranks::<V>() }
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

    /// Goes on from `to`, where the first jump has ended.
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

/// The least number of pieces that can be taken on two routes with the same ends: a loop has three sides at least, and
/// along diagonals alone four. Where pieces leave at once no bound is claimed.
const fn twin_pieces_min<V: Variant>() -> u32 {
    match (V::RULES.taken, V::RULES.lines) {
        (Taken::AtTheEnd, MoveLines::Diagonals) => 4,
        (Taken::AtTheEnd, _) => 3,
        (Taken::AtOnce | Taken::AtOnceWithoutTurningBack, _) => 2,
    }
}

/// By how much a bit changes in a step in direction `D`.
const fn shift<V: Variant, const D: usize>() -> i32 {
    Layout::<V>::shift::<D>()
}
