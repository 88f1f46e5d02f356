//! The rules of captures: how a piece captures one piece after another.

use board_engine::{Bitboard, Word};

use super::men_targets;
use crate::generator::Side;
use crate::layout::{DIRECTIONS, Layout, Set, for_each_direction, opposite};
use crate::rules::{Kings, Promotion, Taken};
use crate::variant::Variant;

/// A search for captures, one piece after another. `visitor` receives the results.
pub(super) struct Search<V: Variant, const WHITE: bool, T> {
    /// The pieces that can be captured.
    opponents: Set<V>,
    opponent_kings: Set<V>,
    /// The free squares, including the moving piece's own square.
    empty: Set<V>,
    /// The free squares before any piece is lifted.
    empty_before: Set<V>,
    pub(super) visitor: T,
}

/// Receives captures during the search.
pub(super) trait Visitor<V: Variant> {
    /// The moving piece has just captured the piece on `over` and is now on `to`.
    fn on_landing(&mut self, over: Set<V>, to: Set<V>, partial: Partial<V::Word>);

    /// Returns `true` if the search should continue captures from the last landing `to`.
    fn follows(&self, to: Set<V>) -> bool;

    /// A capture has ended with its last landing on `to`.
    fn on_end(&mut self, to: Set<V>, partial: Partial<V::Word>);

    /// Returns `true` if the search may stop early.
    fn is_done(&self) -> bool;
}

/// A capture in progress.
#[derive(Clone, Copy)]
pub(super) struct Partial<W: Word> {
    pub(super) taken: Bitboard<W>,
    /// The rank for the precedence rule. A capture with the highest rank must be played.
    pub(super) rank: u32,
}

impl<W: Word> Partial<W> {
    /// A capture by a king or a man that has not captured anything yet.
    #[inline]
    pub(super) const fn start<V: Variant>(king: bool) -> Self {
        Self { taken: Bitboard::EMPTY, rank: super::rank_at_start::<V>(king) }
    }
}

impl<V: Variant, const WHITE: bool, T: Visitor<V>> Search<V, WHITE, T> {
    /// A search in which the pieces on `opponents` can be captured.
    #[inline]
    pub(super) fn new(side: &Side<V, WHITE>, opponents: Set<V>, visitor: T) -> Self {
        Self {
            opponents,
            opponent_kings: side.opponent_kings,
            empty: side.empty,
            empty_before: side.empty,
            visitor,
        }
    }

    /// Lifts the moving piece off its square, so it can pass over the square and land on it. Returns the square as a
    /// set.
    #[inline]
    pub(super) fn lift(&mut self, from: u32) -> Set<V> {
        let at = Bitboard::single(from);
        self.empty = self.empty_before | at;
        at
    }

    /// Makes all captures with one piece.
    #[inline]
    pub(super) fn capture_with<const KING: bool>(&mut self, from: u32) {
        let at = self.lift(from);
        let start = Partial::start::<V>(KING);
        if KING {
            self.king_on(at, DIRECTIONS, start);
        } else {
            self.jump_on::<false>(at, DIRECTIONS, start);
        }
    }

    /// Continues with a king that came in direction `came`; `DIRECTIONS` at the start.
    #[inline]
    fn king_on(&mut self, at: Set<V>, came: usize, partial: Partial<V::Word>) -> bool {
        match V::RULES.kings {
            Kings::Short => self.jump_on::<true>(at, came, partial),
            Kings::Flying | Kings::LandingBehind | Kings::LandingBehindKings => {
                self.fly_on(at, came, partial)
            }
        }
    }

    /// Continues with a piece that jumps over the next square. Returns `true` if the piece could jump.
    fn jump_on<const KING: bool>(
        &mut self,
        at: Set<V>,
        came: usize,
        partial: Partial<V::Word>,
    ) -> bool {
        let targets = if KING {
            self.opponents
        } else {
            men_targets::<V>(self.opponents, self.opponent_kings)
        };
        let (targets, free) = (targets - partial.taken, self.free(partial));
        let mut landings = [Bitboard::EMPTY; DIRECTIONS];
        let mut all = Bitboard::EMPTY;
        for_each_direction!(if KING { Side::<V, WHITE>::CAPTURES } else { Side::<V, WHITE>::CAPTURES_MEN }, D => {
            if !turns_back::<V>(came, D) {
                let over = Layout::<V>::step::<D>(at) & targets;
                landings[D] = Layout::<V>::step::<D>(over) & free;
                all |= landings[D];
            }
        });
        if all.is_empty() {
            return false;
        }
        for_each_direction!(if KING { Side::<V, WHITE>::CAPTURES } else { Side::<V, WHITE>::CAPTURES_MEN }, D => {
            if !landings[D].is_empty() {
                const BACK: usize = opposite(D);
                let over = Layout::<V>::step::<BACK>(landings[D]);
                let partial = self.with(partial, over);
                self.visitor.on_landing(over, landings[D], partial);
                self.arrive::<KING>(landings[D], D, partial);
            }
        });
        true
    }

    /// Continues from `to` after a jump in direction `came`, or ends the move there.
    pub(super) fn arrive<const KING: bool>(
        &mut self,
        to: Set<V>,
        came: usize,
        partial: Partial<V::Word>,
    ) {
        if self.visitor.is_done() || !self.visitor.follows(to) {
            return;
        }
        let crowned = !KING && to.meets(Layout::<V>::crown(Side::<V, WHITE>::COLOR));
        let goes_on = match V::RULES.promotion {
            Promotion::EndsTheMove if crowned => false,
            Promotion::AtOnce if crowned => self.king_on(to, came, partial),
            _ => self.jump_on::<KING>(to, came, partial),
        };
        if !goes_on {
            self.visitor.on_end(to, partial);
        }
    }

    /// Continues with a flying king in all directions. Returns `true` if the piece could capture.
    fn fly_on(&mut self, at: Set<V>, came: usize, partial: Partial<V::Word>) -> bool {
        let mut found = false;
        for_each_direction!(Side::<V, WHITE>::CAPTURES, D => {
            if !turns_back::<V>(came, D) {
                found |= self.fly::<D>(at, partial);
            }
        });
        found
    }

    /// Flies over the next piece in direction `D`, if it can be captured, and continues from there.
    fn fly<const D: usize>(&mut self, at: Set<V>, partial: Partial<V::Word>) -> bool {
        let free = self.free(partial);
        let next = Layout::<V>::first_blocked::<D>(at.0.lowest(), free);
        let over = next & (self.opponents - partial.taken);
        let to = Layout::<V>::step::<D>(over) & free;
        if to.is_empty() {
            return false;
        }
        if !self.visitor.is_done() {
            self.land::<D>(to, over, self.with(partial, over));
        }
        true
    }

    /// Lands behind the last captured piece, at `first` or beyond, and continues. Ends the move if
    /// no jump follows.
    fn land<const D: usize>(&mut self, first: Set<V>, over: Set<V>, partial: Partial<V::Word>) {
        let free = self.free(partial);
        let next = |to| {
            if lands_behind::<V>() { Bitboard::EMPTY } else { Layout::<V>::step::<D>(to) & free }
        };
        // The captures straight ahead are the same from every landing square.
        self.visitor.on_landing(over, first, partial);
        let mut goes_on = self.visitor.follows(first) && self.fly::<D>(first, partial);
        let mut to = first;
        while !to.is_empty() {
            self.visitor.on_landing(over, to, partial);
            goes_on |= self.visitor.follows(to) && self.turn::<D>(to, partial);
            to = next(to);
        }
        if goes_on {
            return;
        }
        self.end(first, over, partial);
        if matches!(V::RULES.kings, Kings::LandingBehindKings) && over.meets(self.opponent_kings) {
            return;
        }
        let mut to = next(first);
        while !to.is_empty() {
            self.end(to, over, partial);
            to = next(to);
        }
    }

    /// Ends a flying king's move on `to`, one of the squares behind `over`.
    #[inline]
    fn end(&mut self, to: Set<V>, over: Set<V>, partial: Partial<V::Word>) {
        self.visitor.on_landing(over, to, partial);
        self.visitor.on_end(to, partial);
    }

    /// Continues with a flying king in all directions except straight on. Returns `true` if the piece could capture.
    fn turn<const D: usize>(&mut self, at: Set<V>, partial: Partial<V::Word>) -> bool {
        let mut found = false;
        for_each_direction!(Side::<V, WHITE>::CAPTURES, E => {
            // Behind the king is a captured piece, unless it has already left the board.
            let tried = E != D && (E != opposite(D) || matches!(V::RULES.taken, Taken::AtOnce));
            if tried {
                found |= self.fly::<E>(at, partial);
            }
        });
        found
    }

    /// The squares that a piece can pass and land on.
    #[inline]
    fn free(&self, partial: Partial<V::Word>) -> Set<V> {
        match V::RULES.taken {
            Taken::AtTheEnd => self.empty,
            Taken::AtOnce | Taken::AtOnceWithoutTurningBack => self.empty | partial.taken,
        }
    }

    /// The partial capture after taking the piece on `over`.
    #[inline]
    pub(super) fn with(&self, partial: Partial<V::Word>, over: Set<V>) -> Partial<V::Word> {
        let gain = super::gain::<V>(partial.taken.count(), || over.meets(self.opponent_kings));
        Partial { taken: partial.taken | over, rank: partial.rank + gain }
    }
}

/// Returns `true` if this direction is forbidden because it leads back.
#[inline]
fn turns_back<V: Variant>(came: usize, direction: usize) -> bool {
    matches!(V::RULES.taken, Taken::AtOnceWithoutTurningBack) && came == opposite(direction)
}

/// Returns `true` if kings land only on the square directly behind.
const fn lands_behind<V: Variant>() -> bool {
    matches!(V::RULES.kings, Kings::LandingBehind)
}
