//! What was learned, for each kind of variant: `cargo run --release -p evaluation --example tune -- --help` says how.

mod english;
mod frisian;
mod international;
mod russian;

use checkers::rules::{Goal, Kings, Lines, MenCapture, Rules, Squares};

use super::windows::{CONTENTS, WINDOWS_MAX};
use crate::checkers::standard::{Phased, Weights};

/// What was learned together.
#[derive(Clone, Copy)]
pub(super) struct Learned {
    /// What the terms are worth.
    pub(super) terms: &'static Weights,
    /// What the windows are worth.
    pub(super) windows: &'static Table,
}

/// For each window and each way to fill it, what it is worth in hundredths of a man.
type Table = [[Phased; CONTENTS]; WINDOWS_MAX];

impl Learned {
    /// What was learned for this variant, if anything was.
    pub(super) const fn of(rules: &Rules) -> Option<Self> {
        let is_last_move = matches!(rules.goal, Goal::LastMove);
        if !is_last_move || !matches!(rules.board.squares, Squares::Dark) {
            return None;
        }
        match (rules.board.width, rules.board.height, rules.lines) {
            (10, 10, Lines::Diagonals) => Some(international::LEARNED),
            (10, 10, Lines::DiagonalsAndStraightCaptures) => Some(frisian::LEARNED),
            (8, 8, Lines::Diagonals) => match (rules.kings, rules.men_capture) {
                (Kings::Short, MenCapture::Forward) => Some(english::LEARNED),
                (Kings::Flying, MenCapture::AllAround) => Some(russian::LEARNED),
                _ => None,
            },
            _ => None,
        }
    }
}

/// Reads what `tune` has written: for each window and each way to fill it what it is worth in the opening and in the
/// ending, a signed byte each. Windows that are not there are worth nothing.
#[expect(clippy::large_stack_arrays, reason = "it is made at compile time")]
const fn read(bytes: &[u8]) -> Table {
    assert!(bytes.len().is_multiple_of(2 * CONTENTS), "there are whole windows");
    let mut table = [[Phased::ZERO; CONTENTS]; WINDOWS_MAX];
    let mut entry = 0;
    while 2 * entry < bytes.len() {
        let opening = bytes[2 * entry].cast_signed() as i16;
        let ending = bytes[2 * entry + 1].cast_signed() as i16;
        table[entry / CONTENTS][entry % CONTENTS] = Phased::new(opening, ending);
        entry += 1;
    }
    table
}
