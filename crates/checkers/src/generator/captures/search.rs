//! The search for the legal captures among the possible ones.

use board_engine::{Bitboard, Word};

use crate::generator::captures::{Jumps, men_targets, precedence};
use crate::generator::{MoveOf, Side};
use crate::layout::{DIRECTIONS, Layout, Set, for_each_direction, opposite};
use crate::moves::Move;
use crate::rules::{Kings, Lines, Promotion, Taken};
use crate::variant::Variant;

/// A search for the legal captures among the possible ones.
pub(super) struct Captures<'a, V: Variant, const WHITE: bool> {
    opponents: Set<V>,
    opponent_kings: Set<V>,
    /// The free squares, the moving piece's own one included.
    empty: Set<V>,
    /// The free squares while no piece is lifted.
    empty_before: Set<V>,
    from: u32,
    /// Where the captures begin in the list that may be the same as the next one.
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
    #[inline]
    pub(super) fn new(side: &Side<V, WHITE>, moves: &'a mut Vec<MoveOf<V>>) -> Self {
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
        let at = Bitboard::single(from);
        self.empty = self.empty_before | at;
        at
    }

    /// Captures with pieces that jump over the next square.
    #[inline]
    pub(super) fn capture_with_jumpers<const KING: bool>(&mut self, jumps: &Jumps<V>) {
        self.first = self.moves.len();
        let start = Progress {
            taken: Bitboard::EMPTY,
            rank: const { precedence::rank_at_start::<V>(KING) },
        };
        for_each_direction!(if KING { Side::<V, WHITE>::CAPTURES } else { Side::<V, WHITE>::CAPTURES_MEN }, D => {
            for to in jumps.to[D] & jumps.further {
                self.go_on_from::<KING, D>(to, start);
            }
        });
        // Two pieces are more than one, whatever they are and whoever takes them.
        let only_more = const { precedence::ranks::<V>() }
            && !jumps.further.is_empty()
            && !self.moves.is_empty();
        if only_more {
            return;
        }
        for_each_direction!(if KING { Side::<V, WHITE>::CAPTURES } else { Side::<V, WHITE>::CAPTURES_MEN }, D => {
            for to in jumps.to[D] - jumps.further {
                let over = Bitboard::single(to.wrapping_add_signed(-shift::<V, D>()));
                self.from = to.wrapping_add_signed(-2 * shift::<V, D>());
                self.finish_single(to, self.with(start, over));
            }
        });
    }

    /// Goes on from `to`, where the first jump has ended.
    fn go_on_from<const KING: bool, const D: usize>(&mut self, to: u32, start: Progress<V::Word>) {
        let over = Bitboard::single(to.wrapping_add_signed(-shift::<V, D>()));
        self.lift(to.wrapping_add_signed(-2 * shift::<V, D>()));
        self.arrive::<KING>(Bitboard::single(to), D, self.with(start, over));
    }

    #[inline]
    pub(super) fn capture_with_flying_king(&mut self, from: u32) {
        self.first = self.moves.len();
        let at = self.lift(from);
        self.fly_on(
            at,
            DIRECTIONS,
            Progress {
                taken: Bitboard::EMPTY,
                rank: const { precedence::rank_at_start::<V>(true) },
            },
        );
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
        let targets = if KING {
            self.opponents
        } else {
            men_targets::<V>(self.opponents, self.opponent_kings)
        };
        let (targets, free) = (targets - progress.taken, self.free(progress));
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
                self.arrive::<KING>(landings[D], D, self.with(progress, over));
            }
        });
        true
    }

    /// Goes on from `to` after a jump in direction `came`, or ends the move there.
    fn arrive<const KING: bool>(&mut self, to: Set<V>, came: usize, progress: Progress<V::Word>) {
        let crowned = !KING && to.meets(Layout::<V>::crown(Side::<V, WHITE>::COLOR));
        let goes_on = match V::RULES.promotion {
            Promotion::EndsTheMove if crowned => false,
            Promotion::AtOnce if crowned => self.king_on(to, came, progress),
            _ => self.jump_on::<KING>(to, came, progress),
        };
        if !goes_on {
            self.finish(to, progress);
        }
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
        let gain =
            precedence::gain::<V>(progress.taken.count(), || over.meets(self.opponent_kings));
        Progress { taken: progress.taken | over, rank: progress.rank + gain }
    }

    /// Ends a move that takes one piece: nothing else takes the same piece between the same squares.
    #[inline]
    fn finish_single(&mut self, to: u32, progress: Progress<V::Word>) {
        if self.outranks(progress.rank) {
            self.moves.push(Move::new(self.from, to, progress.taken));
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

    /// Ends the move on `to`: puts it on the list unless the precedence forbids it or another route led here.
    #[inline]
    fn finish(&mut self, to: Set<V>, progress: Progress<V::Word>) {
        if !self.outranks(progress.rank) {
            return;
        }
        let mv = Move::new(self.from, to.0.lowest(), progress.taken);
        if progress.taken.count() < const { twin_pieces_min::<V>() }
            || !self.moves[self.first..].contains(&mv)
        {
            self.moves.push(mv);
        }
    }
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

/// By how much a bit changes in a step in direction `D`.
const fn shift<V: Variant, const D: usize>() -> i32 {
    Layout::<V>::shift::<D>()
}

/// Whether kings land on the square directly behind only.
const fn lands_behind<V: Variant>() -> bool {
    matches!(V::RULES.kings, Kings::LandingBehind)
}
