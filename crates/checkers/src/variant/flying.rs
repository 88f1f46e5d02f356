//! Draughts with flying kings on 8×8.

use board_engine::Color;

use crate::rules::{
    Board, Draws, Ending, EndingChange, Force, Kings, Limit, MenCapture, MenTake, Names,
    Precedence, Promotion, Restarts, Rules, Squares, Style, Taken,
};
use crate::variant::{English, International, Variant};

/// Brazilian draughts: the international rules on 8×8.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Brazilian;

impl Variant for Brazilian {
    type Word = u64;

    const RULES: Rules = Rules {
        name: "brazilian",
        description: "Brazilian draughts: the international rules on 8×8 with 12 men each",
        rule_book: "CBD, Regras Oficiais do Jogo de Damas (64 casas)",
        board: English::RULES.board,
        draws: Draws {
            // 16 of the federation's summary: twenty moves of each player with kings alone and without capture.
            occurrences: Limit::THREEFOLD,
            king_plies: Limit::new(
                40,
                "20 moves of each player with kings alone and no capture (CBD, rule 16)",
            ),
            // The endings of the same summary: two kings against two, against one, or against a king and a man, and a
            // king against a king or against a king and a man: five moves each. It says nothing of the main road, and
            // the full rules are not at hand.
            endings: &[
                Ending::limited(
                    Force::kings(2),
                    Force::pieces(1, 2),
                    Limit::new(
                        10,
                        "5 moves of each player with two kings against at most two pieces (CBD)",
                    ),
                ),
                Ending::limited(
                    Force::pieces(1, 2),
                    Force::KING,
                    Limit::new(
                        10,
                        "5 moves of each player with at most two pieces against a king (CBD)",
                    ),
                ),
            ],
            ending_change: EndingChange::CountsAnew,
            ..International::RULES.draws
        },
        // PDN 3.0, GameType 26,W,8,8,A0,0.
        style: Style { names: Names::Letters, capture: 'x', game_type: Some(26) },
        ..International::RULES
    };
}

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
                    Force::pieces(1, 2),
                    Force::KING,
                    Limit::new(
                        10,
                        "5 moves of each player with at most two pieces against a king (FMJD-64, 7.2.8)",
                    ),
                ),
                // 7.2.4: three kings or more against one: fifteen moves each, counted from when the forces arose.
                // 7.2.7: three kings against a king on the main road: five moves each, here five in a row.
                Ending::limited(Force::kings(3), Force::KING, KINGS_AGAINST_ONE)
                    .or_on_the_main_road(MAIN_ROAD),
                Ending::limited(
                    Force { kings: (4, 12), pieces: (4, 12) },
                    Force::KING,
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

/// So many pieces on each side, kings among them, and no capture or promotion for so many plies.
const fn balanced(weak: u8, strong: u8, plies: Limit) -> Ending {
    Ending {
        restarts: Restarts::WhenTheBalanceChanges,
        ..Ending::limited(Force::pieces(strong, strong), Force::pieces(weak, weak), plies)
    }
}

/// American pool checkers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Pool;

impl Variant for Pool {
    type Word = u64;

    const RULES: Rules = Rules {
        name: "pool",
        description: "American pool checkers: 8×8, flying kings, men capture all around, free choice, Black starts",
        rule_book: "APCA, Tournament Rules of Play",
        // 7: the first move is made by the person having the black pieces.
        starts: Color::Black,
        precedence: Precedence::Any,
        draws: Draws {
            occurrences: Limit::THREEFOLD,
            king_plies: Limit::NONE,
            // Three kings against one must win within thirteen moves, even if the fourteenth is a capture. The text of
            // the rules that say so, 26 and 28, and of the one on repetition is not at hand: taken from the
            // descriptions of the game, as is the threefold repetition.
            endings: &[Ending::limited(
                Force::kings(3),
                Force::KING,
                Limit::new(26, "13 moves of each player with three kings against one"),
            )],
            ..Brazilian::RULES.draws
        },
        // PDN 3.0, GameType 23,B,8,8,N1,0.
        style: Style { names: Names::FromTheTop, capture: 'x', game_type: Some(23) },
        ..Brazilian::RULES
    };
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
        // A king must capture rather than a man; else the choice is free.
        precedence: Precedence::KingsFirst,
        promotion: Promotion::EndsTheMove,
        // "Draw": the same position three times, or fifteen moves without a capture or a man's move.
        draws: Draws {
            occurrences: Limit::new(
                3,
                "the third occurrence of the position (FMJD, Czech rules, draw)",
            ),
            king_plies: Limit::new(
                30,
                "15 moves of each player with kings alone and no capture (FMJD, Czech rules, draw)",
            ),
            endings: &[],
            ..International::RULES.draws
        },
        // PDN 3.0, GameType 29,W,8,8,A0,0.
        style: Style { names: Names::Letters, capture: 'x', game_type: Some(29) },
        ..Brazilian::RULES
    };
}

/// The draw rules of games whose limits on moves are not known to us.
const REPETITION_ALONE: Draws = Draws {
    occurrences: Limit::THREEFOLD,
    king_plies: Limit::NONE,
    endings: &[],
    ..International::RULES.draws
};

/// Spanish draughts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Spanish;

impl Variant for Spanish {
    type Word = u64;

    const RULES: Rules = Rules {
        name: "spanish",
        description: "Spanish draughts: 8×8 mirrored, flying kings, most pieces and of these most kings must be taken",
        rule_book: "the game as it is played in Spain; no federation's limits on moves are known to us",
        board: Board { squares: Squares::Mirrored, ..English::RULES.board },
        men_capture: MenCapture::Forward,
        // "La ley de la cantidad y de la calidad": most pieces, then most kings.
        precedence: Precedence::MostThenKings,
        promotion: Promotion::EndsTheMove,
        // No text of limits is at hand; only repetition keeps a game from going on for ever.
        draws: REPETITION_ALONE,
        // PDN 3.0, GameType 24,W,8,8,N1,1.
        style: Style { names: Names::FromTheBottom, capture: 'x', game_type: Some(24) },
        ..Brazilian::RULES
    };
}

/// Italian draughts: short kings, which men can't take.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Italian;

impl Variant for Italian {
    type Word = u64;

    const RULES: Rules = Rules {
        name: "italian",
        description: "Italian draughts: 8×8 mirrored, short kings that men can't take, four rules of precedence",
        rule_book: "FID, Regolamento tecnico, Capo I",
        // 2.3: the dark corner is at the right hand.
        board: Board { squares: Squares::Mirrored, ..English::RULES.board },
        // 3.4: White makes the first move.
        starts: Color::White,
        // A man takes no king.
        men_take: MenTake::Men,
        // Most pieces; then a king's capture; then most kings; then where a king is met first.
        precedence: Precedence::MostByKingThenKings,
        // The draws of English draughts: forty moves of each player without a capture or a man's move, and threefold
        // repetition. The article of the FID on draws is not at hand.
        draws: Draws {
            occurrences: Limit::THREEFOLD,
            king_plies: Limit::new(80, "40 moves of each player without a capture or a man's move"),
            ..English::RULES.draws
        },
        // PDN 3.0, GameType 22,W,8,8,N2,1.
        style: Style { names: Names::FromTheTop, capture: 'x', game_type: Some(22) },
        ..English::RULES
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
        rule_book: "the game as it is played in Thailand; no federation's book is known to us",
        board: Board { men_rows: 2, ..English::RULES.board },
        starts: Color::Black,
        men_capture: MenCapture::Forward,
        kings: Kings::LandingBehind,
        precedence: Precedence::Any,
        // Each piece leaves at once, and a king may turn back over the squares it came from.
        taken: Taken::AtOnce,
        promotion: Promotion::EndsTheMove,
        // No text of limits is at hand; only repetition keeps a game from going on for ever.
        draws: REPETITION_ALONE,
        // PDN 3.0, GameType 31,B,8,8,N2,0; captures with a hyphen.
        style: Style { names: Names::FromTheBottom, capture: '-', game_type: Some(31) },
        ..Brazilian::RULES
    };
}
