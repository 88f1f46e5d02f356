//! The term weights, in hundredths of a man, for each kind of variant.

mod variants;

use checkers::rules::{Goal, Kings, MenTake, MoveLines, Rules};

use self::variants::{
    BREAKTHROUGH, ENGLISH, FRISIAN, INTERNATIONAL, ITALIAN, LOSING, PARLOUR, RUSSIAN, TURKISH,
};
use super::terms::Term;

/// Two numbers, for the opening and the ending, packed into one word, so they are added and multiplied together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::evaluation) struct Phased(i32);

impl Phased {
    pub(in crate::evaluation) const fn new(opening: i16, ending: i16) -> Self {
        Self(((opening as i32) << 16) + ending as i32)
    }

    pub(in crate::evaluation) const ZERO: Self = Self(0);

    /// Both numbers packed into one word. Adding two such words adds both numbers.
    pub(super) const fn bits(self) -> i32 {
        self.0
    }

    /// The numbers in such a word.
    pub(super) const fn from_bits(bits: i32) -> Self {
        Self(bits)
    }

    pub(in crate::evaluation) const fn plus(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }

    #[inline]
    pub(super) const fn times(self, count: i32) -> Self {
        Self(self.0 * count)
    }

    /// Interpolates between the two numbers for this number of men out of `men_max`.
    #[inline]
    pub(in crate::evaluation) const fn at(self, men: i32, men_max: i32) -> i32 {
        let ending = (self.0 << 16) >> 16;
        let opening = (self.0 - ending) >> 16;
        ending + (opening - ending) * men / men_max
    }
}

/// The weights. Each field is the weight of the [`Term`] with the same name.
pub(in crate::evaluation) struct Weights {
    pub(in crate::evaluation) man: Phased,
    pub(in crate::evaluation) king: Phased,
    /// A man's square: by its row, from its own back row to the row before the crowning row, and by the number of
    /// columns between the man and the nearer edge. Each entry is (opening, ending).
    pub(in crate::evaluation) places: &'static [&'static [(i16, i16)]],
    pub(in crate::evaluation) main_road: Phased,
    pub(in crate::evaluation) king_edge: Phased,
    pub(in crate::evaluation) sole_kings: Phased,
    pub(in crate::evaluation) hunted: Phased,
    pub(in crate::evaluation) men_freedom: Phased,
    pub(in crate::evaluation) kings_freedom: Phased,
    pub(in crate::evaluation) safe_step: Phased,
    pub(in crate::evaluation) imbalance: Phased,
    pub(in crate::evaluation) backed: Phased,
    pub(in crate::evaluation) gap: Phased,
    pub(in crate::evaluation) bridge: Phased,
    pub(in crate::evaluation) race: Phased,
    pub(in crate::evaluation) turn: Phased,
    pub(in crate::evaluation) attacked: Phased,
    pub(in crate::evaluation) lead: Phased,
    /// The weights for a runner one row away, two rows away, and so on.
    pub(in crate::evaluation) runners: &'static [(i16, i16)],
}

impl Weights {
    /// All weights are 0.
    pub(in crate::evaluation) const NOTHING: Self = Self {
        places: &[&[(0, 0)]],
        runners: &[],
        man: Phased::ZERO,
        king: Phased::ZERO,
        main_road: Phased::ZERO,
        king_edge: Phased::ZERO,
        sole_kings: Phased::ZERO,
        hunted: Phased::ZERO,
        men_freedom: Phased::ZERO,
        kings_freedom: Phased::ZERO,
        safe_step: Phased::ZERO,
        imbalance: Phased::ZERO,
        backed: Phased::ZERO,
        gap: Phased::ZERO,
        bridge: Phased::ZERO,
        race: Phased::ZERO,
        turn: Phased::ZERO,
        attacked: Phased::ZERO,
        lead: Phased::ZERO,
    };

    /// The weights for this variant.
    pub(super) const fn of(rules: &Rules) -> &'static Self {
        let is_flying = !matches!(rules.kings, Kings::Short);
        match (rules.goal, rules.lines) {
            (Goal::NoMove, _) => &LOSING,
            (Goal::FirstKing, _) => &BREAKTHROUGH,
            (Goal::MorePieces, _) => &PARLOUR,
            (Goal::LastMove, MoveLines::Straight) => &TURKISH,
            (Goal::LastMove, MoveLines::DiagonalsAndStraightCaptures) => &FRISIAN,
            (Goal::LastMove, MoveLines::Diagonals) if !is_flying => match rules.men_take {
                MenTake::All => &ENGLISH,
                MenTake::Men => &ITALIAN,
            },
            (Goal::LastMove, MoveLines::Diagonals) if rules.board.height < 10 => &RUSSIAN,
            (Goal::LastMove, MoveLines::Diagonals) => &INTERNATIONAL,
        }
    }

    /// The weight of a term, except for [`Term::Place`], which depends on the board.
    #[inline]
    pub(in crate::evaluation) const fn of_term(&self, term: Term) -> Phased {
        match term {
            Term::Place { .. } => Phased::ZERO,
            Term::Runner(rows) => self.runner(rows),
            Term::Man => self.man,
            Term::King => self.king,
            Term::MainRoad => self.main_road,
            Term::KingEdge => self.king_edge,
            Term::SoleKings => self.sole_kings,
            Term::Hunted => self.hunted,
            Term::MenFreedom => self.men_freedom,
            Term::KingsFreedom => self.kings_freedom,
            Term::SafeStep => self.safe_step,
            Term::Imbalance => self.imbalance,
            Term::Backed => self.backed,
            Term::Gap => self.gap,
            Term::Bridge => self.bridge,
            Term::Race => self.race,
            Term::Turn => self.turn,
            Term::Attacked => self.attacked,
            Term::Lead => self.lead,
        }
    }

    #[inline]
    const fn runner(&self, rows: u8) -> Phased {
        if rows == 0 || rows as usize > self.runners.len() {
            return Phased::ZERO;
        }
        let (opening, ending) = self.runners[rows as usize - 1];
        Phased::new(opening, ending)
    }

    /// The weight of a man's square on a board of this size. The table is stretched to fit the board.
    pub(in crate::evaluation) const fn placement(
        &self,
        row: u8,
        from_edge: u8,
        height: u8,
        width: u8,
    ) -> Phased {
        let row = stretched(row, height - 2, self.places.len());
        let columns = self.places[row];
        let (opening, ending) = columns[stretched(from_edge, width / 2 - 1, columns.len())];
        Phased::new(opening, ending)
    }
}

/// The index for `at` of `0..=last` in a table with this number of entries.
const fn stretched(at: u8, last: u8, entries: usize) -> usize {
    let (at, last) = (if at < last { at as usize } else { last as usize }, last as usize);
    (at * (entries - 1) + last / 2) / last
}
