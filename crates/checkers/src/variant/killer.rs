//! Killer draughts.

use crate::rules::{Kings, Rules};
use crate::variant::{Canadian, International, Variant};

/// International draughts in which two kings win against one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Killer;

impl Variant for Killer {
    type Word = u64;

    const RULES: Rules = Rules {
        name: "killer",
        description: "Killer draughts: international, but a king that takes a king last lands directly behind it",
        rule_book: "Killer draughts (mindsports.nl), else the international rules",
        kings: Kings::LandingBehindKings,
        // As in Canadian draughts: the endings of few pieces are won here.
        draws: Canadian::RULES.draws,
        ..International::RULES
    };
}
