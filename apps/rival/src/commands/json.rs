//! JSON lines.

use std::io::{self, Write};

use serde::Serialize;

/// Writes the object and a newline.
pub(crate) fn write_line(out: &mut impl Write, object: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, object)?;
    writeln!(out)
}
