//! Captures.

use board_engine::{Bitboard, Word};

use crate::generator::{MoveOf, PositionOf, Side};
use crate::layout::{DIRECTIONS, Layout, Set, for_each_direction, opposite};
use crate::moves::Move;
use crate::rules::{Kings, Lines, MenTake, Precedence, Promotion, Taken};
use crate::variant::Variant;

impl<V: Variant, const WHITE: bool> Side<V, WHITE> {
    /// Adds the legal captures to an empty list.
    pub(super) fn list_captures(position: &PositionOf<V>, moves: &mut Vec<MoveOf<V>>) {
        let side = Self::of(position);
        let (men, kings) = (side.jumps::<false>(side.men), side.king_captures());
        side.list_captures_of(&men, &kings, moves);
    }

    fn list_captures_of(
        &self,
        men: &Jumps<V>,
        kings: &KingCaptures<V>,
        moves: &mut Vec<MoveOf<V>>,
    ) {
        let mut search = Captures::<V, WHITE>::new(self, moves);
        match kings {
            KingCaptures::Short(jumps) => search.capture_with_jumpers::<true>(jumps),
            KingCaptures::Flying(kings) => {
                for king in *kings {
                    search.capture_with_flying_king(king);
                }
            }
        }
        if !matches!(V::RULES.precedence, Precedence::KingsFirst) || kings.is_empty() {
            search.capture_with_jumpers::<false>(men);
        }
    }

    /// The number of captures that [`list_captures`](Self::list_captures) would list, which it uses `scratch` for if
    /// there is no shorter way.
    pub(super) fn count_captures(position: &PositionOf<V>, scratch: &mut Vec<MoveOf<V>>) -> u64 {
        let side = Self::of(position);
        let (men, kings) = (side.jumps::<false>(side.men), side.king_captures());
        // All captures take one piece, and none is worth more than another.
        let equal = match V::RULES.precedence {
            Precedence::Optional | Precedence::Any | Precedence::KingsFirst | Precedence::Most => {
                true
            }
            _ => side.kings.is_empty() && side.opponent_kings.is_empty(),
        };
        match &kings {
            KingCaptures::Short(kings) if equal && (men.further | kings.further).is_empty() => {
                u64::from(men.count() + kings.count())
            }
            KingCaptures::Flying(kings) if equal && (men.further | *kings).is_empty() => {
                men.count().into()
            }
            _ => {
                scratch.clear();
                side.list_captures_of(&men, &kings, scratch);
                scratch.len() as u64
            }
        }
    }

    /// Whether a capture is possible in `position`, of which `self` is one side's view.
    #[inline]
    pub(super) fn can_capture(&self, position: &PositionOf<V>) -> bool {
        let targets = men_targets::<V>(self.opponents, self.opponent_kings);
        let mut between = Bitboard::EMPTY;
        for_each_direction!(Self::CAPTURES_MEN, D => {
            const BACK: usize = opposite(D);
            between |= Layout::<V>::step::<D>(self.men) & Layout::<V>::step::<BACK>(self.empty);
        });
        between.meets(targets) || (!self.kings.is_empty() && Self::kings_can_capture(position))
    }

    #[inline(never)]
    fn kings_can_capture(position: &PositionOf<V>) -> bool {
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
    fn further<const KING: bool>(&self, landings: Set<V>, targets: Set<V>) -> Set<V> {
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
struct Jumps<V: Variant> {
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

/// A search for the legal captures among the possible ones.
struct Captures<'a, V: Variant, const WHITE: bool> {
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
        let at = Bitboard::single(from);
        self.empty = self.empty_before | at;
        at
    }

    /// Captures with pieces that jump over the next square.
    #[inline]
    fn capture_with_jumpers<const KING: bool>(&mut self, jumps: &Jumps<V>) {
        self.first = self.moves.len();
        let start = Progress {
            taken: Bitboard::EMPTY,
            rank: if KING { Self::BY_KING } else { Self::BY_MAN },
        };
        for_each_direction!(if KING { Side::<V, WHITE>::CAPTURES } else { Side::<V, WHITE>::CAPTURES_MEN }, D => {
            for to in jumps.to[D] & jumps.further {
                self.go_on_from::<KING, D>(to, start);
            }
        });
        // Two pieces are more than one, whatever they are and whoever takes them.
        let only_more =
            const { ranks::<V>() } && !jumps.further.is_empty() && !self.moves.is_empty();
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
    fn capture_with_flying_king(&mut self, from: u32) {
        self.first = self.moves.len();
        let at = self.lift(from);
        self.fly_on(at, DIRECTIONS, Progress { taken: Bitboard::EMPTY, rank: Self::BY_KING });
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
        if const { ranks::<V>() } && rank != self.best {
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

/// By how much a bit changes in a step in direction `D`.
const fn shift<V: Variant, const D: usize>() -> i32 {
    Layout::<V>::shift::<D>()
}

/// Whether kings land on the square directly behind only.
const fn lands_behind<V: Variant>() -> bool {
    matches!(V::RULES.kings, Kings::LandingBehind)
}
