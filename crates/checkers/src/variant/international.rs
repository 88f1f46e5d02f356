//! International draughts, on its own board and on others.

use std::marker::PhantomData;

use board_engine::{Color, Word};

use crate::rules::{
    BoardSetup, Draws, Ending, EndingChange, Goal, KingRun, Kings, Limit, Material, MenCapture,
    MenTake, MoveLines, Names, PlayingSquares, Precedence, Promotion, Rules, Settled, Style, Taken,
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
        name: match SIZE {
            6 => "international-6",
            8 => "international-8",
            10 => "international",
            12 => "international-12",
            _ => "international-14",
        },
        description: match SIZE {
            10 => {
                "International draughts: 10×10, flying kings, men capture all around, most pieces must be taken"
            }
            6 => "International draughts on 6×6 with 6 men each",
            8 => "International draughts on 8×8 with 12 men each",
            12 => "International draughts on 12×12 with 30 men each",
            _ => "International draughts on 14×14 with 42 men each",
        },
        rule_book: "FMJD, Annex 1, Official Rules for International Draughts",
        // 2.1, 2.4: a hundred squares, a dark corner at each player's left.
        board: BoardSetup {
            width: SIZE,
            height: SIZE,
            squares: PlayingSquares::Dark,
            men_rows: MEN_ROWS,
            rows_behind: 0,
        },
        // Section 3: the player of the white pieces moves first.
        starts: Color::White,
        lines: MoveLines::Diagonals,
        // 4.1: captures go forward and backward.
        men_capture: MenCapture::AllAround,
        men_take: MenTake::All,
        // Section 3 and 4.3: a king moves and captures over any number of free squares.
        kings: Kings::Flying,
        // Section 4: most pieces must be taken; a king counts as much as a man, and none goes first.
        precedence: Precedence::Most,
        // 4.4, 4.5: the pieces are lifted after the capture, and none is passed twice.
        taken: Taken::AtTheEnd,
        // Section 4: a man that only passes its crowning row stays a man.
        promotion: Promotion::AtTheEnd,
        goal: Goal::LastMove,
        draws: Draws {
            // 6.1: the same position for the third time, with the same player to move.
            occurrences: Limit::new(3, "the third occurrence of the position (FMJD 6.1)"),
            // 6.2: 25 moves of each player with kings alone and without capture.
            king_plies: Limit::new(
                50,
                "25 moves of each player with kings alone and no capture (FMJD 6.2)",
            ),
            endings: &[
                // 6.4: two kings, a king and a man, or a king against a king: five moves each.
                Ending::limited(
                    Material::pieces(1, 2),
                    Material::KING,
                    Limit::new(10, "5 moves of each player with at most two pieces against a king (FMJD 6.4)"),
                ),
                // 6.3: three kings, two kings and a man, or a king and two men against a king: sixteen moves each; five
                // if that king stays on the main diagonal. The five moves are in the text that is quoted now, but not
                // in the French one of 2010 and the order 722 (3.5) of the Russian ministry of sport of 2013.
                Ending::limited(
                    Material::pieces(3, 3),
                    Material::KING,
                    Limit::new(32, "16 moves of each player with three pieces against a king (FMJD 6.3)"),
                )
                .or_on_the_main_road(Limit::new(
                    10,
                    "5 moves of each player with three pieces against a king on the main diagonal (FMJD 6.3)",
                )),
            ],
            // 6.3: if a piece is taken within the sixteen moves, the sixteen remain the limit. So 6.4 gives five moves,
            // or as many as are left of the sixteen where these are fewer.
            ending_change: EndingChange::KeepsTheLimit,
            settled: Settled::Nothing,
            king_run: KingRun::Unlimited,
        },
        // PDN 3.0, GameType 20,W,10,10,N2,0.
        style: Style {
            names: Names::FromTheTop,
            capture: 'x',
            game_type: if SIZE == 10 { Some(20) } else { None },
        },
    };
}
