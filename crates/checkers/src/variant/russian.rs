//! Russian draughts.

use crate::rules::{
    Draws, Ending, EndingChange, Limit, Material, Names, Precedence, Promotion, Restarts, Rules,
    Style,
};
use crate::variant::{Brazilian, International, Variant};

/// Russian draughts, shashki.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Russian;

impl Variant for Russian {
    type Word = u64;

    const RULES: Rules = Rules {
        name: "russian",
        description: "Russian draughts: 8×8, flying kings, free choice, a man crowned in a capture goes on as a king",
        rule_book: "FMJD-64, Rules of the Game",
        precedence: Precedence::Any,
        promotion: Promotion::AtOnce,
        draws: Draws {
            // 7.2.3: the same position for the third time, with the same player to move.
            occurrences: Limit::new(3, "the third occurrence of the position (FMJD-64, 7.2.3)"),
            // 7.2.5: fifteen moves of each player with kings alone and without capture, in all endings: that 7.2.6
            // grants more moves where men move too is no exception from it. (lidraughts reads it as one.)
            king_plies: Limit::new(
                30,
                "15 moves of each player with kings alone and no capture (FMJD-64, 7.2.5)",
            ),
            endings: &[
                // 7.2.8: two kings, a king and a man, or a king against a king: five moves each.
                Ending::limited(
                    Material::pieces(1, 2),
                    Material::KING,
                    Limit::new(
                        10,
                        "5 moves of each player with at most two pieces against a king (FMJD-64, 7.2.8)",
                    ),
                ),
                // 7.2.4: three kings or more against one: fifteen moves each, counted from when the forces arose.
                // 7.2.7: three kings against a king on the main road: five moves each, here five in a row.
                Ending::limited(Material::kings(3), Material::KING, KINGS_AGAINST_ONE)
                    .or_on_the_main_road(MAIN_ROAD),
                Ending::limited(
                    Material { kings: (4, 12), pieces: (4, 12) },
                    Material::KING,
                    KINGS_AGAINST_ONE,
                ),
                // 7.2.6: kings on both sides and no change of the balance: with four or five pieces thirty moves each,
                // with six or seven sixty. 7.2.7 names two kings and a man, and a king and two men, too.
                balanced(1, 3, FEW).or_on_the_main_road(MAIN_ROAD),
                balanced(1, 4, FEW),
                balanced(2, 2, FEW),
                balanced(2, 3, FEW),
                balanced(1, 5, MORE),
                balanced(1, 6, MORE),
                balanced(2, 4, MORE),
                balanced(2, 5, MORE),
                balanced(3, 3, MORE),
                balanced(3, 4, MORE),
            ],
            ending_change: EndingChange::CountsAnew,
            ..International::RULES.draws
        },
        // PDN 3.0, GameType 25,W,8,8,A0,0; captures with a colon.
        style: Style { names: Names::Letters, capture: ':', game_type: Some(25) },
        ..Brazilian::RULES
    };
}

/// 7.2.4 of the Russian rules.
const KINGS_AGAINST_ONE: Limit =
    Limit::new(30, "15 moves of each player with three kings or more against one (FMJD-64, 7.2.4)");

/// 7.2.7 of the Russian rules.
const MAIN_ROAD: Limit = Limit::new(
    10,
    "5 moves of each player with three pieces against a king on the main road (FMJD-64, 7.2.7)",
);

/// 7.2.6 of the Russian rules, with four or five pieces.
const FEW: Limit = Limit::new(
    60,
    "30 moves of each player with four or five pieces, no capture and no promotion (FMJD-64, 7.2.6)",
);

/// 7.2.6 of the Russian rules, with six or seven pieces.
const MORE: Limit = Limit::new(
    120,
    "60 moves of each player with six or seven pieces, no capture and no promotion (FMJD-64, 7.2.6)",
);

/// An ending with kings on both sides, a draw after a number of plies without a capture or a promotion.
const fn balanced(weak: u8, strong: u8, plies: Limit) -> Ending {
    Ending {
        restarts: Restarts::WhenTheBalanceChanges,
        ..Ending::limited(Material::pieces(strong, strong), Material::pieces(weak, weak), plies)
    }
}
