//! The board: squares of the size that fits, pieces, marks and names.

mod cell;

use board_engine::{Coordinates, Diagram, Place, Square};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use self::cell::{Cell, Mark};
use crate::choosing::targets;
use crate::palette::Part;
use crate::table::Table;

/// The sizes of a square in characters, the largest first: about as wide as high on most screens.
const CELL_SIZES: [(u16, u16); 6] = [(8, 4), (6, 3), (4, 2), (5, 2), (3, 1), (2, 1)];

/// Where the board stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Board {
    /// The squares with the names at the edges.
    pub(crate) outer: Rect,
    /// The squares alone.
    pub(crate) cells: Rect,
    size: (u16, u16),
    /// The column and the row on the screen that are the first ones shown: more than 0 where not all fit.
    first: (u16, u16),
    /// How many columns and rows are shown.
    shown: (u16, u16),
}

impl Board {
    /// The board as large as it fits into `room`.
    pub(crate) fn fit(table: &Table, room: Rect) -> Self {
        let picture = table.history.picture();
        let geometry = picture.geometry();
        let (columns, rows) = (u16::from(geometry.width()), u16::from(geometry.height()));
        let (left, below) = edges(picture);
        let inner = (room.width.saturating_sub(left), room.height.saturating_sub(below));
        let fits =
            |&(width, height): &(u16, u16)| columns * width <= inner.0 && rows * height <= inner.1;
        let size = CELL_SIZES.into_iter().find(fits).unwrap_or((2, 1));
        let shown = (columns.min(inner.0 / size.0), rows.min(inner.1 / size.1));
        let (column, row) = on_screen(table, table.cursor);
        let first = (first_shown(column, shown.0, columns), first_shown(row, shown.1, rows));
        let cells =
            Rect { x: room.x + left, y: room.y, width: shown.0 * size.0, height: shown.1 * size.1 };
        let outer =
            Rect { x: room.x, y: room.y, width: cells.width + left, height: cells.height + below };
        Self { outer, cells, size, first, shown }
    }

    /// The square at this place of the screen.
    pub(crate) fn square_at(&self, table: &Table, at: Position) -> Option<Square> {
        let column = (at.x - self.cells.x) / self.size.0 + self.first.0;
        let row = (at.y - self.cells.y) / self.size.1 + self.first.1;
        let place = place_of(table, (column, row))?;
        table.history.picture().geometry().square_at(place)
    }

    pub(crate) fn draw(&self, table: &Table, buffer: &mut Buffer) {
        let marks = Marks::of(table);
        for row in 0..self.shown.1 {
            for column in 0..self.shown.0 {
                let Some(place) = place_of(table, (column + self.first.0, row + self.first.1))
                else {
                    continue;
                };
                let area = Rect {
                    x: self.cells.x + column * self.size.0,
                    y: self.cells.y + row * self.size.1,
                    width: self.size.0,
                    height: self.size.1,
                };
                cell_at(table, place, &marks, area).draw(&table.skin, buffer);
            }
        }
        self.draw_edges(table, buffer);
    }

    /// The names of columns and rows, where the squares are named by them.
    fn draw_edges(&self, table: &Table, buffer: &mut Buffer) {
        let picture = table.history.picture();
        if picture.coordinates() == Coordinates::OnSquares {
            return;
        }
        let style = table.skin.text(Part::Faint);
        let width = usize::from(self.cells.x - self.outer.x);
        for row in 0..self.shown.1 {
            let name = place_of(table, (self.first.0, row + self.first.1))
                .map(|place| picture.row_name(place.row))
                .unwrap_or_default();
            let y = self.cells.y + row * self.size.1 + self.size.1 / 2;
            let text = format!("{name:>wide$} ", wide = width.saturating_sub(1));
            buffer.set_stringn(self.outer.x, y, text, width, style);
        }
        for column in 0..self.shown.0 {
            let name = place_of(table, (column + self.first.0, self.first.1))
                .map(|place| picture.column_name(place.column))
                .unwrap_or_default();
            let x = self.cells.x + column * self.size.0 + cell::center_of(self.size.0);
            buffer.set_stringn(x, self.cells.bottom(), name, usize::from(self.size.0), style);
        }
    }
}

/// The first of so many lines of which `shown` fit, so that `wanted` is in the middle where it can.
fn first_shown(wanted: u16, shown: u16, all: u16) -> u16 {
    wanted.saturating_sub(shown / 2).min(all - shown)
}

/// How many columns and rows the names at the edges need.
fn edges(picture: &Diagram) -> (u16, u16) {
    match picture.coordinates() {
        Coordinates::OnSquares => (0, 0),
        Coordinates::Columns => (0, 1),
        Coordinates::AtEdges => {
            let rows = 0..picture.geometry().height();
            let width = rows.map(|row| picture.row_name(row).chars().count()).max().unwrap_or(0);
            (u16::try_from(width + 1).unwrap_or(3), 1)
        }
    }
}

/// The column and row on the screen of a place of the board.
fn on_screen(table: &Table, place: Place) -> (u16, u16) {
    let geometry = table.history.picture().geometry();
    let (column, row) = (u16::from(place.column), u16::from(place.row));
    if table.is_flipped {
        (u16::from(geometry.width()) - 1 - column, u16::from(geometry.height()) - 1 - row)
    } else {
        (column, row)
    }
}

/// The place of the board at this column and row of the screen.
fn place_of(table: &Table, (column, row): (u16, u16)) -> Option<Place> {
    let geometry = table.history.picture().geometry();
    let place = Place { column: u8::try_from(column).ok()?, row: u8::try_from(row).ok()? };
    if place.column >= geometry.width() || place.row >= geometry.height() {
        return None;
    }
    Some(if table.is_flipped {
        Place {
            column: geometry.width() - 1 - place.column,
            row: geometry.height() - 1 - place.row,
        }
    } else {
        place
    })
}

/// The squares that are marked.
struct Marks<'a> {
    targets: Vec<Square>,
    last: &'a [Square],
}

impl<'a> Marks<'a> {
    fn of(table: &'a Table) -> Self {
        let may_pick = table.may_move() && !table.picked.is_empty();
        let targets =
            if may_pick { targets(table.history.legal(), &table.picked) } else { Vec::new() };
        Self { targets, last: table.history.last_route() }
    }

    /// The marks of a square, the most important one first.
    fn on(&self, table: &Table, square: Square) -> Vec<Mark> {
        let is_first_last = self.last.first() == Some(&square) && self.last.len() > 1;
        let marks = [
            (table.picked.contains(&square), Mark::Picked),
            (self.targets.contains(&square), Mark::Target),
            (table.hint.contains(&square), Mark::Hint),
            (is_first_last, Mark::LastFrom),
            (self.last.contains(&square), Mark::Last),
        ];
        marks.into_iter().filter(|(is_marked, _)| *is_marked).map(|(_, mark)| mark).collect()
    }
}

fn cell_at<'a>(table: &'a Table, place: Place, marks: &Marks<'_>, area: Rect) -> Cell<'a> {
    let picture = table.picture();
    let geometry = picture.geometry();
    let square = geometry.square_at(place);
    let all_play =
        geometry.square_count() == usize::from(geometry.width()) * usize::from(geometry.height());
    let is_dark = match square {
        None => false,
        Some(_) if all_play => (place.column + place.row) % 2 == 1,
        Some(_) => true,
    };
    let glyph = square.and_then(|square| picture.glyph(square));
    let owner = glyph.and_then(|glyph| table.owner(glyph)).map(board_engine::Seat::index);
    let names_squares = picture.coordinates() == Coordinates::OnSquares && geometry.height() > 1;
    Cell {
        area,
        ground: if is_dark { Part::Dark } else { Part::Light },
        plays: square.is_some(),
        glyph,
        owner,
        name: square.filter(|_| names_squares).map_or("", |square| picture.name(square)),
        marks: square.map(|square| marks.on(table, square)).unwrap_or_default(),
        has_cursor: table.shows_cursor && place == table.cursor,
    }
}
