//! The weights of each kind of variant.
//!
//! All except Russian and parlour draughts were fitted to results (Texel's tuning method,
//! <https://www.chessprogramming.org/Texel%27s_Tuning_Method>): 8,000 games of the strong search against itself for
//! each, 15,000 for English and international draughts, 1,500 nodes per move, from random openings. Terms that didn't
//! help to predict the results were dropped. The program `examples/tune` plays such games
//! (`games --evaluator standard`) and fits the weights (`fit --searched 0`). English and international draughts were
//! fitted with another ridge (1 for terms, 8 for places) than its default of 4, so a rerun gives slightly different
//! numbers. The weights of Russian and parlour draughts were chosen manually: fitted weights were not shown to be
//! better. The gains of the others are in `docs/strength.md`.

use super::{Phased, Weights};

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
    ..Weights::NOTHING
};

pub(super) const ITALIAN: Weights = Weights {
    man: Phased::new(35, -8),
    king: Phased::new(73, 118),
    hunted: Phased::new(-39, 36),
    men_freedom: Phased::new(16, -22),
    safe_step: Phased::new(-12, 26),
    bridge: Phased::new(28, 24),
    attacked: Phased::new(-22, -11),
    lead: Phased::new(46, 2),
    places: &[
        &[(-7, -30), (24, -20), (29, -23), (85, -34)],
        &[(14, -21), (19, -39), (30, -36), (37, -36)],
        &[(4, 1), (6, -17), (0, -25), (21, -33)],
        &[(8, 10), (-24, 8), (-9, -8), (-4, -11)],
        &[(-24, 23), (-41, 18), (-28, 25), (-33, 19)],
        &[(-18, 11), (-42, 36), (-18, 33), (-17, 36)],
        &[(-49, 5), (17, 34), (15, 39), (41, 28)],
    ],
    runners: &[(42, 1), (24, -11), (-3, -25)],
    ..Weights::NOTHING
};

pub(super) const PARLOUR: Weights = Weights {
    man: Phased::new(100, 100),
    king: Phased::new(115, 115),
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
    ..Weights::NOTHING
};

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
    ..Weights::NOTHING
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
    ..Weights::NOTHING
};

pub(super) const FRISIAN: Weights = Weights {
    man: Phased::new(71, 132),
    king: Phased::new(-7, 22),
    hunted: Phased::new(-28, -66),
    men_freedom: Phased::new(-9, 14),
    kings_freedom: Phased::new(-64, 22),
    backed: Phased::new(-9, 10),
    lead: Phased::new(5, -4),
    places: &[
        &[(56, 14), (47, 17), (43, 25), (29, 15), (32, 11)],
        &[(31, 12), (35, -1), (35, -3), (28, -9), (25, -4)],
        &[(29, 7), (39, -16), (22, -17), (19, -16), (11, -24)],
        &[(28, -5), (27, -20), (5, -7), (2, -33), (-4, -29)],
        &[(23, -10), (4, -3), (-25, -8), (-20, -18), (-30, -31)],
        &[(4, -1), (13, -13), (-43, 18), (-67, -11), (-66, -6)],
        &[(19, -11), (-22, 6), (-54, -12), (-68, -18), (-70, -10)],
        &[(-16, 39), (12, 49), (1, 47), (-12, 12), (-22, 3)],
        &[(-21, 63), (-6, 57), (12, 25), (-7, 22), (-9, 26)],
    ],
    runners: &[(37, 107), (23, 94), (37, 87), (18, 49)],
    ..Weights::NOTHING
};

pub(super) const TURKISH: Weights = Weights {
    man: Phased::new(97, 231),
    king: Phased::new(-41, 527),
    sole_kings: Phased::new(-296, 231),
    hunted: Phased::new(-42, -74),
    men_freedom: Phased::new(1, 10),
    gap: Phased::new(6, -40),
    turn: Phased::new(5, 35),
    places: &[
        &[(0, 0), (0, 0), (0, 0), (0, 0)],
        &[(-6, -10), (-18, -56), (-21, -69), (-25, -64)],
        &[(-4, -15), (-18, -47), (-25, -75), (-8, -87)],
        &[(-9, 0), (-20, -29), (-18, -65), (-4, -81)],
        &[(-27, 24), (5, -17), (-11, -24), (-26, -47)],
        &[(52, 178), (-10, 67), (15, 42), (-50, 21)],
        &[(156, 227), (71, 129), (65, 116), (33, 112)],
    ],
    runners: &[(43, 89), (-0, 12), (1, -2)],
    ..Weights::NOTHING
};

pub(super) const LOSING: Weights = Weights {
    man: Phased::new(-117, 33),
    king: Phased::new(-566, 518),
    king_edge: Phased::new(-444, 26),
    sole_kings: Phased::new(-162, 844),
    men_freedom: Phased::new(-17, 94),
    backed: Phased::new(-73, 40),
    turn: Phased::new(94, 21),
    lead: Phased::new(8, -28),
    places: &[
        &[(159, -425), (319, -327), (119, -204), (148, -75), (-11, 57)],
        &[(43, -123), (206, -232), (197, -110), (65, 6), (56, 25)],
        &[(117, -286), (187, -167), (134, -138), (88, -51), (93, -25)],
        &[(157, -262), (119, -137), (201, -153), (170, -125), (116, -81)],
        &[(53, -137), (211, -197), (158, -61), (201, -87), (242, -47)],
        &[(-20, -9), (-28, 76), (-80, 74), (-89, 99), (-10, 29)],
        &[(-34, -37), (28, 47), (-94, 146), (-20, 241), (-14, 237)],
        &[(-640, 249), (-142, 101), (-331, 294), (-187, 381), (-495, 360)],
        &[(-112, -174), (-298, 469), (-288, 392), (-296, 249), (-515, 170)],
    ],
    runners: &[(-802, 383), (-825, 514), (-429, 223), (-99, -12)],
    ..Weights::NOTHING
};

pub(super) const BREAKTHROUGH: Weights = Weights {
    man: Phased::new(84, 139),
    men_freedom: Phased::new(1, 8),
    race: Phased::new(1, 3),
    turn: Phased::new(3, 10),
    attacked: Phased::new(1, -62),
    lead: Phased::new(2, 5),
    places: &[
        &[(30, -64), (42, -46), (22, -10), (30, -9), (59, -25)],
        &[(23, -37), (36, -45), (33, -32), (23, -17), (35, -14)],
        &[(25, -35), (16, -21), (27, -30), (33, -25), (20, -6)],
        &[(18, -36), (13, -23), (10, -19), (26, -18), (21, -5)],
        &[(8, -30), (15, -23), (-7, 7), (14, 5), (18, 4)],
        &[(25, -26), (-31, 24), (-37, 57), (-42, 33), (-39, 51)],
        &[(-2, -19), (-34, 32), (-84, 68), (-105, 68), (-102, 74)],
        &[(1, 7), (-39, 69), (3, 67), (-43, 52), (-57, 48)],
        &[(43, 10), (25, 41), (-8, 7), (10, 24), (12, 6)],
    ],
    ..Weights::NOTHING
};
