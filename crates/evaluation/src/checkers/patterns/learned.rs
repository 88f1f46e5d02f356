//! What was learned, for each kind of variant, by the program `examples/tune`: its `games` wrote positions with results,
//! its `fit` with `--without Backed,Gap,Bridge,SafeStep,Imbalance` and `--patterns` what stands here. Games of the
//! hand-made evaluation (`games --evaluator standard`) came first, then games of what was learned from these.
//! International draughts was learned with `--searched 0.75 --per-game 56`, the others from results alone. How many games
//! there were, and what it has won, is in `docs/results.md`.

mod english;
mod frisian;
mod international;
mod russian;

use checkers::rules::{Board, Goal, Kings, Lines, MenCapture, Rules, Squares};

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
        let Board { width, height, men_rows, .. } = rules.board;
        match (width, height, men_rows, rules.lines) {
            (10, 10, 4, Lines::Diagonals) => Some(international::LEARNED),
            (10, 10, 4, Lines::DiagonalsAndStraightCaptures) => Some(frisian::LEARNED),
            (8, 8, 3, Lines::Diagonals) => match (rules.kings, rules.men_capture) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_of_bytes_is_the_opening_and_the_ending() {
        let mut bytes = vec![0; 2 * CONTENTS];
        (bytes[2], bytes[3]) = (5, (-2_i8).cast_unsigned());
        let table = read(&bytes);
        assert_eq!(table[0][1], Phased::new(5, -2));
        assert_eq!(table[0][0], Phased::ZERO);
    }
}
