//! Frisian draughts.

use crate::rules::{
    Draws, Ending, EndingChange, KingRun, Limit, Material, MoveLines, Precedence, Rules, Style,
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
        lines: MoveLines::DiagonalsAndStraightCaptures,
        // The highest value, a king counting a little less than two men; then a king's capture.
        precedence: Precedence::HighestValue,
        draws: Draws {
            // Threefold repetition, as lidraughts plays it: no article was found.
            occurrences: Limit::THREEFOLD,
            king_plies: Limit::NONE,
            endings: &[
                // Section C. Two kings against one: seven moves each.
                Ending::limited(
                    Material::kings(2),
                    Material::KING,
                    Limit::new(
                        14,
                        "7 moves of each player with two kings against one (Frisian rules, section C)",
                    ),
                ),
                // One king against one is a draw unless one can be taken at once or by force in the next move; as
                // lidraughts does, two moves each are left to show it.
                Ending::limited(
                    Material::KING,
                    Material::KING,
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
