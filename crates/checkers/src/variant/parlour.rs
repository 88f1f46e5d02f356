//! The house rules of a desktop game.

use crate::rules::{Draws, Goal, MenCapture, Rules, Style};
use crate::variant::{English, Variant};

/// The house rules of a desktop game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Parlour;

impl Variant for Parlour {
    type Word = u64;

    const RULES: Rules = Rules {
        name: "parlour",
        description: "House rules: 8×8, men capture in all directions, who can't move passes, more pieces win",
        rule_book: "the rules of a desktop game",
        men_capture: MenCapture::AllAround,
        goal: Goal::MorePieces,
        // Only repetition: it keeps two kings from chasing each other for ever.
        draws: Draws::THREEFOLD,
        style: Style { game_type: None, ..English::RULES.style },
        ..English::RULES
    };
}
