//! English draughts, and the North American variants with its board: Pool and Straight.

use board_engine::Color;

use super::Variant;
use crate::rules::{
    BoardSetup, Draws, EndingChange, Goal, KingRun, Kings, Limit, MenCapture, MenTake, MoveLines,
    Names, PlayingSquares, Precedence, Promotion, Rules, Settled, Style, Taken,
};

/// English draughts, American checkers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct English;

impl Variant for English {
    type Word = u64;

    const RULES: Rules = Rules {
        name: "english",
        description: "English draughts, American checkers: 8×8, short kings, men capture forward, free choice",
        rule_book: "WCDF, Rules of Draughts (Checkers)",
        // 1.1, 1.4: 64 squares, a dark one at each player's near left.
        board: BoardSetup {
            width: 8,
            height: 8,
            squares: PlayingSquares::Dark,
            men_rows: 3,
            rows_behind: 0,
        },
        // "Order of play": the player with the darker pieces moves first.
        starts: Color::Black,
        lines: MoveLines::Diagonals,
        // "Capturing move of a man": forward.
        men_capture: MenCapture::Forward,
        men_take: MenTake::All,
        // "Ordinary and capturing move of a king": as a man, forward or backward.
        kings: Kings::Short,
        // "Capturing moves in general": captures are compulsory; if there are several, the player may choose any of
        // them, not only the largest.
        precedence: Precedence::Any,
        // "Capturing moves in general": a man can be jumped only once.
        taken: Taken::AtTheEnd,
        // "Capturing move of a man": a man that reaches the king-row becomes a king but makes no
        // further jumps in the turn.
        promotion: Promotion::EndsTheMove,
        goal: Goal::LastMove,
        draws: Draws {
            // "Definition of a draw": the same position for the third time, or no man advanced and no piece removed
            // during each player's last 40 moves.
            occurrences: Limit::new(3, "threefold repetition (WCDF, definition of a draw)"),
            king_plies: Limit::new(
                80,
                "40 moves each without a capture or a man's move (WCDF, definition of a draw)",
            ),
            endings: &[],
            ending_change: EndingChange::CountsAnew,
            settled: Settled::Nothing,
            king_run: KingRun::Unlimited,
        },
        // PDN 3.0, GameType 21,B,8,8,N1,0.
        style: Style { names: Names::FromTheTop, capture: 'x', game_type: Some(21) },
    };
}

/// The house rules from a desktop game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Parlour;

impl Variant for Parlour {
    type Word = u64;

    const RULES: Rules = Rules {
        name: "parlour",
        description: "House rules: 8×8, men capture in all directions, a side that can't move passes, more pieces win",
        rule_book: "the rules of a desktop game",
        men_capture: MenCapture::AllAround,
        goal: Goal::MorePieces,
        // Only repetition draws, which keeps two kings from chasing each other forever.
        draws: Draws::THREEFOLD,
        style: Style { game_type: None, ..English::RULES.style },
        ..English::RULES
    };
}

/// [`Parlour`], but captures are optional.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ParlourFree;

impl Variant for ParlourFree {
    type Word = u64;

    const RULES: Rules = Rules {
        name: "parlour-free",
        description: "House rules: like parlour, but captures are optional",
        precedence: Precedence::Optional,
        ..Parlour::RULES
    };
}
