//! Canadian draughts.

use crate::rules::{Draws, Limit, Rules, Style};
use crate::variant::{International, InternationalOn, Variant};

/// International draughts on 144 squares, as played in Quebec.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Canadian;

impl Variant for Canadian {
    type Word = u128;

    const RULES: Rules = Rules {
        name: "canadian",
        description: "Canadian draughts: the international rules on 12×12 with 30 men each",
        rule_book: "the international rules; no federation's book has articles of its own",
        // The limit of 6.2 of the international rules, without their endings of few pieces.
        draws: Draws {
            king_plies: Limit::new(50, "25 moves of each player with kings alone and no capture"),
            ..Draws::THREEFOLD
        },
        // PDN 3.0, GameType 27,W,12,12,N2,0.
        style: Style { game_type: Some(27), ..International::RULES.style },
        ..InternationalOn::<u128, 12, 5>::RULES
    };
}
