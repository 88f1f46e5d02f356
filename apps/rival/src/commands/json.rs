//! JSON, one object on a line.

use std::io::{self, Write};

use serde::Serialize;

/// Writes the object on a line of its own.
pub(crate) fn write_line(out: &mut impl Write, object: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, object)?;
    writeln!(out)
}
