//! Russian draughts, and its relatives Czech and Thai.

use board_engine::Color;

use super::{Brazilian, English, International, Variant};
use crate::rules::{
    BoardSetup, Draws, Ending, EndingChange, Kings, Limit, Material, MenCapture, Names, Precedence,
    Promotion, Restarts, Rules, Style, Taken,
};

/// Russian draughts, shashki.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Russian;

impl Variant for Russian {
    type Word = u64;

    const RULES: Rules = Rules {
        name: "russian",
        description: "Russian draughts: 8×8, flying kings, free choice, a man crowned in a capture continues as a king",
        rule_book: "FMJD-64, Rules of the Game",
        precedence: Precedence::Any,
        promotion: Promotion::AtOnce,
        draws: Draws {
            // 7.2.3: the same position for the third time, with the same player to move.
            occurrences: Limit::new(3, "threefold repetition (FMJD-64, 7.2.3)"),
            // 7.2.5: fifteen moves each with kings alone and without a capture, in all endings. 7.2.6, which
            // grants more moves if men also move, is not an exception to this rule. (lidraughts treats it as one.)
            king_plies: Limit::new(
                30,
                "15 moves each with only kings and no captures (FMJD-64, 7.2.5)",
            ),
            endings: &[
                // 7.2.8: two kings, a king and a man, or a king against a king: five moves each.
                Ending::with_limit(
                    Material::pieces(1, 2),
                    Material::KING,
                    Limit::new(
                        10,
                        "5 moves each with at most two pieces against a king (FMJD-64, 7.2.8)",
                    ),
                ),
                // 7.2.4: three kings or more against one: fifteen moves each, counted from the start of the ending.
                // 7.2.7: three kings against a king on the main road: five moves each, here five consecutive ones.
                Ending::with_limit(Material::kings(3), Material::KING, KINGS_AGAINST_ONE)
                    .or_on_the_main_road(MAIN_ROAD),
                Ending::with_limit(
                    Material { kings: (4, 12), pieces: (4, 12) },
                    Material::KING,
                    KINGS_AGAINST_ONE,
                ),
                // 7.2.6: kings on both sides and no change in the balance: thirty moves each with four or five pieces,
                // sixty with six or seven. 7.2.7 also mentions two kings and a man, and a king and two men.
                balance(1, 3, FEW).or_on_the_main_road(MAIN_ROAD),
                balance(1, 4, FEW),
                balance(2, 2, FEW),
                balance(2, 3, FEW),
                balance(1, 5, MORE),
                balance(1, 6, MORE),
                balance(2, 4, MORE),
                balance(2, 5, MORE),
                balance(3, 3, MORE),
                balance(3, 4, MORE),
            ],
            ending_change: EndingChange::CountsAnew,
            ..International::RULES.draws
        },
        // PDN 3.0, GameType 25,W,8,8,A0,0; captures with a colon.
        style: Style { names: Names::Letters, capture: ':', game_type: Some(25) },
        ..Brazilian::RULES
    };
}

/// Rule 7.2.4 in the Russian rules.
const KINGS_AGAINST_ONE: Limit =
    Limit::new(30, "15 moves each with three or more kings against one (FMJD-64, 7.2.4)");

/// Rule 7.2.7 in the Russian rules.
const MAIN_ROAD: Limit = Limit::new(
    10,
    "5 moves each with three pieces against a king on the main road (FMJD-64, 7.2.7)",
);

/// Rule 7.2.6 in the Russian rules, with four or five pieces.
const FEW: Limit = Limit::new(
    60,
    "30 moves each with four or five pieces and no capture or promotion (FMJD-64, 7.2.6)",
);

/// Rule 7.2.6 in the Russian rules, with six or seven pieces.
const MORE: Limit = Limit::new(
    120,
    "60 moves each with six or seven pieces and no capture or promotion (FMJD-64, 7.2.6)",
);

/// An ending with kings on both sides, a draw after a number of plies without a capture or a promotion.
const fn balance(weak: u8, strong: u8, plies: Limit) -> Ending {
    Ending {
        restarts: Restarts::WhenTheBalanceChanges,
        ..Ending::with_limit(Material::pieces(strong, strong), Material::pieces(weak, weak), plies)
    }
}

/// Czech draughts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Czech;

impl Variant for Czech {
    type Word = u64;

    const RULES: Rules = Rules {
        name: "czech",
        description: "Czech draughts: 8×8, flying kings, men capture forward, kings capture before men",
        rule_book: "FMJD, Brief Rules of Czech Draughts",
        men_capture: MenCapture::Forward,
        // If a king and a man can capture, the king must; otherwise the choice is free.
        precedence: Precedence::KingsFirst,
        promotion: Promotion::EndsTheMove,
        // "Draw": the same position three times, or fifteen moves without a capture or a man's move.
        draws: Draws {
            occurrences: Limit::new(3, "threefold repetition (FMJD, Czech rules, draw)"),
            king_plies: Limit::new(
                30,
                "15 moves each with only kings and no captures (FMJD, Czech rules, draw)",
            ),
            endings: &[],
            ..International::RULES.draws
        },
        // PDN 3.0, GameType 29,W,8,8,A0,0.
        style: Style { names: Names::Letters, capture: 'x', game_type: Some(29) },
        ..Brazilian::RULES
    };
}

/// Thai draughts, makhos.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Thai;

impl Variant for Thai {
    type Word = u64;

    const RULES: Rules = Rules {
        name: "thai",
        description: "Thai draughts, makhos: 8×8 with 8 men each, kings land directly behind what they take",
        rule_book: "as played in Thailand; no federation's rule book is known",
        board: BoardSetup { men_rows: 2, ..English::RULES.board },
        starts: Color::Black,
        men_capture: MenCapture::Forward,
        kings: Kings::LandingBehind,
        precedence: Precedence::Any,
        // Each captured piece leaves the board immediately, and a king may turn back over the squares from which it
        // came.
        taken: Taken::AtOnce,
        promotion: Promotion::EndsTheMove,
        // The rule book has no article on limits; only repetition ends an endless game.
        draws: Draws::THREEFOLD,
        // PDN 3.0, GameType 31,B,8,8,N2,0; captures with a hyphen.
        style: Style { names: Names::FromTheBottom, capture: '-', game_type: Some(31) },
        ..Brazilian::RULES
    };
}
