//! Draughts that capture along rows and columns.

use crate::rules::{
    Board, Draws, Ending, EndingChange, Force, KingRun, Limit, Lines, MenCapture, Names,
    Precedence, Rules, Settled, Squares, Style, Taken,
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
            occurrences: Limit::THREEFOLD,
            king_plies: Limit::NONE,
            endings: &[
                // Section C. Two kings against one: seven moves each.
                Ending::limited(
                    Force::kings(2),
                    Force::KING,
                    Limit::new(
                        14,
                        "7 moves of each player with two kings against one (Frisian rules, section C)",
                    ),
                ),
                // One king against one is a draw unless one can be taken at once or by force in the next move; as
                // lidraughts does, two moves each are left to show it.
                Ending::limited(
                    Force::KING,
                    Force::KING,
                    Limit::new(
                        4,
                        "2 moves of each player with a king against a king (Frisian rules, section C)",
                    ),
                ),
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
            // Repetition is taken from the international rules.
            occurrences: Limit::THREEFOLD,
            king_plies: Limit::NONE,
            endings: &[],
            ending_change: EndingChange::CountsAnew,
            // Türk Daması Kuralları (damaakademisi.com), 19 b: when each player has one piece left, the game is a draw,
            // "gayyım", even if one of the two is a king. Encyclopedias have the king win against a single man, but no
            // rule book at hand says so, and a man that crowns next would not be lost.
            settled: Settled::OnePieceEach("one piece on each side (Türk Daması Kuralları, 19 b)"),
            ..International::RULES.draws
        },
        // PDN 3.0, GameType 30,W,8,8,A0,0.
        style: Style { names: Names::Letters, capture: 'x', game_type: Some(30) },
        ..International::RULES
    };
}
