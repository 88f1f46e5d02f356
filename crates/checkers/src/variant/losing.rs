//! Losing draughts.

use crate::rules::{Draws, Goal, Rules, Style};
use crate::variant::{International, Variant};

/// International draughts won by the side that has nothing left to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Losing;

impl Variant for Losing {
    type Word = u64;

    const RULES: Rules = Rules {
        name: "losing",
        description: "Losing draughts, antidraughts: international, who can't move wins",
        rule_book: "the international rules with another aim, as lidraughts plays it",
        goal: Goal::NoMove,
        // As lidraughts plays it, repetition alone draws.
        draws: Draws::THREEFOLD,
        style: Style { game_type: Some(98), ..International::RULES.style },
        ..International::RULES
    };
}
