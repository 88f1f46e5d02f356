//! Brazilian draughts.

use crate::rules::{Draws, Ending, EndingChange, Limit, Material, Names, Rules, Style};
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
            // the full rules were not found.
            endings: &[
                Ending::limited(
                    Material::kings(2),
                    Material::pieces(1, 2),
                    Limit::new(
                        10,
                        "5 moves of each player with two kings against at most two pieces (CBD)",
                    ),
                ),
                Ending::limited(
                    Material::pieces(1, 2),
                    Material::KING,
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
