//! Czech draughts.

use crate::rules::{Draws, Limit, MenCapture, Names, Precedence, Promotion, Rules, Style};
use crate::variant::{Brazilian, International, Variant};

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
