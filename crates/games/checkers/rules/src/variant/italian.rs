//! Italian, Spanish and Turkish draughts.

use board_engine::Color;

use super::{Brazilian, English, International, Variant};
use crate::rules::{
    BoardSetup, Draws, Limit, MenCapture, MenTake, MoveLines, Names, PlayingSquares, Precedence,
    Promotion, Rules, Settled, Style, Taken,
};

/// Italian draughts: short kings, which men can't capture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Italian;

impl Variant for Italian {
    type Word = u64;

    const RULES: Rules = Rules {
        name: "italian",
        description: "Italian draughts: 8×8 mirrored, short kings that men can't take, four rules of precedence",
        rule_book: "FID, Regolamento tecnico, Capo I",
        // 2.3: the dark corner is on the player's right.
        board: BoardSetup { squares: PlayingSquares::Mirrored, ..English::RULES.board },
        // 3.4: White makes the first move.
        starts: Color::White,
        // A man can't capture a king.
        men_take: MenTake::Men,
        // Most pieces; then a capture by a king; then most kings; then the earliest king.
        precedence: Precedence::MostByKingThenKings,
        // The draws in English draughts: forty moves each without a capture or a man's move, and threefold repetition.
        // The FID's article on draws was not found.
        draws: Draws {
            occurrences: Limit::THREEFOLD,
            king_plies: Limit::new(80, "40 moves each without a capture or a man's move"),
            ..English::RULES.draws
        },
        // PDN 3.0, GameType 22,W,8,8,N2,1.
        style: Style { names: Names::FromTheTop, capture: 'x', game_type: Some(22) },
        ..English::RULES
    };
}

/// Spanish draughts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Spanish;

impl Variant for Spanish {
    type Word = u64;

    const RULES: Rules = Rules {
        name: "spanish",
        description: "Spanish draughts: 8×8 mirrored, flying kings, most pieces must be taken, then most kings",
        rule_book: "as played in Spain; no federation's move limits are known",
        board: BoardSetup { squares: PlayingSquares::Mirrored, ..English::RULES.board },
        men_capture: MenCapture::Forward,
        // "La ley de la cantidad y de la calidad": most pieces, then most kings.
        precedence: Precedence::MostThenKings,
        promotion: Promotion::EndsTheMove,
        // The rule book has no article on limits; only repetition ends an endless game.
        draws: Draws::THREEFOLD,
        // PDN 3.0, GameType 24,W,8,8,N1,1.
        style: Style { names: Names::FromTheBottom, capture: 'x', game_type: Some(24) },
        ..Brazilian::RULES
    };
}

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
        // Captured pieces leave the board immediately; turning by 180 degrees between two captures is not allowed.
        taken: Taken::AtOnceWithoutTurningBack,
        // Most pieces; a king counts as much as a man.
        precedence: Precedence::Most,
        draws: Draws {
            // The repetition rule is the international one. Türk Daması Kuralları (damaakademisi.com), 19 b: when each
            // player has one piece left, the game is a draw, "gayyım", even if one of the two is a king. According to
            // encyclopedias, a king wins against a single man. However, no rule book was found that confirms this, and
            // a man about to be crowned would not be lost.
            settled: Settled::OnePieceEach("one piece on each side (Türk Daması Kuralları, 19 b)"),
            ..Draws::THREEFOLD
        },
        // PDN 3.0, GameType 30,W,8,8,A0,0.
        style: Style { names: Names::Letters, capture: 'x', game_type: Some(30) },
        ..International::RULES
    };
}
