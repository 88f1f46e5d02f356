//! A reader to fuzz, and the properties that its answers must have.

use std::fmt::Display;

/// The maximum length of an input in bytes.
pub(crate) const INPUT_BYTES_MAX: usize = 64 << 10;

/// The maximum memory for one input, unless players think.
pub(crate) const MEMORY_BYTES_MAX: usize = 64 << 20;

/// Reads one input and checks the reader's guarantees.
///
/// # Errors
/// The violated property. A panic is also a violation.
pub(crate) type Check = Box<dyn FnMut(&[u8]) -> Verdict>;

/// The result of a check.
pub(crate) type Verdict = Result<Answer, String>;

/// A reader to fuzz.
pub(crate) struct Target {
    /// The target's name, which is also its folder's name in `corpus`.
    pub(crate) name: &'static str,
    /// The number of inputs in a short run.
    pub(crate) iterations: u64,
    /// The maximum number of bytes allocated for one input, in addition to previously allocated memory.
    pub(crate) memory_bytes_max: usize,
    /// Sets up the state shared by all inputs.
    pub(crate) prepare: fn() -> Check,
}

/// A reader's answer to an input.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Answer {
    /// Whether the input was accepted.
    pub(crate) is_accepted: bool,
    /// The kind of answer. An input that causes a new kind becomes a seed.
    pub(crate) kind: String,
}

/// The maximum number of letters in a kind.
const KIND_LETTERS_MAX: usize = 120;

impl Answer {
    /// The input was accepted. `kind` roughly describes its content.
    pub(crate) fn accepted(kind: impl Display) -> Self {
        Self { is_accepted: true, kind: kind.to_string() }
    }

    /// The input was refused with this message.
    pub(crate) fn refused(why: impl Display) -> Self {
        Self { is_accepted: false, kind: kind_of(&why.to_string()) }
    }
}

/// A message without its quotations and numbers. Messages about different inputs thus count as one kind.
fn kind_of(message: &str) -> String {
    let outside = message.split('"').step_by(2);
    let letters = outside.flat_map(str::chars).filter(char::is_ascii_alphabetic);
    letters.take(KIND_LETTERS_MAX).collect()
}

/// The input as text. Invalid UTF-8 is replaced, as terminals and browsers do.
pub(crate) fn text(input: &[u8]) -> String {
    String::from_utf8_lossy(input).into_owned()
}

/// Fails unless two values are equal.
pub(crate) fn same<T: PartialEq + std::fmt::Debug>(
    what: &str,
    first: &T,
    second: &T,
) -> Result<(), String> {
    if first == second {
        return Ok(());
    }
    Err(format!("{what} differ:\n  {first:?}\n  {second:?}"))
}

/// Whether the input contains a number with so many digits that JSON parsing changes the last digit. A round trip can
/// change such a number.
pub(crate) fn has_long_number(input: &[u8]) -> bool {
    const DIGITS_MAX: usize = 15;
    input.split(|byte| !byte.is_ascii_digit() && *byte != b'.').any(|run| run.len() > DIGITS_MAX)
        || input.windows(2).any(|pair| pair[0].is_ascii_digit() && matches!(pair[1], b'e' | b'E'))
}

/// Fails unless `result` is `Ok`.
pub(crate) fn must<T, E: Display>(what: &str, result: Result<T, E>) -> Result<T, String> {
    result.map_err(|error| format!("{what}: {error}"))
}
