//! Reads the attributes and return values of rules written in Python. Each error names the attribute or method, the
//! value, and the expected form.

use std::collections::{HashMap, HashSet};

use board_engine::{Glyph, Seat};
use pyo3::exceptions::{PyAttributeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::shared::value_error;

/// The maximum number of squares on a board.
pub(crate) const SQUARES_MAX: usize = 256;

/// The maximum number of characters of a value in a message.
const SHOWN_MAX: usize = 200;

/// The form of `pieces`.
const PIECES_FORM: &str =
    "pieces must map a character to an owner and a role, such as {\"k\": (0, \"king\")}";

/// A value for messages, cut off if it is long.
pub(crate) fn shown(value: &Bound<'_, PyAny>) -> String {
    let text = value.repr().map_or_else(|_| "an unprintable value".into(), |text| text.to_string());
    if text.chars().count() <= SHOWN_MAX {
        return text;
    }
    text.chars().take(SHOWN_MAX).chain("…".chars()).collect()
}

/// A `TypeError` for a value of a wrong type.
fn wrong_type(name: &str, expected: &str, value: &Bound<'_, PyAny>) -> PyErr {
    PyTypeError::new_err(format!("{name} must {expected}, not {}", shown(value)))
}

/// A `ValueError` for a value that isn't allowed.
fn wrong_value(name: &str, expected: &str, value: &Bound<'_, PyAny>) -> PyErr {
    PyValueError::new_err(format!("{name} must {expected}, not {}", shown(value)))
}

/// The attribute of the rules.
///
/// # Errors
/// `AttributeError` if the rules don't define it.
fn attribute<'py>(rules: &Bound<'py, PyAny>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    let missing = || {
        let class =
            rules.get_type().name().map_or_else(|_| "the class".into(), |it| it.to_string());
        PyAttributeError::new_err(format!("{class} must define {name}; derive it from Rules"))
    };
    rules.getattr_opt(name)?.ok_or_else(missing)
}

/// A string attribute.
pub(crate) fn text_attribute(rules: &Bound<'_, PyAny>, name: &str) -> PyResult<String> {
    let value = attribute(rules, name)?;
    value.extract().map_err(|_| wrong_type(name, "be a string", &value))
}

/// The names of the seats.
pub(crate) fn seat_names(rules: &Bound<'_, PyAny>) -> PyResult<[String; 2]> {
    let value = attribute(rules, "seat_names")?;
    let names = strings(&value).and_then(|names| names.try_into().ok());
    names.ok_or_else(|| wrong_type("seat_names", "be two strings", &value))
}

/// The strings in a list or another iterable value that isn't a string itself.
fn strings(value: &Bound<'_, PyAny>) -> Option<Vec<String>> {
    if value.is_instance_of::<PyString>() {
        return None;
    }
    value.try_iter().ok()?.map(|item| item.ok()?.extract().ok()).collect()
}

/// The names of the actions.
pub(crate) fn actions(rules: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    let value = attribute(rules, "actions")?;
    let actions = strings(&value)
        .ok_or_else(|| wrong_type("actions", "be a list of strings, one for each move", &value))?;
    if let Some(twice) = repeated(&actions) {
        return Err(value_error(format_args!("actions has {twice:?} twice")));
    }
    if let Some(wrong) = actions.iter().find(|action| !is_move(action)) {
        let message = format!("actions: a move must be a string without whitespace, not {wrong:?}");
        return Err(PyValueError::new_err(message));
    }
    Ok(actions)
}

/// The number of occurrences of a position after which the game is drawn.
pub(crate) fn repetition(rules: &Bound<'_, PyAny>) -> PyResult<u8> {
    let value = attribute(rules, "repetition")?;
    let count = value.extract::<u8>().ok().filter(|&count| count != 1);
    count.ok_or_else(|| wrong_value("repetition", "be 0 or a number from 2 to 255", &value))
}

/// The glyphs by board character.
pub(crate) fn pieces(
    rules: &Bound<'_, PyAny>,
    seat_names: &[String; 2],
) -> PyResult<HashMap<char, Glyph>> {
    let signs = attribute(rules, "pieces")?.extract::<HashMap<char, (i64, String)>>();
    let signs = signs.map_err(|_other_types| PyTypeError::new_err(PIECES_FORM))?;
    let mut pieces = HashMap::new();
    for (sign, (owner, role)) in signs {
        let owner = match owner {
            0 => Seat::FIRST,
            1 => Seat::SECOND,
            _ => {
                return Err(value_error(format_args!(
                    "piece {sign:?}: the owner must be 0 or 1, not {owner}"
                )));
            }
        };
        if !sign.is_ascii_graphic() {
            return Err(value_error(format_args!(
                "piece {sign:?}: the sign must be an ASCII character"
            )));
        }
        let name = format!("{} {role}", seat_names[owner.index()]);
        // Roles live as long as the process, but a program defines only a few games.
        pieces.insert(sign, Glyph::piece(owner, role.leak(), sign, sign, name));
    }
    Ok(pieces)
}

/// The hash of a state that `method` returned.
pub(crate) fn state_hash(method: &str, state: &Bound<'_, PyAny>) -> PyResult<u64> {
    if state.is_none() {
        let message =
            format!("{method} must return a state, not None; end it with a return statement");
        return Err(PyTypeError::new_err(message));
    }
    let hash = state.hash().map_err(|error| {
        PyTypeError::new_err(format!(
            "{method} must return a state; a state must be hashable, such as a tuple or a string: {error}"
        ))
    })?;
    Ok(hash.cast_unsigned() as u64)
}

/// The seat that `turn` returned.
pub(crate) fn turn(value: &Bound<'_, PyAny>) -> PyResult<Seat> {
    match value.extract::<usize>() {
        Ok(0) => Ok(Seat::FIRST),
        Ok(1) => Ok(Seat::SECOND),
        _ => Err(wrong_value("turn", "be 0 or 1", value)),
    }
}

/// The first seat's payoff that `result` returned.
pub(crate) fn result(value: &Bound<'_, PyAny>) -> PyResult<Option<i16>> {
    let result = value.extract::<Option<i16>>().ok();
    let result = result.filter(|result| result.is_none_or(|result| (-1..=1).contains(&result)));
    result.ok_or_else(|| wrong_value("result", "be 1, 0, -1 or None", value))
}

/// The legal moves that `moves` returned.
pub(crate) fn moves(value: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    let is_string = value.is_instance_of::<PyString>();
    let expected = "return a list of strings";
    let items = value.try_iter().ok().filter(|_| !is_string);
    let items = items.ok_or_else(|| wrong_type("moves", expected, value))?;
    let mut moves: Vec<String> = Vec::new();
    for item in items {
        let item = item?;
        moves.push(item.extract().map_err(|_| wrong_type("moves", expected, value))?);
    }
    if let Some(wrong) = moves.iter().find(|mv| !is_move(mv)) {
        let message = format!("moves: a move must be a string without whitespace, not {wrong:?}");
        return Err(PyValueError::new_err(message));
    }
    if moves.is_empty() {
        let message =
            "moves returned no moves, but result is None: an unfinished game needs a legal move";
        return Err(PyValueError::new_err(message));
    }
    if let Some(twice) = repeated(&moves) {
        let message = format!("moves returned {twice:?} twice; list each legal move once");
        return Err(PyValueError::new_err(message));
    }
    Ok(moves)
}

/// The error for a legal move that isn't an action.
pub(crate) fn missing_action(mv: &str) -> PyErr {
    value_error(format_args!(
        "the legal move {mv:?} is not in actions, which must list every move that can be legal"
    ))
}

/// The lead that `evaluate` returned.
pub(crate) fn lead(value: &Bound<'_, PyAny>) -> PyResult<f64> {
    let lead =
        value.extract::<f64>().map_err(|_| wrong_type("evaluate", "return a number", value))?;
    match lead.is_nan() {
        true => Err(wrong_value("evaluate", "return a number", value)),
        false => Ok(lead),
    }
}

/// The string that `method` returned.
pub(crate) fn text(method: &str, value: &Bound<'_, PyAny>) -> PyResult<String> {
    value.extract().map_err(|_| wrong_type(method, "return a string", value))
}

/// The rows that `board` returned.
pub(crate) fn rows(value: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    let expected = "return a list of strings, one for each row";
    let rows = strings(value).ok_or_else(|| wrong_type("board", expected, value))?;
    let width = rows.first().map_or(0, |row| row.chars().count());
    if rows.iter().any(|row| row.chars().count() != width) {
        return Err(wrong_value("board", "return rows of the same length", value));
    }
    if width * rows.len() > SQUARES_MAX {
        let message = format!("board: a board has at most {SQUARES_MAX} squares");
        return Err(PyValueError::new_err(message));
    }
    Ok(rows)
}

/// Returns `true` if a string can be a move.
fn is_move(text: &str) -> bool {
    !text.is_empty() && !text.contains(char::is_whitespace)
}

/// The first string that occurs a second time.
fn repeated(texts: &[String]) -> Option<&String> {
    let mut seen = HashSet::with_capacity(texts.len());
    texts.iter().find(|text| !seen.insert(*text))
}
