//! Operations of extended position descriptions (EPD; S. J. Edwards, "PGN specification", 16.2).
//!
//! An operation is an opcode with operands, and ends with `;`: `bm Nf3; id "WAC.001";`. The last `;` is optional.
//! `hmvc` and `fmvn` are the position's counters. All other operations are checked syntactically and ignored.

use board_engine::NotationError;

/// The counters set by the operations, each with its offset.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Counters<'a> {
    /// `hmvc`: plies without a capture or a pawn move.
    pub(super) quiet_plies: Option<(usize, &'a str)>,
    /// `fmvn`: the move number.
    pub(super) number: Option<(usize, &'a str)>,
}

/// Returns `true` if a field is an opcode: a letter, then letters, digits or `_`.
pub(super) fn is_opcode(field: &str) -> bool {
    let word = field.trim_end_matches(';');
    word.len() >= 2
        && word.starts_with(|first: char| first.is_ascii_alphabetic())
        && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// Reads the operations from this offset to the end of the string.
pub(super) fn read(text: &str, begin: usize) -> Result<Counters<'_>, NotationError> {
    let mut counters = Counters::default();
    let mut offset = begin;
    while offset < text.len() {
        let (_, rest) = text.split_at(offset);
        let Some(length) = operation_length(rest) else {
            let expected = "a quotation mark at the end of the operand";
            return Err(NotationError::malformed_position(text, text.len(), expected));
        };
        let (operation, _) = rest.split_at(length);
        let place = offset + operation.len() - operation.trim_start().len();
        offset += length + 1;
        let mut words = operation.split_ascii_whitespace();
        let Some(opcode) = words.next() else { continue };
        if !is_opcode(opcode) {
            let expected = "an operation like bm Nf3;";
            return Err(NotationError::malformed_position(text, place, expected));
        }
        let operand = words.next().map(|word| (word.as_ptr().addr() - text.as_ptr().addr(), word));
        match opcode {
            "hmvc" => counters.quiet_plies = operand,
            "fmvn" => counters.number = operand,
            _ => {}
        }
    }
    Ok(counters)
}

/// The number of bytes before the `;` that ends an operation, or before the end of the string. `None` if a quotation
/// mark is missing.
fn operation_length(text: &str) -> Option<usize> {
    let mut is_quoted = false;
    for (index, byte) in text.bytes().enumerate() {
        match byte {
            b'"' => is_quoted = !is_quoted,
            b';' if !is_quoted => return Some(index),
            _ => {}
        }
    }
    (!is_quoted).then_some(text.len())
}
