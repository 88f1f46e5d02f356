//! Handles words between the moves: evaluation signs, numbers and parts of moves.

use notation::{SheetMove, append_comment, append_words, line_words};

/// The suffixes for en passant captures in older books and programs.
const IN_PASSING: [&str; 3] = ["e.p.", "ep", "e.p"];
/// The suffixes for checks in older books and programs.
const CHECKS: [&str; 5] = ["ch", "dbl.ch", "dblch", "dis.ch", "mate"];
/// The promotion pieces, which older books and programs write in parentheses: `e8(Q)`.
const PROMOTIONS: [&str; 4] = ["Q", "R", "B", "N"];

/// Signs in printed analyses, with their numeric annotation glyphs (PGN, 10, and `ChessBase`'s table of signs). Longer
/// signs come first.
const SIGNS: [(&str, u8); 29] = [
    ("+/-", 16),
    ("-/+", 17),
    ("+/=", 14),
    ("=/+", 15),
    ("+--", 20),
    ("--+", 21),
    ("=/∞", 44),
    ("=∞", 44),
    ("∞=", 44),
    ("+=", 14),
    ("=+", 15),
    ("+-", 18),
    ("-+", 19),
    ("⩲", 14),
    ("⩱", 15),
    ("±", 16),
    ("∓", 17),
    ("∞", 13),
    ("□", 7),
    ("⊙", 22),
    ("⨀", 22),
    ("⟳", 32),
    ("→", 40),
    ("↑", 36),
    ("⇆", 132),
    ("⯹", 44),
    ("∆", 140),
    ("△", 140),
    ("⌓", 142),
];

/// Signs that count only as separate words, because a move can end with the same characters.
const WORDS: [(&str, u8); 3] = [("=", EQUAL), ("N", 146), ("D", 220)];
/// The glyph for an equal position.
const EQUAL: u8 = 10;

/// Joins words that belong to one move: `exd6 e.p.` becomes `exd6`, and `e8(Q)`, which looks like a variation, becomes
/// `e8=Q`. Numbers without a dot are dropped, and evaluation signs become annotations. Returns the words before the
/// first move that can't belong to a move.
pub(super) fn join_words(line: &mut Vec<SheetMove>) -> String {
    let mut joined: Vec<SheetMove> = Vec::with_capacity(line.len());
    let (mut unread, mut number) = (String::new(), String::new());
    for mut mv in std::mem::take(line) {
        join_promotion(&mut mv);
        join_in_variations(&mut mv);
        if is_number(&mv.text) {
            number = std::mem::take(&mut mv.text);
        }
        match joined.last_mut() {
            Some(last) if belongs_to_move(&mv.text) => merge(last, mv),
            None if mv.text.is_empty() || sign_of(&mv.text).is_some() => {
                append_words(&mut unread, &line_words(&[mv]));
            }
            _ => {
                if joined.is_empty() {
                    append_comment(&mut unread, &mv.preface);
                    mv.preface = std::mem::take(&mut unread);
                }
                if mv.number.is_empty() {
                    mv.number = std::mem::take(&mut number);
                }
                number.clear();
                take_suffixes(&mut mv);
                take_sign(&mut mv);
                joined.push(mv);
            }
        }
    }
    *line = joined;
    unread
}

/// Joins the words in the variations. A variation without a move becomes a comment: `(=)` is a draw offer.
fn join_in_variations(mv: &mut SheetMove) {
    for mut line in std::mem::take(&mut mv.others) {
        let unread = join_words(&mut line);
        if line.is_empty() {
            append_comment(&mut mv.comment, &format!("({unread})"));
        } else {
            mv.others.push(line);
        }
    }
}

/// Returns `true` if the word belongs to the previous move, like the empty string left of a number.
fn belongs_to_move(word: &str) -> bool {
    sign_of(word).is_some() || IN_PASSING.contains(&word) || is_check(word)
}

/// Moves the word's annotations, comments and variations to the move. A sign becomes an annotation.
fn merge(last: &mut SheetMove, word: SheetMove) {
    let mark = word.mark.map(games_package::Mark::glyph);
    for nag in sign_of(&word.text).into_iter().chain(mark).chain(word.nags) {
        last.annotate(nag);
    }
    append_comment(&mut last.comment, &word.comment);
    last.others.extend(word.others);
}

/// Removes words at the end of a move that don't change its meaning: `Nf3ch`, `exd6/e.p.`.
fn take_suffixes(mv: &mut SheetMove) {
    let ends_like_square = |text: &str| text.ends_with(|c: char| c.is_ascii_digit());
    let shorter = IN_PASSING.iter().chain(&CHECKS).find_map(|suffix| {
        let text = mv.text.strip_suffix(suffix)?;
        let text = text.strip_suffix(['/', '+']).unwrap_or(text);
        ends_like_square(text).then_some(text.len())
    });
    mv.text.truncate(shorter.unwrap_or(mv.text.len()));
    if mv.text.strip_suffix('=').is_some_and(ends_like_square) {
        mv.text.pop();
        mv.annotate(EQUAL);
    }
}

/// Returns `true` if the word ends like a move without a sign. No [sign](SIGNS) ends that way.
fn ends_like_move(word: &str) -> bool {
    word.ends_with(|c: char| c.is_ascii_alphanumeric() || c == '#')
}

/// The annotation for a word that is a sign.
fn sign_of(word: &str) -> Option<u8> {
    if word.len() > 1 && ends_like_move(word) {
        return None;
    }
    SIGNS.iter().chain(&WORDS).find(|(sign, _)| *sign == word).map(|(_, nag)| *nag)
}

/// Converts the signs at the end of a move to annotations: `Nf3±`.
fn take_sign(mv: &mut SheetMove) {
    if ends_like_move(&mv.text) {
        return;
    }
    let (mut rest, mut nags) = (mv.text.as_str(), Vec::new());
    while let Some((shorter, nag)) =
        SIGNS.iter().find_map(|(sign, nag)| Some((rest.strip_suffix(sign)?, *nag)))
    {
        rest = shorter;
        nags.push(nag);
    }
    if !nags.is_empty() && rest.ends_with(|c: char| c.is_ascii_alphanumeric()) {
        mv.text.truncate(rest.len());
        nags.reverse();
        nags.append(&mut mv.nags);
        mv.nags = nags;
    }
}

fn is_number(word: &str) -> bool {
    // `0000` is a null move.
    !word.is_empty() && !word.starts_with('0') && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns `true` if the word is a check sign, which is a separate word in `e8(Q)+`.
fn is_check(word: &str) -> bool {
    word.chars().all(|c| matches!(c, '+' | '#'))
}

fn join_promotion(mv: &mut SheetMove) {
    let reaches_end = mv.text.ends_with(['1', '8']);
    let promotion = mv.others.first().and_then(|line| match line.as_slice() {
        [only] if PROMOTIONS.contains(&only.text.as_str()) => Some(only.text.clone()),
        _ => None,
    });
    if let Some(promotion) = promotion.filter(|_| reaches_end) {
        mv.text = format!("{}={promotion}", mv.text);
        mv.others.remove(0);
    }
}
