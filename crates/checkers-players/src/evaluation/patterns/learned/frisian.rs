//! Frisian draughts.

use super::{Learned, pairs};
use crate::evaluation::standard::{Phased, Weights};

pub(super) const LEARNED: Learned = Learned { terms: &TERMS, window_rows: 4, windows: WINDOWS };

static WINDOWS: &[[u8; 2]] = pairs(include_bytes!(concat!(env!("OUT_DIR"), "/frisian.bin")));

const TERMS: Weights = Weights {
    man: Phased::new(69, 159),
    king: Phased::new(-39, 91),
    main_road: Phased::new(24, 9),
    king_edge: Phased::new(-70, 22),
    sole_kings: Phased::new(-56, 40),
    hunted: Phased::new(-23, -53),
    men_freedom: Phased::new(-6, 14),
    kings_freedom: Phased::new(-40, 16),
    turn: Phased::new(-1, 6),
    attacked: Phased::new(9, -37),
    lead: Phased::new(0, -7),
    places: &[
        &[(58, 24), (60, 16), (55, 10), (50, -2), (31, 14)],
        &[(49, 4), (53, -16), (34, -2), (30, -12), (24, -11)],
        &[(48, -21), (36, -20), (23, -25), (22, -29), (11, -28)],
        &[(38, -18), (27, -29), (13, -23), (7, -31), (-1, -39)],
        &[(29, -13), (9, -19), (-11, -13), (-21, -24), (-32, -38)],
        &[(9, -7), (22, -12), (-37, 9), (-69, 1), (-73, -17)],
        &[(18, -13), (9, 1), (-32, 5), (-112, -5), (-90, -5)],
        &[(18, 33), (27, 79), (-2, 51), (-82, 37), (-103, 33)],
        &[(-1, 63), (-6, 85), (2, 72), (-23, 47), (-49, 47)],
    ],
    runners: &[(-7, 80), (28, 59), (26, 62), (21, 58)],
    ..Weights::NOTHING
};
