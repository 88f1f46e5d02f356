//! Draughts that capture along rows and columns.

use crate::rules::{
    Board, Draws, Ending, EndingChange, Force, KingRun, Lines, MenCapture, Names, Precedence,
    Rules, Settled, Squares, Style, Taken,
};
use crate::variant::{International, Variant};

/// Frisian draughts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Frisian;

impl Variant for Frisian {
    type Word = u64;

    const RULES: Rules = Rules {
        name: "frisian",
        description: "Frisian draughts: 10×10, captures in eight directions, the highest value must be taken",
        rule_book: "Official Rules for Frisian Draughts (2011)",
        // Articles 7 and 9: captures along diagonals, rows and columns; moves along diagonals.
        lines: Lines::DiagonalsAndStraightCaptures,
        // The highest value, a king counting a little less than two men; then a king's capture.
        precedence: Precedence::HighestValue,
        draws: Draws {
            // Threefold repetition: no article is at hand, as lidraughts plays it.
            king_plies: 0,
            endings: &[
                // Section C. Two kings against one: seven moves each.
                Ending::limited(Force::kings(2), Force::KING, 14),
                // One king against one is a draw unless one can be taken at once or by force in the next move; as
                // lidraughts does, two moves each are left to show it.
                Ending::limited(Force::KING, Force::KING, 4),
            ],
            ending_change: EndingChange::CountsAnew,
            // A side with men may not move the same king more than three times in a row, captures apart.
            king_run: KingRun::Three,
            ..International::RULES.draws
        },
        // PDN 3.0, GameType 40,W,10,10,N2,0.
        style: Style { game_type: Some(40), ..International::RULES.style },
        ..International::RULES
    };
}

/// Frisian draughts with five men each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Frysk;

impl Variant for Frysk {
    type Word = u64;

    const RULES: Rules = Rules {
        name: "frysk",
        description: "Frysk!: Frisian draughts with 5 men each",
        board: Board { men_rows: 1, ..Frisian::RULES.board },
        style: Style { game_type: Some(97), ..Frisian::RULES.style },
        ..Frisian::RULES
    };
}

/// Turkish draughts, dama.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Turkish;

impl Variant for Turkish {
    type Word = u64;

    const RULES: Rules = Rules {
        name: "turkish",
        description: "Turkish draughts, dama: 8×8, all squares, pieces move and capture along rows and columns",
        rule_book: "Turkish Draughts, Rules of Game (world championships since 2014)",
        // Sixteen men each on the second and third rows.
        board: Board { width: 8, height: 8, squares: Squares::All, men_rows: 2, rows_behind: 1 },
        lines: Lines::Straight,
        men_capture: MenCapture::Forward,
        // Taken pieces leave at once; no turn by 180 degrees between two captures.
        taken: Taken::AtOnceWithoutTurningBack,
        // Most pieces; a king counts as much as a man.
        precedence: Precedence::Most,
        draws: Draws {
            king_plies: 0,
            endings: &[],
            ending_change: EndingChange::CountsAnew,
            // One piece each is a draw, save that a king wins against a single man. (Some encyclopedias call that a
            // draw too; the federation's article is not at hand.) Threefold repetition is taken from the
            // international rules.
            settled: Settled::ByOneKing,
            ..International::RULES.draws
        },
        // PDN 3.0, GameType 30,W,8,8,A0,0.
        style: Style { names: Names::Letters, capture: 'x', game_type: Some(30) },
        ..International::RULES
    };
}
