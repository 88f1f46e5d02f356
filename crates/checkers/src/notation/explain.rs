//! Why a move may not be played, in words for the player.

use board_engine::{Bitboard, Color};

use crate::generator::{self, AnalysisPosition, MoveOf};
use crate::layout::{DIRECTIONS, Directions, Layout};
use crate::notation::write;
use crate::notation::written::{Written, squares_fit};
use crate::rules::{Kings, MoveLines, Precedence};
use crate::variant::Variant;

/// The most moves that a message lists.
const LISTED_MAX: usize = 6;

/// The rule that forbids what is written, and what may be played instead.
pub(super) fn why<V: Variant>(
    position: &AnalysisPosition<V>,
    written: &Written,
    legal: &[MoveOf<V>],
) -> String {
    let (Some(&from), Some(&to)) = (written.squares.first(), written.squares.last()) else {
        return String::new();
    };
    let name = Layout::<V>::name;
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
    let compulsory = !matches!(V::RULES.precedence, Precedence::Optional);
    if compulsory && legal.iter().any(|mv| mv.is_capture()) {
        return why_not_this_capture::<V>(position, written, legal);
    }
    if written.captures || written.squares.len() > 2 {
        return format!("nothing can be taken from {} to {}", name(from), name(to));
    }
    if generator::resting::<V>(position, position.turn).contains(from) {
        return format!(
            "the king on {} has moved three times in a row, another piece must move",
            name(from)
        );
    }
    why_not_this_step::<V>(position, from, to)
}

/// Captures must be made, and this is none of them.
fn why_not_this_capture<V: Variant>(
    position: &AnalysisPosition<V>,
    written: &Written,
    legal: &[MoveOf<V>],
) -> String {
    let goes_on = |mv: &MoveOf<V>| {
        written.squares.len() >= 2
            && written.squares.first() == Some(&mv.from())
            && written.squares.last() != Some(&mv.to())
            && squares_fit::<V>(position, *mv, &written.squares)
    };
    let longer: Vec<_> = legal.iter().copied().filter(goes_on).collect();
    if !longer.is_empty() {
        return format!("the capture goes on: {}", list_in_full::<V>(position, &longer));
    }
    let texts = list::<V>(position, legal);
    let king = |mv: &MoveOf<V>| position.kings.contains(mv.from());
    let from_man = written.squares.first().is_some_and(|&from| !position.kings.contains(from));
    match (V::RULES.precedence, legal[0].taken().count(), legal.len()) {
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
        _ => format!("a capture must be made: {texts}"),
    }
}

/// The standard texts of the moves: "47x36 or 47x33".
fn list<V: Variant>(position: &AnalysisPosition<V>, moves: &[MoveOf<V>]) -> String {
    join(moves.iter().map(|&mv| write::format_among::<V>(position, mv, moves)).collect())
}

/// The moves with all squares on their way.
fn list_in_full<V: Variant>(position: &AnalysisPosition<V>, moves: &[MoveOf<V>]) -> String {
    let mut sign = [0; 4];
    let sign = V::RULES.style.capture.encode_utf8(&mut sign);
    let names = |mv: &MoveOf<V>| {
        write::path::<V>(position, *mv).into_iter().map(Layout::<V>::name).collect::<Vec<_>>()
    };
    join(moves.iter().map(|mv| names(mv).join(sign)).collect())
}

fn join(mut texts: Vec<String>) -> String {
    let more = texts.len() > LISTED_MAX;
    texts.truncate(LISTED_MAX);
    texts.join(" or ") + if more { " or others" } else { "" }
}

fn in_words(count: u32) -> String {
    const WORDS: [&str; 13] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    WORDS.get(count as usize).map_or_else(|| count.to_string(), |&word| word.into())
}

/// Nothing can be taken, and the piece can't step there.
fn why_not_this_step<V: Variant>(position: &AnalysisPosition<V>, from: u32, to: u32) -> String {
    let all = const { Directions::all(V::RULES.lines, false) };
    let straight = matches!(V::RULES.lines, MoveLines::Straight);
    if !position.kings.contains(from) {
        let forward = all.forward(position.turn == Color::White);
        let back = |&direction: &usize| all.has(direction) && !forward.has(direction);
        if (0..DIRECTIONS)
            .filter(back)
            .any(|direction| Layout::<V>::neighbor(from, direction) == Some(to))
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
    if matches!(V::RULES.kings, Kings::Short) {
        return format!("a king moves one square {lines}");
    }
    let mut blocker = None;
    for direction in (0..DIRECTIONS).filter(|&direction| all.has(direction)) {
        let ray = std::iter::successors(Layout::<V>::neighbor(from, direction), |&bit| {
            Layout::<V>::neighbor(bit, direction)
        });
        let way: Vec<u32> = ray.collect();
        if let Some(end) = way.iter().position(|&bit| bit == to) {
            let set: Bitboard<V::Word> = way[..end].iter().copied().collect();
            blocker = (set & position.occupied()).first();
        }
    }
    match blocker {
        Some(bit) => format!("the piece on {} is in the way", Layout::<V>::name(bit)),
        None => format!("a king moves {lines}"),
    }
}
