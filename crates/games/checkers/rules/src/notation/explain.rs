//! Explains to the player in words why a move is illegal.

use board_engine::{Bitboard, Color, Word};

use super::text_rules::TextRules;
use super::write::{self, Written, squares_fit};
use crate::generator::resting;
use crate::layout::{DIRECTIONS, Directions};
use crate::position::{Move, Position};
use crate::rules::{Kings, MoveLines, Precedence};

/// Maximum number of moves to list in a message.
const LISTED_MAX: usize = 6;

/// The rule that forbids the written move, and the legal alternatives. `left` is the number of landings that may be
/// tried to find the alternatives.
pub(super) fn why<W: Word>(
    rules: TextRules<W>,
    position: &Position<W>,
    written: &Written,
    legal: &[Move<W>],
    left: &mut u32,
) -> String {
    let (Some(&from), Some(&to)) = (written.squares.first(), written.squares.last()) else {
        return String::new();
    };
    let name = |bit| rules.squares.name(bit);
    match position.piece_on(from) {
        None => return format!("no piece on {}", name(from)),
        Some(piece) if piece.color != position.turn => {
            return format!("{} is {}'s", name(from), piece.color);
        }
        Some(_) => {}
    }
    if position.occupied().contains(to) && from != to {
        return format!("{} is occupied", name(to));
    }
    if legal.is_empty() {
        return "the game is over".into();
    }
    let compulsory = !matches!(rules.squares.rules.precedence, Precedence::Optional);
    if compulsory && legal.iter().any(|mv| mv.is_capture()) {
        return why_not_this_capture(rules, position, written, legal, left);
    }
    if written.captures || written.squares.len() > 2 {
        return format!("nothing can be captured from {} to {}", name(from), name(to));
    }
    if resting(rules.squares.rules, position, position.turn).contains(from) {
        return format!(
            "the king on {} has moved three times in a row; another piece must move",
            name(from)
        );
    }
    why_not_this_step(rules, position, from, to)
}

/// Explains that a capture is compulsory and the written move is not a legal capture.
fn why_not_this_capture<W: Word>(
    rules: TextRules<W>,
    position: &Position<W>,
    written: &Written,
    legal: &[Move<W>],
    left: &mut u32,
) -> String {
    let mut goes_on = |mv: &Move<W>| {
        written.squares.len() >= 2
            && written.squares.first() == Some(&mv.from())
            && written.squares.last() != Some(&mv.to())
            && squares_fit(rules, position, *mv, &written.squares, left)
    };
    let longer: Vec<_> = legal.iter().copied().filter(&mut goes_on).collect();
    if !longer.is_empty() {
        return format!("the capture continues: {}", list_in_full(rules, position, &longer));
    }
    let texts = list(rules, position, legal);
    let king = |mv: &Move<W>| position.kings.contains(mv.from());
    let from_man = written.squares.first().is_some_and(|&from| !position.kings.contains(from));
    match (rules.squares.rules.precedence, legal[0].taken().count(), legal.len()) {
        (Precedence::KingsFirst, _, _) if king(&legal[0]) && from_man => {
            format!("kings capture before men: {texts}")
        }
        (Precedence::HighestValue, 2.., _) => format!("the highest value must be taken: {texts}"),
        (Precedence::MostThenKings | Precedence::MostByKingThenKings, count @ 2.., _) => {
            format!("{} pieces must be taken, and kings first: {texts}", in_words(count))
        }
        (Precedence::Most, count @ 2.., _) => {
            format!("{} pieces must be taken: {texts}", in_words(count))
        }
        (_, _, 1) => format!("{texts} must be taken"),
        _ => format!("capturing is mandatory: {texts}"),
    }
}

/// The moves in standard notation: "47x36 or 47x33".
fn list<W: Word>(rules: TextRules<W>, position: &Position<W>, moves: &[Move<W>]) -> String {
    join_texts(moves, |mv| write::format_among(rules, position, mv, moves))
}

/// The moves with all squares of their paths.
fn list_in_full<W: Word>(rules: TextRules<W>, position: &Position<W>, moves: &[Move<W>]) -> String {
    let mut sign = [0; 4];
    let sign = rules.squares.rules.style.capture.encode_utf8(&mut sign);
    join_texts(moves, |mv| {
        let path = write::path(rules, position, mv);
        path.into_iter().map(|bit| rules.squares.name(bit)).collect::<Vec<_>>().join(sign)
    })
}

/// The first moves in notation, joined.
fn join_texts<W: Word>(moves: &[Move<W>], text: impl Fn(Move<W>) -> String) -> String {
    let texts: Vec<String> = moves.iter().take(LISTED_MAX).map(|&mv| text(mv)).collect();
    texts.join(" or ") + if moves.len() > LISTED_MAX { " or others" } else { "" }
}

fn in_words(count: u32) -> String {
    const WORDS: [&str; 13] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    WORDS.get(count as usize).map_or_else(|| count.to_string(), |&word| word.into())
}

/// Explains why the piece can't step to that square, if nothing can be captured.
fn why_not_this_step<W: Word>(
    rules: TextRules<W>,
    position: &Position<W>,
    from: u32,
    to: u32,
) -> String {
    let all = Directions::all(rules.squares.rules.lines, false);
    let straight = matches!(rules.squares.rules.lines, MoveLines::Straight);
    if !position.kings.contains(from) {
        let forward = all.forward(position.turn == Color::White);
        let back = |&direction: &usize| all.has(direction) && !forward.has(direction);
        if (0..DIRECTIONS)
            .filter(back)
            .any(|direction| rules.squares.neighbor(from, direction) == Some(to))
        {
            return "a man does not move backward".into();
        }
        return if straight {
            "a man moves one square forward or sideways"
        } else {
            "a man moves one square forward"
        }
        .into();
    }
    let lines = if straight { "along its row or column" } else { "along a diagonal" };
    if matches!(rules.squares.rules.kings, Kings::Short) {
        return format!("a king moves one square {lines}");
    }
    let mut blocker = None;
    for direction in (0..DIRECTIONS).filter(|&direction| all.has(direction)) {
        let ray = std::iter::successors(rules.squares.neighbor(from, direction), |&bit| {
            rules.squares.neighbor(bit, direction)
        });
        let way: Vec<u32> = ray.collect();
        if let Some(end) = way.iter().position(|&bit| bit == to) {
            let set: Bitboard<W> = way[..end].iter().copied().collect();
            blocker = (set & position.occupied()).first();
        }
    }
    match blocker {
        Some(bit) => format!("the piece on {} is in the way", rules.squares.name(bit)),
        None => format!("a king moves {lines}"),
    }
}
