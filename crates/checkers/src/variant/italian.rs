//! Italian draughts.

use board_engine::Color;

use crate::rules::{
    BoardSetup, Draws, Limit, MenTake, Names, PlayingSquares, Precedence, Rules, Style,
};
use crate::variant::{English, Variant};

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
        board: BoardSetup { squares: PlayingSquares::Mirrored, ..English::RULES.board },
        // 3.4: White makes the first move.
        starts: Color::White,
        // A man takes no king.
        men_take: MenTake::Men,
        // Most pieces; then a king's capture; then most kings; then where a king is met first.
        precedence: Precedence::MostByKingThenKings,
        // The draws of English draughts: forty moves of each player without a capture or a man's move, and threefold
        // repetition. The article of the FID on draws was not found.
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
