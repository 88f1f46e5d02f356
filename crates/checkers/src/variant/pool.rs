//! American pool checkers.

use board_engine::Color;

use crate::rules::{Draws, Ending, Limit, Material, Names, Precedence, Rules, Style};
use crate::variant::{Brazilian, Variant};

/// American pool checkers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Pool;

impl Variant for Pool {
    type Word = u64;

    const RULES: Rules = Rules {
        name: "pool",
        description: "American pool checkers: 8×8, flying kings, men capture all around, free choice, Black starts",
        rule_book: "APCA, Tournament Rules of Play",
        // 7: the first move is made by the person having the black pieces.
        starts: Color::Black,
        precedence: Precedence::Any,
        draws: Draws {
            occurrences: Limit::THREEFOLD,
            king_plies: Limit::NONE,
            // Three kings against one must win within thirteen moves, even if the fourteenth is a capture. The text of
            // these rules, 26 and 28, and of the rule on repetition was not found: this is taken from descriptions of the
            // game, as is the threefold repetition.
            endings: &[Ending::limited(
                Material::kings(3),
                Material::KING,
                Limit::new(26, "13 moves of each player with three kings against one"),
            )],
            ..Brazilian::RULES.draws
        },
        // PDN 3.0, GameType 23,B,8,8,N1,0.
        style: Style { names: Names::FromTheTop, capture: 'x', game_type: Some(23) },
        ..Brazilian::RULES
    };
}
