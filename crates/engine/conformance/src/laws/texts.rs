//! Laws for notation, valid and garbled.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use board_engine::{Notation, NotationError};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use crate::violation::CheckedPosition;
use crate::{Law, Violation, laws};

pub(crate) fn check<G: Notation>(checked: &CheckedPosition<'_, G>) -> Result<(), Violation> {
    check_position_text(checked)?;
    // After the end of the game no move can be played; the list is only for perft.
    if checked.status.outcome().is_some() {
        return Ok(());
    }
    let texts = move_texts(checked)?;
    for (&mv, text) in checked.moves.iter().zip(&texts) {
        let CheckedPosition { game, position, moves, .. } = checked;
        for read in [game.parse_move(position, text), game.parse_move_among(position, moves, text)]
        {
            checked.require_move(mv, read == Ok(mv), Law::MoveTextIsReadBack, || {
                format!("{text:?} parses to {read:?}")
            })?;
        }
    }
    Ok(())
}

/// Each legal move as a string.
fn move_texts<G: Notation>(checked: &CheckedPosition<'_, G>) -> Result<Vec<String>, Violation> {
    let CheckedPosition { game, position, moves, .. } = checked;
    let texts: Vec<String> = moves.iter().map(|&mv| game.format_move(position, mv)).collect();
    let mut owners = HashMap::new();
    for (&mv, text) in moves.iter().zip(&texts) {
        let mut pushed = String::from("1. ");
        game.push_move(position, mv, &mut pushed);
        let mut pushed_among = String::from("1. ");
        game.push_move_among(position, moves, mv, &mut pushed_among);
        for pushed in [pushed, pushed_among] {
            let agrees = pushed.strip_prefix("1. ") == Some(text);
            checked.require_move(mv, agrees, Law::MoveTextsAgree, || {
                format!("{text:?} is pushed as {pushed:?}")
            })?;
        }
        let is_word = !text.is_empty() && !text.contains(char::is_whitespace);
        checked.require_move(mv, is_word, Law::MoveTextIsOneWord, || format!("{text:?}"))?;
        let twin = owners.insert(text, mv);
        checked.require_move(mv, twin.is_none(), Law::MoveTextsDiffer, || {
            format!("{twin:?}, {mv:?}")
        })?;
    }
    Ok(texts)
}

fn check_position_text<G: Notation>(checked: &CheckedPosition<'_, G>) -> Result<(), Violation> {
    let CheckedPosition { game, position, moves, .. } = checked;
    let text = game.format_position(position);
    let read = game.parse_position(&text);
    let Ok(read) = read else {
        return checked.require(false, Law::PositionTextIsReadBack, || format!("{read:?}"));
    };
    let text_again = game.format_position(&read);
    checked.require(text_again == text, Law::PositionTextIsReadBack, || {
        format!("written again as {text_again}")
    })?;
    checked.require(read == **position, Law::PositionTextIsReadBack, || {
        format!("{position:?} parses to {read:?}")
    })?;
    let mut moves_again = Vec::new();
    let status = game.legal_moves(&read, &mut moves_again);
    let plays_alike = moves_again == *moves
        && status == checked.status
        && game.turn(&read) == game.turn(position);
    checked.require(plays_alike, Law::PositionTextIsReadBack, || {
        format!("it had the moves {moves:?}, now {moves_again:?}")
    })?;
    let keys = (game.key(position), game.key(&read));
    checked.require(keys.0 == keys.1, Law::EqualPositionsShareKeys, || {
        format!("{:#018x} played, {:#018x} read", keys.0, keys.1)
    })
}

/// Strings that have broken parsers before, in any game.
const EDGE_CASES: [&str; 14] = [
    "",
    " ",
    "\n",
    "\0",
    "-",
    "a",
    "0",
    "00000000000000000000000000000000000000000000000000000000000000000",
    "99999999999999999999999999999999999999999999999999999999999999999",
    "-1",
    "\u{e9}",
    "\u{1F600}\u{1F600}",
    "a\u{301}1",
    ":,:-x/\\|[](){}<>\"'",
];

/// Characters that occur in many notations, and some that occur in none.
const CHARACTERS: [char; 24] = [
    '0',
    '1',
    '2',
    '5',
    '9',
    'a',
    'h',
    'z',
    'K',
    'W',
    'B',
    'x',
    'o',
    '-',
    ':',
    ',',
    '/',
    ' ',
    '.',
    '\t',
    '\u{e9}',
    '\u{212A}',
    '\u{1F600}',
    '\0',
];

/// Passes `count` nearly valid strings to both parsers.
pub(crate) fn check_garbled<G: Notation>(
    checked: &CheckedPosition<'_, G>,
    count: u32,
    rng: &mut ChaCha8Rng,
) -> Result<(), Violation> {
    let position = checked.game.format_position(checked.position);
    for _ in 0..count {
        check_position(checked, &garble(&position, rng))?;
        let mv = checked.moves.get(rng.random_range(0..checked.moves.len().max(1)));
        let text = mv.map(|&mv| checked.game.format_move(checked.position, mv)).unwrap_or_default();
        check_move(checked, &garble(&text, rng))?;
    }
    check_position(checked, EDGE_CASES[rng.random_range(0..EDGE_CASES.len())])?;
    check_move(checked, &position)
}

/// Passes strings that don't fit any game to both parsers, and valid strings for each parser to the other.
pub(crate) fn check_edge_cases<G: Notation>(
    checked: &CheckedPosition<'_, G>,
) -> Result<(), Violation> {
    for text in EDGE_CASES {
        check_position(checked, text)?;
        check_move(checked, text)?;
    }
    let long = "1".repeat(100_000);
    check_position(checked, &long)?;
    check_move(checked, &long)?;
    checked.moves.iter().take(1).try_for_each(|&mv| {
        check_position(checked, &checked.game.format_move(checked.position, mv))
    })
}

fn check_move<G: Notation>(checked: &CheckedPosition<'_, G>, text: &str) -> Result<(), Violation> {
    let parse = || checked.game.parse_move(checked.position, text);
    let Ok(read) = catch_unwind(AssertUnwindSafe(parse)) else {
        return checked.require(false, Law::GarbledMoveIsRefused, || format!("{text:?} panics"));
    };
    match read {
        Ok(mv) => checked.require(checked.moves.contains(&mv), Law::GarbledMoveIsRefused, || {
            format!("{text:?} parses to {mv:?}")
        }),
        Err(error) => check_refusal(checked, text, &error),
    }
}

fn check_position<G: Notation>(
    checked: &CheckedPosition<'_, G>,
    text: &str,
) -> Result<(), Violation> {
    let parse = || checked.game.parse_position(text);
    let Ok(read) = catch_unwind(AssertUnwindSafe(parse)) else {
        return checked
            .require(false, Law::GarbledPositionIsRefused, || format!("{text:?} panics"));
    };
    let position = match read {
        Ok(position) => position,
        Err(error) => return check_refusal(checked, text, &error),
    };
    let obey =
        || laws::check_position(&CheckedPosition::new(checked.game, &position, checked.seed));
    let broken = match catch_unwind(AssertUnwindSafe(obey)) {
        Ok(Ok(())) => return Ok(()),
        Ok(Err(violation)) => violation.to_string(),
        Err(_) => "the rules panic".into(),
    };
    checked.require(false, Law::GarbledPositionIsRefused, || {
        format!("{text:?} parses to {position:?}, but: {broken}")
    })
}

fn check_refusal<G: Notation>(
    checked: &CheckedPosition<'_, G>,
    text: &str,
    error: &NotationError,
) -> Result<(), Violation> {
    let says_why = |message: &str| !message.trim().is_empty() && !message.contains('\n');
    let kept = says_why(&error.reason()) && says_why(&error.to_string());
    checked.require(kept, Law::RefusalSaysWhy, || format!("{text:?} is refused with \"{error}\""))
}

/// The string with one to three random errors.
fn garble(text: &str, rng: &mut ChaCha8Rng) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    for _ in 0..rng.random_range(1..=3) {
        add_error(&mut characters, rng);
    }
    characters.into_iter().collect()
}

/// One random error: a character removed, added, replaced, swapped or doubled, a changed case, or a
/// truncation.
fn add_error(characters: &mut Vec<char>, rng: &mut ChaCha8Rng) {
    let stranger = CHARACTERS[rng.random_range(0..CHARACTERS.len())];
    if characters.is_empty() {
        characters.push(stranger);
        return;
    }
    let at = rng.random_range(0..characters.len());
    let other = rng.random_range(0..characters.len());
    match rng.random_range(0..7) {
        0 => drop(characters.remove(at)),
        1 => characters.insert(at, stranger),
        2 => characters[at] = stranger,
        3 => characters.swap(at, other),
        4 => characters.insert(at, characters[other]),
        5 if characters[at].is_ascii_lowercase() => characters[at].make_ascii_uppercase(),
        5 => characters[at].make_ascii_lowercase(),
        _ => characters.truncate(at),
    }
}
