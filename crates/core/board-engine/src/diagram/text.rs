//! Diagrams as text.

use std::fmt;

use super::{Diagram, Laid, Tiling, Zone};
use crate::{GlyphKind, Place, Square};

impl Diagram {
    /// The text on the square: its only piece, or the height of a stack and its topmost piece. Empty if the square has
    /// no pieces.
    fn text_on(&self, square: Square) -> String {
        let lies_here = |laid: &&Laid| laid.squares.contains(&square);
        match (self.pieces(square), self.laid().iter().find(lies_here)) {
            ([], Some(laid)) => {
                laid.end_on(square).map(|pips| pips.to_string()).unwrap_or_default()
            }
            ([], None) => String::new(),
            ([glyph], _) => glyph.text.clone(),
            ([.., glyph], _) => format!("{}{}", self.pieces(square).len(), glyph.text),
        }
    }

    /// The text between two squares.
    fn text_between(
        &self,
        one: Option<Square>,
        other: Option<Square>,
        tile: &str,
    ) -> Option<String> {
        let (one, other) = (one?, other?);
        let joins = |laid: &&Laid| [[one, other], [other, one]].contains(&laid.squares);
        let laid = self.laid().iter().find(joins)?;
        Some(match laid.glyph.kind {
            GlyphKind::Tile(Some(_)) => tile.into(),
            _ => laid.glyph.text.clone(),
        })
    }

    /// The rows of the diagram, top first, without names: pieces, `.` on empty squares, spaces on
    /// unused places, and a space between columns.
    fn piece_rows(&self, width: usize) -> Vec<String> {
        let cell = |square| {
            Some(self.text_on(square)).filter(|text| !text.is_empty()).unwrap_or_else(|| ".".into())
        };
        self.rows(width, cell, |before, square| self.text_between(before, square, "-"))
    }

    /// One string per row with the `cell` of each square, right-aligned to `width` characters, and
    /// `gap` between cells.
    fn rows(
        &self,
        width: usize,
        cell: impl Fn(Square) -> String,
        gap: impl Fn(Option<Square>, Option<Square>) -> Option<String>,
    ) -> Vec<String> {
        let square_at = |column, row| self.geometry.square_at(Place { column, row });
        let columns = self.seen(self.geometry.width());
        let row_of = |row| {
            let texts = columns.iter().enumerate().flat_map(|(index, &column)| {
                let square = square_at(column, row);
                let before = index.checked_sub(1).map(|before| square_at(columns[before], row));
                let gap = before.map(|before| gap(before, square).unwrap_or_else(|| " ".into()));
                let text = square.map_or_else(String::new, &cell);
                gap.into_iter().chain([format!("{text:>width$}")])
            });
            texts.collect()
        };
        self.seen(self.geometry.height()).into_iter().map(row_of).collect()
    }

    /// The text between each row and the row below it as displayed, in `width`-wide columns; empty if there is no such
    /// text.
    fn joints(&self, width: usize) -> Vec<String> {
        let square_at = |column, row| self.geometry.square_at(Place { column, row });
        let rows = self.seen(self.geometry.height());
        let joint = |pair: &[u8]| {
            let between = |column| {
                let (above, below) = (square_at(column, pair[0]), square_at(column, pair[1]));
                format!("{:>width$}", self.text_between(above, below, "|").unwrap_or_default())
            };
            let columns = self.seen(self.geometry.width());
            let line = columns.into_iter().map(between).collect::<Vec<_>>().join(" ");
            line.trim_end().to_string()
        };
        rows.windows(2).map(joint).chain([String::new()]).collect()
    }

    /// The indices of `count` rows or columns, in display order.
    fn seen(&self, count: u8) -> Vec<u8> {
        if self.turned { (0..count).rev().collect() } else { (0..count).collect() }
    }

    /// The widest text of a square.
    fn cell_width(&self) -> usize {
        let texts = self.geometry.squares().map(|square| self.text_on(square).len());
        texts.max().unwrap_or(1).max(1)
    }

    /// Pieces on the left, square names on the right, or below if the width is too small.
    fn fmt_with_names(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let board = self.geometry.squares();
        let width = board.map(|square| self.name(square).chars().count()).max().unwrap_or(1);
        let cell = self.cell_width();
        let pieces = self.piece_rows(cell);
        let names = self.rows(width, |square| self.name(square).into(), |_, _| None);
        let joints = self.joints(cell);
        let beside: Vec<String> =
            pieces.iter().zip(&names).map(|(row, names)| format!("  {row}      {names}")).collect();
        if f.width().is_some_and(|room| beside.iter().any(|line| line.chars().count() > room)) {
            write_rows(f, "  ", &pieces, &joints)?;
            writeln!(f)?;
            return write_rows(f, "  ", &names, &[]);
        }
        write_rows(
            f,
            "",
            &beside,
            &joints.iter().map(|line| indent("  ", line)).collect::<Vec<_>>(),
        )
    }

    /// The row labels on the left and right, the column labels above and below.
    fn fmt_with_edges(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let edges = if self.turned { self.edges.turned() } else { self.edges.clone() };
        let longest = |labels: &[String]| labels.iter().map(String::len).max().unwrap_or(0);
        let left = longest(&edges.left);
        let cell = longest(&edges.top).max(longest(&edges.bottom)).max(self.cell_width());
        // On a hexagon board, each line begins half a cell to the right of the line above it.
        let half = if self.tiling == Tiling::Hexagons { cell.div_ceil(2) } else { 0 };
        let column_labels = |labels: &[String], line: usize| {
            let labels: Vec<String> =
                labels.iter().map(|label| format!("{label:>cell$}")).collect();
            let start = " ".repeat(line * half + left);
            let line = format!("{start} {}", labels.join(" "));
            if labels.is_empty() { String::new() } else { line.trim_end().to_string() + "\n" }
        };
        let label = |labels: &[String], row: usize| labels.get(row).cloned().unwrap_or_default();
        let rows = self.piece_rows(cell).into_iter().enumerate().map(|(row, pieces)| {
            let (before, after) = (label(&edges.left, row), label(&edges.right, row));
            let start = " ".repeat((row + 1) * half);
            format!("{start}{before:>left$} {pieces} {after}")
        });
        let joints: Vec<String> =
            self.joints(cell).iter().map(|line| indent(&" ".repeat(left + 1), line)).collect();
        f.write_str(&column_labels(&edges.top, 0))?;
        write_rows(f, "", &rows.collect::<Vec<_>>(), &joints)?;
        f.write_str(&column_labels(&edges.bottom, usize::from(self.geometry.height()) + 1))
    }

    /// Writes one line per seat with all its zones, and one line per common zone. Empty zones are skipped.
    fn fmt_zones(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut owner = None;
        let mut is_first = true;
        for zone in &self.zones {
            let squares = zone.squares().map(|square| self.text_on(square));
            let pieces: Vec<String> = squares.filter(|text| !text.is_empty()).collect();
            if pieces.is_empty() {
                continue;
            }
            let goes_on = !is_first && zone.owner().is_some() && zone.owner() == owner;
            f.write_str(match (goes_on, is_first) {
                (true, _) => ", ",
                (false, true) => "",
                (false, false) => "\n",
            })?;
            f.write_str(&line_start(zone, goes_on))?;
            f.write_str(&pieces.join(" "))?;
            (owner, is_first) = (zone.owner(), false);
        }
        if is_first { Ok(()) } else { writeln!(f) }
    }
}

/// The prefix of a zone's pieces: "Player 1: hand ", "dice: ".
fn line_start(zone: &Zone, goes_on: bool) -> String {
    match zone.owner_name() {
        None => format!("{}: ", zone.name()),
        Some(_) if goes_on => format!("{} ", zone.name()),
        Some(owner) => format!("{owner}: {} ", zone.name()),
    }
}

/// Spaces as wide as `start`, followed by the line; empty if the line is empty.
fn indent(start: &str, line: &str) -> String {
    if line.is_empty() { String::new() } else { format!("{start}{line}") }
}

/// Writes the rows with the text between them.
fn write_rows(
    f: &mut fmt::Formatter<'_>,
    start: &str,
    rows: &[String],
    joints: &[String],
) -> fmt::Result {
    for (index, row) in rows.iter().enumerate() {
        writeln!(f, "{}", format!("{start}{row}").trim_end())?;
        if let Some(joint) = joints.get(index).filter(|joint| !joint.is_empty()) {
            writeln!(f, "{start}{joint}")?;
        }
    }
    Ok(())
}

impl fmt::Display for Diagram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.names_squares() {
            self.fmt_with_names(f)?;
        } else {
            self.fmt_with_edges(f)?;
        }
        self.fmt_zones(f)?;
        self.captions.iter().try_for_each(|caption| writeln!(f, "{}", caption.title()))
    }
}
