//! JSON lines.

use std::io::{self, Write};

use opening_book::{BookMove, Opening};
use serde::Serialize;

/// Writes the object and a newline.
pub(crate) fn write_line(out: &mut impl Write, object: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, object)?;
    writeln!(out)
}

/// An opening with its code and name.
pub(crate) fn opening_json(opening: &Opening) -> match_json::Opening {
    match_json::Opening::new(opening.code, opening.name)
}

/// A move of an opening book.
pub(crate) fn book_move_json(known: &BookMove) -> match_json::BookMove {
    let BookMove { mv, valuation, depth, positions, line } = known;
    let (mv, line) = (mv.clone(), line.clone());
    match_json::BookMove {
        mv,
        score: (*valuation).into(),
        depth: *depth,
        positions: *positions,
        line,
    }
}
