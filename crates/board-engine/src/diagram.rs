//! Pictures of positions: what a screen needs to draw any game.

use std::fmt;

use crate::{Color, Geometry, Place, Square};

/// How one kind of piece is shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Glyph {
    /// One ASCII character, different for every kind of piece of the game.
    pub letter: char,
    /// One Unicode character that looks like the piece.
    pub symbol: char,
    /// The side that it belongs to, if pieces of this game have one.
    pub color: Option<Color>,
    /// What a voice calls it: "white king".
    pub name: String,
}

/// How a player finds a square's name on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Coordinates {
    /// Each square has a number of its own, as in draughts: the names stand on the squares.
    OnSquares,
    /// A square is named by its column and row, as in chess: the names stand at the edges.
    AtEdges,
    /// A column alone is named, by its number from the left, as where pieces fall: the numbers stand below.
    Columns,
}

/// The picture of a position: the shape of the board, what stands on each square, and what the squares are called.
///
/// It is drawn as text by `Display`, one line per row, with ASCII letters. A format with a width, as in `{:40}`, keeps
/// the lines within so many characters where the board allows it:
///
/// ```text
/// 3 . . o
/// 2 . x .
/// 1 . . .
///   a b c
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagram {
    geometry: Geometry,
    glyphs: Vec<Option<Glyph>>,
    names: Vec<String>,
    coordinates: Coordinates,
    notes: Vec<String>,
    turned: bool,
}

impl Diagram {
    /// An empty board whose squares are called by `name`.
    pub fn new(
        geometry: Geometry,
        coordinates: Coordinates,
        name: impl Fn(Square) -> String,
    ) -> Self {
        let names = geometry.squares().map(name).collect();
        let glyphs = vec![None; geometry.square_count()];
        Self { geometry, glyphs, names, coordinates, notes: Vec::new(), turned: false }
    }

    /// Shows `glyph` on `square`.
    ///
    /// # Panics
    /// If the square is not on this board.
    pub fn put(&mut self, square: Square, glyph: Glyph) {
        self.glyphs[square.index()] = Some(glyph);
    }

    /// Adds a line that stands under the board: a hand, a counter, dice.
    pub fn add_note(&mut self, note: impl Into<String>) {
        self.notes.push(note.into());
    }

    /// The same picture, drawn by `Display` as who sits at the other side of the board sees it.
    #[must_use]
    pub fn turned(self) -> Self {
        Self { turned: !self.turned, ..self }
    }

    /// The shape of the board.
    pub const fn geometry(&self) -> &Geometry {
        &self.geometry
    }

    /// What stands on `square`.
    ///
    /// # Panics
    /// If the square is not on this board.
    pub fn glyph(&self, square: Square) -> Option<&Glyph> {
        self.glyphs[square.index()].as_ref()
    }

    /// What `square` is called: "32", "b4".
    ///
    /// # Panics
    /// If the square is not on this board.
    pub fn name(&self, square: Square) -> &str {
        &self.names[square.index()]
    }

    /// Where the names of the squares are shown.
    pub const fn coordinates(&self) -> Coordinates {
        self.coordinates
    }

    /// What this column, from 0 at the left, is called at the edge: a letter or a number; nothing where the names stand
    /// on the squares.
    pub fn column_name(&self, column: u8) -> String {
        match self.coordinates {
            Coordinates::OnSquares => String::new(),
            Coordinates::AtEdges => char::from(b'a'.saturating_add(column)).to_string(),
            Coordinates::Columns => (u16::from(column) + 1).to_string(),
        }
    }

    /// What this row, from 0 at the top, is called at the edge: its number from the bottom, where rows are named.
    pub fn row_name(&self, row: u8) -> String {
        match self.coordinates {
            Coordinates::OnSquares | Coordinates::Columns => String::new(),
            Coordinates::AtEdges => self.geometry.height().saturating_sub(row).to_string(),
        }
    }

    /// The lines under the board.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// The rows of the picture, top first, without the names: letters, `.` on empty squares, blanks where no
    /// piece ever stands, one blank between two columns.
    fn piece_rows(&self, width: usize) -> Vec<String> {
        self.rows(width, |square| {
            self.glyph(square).map_or_else(|| ".".into(), |glyph| glyph.letter.to_string())
        })
    }

    /// One string per row with `cell` of each square, right-aligned to `width` characters.
    fn rows(&self, width: usize, cell: impl Fn(Square) -> String) -> Vec<String> {
        let cell_at = |column, row| {
            let text =
                self.geometry.square_at(Place { column, row }).map_or_else(String::new, &cell);
            format!("{text:>width$}")
        };
        let columns = self.seen(self.geometry.width());
        let row =
            |row| columns.iter().map(|&column| cell_at(column, row)).collect::<Vec<_>>().join(" ");
        self.seen(self.geometry.height()).into_iter().map(row).collect()
    }

    /// The numbers of so many rows or columns, in the order in which they are seen.
    fn seen(&self, count: u8) -> Vec<u8> {
        if self.turned { (0..count).rev().collect() } else { (0..count).collect() }
    }

    /// Pieces on the left, the numbers of the squares on the right, or below where there is no room.
    fn fmt_with_numbers(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.names.iter().map(|name| name.chars().count()).max().unwrap_or(1);
        let pieces = self.piece_rows(1);
        let names = self.rows(width, |square| self.name(square).into());
        let beside = |(pieces, names)| format!("  {pieces}      {names}");
        let mut lines: Vec<String> = pieces.iter().zip(&names).map(beside).collect();
        if f.width().is_some_and(|room| lines.iter().any(|line| line.chars().count() > room)) {
            let blank = String::new();
            let below = pieces.iter().chain([&blank]).chain(&names);
            lines = below.map(|line| format!("  {line}")).collect();
        }
        lines.iter().try_for_each(|line| writeln!(f, "{}", line.trim_end()))
    }

    /// The names of the rows on the left, those of the columns below.
    fn fmt_with_edges(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let longest = |names: &[String]| names.iter().map(String::len).max().unwrap_or(0);
        let names = |count: u8, name: &dyn Fn(u8) -> String| -> Vec<String> {
            self.seen(count).into_iter().map(name).collect()
        };
        let rows = names(self.geometry.height(), &|row| self.row_name(row));
        let columns = names(self.geometry.width(), &|column| self.column_name(column));
        let (width, cell) = (longest(&rows), longest(&columns));
        for (pieces, row) in self.piece_rows(cell).iter().zip(&rows) {
            writeln!(f, "{row:>width$} {}", pieces.trim_end())?;
        }
        let columns: Vec<String> = columns.iter().map(|name| format!("{name:>cell$}")).collect();
        writeln!(f, "{:>width$} {}", "", columns.join(" "))
    }
}

impl fmt::Display for Diagram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.coordinates {
            Coordinates::OnSquares => self.fmt_with_numbers(f)?,
            Coordinates::AtEdges | Coordinates::Columns => self.fmt_with_edges(f)?,
        }
        self.notes.iter().try_for_each(|note| writeln!(f, "{note}"))
    }
}
