//! The weights of each kind of variant.
//!
//! Those of English and international draughts were fitted to results (Texel's tuning method,
//! <https://www.chessprogramming.org/Texel%27s_Tuning_Method>): 15,000 games of the strong search against itself for each,
//! 1,500 positions a move, from random openings; the terms that didn't help to foretell the results were left out.
//! `cargo run --release -p evaluation --example tune -- --help` plays such games and fits the weights, as they are written
//! here. The others were set by hand; what the changes won is in `docs/results.md`.

use super::{Phased, Weights};

/// Nothing is worth anything.
const NOTHING: Weights = Weights {
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

pub(super) const ENGLISH: Weights = Weights {
    man: Phased::new(84, 70),
    king: Phased::new(164, 104),
    safe_step: Phased::new(6, 10),
    backed: Phased::new(9, -3),
    gap: Phased::new(4, -14),
    bridge: Phased::new(2, 35),
    attacked: Phased::new(-26, -9),
    lead: Phased::new(16, 1),
    places: &[
        &[(8, -17), (40, -8), (40, -2), (71, -7)],
        &[(20, -2), (12, -19), (37, -25), (37, -13)],
        &[(8, 2), (7, -14), (0, -13), (26, -20)],
        &[(5, 4), (-18, 3), (-11, -5), (1, -12)],
        &[(-16, 23), (-40, 6), (-25, 8), (-34, 11)],
        &[(-14, 6), (-36, 14), (-45, 22), (-43, 27)],
        &[(-44, 8), (6, 9), (8, 13), (11, 11)],
    ],
    ..NOTHING
};

const SHORT: Weights = Weights {
    man: Phased::new(100, 100),
    king: Phased::new(130, 130),
    imbalance: Phased::new(-2, -2),
    men_freedom: Phased::new(8, 8),
    kings_freedom: Phased::new(3, 3),
    main_road: Phased::new(4, 4),
    king_edge: Phased::new(-8, -8),
    sole_kings: Phased::new(60, 60),
    runners: &[(24, 24), (18, 18), (12, 12), (6, 6), (0, 0)],
    places: &[
        &[(49, -11), (45, -5), (49, -1), (49, -1)],
        &[(34, -6), (30, 0), (34, 4), (34, 4)],
        &[(26, -6), (22, 0), (26, 4), (26, 4)],
        &[(20, -4), (16, 2), (20, 6), (20, 6)],
        &[(14, 0), (10, 6), (14, 10), (14, 10)],
        &[(10, 6), (6, 12), (10, 16), (10, 16)],
        &[(10, 16), (6, 22), (10, 26), (10, 26)],
    ],
    ..NOTHING
};

pub(super) const ITALIAN: Weights = Weights { king: Phased::new(180, 180), ..SHORT };

pub(super) const PARLOUR: Weights = Weights { king: Phased::new(115, 115), ..SHORT };

pub(super) const RUSSIAN: Weights = Weights {
    man: Phased::new(100, 100),
    king: Phased::new(280, 280),
    imbalance: Phased::new(-3, -3),
    men_freedom: Phased::new(7, 7),
    kings_freedom: Phased::new(2, 2),
    main_road: Phased::new(25, 25),
    king_edge: Phased::new(-4, -4),
    sole_kings: Phased::new(90, 90),
    runners: &[(125, 125), (100, 100), (75, 75), (50, 50), (25, 25)],
    places: &[
        &[(17, -13), (20, -5), (26, -1), (26, -1)],
        &[(17, -13), (20, -5), (26, -1), (26, -1)],
        &[(13, -8), (16, 0), (22, 4), (22, 4)],
        &[(11, -4), (14, 4), (20, 8), (20, 8)],
        &[(9, 2), (12, 10), (18, 14), (18, 14)],
        &[(11, 14), (14, 22), (20, 26), (20, 26)],
        &[(13, 34), (16, 42), (22, 46), (22, 46)],
    ],
    ..NOTHING
};

pub(super) const INTERNATIONAL: Weights = Weights {
    man: Phased::new(83, 179),
    king: Phased::new(107, 154),
    hunted: Phased::new(39, -82),
    men_freedom: Phased::new(-5, 13),
    kings_freedom: Phased::new(-4, 5),
    backed: Phased::new(0, 7),
    attacked: Phased::new(-4, -16),
    lead: Phased::new(1, -7),
    places: &[
        &[(24, -34), (10, -4), (18, -3), (22, -14), (34, -18)],
        &[(12, -18), (21, -37), (13, -20), (23, -27), (25, -21)],
        &[(18, -24), (13, -26), (19, -20), (18, -23), (23, -22)],
        &[(15, -19), (15, -41), (13, -23), (19, -27), (24, -28)],
        &[(13, -20), (12, -34), (5, -21), (18, -31), (18, -18)],
        &[(31, -33), (-10, 4), (-14, -1), (-28, 5), (-25, 2)],
        &[(1, 7), (-31, 7), (-85, 51), (-52, 26), (-78, 30)],
        &[(6, 14), (-9, 72), (-56, 64), (-59, 63), (-65, 45)],
        &[(19, 14), (24, 81), (2, 61), (-7, 44), (-3, 40)],
    ],
    runners: &[(261, 59), (135, 30), (7, 16), (13, -2)],
    ..NOTHING
};

const WIDE: Weights = Weights {
    places: &[
        &[(3, -8), (6, 0), (12, 4), (12, 4), (12, 4)],
        &[(-1, -8), (2, 0), (8, 4), (8, 4), (8, 4)],
        &[(-3, -8), (0, 0), (6, 4), (6, 4), (6, 4)],
        &[(-7, -4), (-4, 4), (2, 8), (2, 8), (2, 8)],
        &[(-9, 1), (-6, 9), (0, 13), (0, 13), (0, 13)],
        &[(-9, 7), (-6, 15), (0, 19), (0, 19), (0, 19)],
        &[(-3, 16), (0, 24), (6, 28), (6, 28), (6, 28)],
        &[(9, 32), (12, 40), (18, 44), (18, 44), (18, 44)],
        &[(32, 54), (35, 62), (41, 66), (41, 66), (41, 66)],
    ],
    ..RUSSIAN
};

pub(super) const FRISIAN: Weights = Weights {
    king: Phased::new(350, 350),
    imbalance: Phased::new(0, 0),
    men_freedom: Phased::new(1, 1),
    kings_freedom: Phased::new(0, 0),
    main_road: Phased::new(8, 8),
    king_edge: Phased::new(-6, -6),
    sole_kings: Phased::new(30, 30),
    places: &[
        &[(12, 4), (8, 8), (4, 8), (4, 8), (4, 8)],
        &[(14, -4), (10, 0), (6, 0), (6, 0), (6, 0)],
        &[(8, -6), (4, -2), (0, -2), (0, -2), (0, -2)],
        &[(4, -4), (0, 0), (-4, 0), (-4, 0), (-4, 0)],
        &[(0, 0), (-4, 4), (-8, 4), (-8, 4), (-8, 4)],
        &[(-2, 2), (-6, 6), (-10, 6), (-10, 6), (-10, 6)],
        &[(-4, 10), (-8, 14), (-12, 14), (-12, 14), (-12, 14)],
        &[(4, 32), (0, 36), (-4, 36), (-4, 36), (-4, 36)],
        &[(24, 51), (20, 55), (16, 55), (16, 55), (16, 55)],
    ],
    ..WIDE
};

pub(super) const TURKISH: Weights = Weights {
    king: Phased::new(450, 450),
    men_freedom: Phased::new(1, 1),
    main_road: Phased::new(0, 0),
    places: &[
        &[(2, 0), (0, 0), (2, 2), (2, 2)],
        &[(-4, 4), (-6, 4), (-4, 6), (-4, 6)],
        &[(-2, 10), (-4, 10), (-2, 12), (-2, 12)],
        &[(-2, 16), (-4, 16), (-2, 18), (-2, 18)],
        &[(2, 32), (0, 32), (2, 34), (2, 34)],
        &[(14, 56), (12, 56), (14, 58), (14, 58)],
        &[(42, 90), (40, 90), (42, 92), (42, 92)],
    ],
    ..RUSSIAN
};

pub(super) const LOSING: Weights = Weights {
    man: Phased::new(-100, -100),
    king: Phased::new(-100, -100),
    men_freedom: Phased::new(16, 16),
    kings_freedom: Phased::new(2, 2),
    main_road: Phased::new(0, 0),
    sole_kings: Phased::new(0, 0),
    runners: &[(0, 0), (0, 0), (0, 0), (0, 0), (0, 0)],
    places: &[
        &[(27, 0), (30, 8), (22, 20), (22, 20), (22, 20)],
        &[(33, 2), (36, 10), (28, 22), (28, 22), (28, 22)],
        &[(27, 4), (30, 12), (22, 24), (22, 24), (22, 24)],
        &[(21, 6), (24, 14), (16, 26), (16, 26), (16, 26)],
        &[(21, 2), (24, 10), (16, 22), (16, 22), (16, 22)],
        &[(7, -4), (10, 4), (2, 16), (2, 16), (2, 16)],
        &[(-3, -4), (0, 4), (-8, 16), (-8, 16), (-8, 16)],
        &[(-23, -16), (-20, -8), (-28, 4), (-28, 4), (-28, 4)],
        &[(-23, -28), (-20, -20), (-28, -8), (-28, -8), (-28, -8)],
    ],
    ..WIDE
};

pub(super) const BREAKTHROUGH: Weights = Weights { race: Phased::new(10, 10), ..WIDE };
