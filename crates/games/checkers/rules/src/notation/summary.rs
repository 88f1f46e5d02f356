//! A variant's rules for new players.

use crate::rules::{
    BoardSetup, Goal, Kings, MenCapture, MenTake, MoveLines, Names, PlayingSquares, Precedence,
    Promotion, Rules,
};

/// The rules for draughts on a board of any size.
pub(crate) const ANY_SIZE: &str = "\
English draughts on a board of any size. Black moves first.
Men move one square diagonally forward; kings also backward.
To capture an opposing piece, jump over it to the free square behind it. A capture continues as long as another jump follows.
You must capture if you can, and may choose among captures.
A man that reaches the last row becomes a king, and its move ends.
A side without pieces or without a legal move loses.
Moves: 9-14, captures 15x22; name more squares if a capture is ambiguous.";

/// The board, the moves, the captures, the end, and the notation. At most twelve lines on a terminal of 80 columns.
pub(super) fn of(rules: &Rules) -> String {
    let lines = [
        board(rules),
        pieces(rules).into(),
        captures(rules),
        precedence(rules.precedence).into(),
        promotion(rules.promotion).into(),
        goal(rules.goal).into(),
        draws(rules),
        notation(rules),
    ];
    let filled: Vec<String> = lines.into_iter().filter(|line| !line.is_empty()).collect();
    filled.join("\n")
}

fn board(rules: &Rules) -> String {
    let BoardSetup { width, height, squares, men_rows, .. } = rules.board;
    let in_row = if squares == PlayingSquares::All { width } else { width / 2 };
    let men = u16::from(in_row) * u16::from(men_rows);
    let dark = if squares == PlayingSquares::All { "" } else { " on dark squares" };
    format!(
        "The board is {width}x{height}. Each side has {men} men{dark}. {} moves first.",
        rules.starts
    )
}

const fn pieces(rules: &Rules) -> &'static str {
    match (rules.kings, rules.lines) {
        (Kings::Short, MoveLines::Straight) => {
            "Men move one square forward or sideways, kings also backward."
        }
        (Kings::Short, _) => "Men move one square diagonally forward, kings also backward.",
        (_, MoveLines::Straight) => {
            "Men move one square forward or sideways, kings any distance on rows and columns."
        }
        _ => "Men move one square diagonally forward, kings any distance on diagonals.",
    }
}

fn captures(rules: &Rules) -> String {
    let direction = match (rules.men_capture, rules.lines) {
        (MenCapture::Forward, MoveLines::Straight) => "forward or sideways",
        (MenCapture::Forward, _) => "forward",
        (MenCapture::AllAround, _) => "in all directions",
    };
    let lines = match rules.lines {
        MoveLines::DiagonalsAndStraightCaptures => ", also along rows and columns",
        _ => "",
    };
    let takes = match rules.men_take {
        MenTake::All => "",
        MenTake::Men => " Men can't capture kings.",
    };
    format!(
        "To capture a piece, jump over it to the free square behind it. Men capture {direction}{lines}. A capture \
        continues while another jump follows.{takes}"
    )
}

const fn precedence(precedence: Precedence) -> &'static str {
    match precedence {
        Precedence::Optional => "Captures are optional.",
        Precedence::Any => "You must capture if you can, and may choose among captures.",
        Precedence::KingsFirst => "You must capture if you can, with a king if a king can capture.",
        Precedence::Most => "You must capture if you can, and as many pieces as possible.",
        Precedence::MostThenKings => {
            "You must capture as many pieces as possible; if equal, as many kings as possible."
        }
        Precedence::MostByKingThenKings => {
            "You must capture as many pieces as possible; if equal, with a king, then the most kings, then the capture that \
            meets a king first."
        }
        Precedence::HighestValue => {
            "You must capture the highest value; a king counts a little less than two men. If equal, capture with a king."
        }
    }
}

const fn promotion(promotion: Promotion) -> &'static str {
    match promotion {
        Promotion::EndsTheMove => {
            "A man that reaches the last row becomes a king, and its move ends."
        }
        Promotion::AtTheEnd => "A man whose move ends on the last row becomes a king.",
        Promotion::AtOnce => {
            "A man that reaches the last row becomes a king at once, even in a capture."
        }
    }
}

const fn goal(goal: Goal) -> &'static str {
    match goal {
        Goal::LastMove => "A side without pieces or without a legal move loses.",
        Goal::NoMove => "A side without pieces or without a legal move wins.",
        Goal::FirstKing => "The side that gets a king first wins.",
        Goal::MorePieces => {
            "A side that can't move passes. When neither side can, the side with more pieces wins."
        }
    }
}

fn draws(rules: &Rules) -> String {
    let limits = [rules.draws.occurrences, rules.draws.king_plies];
    // A rule ends with its source in parentheses.
    let name = |rule: &'static str| rule.split_once(" (").map_or(rule, |(name, _)| name);
    let limits = limits.into_iter().filter(|limit| limit.count > 0);
    let named: Vec<&str> = limits.map(|limit| name(limit.rule)).collect();
    if named.is_empty() { String::new() } else { format!("Draws: {}.", named.join("; ")) }
}

fn notation(rules: &Rules) -> String {
    let sign = rules.style.capture;
    match rules.style.names {
        Names::Letters => format!(
            "Moves: c3-d4, captures c3{sign}e5; name more squares if a capture is ambiguous."
        ),
        _ => format!(
            "Moves: 11-15, captures 15{sign}22; name more squares if a capture is ambiguous."
        ),
    }
}
