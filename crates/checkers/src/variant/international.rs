use std::fmt::Debug;
use std::marker::PhantomData;

use board_engine::{Color, Word};

use crate::rules::{
    Board, Draws, Ending, Force, Goal, KingRun, Kings, Lines, MenCapture, MenTake, Names,
    Precedence, Promotion, Rules, Settled, Squares, Style, Taken,
};
use crate::variant::Variant;

/// International draughts: 10×10, 20 men each, flying kings, most pieces must be taken.
pub type International = InternationalOn<u64, 10, 4>;

/// The rules of [`International`] draughts on a square board with `SIZE` columns, an even number from 6 to 14, and
/// `MEN_ROWS` rows of men on each side. `W` is `u64` up to 10×10 and `u128` above.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct InternationalOn<W: Word, const SIZE: u8, const MEN_ROWS: u8>(PhantomData<W>);

impl<W: Word, const SIZE: u8, const MEN_ROWS: u8> Variant for InternationalOn<W, SIZE, MEN_ROWS> {
    type Word = W;

    const RULES: Rules = Rules {
        name: "international",
        description: "International draughts: 10×10, flying kings, men capture in all directions, most pieces must be taken",
        rule_book: "FMJD, Official Rules for International Draughts",
        board: Board {
            width: SIZE,
            height: SIZE,
            squares: Squares::Dark,
            men_rows: MEN_ROWS,
            rows_behind: 0,
        },
        starts: Color::White,
        lines: Lines::Diagonals,
        men_capture: MenCapture::AllAround,
        men_take: MenTake::All,
        kings: Kings::Flying,
        precedence: Precedence::Most,
        taken: Taken::AtTheEnd,
        promotion: Promotion::AtTheEnd,
        goal: Goal::LastMove,
        draws: Draws {
            occurrences: 3,
            king_plies: 50,
            endings: &[
                Ending {
                    strong: Force { kings: (1, 2), pieces: (1, 2) },
                    weak: Force { kings: (1, 1), pieces: (1, 1) },
                    plies: 10,
                },
                Ending {
                    strong: Force { kings: (1, 3), pieces: (3, 3) },
                    weak: Force { kings: (1, 1), pieces: (1, 1) },
                    plies: 32,
                },
            ],
            settled: Settled::Nothing,
            king_run: KingRun::Unlimited,
        },
        style: Style { names: Names::FromTheTop, capture: 'x', game_type: Some(20) },
    };
}
