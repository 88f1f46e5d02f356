//! Captures.

use board_engine::{Bitboard, Word};

use crate::generator::{MoveOf, Side};
use crate::layout::{DIRECTIONS, Layout, Set, for_each_direction, opposite};
use crate::moves::Move;
use crate::rules::{Kings, Lines, MenTake, Precedence, Promotion, Taken};
use crate::variant::Variant;

impl<V: Variant, const WHITE: bool> Side<V, WHITE> {
    /// Adds the legal captures to an empty list.
    #[inline]
    pub(super) fn list_captures(&self, moves: &mut Vec<MoveOf<V>>) {
        let men = self.men_that_capture();
        let kings = self.kings_that_capture();
        if men.is_empty() && kings.is_empty() {
            return;
        }
        let mut search = Captures::<V, WHITE>::new(self, moves);
        for king in kings {
            search.capture_with_king(king);
        }
        if matches!(V::RULES.precedence, Precedence::KingsFirst) && !kings.is_empty() {
            return;
        }
        for man in men {
            search.capture_with_man(man);
        }
    }

    /// Whether a capture is possible.
    pub(super) fn can_capture(&self) -> bool {
        !self.men_that_capture().is_empty() || !self.kings_that_capture().is_empty()
    }

    /// The men that can take a piece.
    #[inline]
    fn men_that_capture(&self) -> Set<V> {
        let targets = men_targets::<V>(self.opponents, self.opponent_kings);
        let mut starts = Bitboard::EMPTY;
        for_each_direction!(Self::CAPTURES_MEN, D => {
            const BACK: usize = opposite(D);
            let exposed = Layout::<V>::step::<BACK>(self.empty) & targets;
            starts |= Layout::<V>::step::<BACK>(exposed) & self.men;
        });
        starts
    }

    /// The kings that can take a piece.
    #[inline]
    fn kings_that_capture(&self) -> Set<V> {
        let mut starts = Bitboard::EMPTY;
        if self.kings.is_empty() {
            return starts;
        }
        for_each_direction!(Self::CAPTURES, D => {
            const BACK: usize = opposite(D);
            let exposed = Layout::<V>::step::<BACK>(self.empty) & self.opponents;
            let mut reached = Layout::<V>::step::<BACK>(exposed);
            starts |= reached & self.kings;
            while !matches!(V::RULES.kings, Kings::Short) && reached.meets(self.empty) {
                reached = Layout::<V>::step::<BACK>(reached & self.empty);
                starts |= reached & self.kings;
            }
        });
        starts
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

/// A search for the legal captures among the possible ones.
struct Captures<'a, V: Variant, const WHITE: bool> {
    opponents: Set<V>,
    opponent_kings: Set<V>,
    /// The free squares, the moving piece's own one included.
    empty: Set<V>,
    /// The free squares while no piece is lifted.
    empty_before: Set<V>,
    from: u32,
    /// Where the captures of this piece begin in the list.
    first: usize,
    /// The rank of the captures in the list.
    best: u32,
    moves: &'a mut Vec<MoveOf<V>>,
}

/// How far a capture has come.
#[derive(Clone, Copy)]
struct Progress<W: Word> {
    taken: Bitboard<W>,
    /// What the precedence compares; the higher one must be played.
    rank: u32,
}

impl<'a, V: Variant, const WHITE: bool> Captures<'a, V, WHITE> {
    const BY_MAN: u32 = 0;
    const BY_KING: u32 = match V::RULES.precedence {
        Precedence::HighestValue => 1,
        Precedence::MostByKingThenKings => 1 << 23,
        _ => 0,
    };

    #[inline]
    fn new(side: &Side<V, WHITE>, moves: &'a mut Vec<MoveOf<V>>) -> Self {
        Self {
            opponents: side.opponents,
            opponent_kings: side.opponent_kings,
            empty: side.empty,
            empty_before: side.empty,
            from: 0,
            first: 0,
            best: 0,
            moves,
        }
    }

    #[inline]
    fn lift(&mut self, from: u32) -> Set<V> {
        self.from = from;
        self.first = self.moves.len();
        let at = Bitboard::single(from);
        self.empty = self.empty_before | at;
        at
    }

    #[inline]
    fn capture_with_man(&mut self, from: u32) {
        let at = self.lift(from);
        self.jump_on::<false>(
            at,
            DIRECTIONS,
            Progress { taken: Bitboard::EMPTY, rank: Self::BY_MAN },
        );
    }

    #[inline]
    fn capture_with_king(&mut self, from: u32) {
        let at = self.lift(from);
        self.king_on(at, DIRECTIONS, Progress { taken: Bitboard::EMPTY, rank: Self::BY_KING });
    }

    /// Goes on with a king that has come in direction `came`; `DIRECTIONS` at the start.
    #[inline]
    fn king_on(&mut self, at: Set<V>, came: usize, progress: Progress<V::Word>) -> bool {
        match V::RULES.kings {
            Kings::Short => self.jump_on::<true>(at, came, progress),
            Kings::Flying | Kings::LandingBehind | Kings::LandingBehindKings => {
                self.fly_on(at, came, progress)
            }
        }
    }

    /// Goes on with a piece that jumps over the next square, and says whether it could.
    fn jump_on<const KING: bool>(
        &mut self,
        at: Set<V>,
        came: usize,
        progress: Progress<V::Word>,
    ) -> bool {
        let mut found = false;
        for_each_direction!(if KING { Side::<V, WHITE>::CAPTURES } else { Side::<V, WHITE>::CAPTURES_MEN }, D => {
            if !turns_back::<V>(came, D) {
                found |= self.jump::<KING, D>(at, progress);
            }
        });
        found
    }

    #[inline]
    fn jump<const KING: bool, const D: usize>(
        &mut self,
        at: Set<V>,
        progress: Progress<V::Word>,
    ) -> bool {
        let targets = if KING {
            self.opponents
        } else {
            men_targets::<V>(self.opponents, self.opponent_kings)
        };
        let over = Layout::<V>::step::<D>(at) & (targets - progress.taken);
        let to = Layout::<V>::step::<D>(over) & self.free(progress);
        if to.is_empty() {
            return false;
        }
        let progress = self.with(progress, over);
        let crowned = !KING && to.meets(Layout::<V>::crown(Side::<V, WHITE>::COLOR));
        let goes_on = match V::RULES.promotion {
            Promotion::EndsTheMove if crowned => false,
            Promotion::AtOnce if crowned => self.king_on(to, D, progress),
            _ => self.jump_on::<KING>(to, D, progress),
        };
        if !goes_on {
            self.finish(to, progress);
        }
        true
    }

    /// Goes on with a flying king in all directions, and says whether it could.
    fn fly_on(&mut self, at: Set<V>, came: usize, progress: Progress<V::Word>) -> bool {
        let mut found = false;
        for_each_direction!(Side::<V, WHITE>::CAPTURES, D => {
            if !turns_back::<V>(came, D) {
                found |= self.fly::<D>(at, progress);
            }
        });
        found
    }

    /// Flies over the next piece in direction `D`, if it can be taken, and on from there.
    fn fly<const D: usize>(&mut self, at: Set<V>, progress: Progress<V::Word>) -> bool {
        let free = self.free(progress);
        let mut next = Layout::<V>::step::<D>(at);
        while next.meets(free) {
            next = Layout::<V>::step::<D>(next);
        }
        let over = next & (self.opponents - progress.taken);
        let to = Layout::<V>::step::<D>(over) & free;
        if to.is_empty() {
            return false;
        }
        let progress = self.with(progress, over);
        self.land::<D>(to, over, progress);
        true
    }

    /// Lands behind the piece taken last, at `first` or beyond, and goes on; ends the move if nothing goes on.
    fn land<const D: usize>(&mut self, first: Set<V>, over: Set<V>, progress: Progress<V::Word>) {
        let free = self.free(progress);
        let next = |to| {
            if lands_behind::<V>() { Bitboard::EMPTY } else { Layout::<V>::step::<D>(to) & free }
        };
        // Straight on is the same from wherever the king lands.
        let mut goes_on = self.fly::<D>(first, progress);
        let mut to = first;
        while !to.is_empty() {
            goes_on |= self.turn::<D>(to, progress);
            to = next(to);
        }
        if goes_on {
            return;
        }
        self.finish(first, progress);
        if matches!(V::RULES.kings, Kings::LandingBehindKings) && over.meets(self.opponent_kings) {
            return;
        }
        let mut to = next(first);
        while !to.is_empty() {
            self.finish(to, progress);
            to = next(to);
        }
    }

    /// Goes on with a flying king in all directions but straight on, and says whether it could.
    fn turn<const D: usize>(&mut self, at: Set<V>, progress: Progress<V::Word>) -> bool {
        let mut found = false;
        for_each_direction!(Side::<V, WHITE>::CAPTURES, E => {
            // Back there is a piece that has been taken, unless it has left already.
            let tried = E != D && (E != opposite(D) || matches!(V::RULES.taken, Taken::AtOnce));
            if tried {
                found |= self.fly::<E>(at, progress);
            }
        });
        found
    }

    /// The squares that can be passed and landed on.
    #[inline]
    fn free(&self, progress: Progress<V::Word>) -> Set<V> {
        match V::RULES.taken {
            Taken::AtTheEnd => self.empty,
            Taken::AtOnce | Taken::AtOnceWithoutTurningBack => self.empty | progress.taken,
        }
    }

    /// The progress after taking the piece on `over`.
    #[inline]
    fn with(&self, progress: Progress<V::Word>, over: Set<V>) -> Progress<V::Word> {
        let king = || u32::from(over.meets(self.opponent_kings));
        let gain = match V::RULES.precedence {
            Precedence::Optional | Precedence::Any | Precedence::KingsFirst => 0,
            Precedence::Most => 1,
            Precedence::MostThenKings => (1 << 8) + king(),
            // Pieces, by a king, kings, and a bit per taken piece, the first one highest.
            Precedence::MostByKingThenKings => {
                (1 << 24) + king() * ((1 << 16) + (1 << 15 >> progress.taken.count()))
            }
            // The lowest bit tells kings from men that take.
            Precedence::HighestValue => 2 * (VALUE_OF_MAN + king() * (VALUE_OF_MAN - 1)),
        };
        Progress { taken: progress.taken | over, rank: progress.rank + gain }
    }

    /// Ends the move on `to`: puts it on the list unless the precedence forbids it or another route led here.
    #[inline]
    fn finish(&mut self, to: Set<V>, progress: Progress<V::Word>) {
        if const { ranks::<V>() } {
            if progress.rank < self.best {
                return;
            }
            if progress.rank > self.best {
                self.best = progress.rank;
                self.moves.clear();
                self.first = 0;
            }
        }
        let mv = Move::new(self.from, to.0.lowest(), progress.taken);
        if progress.taken.count() < const { twin_pieces_min::<V>() }
            || !self.moves[self.first..].contains(&mv)
        {
            self.moves.push(mv);
        }
    }
}

/// The value of a man where values are compared: more than there are pieces on a side, so that a king can count an
/// infinitesimal less than two men.
const VALUE_OF_MAN: u32 = 64;

/// Whether the precedence compares ranks.
const fn ranks<V: Variant>() -> bool {
    !matches!(V::RULES.precedence, Precedence::Optional | Precedence::Any | Precedence::KingsFirst)
}

/// The least number of pieces that can be taken on two routes with the same ends: a loop has three sides at least, and
/// along diagonals alone four. Where pieces leave at once no bound is claimed.
const fn twin_pieces_min<V: Variant>() -> u32 {
    match (V::RULES.taken, V::RULES.lines) {
        (Taken::AtTheEnd, Lines::Diagonals) => 4,
        (Taken::AtTheEnd, _) => 3,
        (Taken::AtOnce | Taken::AtOnceWithoutTurningBack, _) => 2,
    }
}

/// Whether going on in this direction is forbidden because it leads back.
#[inline]
fn turns_back<V: Variant>(came: usize, direction: usize) -> bool {
    matches!(V::RULES.taken, Taken::AtOnceWithoutTurningBack) && came == opposite(direction)
}

/// Whether kings land on the square directly behind only.
const fn lands_behind<V: Variant>() -> bool {
    matches!(V::RULES.kings, Kings::LandingBehind)
}
