//! English draughts.

use super::{Learned, pairs};
use crate::evaluation::standard::{Phased, Weights};

pub(super) const LEARNED: Learned = Learned { terms: &TERMS, window_rows: 4, windows: WINDOWS };

static WINDOWS: &[[u8; 2]] = pairs(include_bytes!(concat!(env!("OUT_DIR"), "/english.bin")));

const TERMS: Weights = Weights {
    man: Phased::new(63, -30),
    king: Phased::new(161, -4),
    main_road: Phased::new(-7, -8),
    king_edge: Phased::new(-53, 1),
    sole_kings: Phased::new(-88, 7),
    hunted: Phased::new(-16, 4),
    men_freedom: Phased::new(11, -5),
    kings_freedom: Phased::new(5, 2),
    turn: Phased::new(1, 3),
    attacked: Phased::new(-38, -8),
    lead: Phased::new(50, 7),
    places: &[
        &[(20, -28), (70, 2), (65, 12), (79, -2)],
        &[(31, -8), (27, -28), (57, -32), (63, -31)],
        &[(7, -1), (20, -25), (14, -24), (43, -40)],
        &[(1, 3), (-22, 8), (-6, -6), (13, -19)],
        &[(-27, 19), (-40, 11), (-39, 14), (-34, 14)],
        &[(-47, 9), (-47, 18), (-35, 22), (-63, 34)],
        &[(-67, 6), (15, 2), (-21, 23), (-13, 15)],
    ],
    runners: &[(33, -42), (32, -51), (-20, -28)],
    ..Weights::NOTHING
};
