//! A reader to be fuzzed, and the properties of its answers.

use std::fmt::Display;

/// Maximum number of bytes of an input.
pub(crate) const INPUT_BYTES_MAX: usize = 64 << 10;

/// Maximum memory for one input, except where a player thinks.
pub(crate) const MEMORY_BYTES_MAX: usize = 64 << 20;

/// Reads one input, and checks the properties that the reader promises.
///
/// # Errors
/// The property that doesn't hold. A panic is a violated property as well.
pub(crate) type Check = Box<dyn FnMut(&[u8]) -> Verdict>;

/// The result of a check.
pub(crate) type Verdict = Result<Answer, String>;

/// A reader.
pub(crate) struct Target {
    /// Its name, which is also that of its folder in `corpus`.
    pub(crate) name: &'static str,
    /// Inputs of a short run.
    pub(crate) iterations: u64,
    /// Maximum memory that may be allocated for one input besides what is allocated before it, in bytes.
    pub(crate) memory_bytes_max: usize,
    /// Sets up what all inputs share.
    pub(crate) prepare: fn() -> Check,
}

/// The answer of a reader to an input.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Answer {
    /// Whether the input was read, rather than refused.
    pub(crate) is_accepted: bool,
    /// The kind of answer. An input with a new kind becomes a seed.
    pub(crate) kind: String,
}

/// Maximum number of letters of a kind.
const KIND_LETTERS_MAX: usize = 120;

impl Answer {
    /// The input was read; `kind` describes its content roughly.
    pub(crate) fn accepted(kind: impl Display) -> Self {
        Self { is_accepted: true, kind: kind.to_string() }
    }

    /// The input was refused with this message.
    pub(crate) fn refused(why: impl Display) -> Self {
        Self { is_accepted: false, kind: kind_of(&why.to_string()) }
    }
}

/// A message without its quotations and numbers: equal messages about different inputs are one kind.
fn kind_of(message: &str) -> String {
    let outside = message.split('"').step_by(2);
    let letters = outside.flat_map(str::chars).filter(char::is_ascii_alphabetic);
    letters.take(KIND_LETTERS_MAX).collect()
}

/// The input as text; bytes that are not UTF-8 are replaced, as terminals and browsers do.
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

/// Whether the input has a number with this many digits that JSON is read with an error in the last of them: reading and
/// writing it again may change it.
pub(crate) fn has_long_number(input: &[u8]) -> bool {
    const DIGITS_MAX: usize = 15;
    input.split(|byte| !byte.is_ascii_digit() && *byte != b'.').any(|run| run.len() > DIGITS_MAX)
        || input.windows(2).any(|pair| pair[0].is_ascii_digit() && matches!(pair[1], b'e' | b'E'))
}

/// Fails unless `result` is a value.
pub(crate) fn must<T, E: Display>(what: &str, result: Result<T, E>) -> Result<T, String> {
    result.map_err(|error| format!("{what}: {error}"))
}
