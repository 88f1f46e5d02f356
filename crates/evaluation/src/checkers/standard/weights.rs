//! What is worth how much, in hundredths of a man, for each kind of variant.

use std::ops::Sub;

use checkers::rules::{Goal, Kings, Lines, MenCapture, MenTake, Rules};

/// Two numbers, one for the opening and one for the ending, in one word: they are added and taken away together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Phased(i32);

impl Phased {
    pub(super) const fn new(opening: i16, ending: i16) -> Self {
        Self(((opening as i32) << 16) + ending as i32)
    }

    /// Both numbers as one word; the sum of two such words is the word of the sums.
    pub(super) const fn bits(self) -> i32 {
        self.0
    }

    /// The numbers in such a word.
    pub(super) const fn from_bits(bits: i32) -> Self {
        Self(bits)
    }

    pub(super) const fn plus(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }

    /// The number between the two for so many men of `men_max`.
    #[inline]
    pub(super) const fn at(self, men: i32, men_max: i32) -> i32 {
        let ending = (self.0 << 16) >> 16;
        let opening = (self.0 - ending) >> 16;
        ending + (opening - ending) * men / men_max
    }
}

impl Sub for Phased {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

/// What is worth how much.
pub(super) struct Weights {
    pub(super) man: i32,
    pub(super) king: i32,
    /// A man by the row that it has come to, from its own back row to the one before the crowning row: opening, ending.
    rows: &'static [(i16, i16)],
    /// A man at the left or right edge.
    pub(super) edge: Phased,
    /// A man on one of the columns in the middle.
    pub(super) center: Phased,
    /// Each man more on one wing than on the other.
    pub(super) imbalance: i32,
    /// Each move without capture, for a side without kings.
    pub(super) men_freedom: i32,
    /// The same for a side with kings.
    pub(super) kings_freedom: i32,
    /// A king on the long diagonal.
    pub(super) main_road: i32,
    /// A king at the edge.
    pub(super) king_edge: i32,
    /// Having kings where the other side has none.
    pub(super) sole_kings: i32,
    /// A man that nobody can stop, one step before it would be crowned at once …
    pub(super) runner: i32,
    /// … and how much less for each row that it is away.
    pub(super) runner_step: i32,
}

impl Weights {
    /// The weights for this variant.
    pub(super) const fn of(rules: &Rules) -> &'static Self {
        let is_flying = !matches!(rules.kings, Kings::Short);
        match (rules.goal, rules.lines) {
            (Goal::NoMove, _) => &LOSING,
            (Goal::FirstKing, _) => &BREAKTHROUGH,
            (Goal::MorePieces, _) => &PARLOUR,
            (Goal::LastMove, Lines::Straight) => &TURKISH,
            (Goal::LastMove, Lines::DiagonalsAndStraightCaptures) => &FRISIAN,
            (Goal::LastMove, Lines::Diagonals) if !is_flying => match rules.men_take {
                MenTake::All => &ENGLISH,
                MenTake::Men => &ITALIAN,
            },
            (Goal::LastMove, Lines::Diagonals) => match rules.men_capture {
                MenCapture::Forward => &FORWARD,
                MenCapture::AllAround if rules.board.height < 10 => &RUSSIAN,
                MenCapture::AllAround => &INTERNATIONAL,
            },
        }
    }

    /// What a man is worth on a row of a board of this height; other heights than the table's are stretched.
    pub(super) const fn row(&self, advanced: u8, height: u8) -> Phased {
        let (last, last_row) = (self.rows.len() - 1, height as usize - 2);
        let row = if (advanced as usize) < last_row { advanced as usize } else { last_row };
        let (opening, ending) = self.rows[(row * last + last_row / 2) / last_row];
        Phased::new(opening, ending)
    }
}

const ENGLISH: Weights = Weights {
    man: 100,
    king: 130,
    rows: &[(45, -5), (30, 0), (22, 0), (16, 2), (10, 6), (6, 12), (6, 22)],
    edge: Phased::new(4, -6),
    center: Phased::new(4, 4),
    imbalance: -2,
    men_freedom: 8,
    kings_freedom: 3,
    main_road: 4,
    king_edge: -8,
    sole_kings: 60,
    runner: 30,
    runner_step: 6,
};

const ITALIAN: Weights = Weights { king: 180, ..ENGLISH };

const PARLOUR: Weights = Weights { king: 115, ..ENGLISH };

const RUSSIAN: Weights = Weights {
    man: 100,
    king: 280,
    rows: &[(20, -5), (20, -5), (16, 0), (14, 4), (12, 10), (14, 22), (16, 42)],
    edge: Phased::new(-3, -8),
    center: Phased::new(6, 4),
    imbalance: -3,
    men_freedom: 7,
    kings_freedom: 2,
    main_road: 25,
    king_edge: -4,
    sole_kings: 90,
    runner: 150,
    runner_step: 25,
};

const FORWARD: Weights = RUSSIAN;

const INTERNATIONAL: Weights = Weights {
    rows: &[(6, 0), (2, 0), (0, 0), (-4, 4), (-6, 9), (-6, 15), (0, 24), (12, 40), (35, 62)],
    ..RUSSIAN
};

const FRISIAN: Weights = Weights {
    king: 350,
    rows: &[(8, 8), (10, 0), (4, -2), (0, 0), (-4, 4), (-6, 6), (-8, 14), (0, 36), (20, 55)],
    edge: Phased::new(4, -4),
    center: Phased::new(-4, 0),
    imbalance: 0,
    men_freedom: 1,
    kings_freedom: 0,
    main_road: 8,
    king_edge: -6,
    sole_kings: 30,
    ..INTERNATIONAL
};

const TURKISH: Weights = Weights {
    king: 450,
    rows: &[(0, 0), (-6, 4), (-4, 10), (-4, 16), (0, 32), (12, 56), (40, 90)],
    men_freedom: 1,
    edge: Phased::new(2, 0),
    center: Phased::new(2, 2),
    main_road: 0,
    ..RUSSIAN
};

const LOSING: Weights = Weights {
    man: -100,
    king: -100,
    rows: &[
        (30, 8),
        (36, 10),
        (30, 12),
        (24, 14),
        (24, 10),
        (10, 4),
        (0, 4),
        (-20, -8),
        (-20, -20),
    ],
    center: Phased::new(-8, 12),
    men_freedom: 16,
    kings_freedom: 2,
    main_road: 0,
    sole_kings: 0,
    runner: 0,
    runner_step: 0,
    ..INTERNATIONAL
};

const BREAKTHROUGH: Weights = Weights { runner: 900, ..INTERNATIONAL };
