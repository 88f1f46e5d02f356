//! International draughts, and what differs from it in kings alone.

use super::{Learned, Table, read};
use crate::checkers::standard::{Phased, Weights};

pub(super) const LEARNED: Learned = Learned { terms: &TERMS, windows: &WINDOWS };

static WINDOWS: Table = read(include_bytes!("international.bin"));

const TERMS: Weights = Weights {
    man: Phased::new(91, 212),
    king: Phased::new(105, 226),
    main_road: Phased::new(-15, 6),
    king_edge: Phased::new(-86, 25),
    sole_kings: Phased::new(-68, -53),
    hunted: Phased::new(-3, -62),
    men_freedom: Phased::new(1, 4),
    kings_freedom: Phased::new(-12, 7),
    turn: Phased::new(1, 13),
    attacked: Phased::new(-6, -29),
    lead: Phased::new(-6, -10),
    places: &[
        &[(33, -53), (26, -11), (25, -14), (32, -18), (45, -15)],
        &[(37, -39), (37, -56), (34, -37), (41, -38), (44, -30)],
        &[(33, -37), (37, -47), (34, -36), (39, -34), (47, -36)],
        &[(31, -33), (33, -49), (26, -29), (35, -33), (39, -29)],
        &[(30, -38), (22, -38), (19, -23), (25, -26), (31, -22)],
        &[(36, -39), (-6, -13), (-19, 0), (-29, 0), (-30, 10)],
        &[(13, -17), (-18, 8), (-92, 49), (-90, 35), (-95, 38)],
        &[(7, 7), (15, 78), (-104, 93), (-129, 93), (-120, 81)],
        &[(16, 66), (103, 131), (-84, 158), (-48, 124), (-73, 129)],
    ],
    runners: &[(246, -42), (221, -44), (119, -18), (26, 11)],
    ..Weights::NOTHING
};
