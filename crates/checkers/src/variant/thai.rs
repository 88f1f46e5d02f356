//! Thai draughts.

use board_engine::Color;

use crate::rules::{
    BoardSetup, Draws, Kings, MenCapture, Names, Precedence, Promotion, Rules, Style, Taken,
};
use crate::variant::{Brazilian, English, Variant};

/// Thai draughts, makhos.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Thai;

impl Variant for Thai {
    type Word = u64;

    const RULES: Rules = Rules {
        name: "thai",
        description: "Thai draughts, makhos: 8×8 with 8 men each, kings land directly behind what they take",
        rule_book: "the game as it is played in Thailand; no federation's book is known to us",
        board: BoardSetup { men_rows: 2, ..English::RULES.board },
        starts: Color::Black,
        men_capture: MenCapture::Forward,
        kings: Kings::LandingBehind,
        precedence: Precedence::Any,
        // Each piece leaves at once, and a king may turn back over the squares it came from.
        taken: Taken::AtOnce,
        promotion: Promotion::EndsTheMove,
        // No article on limits was found; only repetition keeps a game from going on forever.
        draws: Draws::THREEFOLD,
        // PDN 3.0, GameType 31,B,8,8,N2,0; captures with a hyphen.
        style: Style { names: Names::FromTheBottom, capture: '-', game_type: Some(31) },
        ..Brazilian::RULES
    };
}
