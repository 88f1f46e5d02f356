//! International draughts, and what differs from it in kings alone.

use super::{Learned, pairs};
use crate::evaluation::standard::{Phased, Weights};

pub(super) const LEARNED: Learned = Learned { terms: &TERMS, window_rows: 6, windows: WINDOWS };

static WINDOWS: &[[u8; 2]] = pairs(include_bytes!(concat!(env!("OUT_DIR"), "/international.bin")));

const TERMS: Weights = Weights {
    man: Phased::new(86, 220),
    king: Phased::new(61, 246),
    main_road: Phased::new(-12, 5),
    king_edge: Phased::new(-101, 28),
    sole_kings: Phased::new(-111, -96),
    hunted: Phased::new(-6, -67),
    men_freedom: Phased::new(1, 1),
    kings_freedom: Phased::new(-12, 6),
    turn: Phased::new(2, 17),
    attacked: Phased::new(-4, -29),
    lead: Phased::new(-6, -10),
    places: &[
        &[(36, -52), (29, -12), (29, -9), (35, -20), (50, -15)],
        &[(37, -40), (37, -53), (35, -38), (41, -37), (43, -32)],
        &[(31, -34), (37, -44), (36, -34), (40, -38), (46, -35)],
        &[(32, -38), (36, -49), (30, -30), (38, -36), (40, -31)],
        &[(32, -45), (26, -36), (26, -27), (27, -26), (35, -25)],
        &[(38, -44), (1, -14), (-18, 6), (-24, -4), (-26, 10)],
        &[(21, -23), (-32, 29), (-103, 54), (-102, 43), (-103, 43)],
        &[(5, 19), (1, 82), (-122, 101), (-132, 95), (-111, 78)],
        &[(-6, 66), (82, 129), (-66, 147), (-51, 120), (-50, 119)],
    ],
    runners: &[(227, -21), (167, -14), (81, 5), (20, 9)],
    ..Weights::NOTHING
};
