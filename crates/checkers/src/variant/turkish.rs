//! Turkish draughts.

use crate::rules::{
    BoardSetup, Draws, MenCapture, MoveLines, Names, PlayingSquares, Precedence, Rules, Settled,
    Style, Taken,
};
use crate::variant::{International, Variant};

/// Turkish draughts, dama.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Turkish;

impl Variant for Turkish {
    type Word = u64;

    const RULES: Rules = Rules {
        name: "turkish",
        description: "Turkish draughts, dama: 8×8, all squares, pieces move and capture along rows and columns",
        rule_book: "Turkish Draughts, Rules of Game (world championships since 2014)",
        // Sixteen men each on the second and third rows.
        board: BoardSetup {
            width: 8,
            height: 8,
            squares: PlayingSquares::All,
            men_rows: 2,
            rows_behind: 1,
        },
        lines: MoveLines::Straight,
        men_capture: MenCapture::Forward,
        // Taken pieces leave at once; no turn by 180 degrees between two captures.
        taken: Taken::AtOnceWithoutTurningBack,
        // Most pieces; a king counts as much as a man.
        precedence: Precedence::Most,
        draws: Draws {
            // Repetition is taken from the international rules.
            // Türk Daması Kuralları (damaakademisi.com), 19 b: when each player has one piece left, the game is a draw,
            // "gayyım", even if one of the two is a king. Encyclopedias have the king win against a single man, but no
            // rule book that was found says so, and a man that crowns next would not be lost.
            settled: Settled::OnePieceEach("one piece on each side (Türk Daması Kuralları, 19 b)"),
            ..Draws::THREEFOLD
        },
        // PDN 3.0, GameType 30,W,8,8,A0,0.
        style: Style { names: Names::Letters, capture: 'x', game_type: Some(30) },
        ..International::RULES
    };
}
