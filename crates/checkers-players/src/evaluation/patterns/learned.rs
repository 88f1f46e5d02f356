//! What was learned, for each kind of variant, by the program `examples/tune`: its `games` wrote positions with results, and its
//! `fit` with `--without Backed,Gap,Bridge,SafeStep,Imbalance` and `--patterns` weights; games of the hand-made evaluation
//! (`games --evaluator standard`) came first, then games of what was learned from these. From there its `learn` went on: English
//! and international with `--kings` from positions that searches ask about, Russian with `--results-only` from those that were
//! played. How each file was made is in `crates/tuning/learned/MANIFEST.toml`, and what was won in `docs/results.md`.

use checkers::rules::{BoardSetup, Goal, Kings, MenCapture, MoveLines, PlayingSquares, Rules};

use crate::evaluation::standard::{Phased, Weights};

/// What was learned together, as it lies in the tree.
#[derive(Clone, Copy)]
pub(super) struct Stored {
    /// The weights of the terms.
    pub(super) terms: &'static Weights,
    /// Rows of a window of men.
    window_rows: u8,
    /// For each window of men and each way to fill it, its weight in the opening and in the ending, in hundredths of a man, as
    /// signed bytes; then the same for each window of men and kings, if that was learned.
    pub(super) windows: &'static [[u8; 2]],
}

/// The fewest rows of a window.
pub(super) const ROWS_LEAST: u8 = 4;

/// What was learned for the variant of this name.
macro_rules! learned {
    ($variant:literal, $window_rows:literal) => {{
        static WINDOWS: &[[u8; 2]] =
            pairs(include_bytes!(concat!(env!("OUT_DIR"), "/", $variant, ".bin")));
        Stored {
            terms: &include!(concat!("learned/", $variant, ".terms")),
            window_rows: $window_rows,
            windows: WINDOWS,
        }
    }};
}

/// English draughts.
const ENGLISH: Stored = learned!("english", 4);
/// Frisian draughts.
const FRISIAN: Stored = learned!("frisian", 4);
/// International draughts, and what differs from it in kings alone.
const INTERNATIONAL: Stored = learned!("international", 6);
/// Russian draughts and its like: 8×8, kings that fly, men that capture all around.
const RUSSIAN: Stored = learned!("russian", 4);

/// Rows of the windows of men of a variant: large windows need many games to learn from.
pub(super) const fn window_rows(rules: &Rules) -> u8 {
    match Stored::of(rules) {
        Some(stored) => stored.window_rows,
        None => ROWS_LEAST,
    }
}

impl Stored {
    /// What was learned for this variant, if anything was.
    pub(super) const fn of(rules: &Rules) -> Option<Self> {
        let is_last_move = matches!(rules.goal, Goal::LastMove);
        if !is_last_move || !matches!(rules.board.squares, PlayingSquares::Dark) {
            return None;
        }
        let BoardSetup { width, height, men_rows, .. } = rules.board;
        match (width, height, men_rows, rules.lines) {
            (10, 10, 4, MoveLines::Diagonals) => Some(INTERNATIONAL),
            (10, 10, 4, MoveLines::DiagonalsAndStraightCaptures) => Some(FRISIAN),
            (8, 8, 3, MoveLines::Diagonals) => match (rules.kings, rules.men_capture) {
                (Kings::Short, MenCapture::Forward) => Some(ENGLISH),
                (Kings::Flying, MenCapture::AllAround) => Some(RUSSIAN),
                _ => None,
            },
            _ => None,
        }
    }
}

/// What `tune_draughts` has written, in pairs of bytes.
const fn pairs(bytes: &'static [u8]) -> &'static [[u8; 2]] {
    let (pairs, rest) = bytes.as_chunks();
    assert!(rest.is_empty());
    pairs
}
