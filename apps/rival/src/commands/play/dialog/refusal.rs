//! The sentence about a refused command, and the indent of all long sentences.

use std::io::{self, Write};

use house::one_line;
use match_view::sentences;

use crate::columns::{columns, wrapped};

/// The indent of continuation lines, in characters.
pub(super) const INDENT: usize = 2;

pub(super) fn write_refusal(out: &mut impl Write, why: &str) -> io::Result<()> {
    let sentence = sentences::not_possible(&one_line(why));
    writeln!(out, "{}", wrapped(&sentence, columns(), INDENT))
}
