//! Frysk!

use crate::rules::{BoardSetup, Rules, Style};
use crate::variant::{Frisian, Variant};

/// Frisian draughts with five men each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Frysk;

impl Variant for Frysk {
    type Word = u64;

    const RULES: Rules = Rules {
        name: "frysk",
        description: "Frysk!: Frisian draughts with 5 men each",
        board: BoardSetup { men_rows: 1, ..Frisian::RULES.board },
        style: Style { game_type: Some(97), ..Frisian::RULES.style },
        ..Frisian::RULES
    };
}
