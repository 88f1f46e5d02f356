//! The learned weights for each kind of variant, made with the program `examples/tune`. The command `games` wrote
//! positions with results, and `fit` with `--without Backed,Gap,Bridge,SafeStep,Imbalance` and `--patterns` wrote
//! weights. The first games used the hand-crafted evaluation (`games --evaluator standard`), later games the weights
//! learned from the first games. The command `learn` continued from there: English and international with `--kings`
//! from positions that searches visit, Russian with `--results-only` from positions that were played.
//! `crates/engine/learning/learned/MANIFEST.toml` lists each file's origin, and `docs/contributor/results.md` the
//! gains.

use std::sync::LazyLock;

use checkers::rules::{BoardSetup, Goal, Kings, MenCapture, MoveLines, PlayingSquares, Rules};

use crate::evaluation::standard::{Phased, Weights};

/// Weights that were learned together, as stored in the source tree.
#[derive(Clone, Copy)]
pub(super) struct Stored {
    /// The term weights.
    pub(super) terms: &'static Weights,
    /// Number of rows in a window of men.
    window_rows: u8,
    /// Whether there are weights for windows of men and kings.
    pub(super) has_pieces: bool,
    /// For each window of men and each content, its weights in the opening and in the ending, in hundredths of a man,
    /// as signed bytes; then the same for each window of men and kings, if learned.
    pub(super) windows: fn() -> &'static [[u8; 2]],
}

/// The minimum number of rows of a window.
pub(super) const ROWS_LEAST: u8 = 4;

/// The learned weights for the variant with this name, decompressed on first use. The weights are mostly zeros, and
/// uncompressed they would make up two fifths of a program.
macro_rules! learned {
    ($variant:literal, $window_rows:literal, $has_pieces:literal) => {{
        #[inline]
        fn windows() -> &'static [[u8; 2]] {
            static WINDOWS: LazyLock<Vec<u8>> = LazyLock::new(|| {
                let packed = include_bytes!(concat!("learned/", $variant, ".bin.gz"));
                system::packed::embedded(packed)
            });
            WINDOWS.as_chunks().0
        }
        Stored {
            terms: &include!(concat!("learned/", $variant, ".terms")),
            window_rows: $window_rows,
            has_pieces: $has_pieces,
            windows,
        }
    }};
}

/// English draughts.
const ENGLISH: Stored = learned!("english", 4, true);
/// Frisian draughts.
const FRISIAN: Stored = learned!("frisian", 4, false);
/// International draughts, and variants that differ from it only in kings.
const INTERNATIONAL: Stored = learned!("international", 6, true);
/// Russian draughts and similar variants: 8×8, flying kings, men that capture in all directions.
const RUSSIAN: Stored = learned!("russian", 4, false);

/// Number of rows in a variant's windows of men. Large windows need many training games.
pub(super) const fn window_rows(rules: &Rules) -> u8 {
    match Stored::of(rules) {
        Some(stored) => stored.window_rows,
        None => ROWS_LEAST,
    }
}

impl Stored {
    /// This variant's learned weights, if any.
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
