//! Texts that are wrong.

use std::panic::{AssertUnwindSafe, catch_unwind};

use board_engine::{Notation, NotationError};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use crate::checked_position::CheckedPosition;
use crate::{Law, Violation, laws};

/// Texts that have broken parsers before, in any game.
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

/// Passes `count` nearly valid texts to both parsers.
pub(crate) fn check<G: Notation>(
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

/// Passes texts that fit no game to both parsers, and valid texts of each parser to the other.
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
            format!("{text:?} is read as {mv:?}")
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
        format!("{text:?} is read as {position:?}, but: {broken}")
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

/// The text with one to three random errors.
fn garble(text: &str, rng: &mut ChaCha8Rng) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    for _ in 0..rng.random_range(1..=3) {
        add_error(&mut characters, rng);
    }
    characters.into_iter().collect()
}

/// One random error: a character removed, added, replaced, swapped or doubled, the case changed, or the end cut off.
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
