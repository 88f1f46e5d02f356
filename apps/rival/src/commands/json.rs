//! JSON lines.

use std::io::{self, Write};

use opening_book::Opening;
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
