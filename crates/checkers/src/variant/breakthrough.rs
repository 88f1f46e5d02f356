//! Breakthrough draughts.

use crate::rules::{Draws, Goal, Limit, Rules, Style};
use crate::variant::{International, Variant};

/// International draughts won by the first king.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Breakthrough;

impl Variant for Breakthrough {
    type Word = u64;

    const RULES: Rules = Rules {
        name: "breakthrough",
        description: "Breakthrough draughts: international, the first king wins",
        rule_book: "the international rules with another aim, as lidraughts plays it",
        goal: Goal::FirstKing,
        // Without kings nothing repeats itself.
        draws: Draws { occurrences: Limit::NONE, ..Draws::THREEFOLD },
        style: Style { game_type: Some(96), ..International::RULES.style },
        ..International::RULES
    };
}
