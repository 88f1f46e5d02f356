use board_engine::Color;

use crate::rules::{
    Board, Draws, Goal, KingRun, Kings, Lines, MenCapture, MenTake, Names, Precedence, Promotion,
    Rules, Settled, Squares, Style, Taken,
};
use crate::variant::Variant;

/// English draughts, American checkers: 8×8, 12 men each, short kings, Black starts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct English;

impl Variant for English {
    type Word = u64;

    const RULES: Rules = Rules {
        name: "english",
        description: "English draughts or American checkers: 8×8, short kings, men capture forward, free choice",
        rule_book: "WCDF, Rules of Draughts (Checkers)",
        board: Board { width: 8, height: 8, squares: Squares::Dark, men_rows: 3, rows_behind: 0 },
        starts: Color::Black,
        lines: Lines::Diagonals,
        men_capture: MenCapture::Forward,
        men_take: MenTake::All,
        kings: Kings::Short,
        precedence: Precedence::Any,
        taken: Taken::AtTheEnd,
        promotion: Promotion::EndsTheMove,
        goal: Goal::LastMove,
        draws: Draws {
            occurrences: 3,
            king_plies: 80,
            endings: &[],
            settled: Settled::Nothing,
            king_run: KingRun::Unlimited,
        },
        style: Style { names: Names::FromTheTop, capture: 'x', game_type: Some(21) },
    };
}
