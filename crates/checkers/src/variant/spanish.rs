//! Spanish draughts.

use crate::rules::{
    BoardSetup, Draws, MenCapture, Names, PlayingSquares, Precedence, Promotion, Rules, Style,
};
use crate::variant::{Brazilian, English, Variant};

/// Spanish draughts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Spanish;

impl Variant for Spanish {
    type Word = u64;

    const RULES: Rules = Rules {
        name: "spanish",
        description: "Spanish draughts: 8×8 mirrored, flying kings, most pieces and of these most kings must be taken",
        rule_book: "the game as it is played in Spain; no federation's limits on moves are known to us",
        board: BoardSetup { squares: PlayingSquares::Mirrored, ..English::RULES.board },
        men_capture: MenCapture::Forward,
        // "La ley de la cantidad y de la calidad": most pieces, then most kings.
        precedence: Precedence::MostThenKings,
        promotion: Promotion::EndsTheMove,
        // No article on limits was found; only repetition keeps a game from going on forever.
        draws: Draws::THREEFOLD,
        // PDN 3.0, GameType 24,W,8,8,N1,1.
        style: Style { names: Names::FromTheBottom, capture: 'x', game_type: Some(24) },
        ..Brazilian::RULES
    };
}
