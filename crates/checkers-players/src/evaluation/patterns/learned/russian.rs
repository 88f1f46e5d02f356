//! Russian draughts and its like: 8×8, kings that fly, men that capture all around.

use super::{Learned, pairs};
use crate::evaluation::standard::{Phased, Weights};

pub(super) const LEARNED: Learned = Learned { terms: &TERMS, window_rows: 4, windows: WINDOWS };

static WINDOWS: &[[u8; 2]] = pairs(include_bytes!(concat!(env!("OUT_DIR"), "/russian.bin")));

const TERMS: Weights = Weights {
    man: Phased::new(104, 216),
    king: Phased::new(24, 146),
    main_road: Phased::new(58, -6),
    king_edge: Phased::new(-65, 41),
    sole_kings: Phased::new(-52, -94),
    hunted: Phased::new(-23, -100),
    men_freedom: Phased::new(5, 11),
    kings_freedom: Phased::new(-13, 14),
    turn: Phased::new(1, 13),
    attacked: Phased::new(-17, -35),
    lead: Phased::new(0, -11),
    places: &[
        &[(18, -45), (40, 16), (25, -10), (40, -6)],
        &[(27, -29), (21, -38), (33, -19), (33, -18)],
        &[(12, -28), (14, -30), (9, -19), (24, -8)],
        &[(34, -26), (-1, -17), (7, 4), (12, 8)],
        &[(32, -20), (-26, 12), (-8, 14), (-48, 19)],
        &[(8, 13), (-33, 66), (-40, 60), (-73, 53)],
        &[(9, 54), (27, 81), (-41, 71), (-51, 58)],
    ],
    runners: &[(134, 3), (32, 8), (12, 8)],
    ..Weights::NOTHING
};
