//! The board: squares as large as possible, pieces, marks and labels.

mod cell;
mod edges;

use board_engine::{Diagram, Laid, Place, Shade, Square, Stacking, Tiling};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;

use self::cell::{Cell, Ground, Side};
use self::edges::Margins;
use super::glyphs::center_of;
use super::marks::Marks;
use crate::palette::Part;
use crate::table::Table;

/// Square sizes in columns and rows, largest first. Each size is roughly square in most fonts.
const CELL_SIZES: [(u16, u16); 9] =
    [(14, 7), (12, 6), (10, 5), (8, 4), (6, 3), (4, 2), (5, 2), (3, 1), (2, 1)];

/// Hexagon sizes, largest first. Each row of a slanted board begins further to the right than the row above it, so the
/// board is wide. The narrow sizes let the board fill the screen height if wider hexagons don't fit.
const HEXAGON_SIZES: [(u16, u16); 13] = [
    (14, 7),
    (12, 6),
    (11, 5),
    (10, 5),
    (9, 4),
    (8, 4),
    (7, 3),
    (6, 3),
    (5, 2),
    (4, 2),
    (3, 2),
    (3, 1),
    (2, 1),
];

/// The minimum size of a square.
const SIZE_MIN: (u16, u16) = (2, 1);

/// The square height that is always allowed. Taller squares are allowed only if [`USUAL_ROWS`] rows of that height
/// would fit. Otherwise, the pieces on a three-row board would be huge.
const ROWS_ALWAYS: u16 = 4;

/// The usual number of rows on a board.
const USUAL_ROWS: u16 = 8;

/// The minimum number of free rows for a centered board. With fewer free rows, the board is at the top of its area.
const FREE_ROWS_MIN: u16 = 4;

/// The maximum size of a square that shows its pieces in a column, in columns and rows.
const COLUMN_MAX: (u16, u16) = (5, 8);

/// The layout of the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Board {
    /// The squares with the edge labels.
    pub(crate) outer: Rect,
    /// The squares without anything around the board.
    pub(crate) cells: Rect,
    size: (u16, u16),
    /// The first visible column and row. Greater than 0 if the board doesn't fit and is scrolled.
    first: (u16, u16),
    /// The number of visible columns and rows.
    shown: (u16, u16),
    /// `true` if each row begins half a square to the right of the row above it.
    is_slanted: bool,
}

impl Board {
    /// The layout for the largest board that fits into `room`.
    pub(crate) fn fit(table: &Table, room: Rect) -> Self {
        let picture = table.model.history().picture();
        let geometry = picture.geometry();
        let (columns, rows) = (u16::from(geometry.width()), u16::from(geometry.height()));
        let margins = Margins::of(table);
        let inner = (
            room.width.saturating_sub(margins.left + margins.right),
            room.height.saturating_sub(margins.top + margins.bottom),
        );
        let size = cell_size(picture, inner);
        let is_slanted = picture.tiling() == Tiling::Hexagons;
        // Reserve at least half of the width for columns.
        let slanted_max = if is_slanted { inner.0 / size.0 + 1 } else { rows };
        let rows_shown = rows.min(inner.1 / size.1).min(slanted_max);
        let slanted = offset(size, is_slanted, rows_shown.saturating_sub(1));
        let shown = (columns.min(inner.0.saturating_sub(slanted) / size.0), rows_shown);
        let (column, row) = cursor_on_screen(table);
        let first = (first_shown(column, shown.0, columns), first_shown(row, shown.1, rows));
        let (width, height) = (shown.0 * size.0 + slanted, shown.1 * size.1);
        let free = room.height.saturating_sub(height + margins.top + margins.bottom);
        let y = room.y + if free < FREE_ROWS_MIN { 0 } else { free / 2 };
        let cells = Rect { x: room.x + margins.left, y: y + margins.top, width, height };
        let outer = Rect {
            x: room.x,
            y,
            width: width + margins.left + margins.right,
            height: height + margins.top + margins.bottom,
        };
        Self { outer, cells, size, first, shown, is_slanted }
    }

    /// The same board, moved this many columns to the right.
    pub(crate) const fn moved_right(mut self, columns: u16) -> Self {
        self.outer.x += columns;
        self.cells.x += columns;
        self
    }

    /// The square at this screen position.
    pub(crate) fn square_at(&self, table: &Table, at: Position) -> Option<Square> {
        let row = (at.y - self.cells.y) / self.size.1;
        let column = (at.x - self.cells.x).checked_sub(self.offset(row))? / self.size.0;
        if column >= self.shown.0 {
            return None;
        }
        let place = place_of(table, (column + self.first.0, row + self.first.1))?;
        table.model.history().picture().geometry().square_at(place)
    }

    /// The screen area of a square, if it is visible.
    pub(crate) fn area_of(&self, table: &Table, square: Square) -> Option<Rect> {
        let (column, row) = on_screen(table, table.model.picture().geometry().place(square));
        let (column, row) = (column.checked_sub(self.first.0)?, row.checked_sub(self.first.1)?);
        (column < self.shown.0 && row < self.shown.1).then(|| self.area(column, row))
    }

    /// The area of the square in this visible column and row.
    const fn area(&self, column: u16, row: u16) -> Rect {
        let (width, height) = self.size;
        let x = self.cells.x + self.offset(row) + column * width;
        Rect { x, y: self.cells.y + row * height, width, height }
    }

    /// The screen columns between the left edges of the first visible row and this row.
    const fn offset(&self, row: u16) -> u16 {
        offset(self.size, self.is_slanted, row)
    }

    pub(crate) fn draw(&self, table: &Table, buffer: &mut Buffer) {
        let marks = Marks::of(table);
        for row in 0..self.shown.1 {
            for column in 0..self.shown.0 {
                let on_screen = (column + self.first.0, row + self.first.1);
                if let Some(place) = place_of(table, on_screen) {
                    cell_at(table, place, &marks, self.area(column, row)).draw(&table.skin, buffer);
                }
            }
        }
        self.draw_edges(table, buffer);
        self.draw_arrows(table, buffer);
    }

    /// The minimum width for showing all columns with labels.
    pub(crate) fn width_min(table: &Table) -> u16 {
        let picture = table.model.history().picture();
        let geometry = picture.geometry();
        let (columns, rows) = (u16::from(geometry.width()), u16::from(geometry.height()));
        let is_slanted = picture.tiling() == Tiling::Hexagons;
        let margins = Margins::of(table);
        let slanted = offset(SIZE_MIN, is_slanted, rows.saturating_sub(1));
        columns * SIZE_MIN.0 + slanted + margins.left + margins.right
    }

    /// Draws an arrow at each edge where the board continues.
    fn draw_arrows(&self, table: &Table, buffer: &mut Buffer) {
        let geometry = table.model.history().picture().geometry();
        let (columns, rows) = self.shown;
        let (Some(last_column), Some(last_row)) = (columns.checked_sub(1), rows.checked_sub(1))
        else {
            return;
        };
        let is_cut = [
            self.first.0 > 0,
            self.first.0 + columns < u16::from(geometry.width()),
            self.first.1 > 0,
            self.first.1 + rows < u16::from(geometry.height()),
        ];
        let edges: [Vec<(u16, u16)>; 4] = [
            (0..rows).map(|row| (0, row)).collect(),
            (0..rows).map(|row| (last_column, row)).collect(),
            (0..columns).map(|column| (column, 0)).collect(),
            (0..columns).map(|column| (column, last_row)).collect(),
        ];
        let cut = is_cut.into_iter().zip(["←", "→", "↑", "↓"]).zip(edges);
        for ((_, arrow), edge) in cut.filter(|((is_cut, _), _)| *is_cut) {
            let Some(Rect { x, y, width, height }) = self.area_for_arrow(table, &edge) else {
                continue;
            };
            let at = (x + center_of(width), y + height / 2);
            let ground = buffer.cell(at).map(|cell| Style::new().bg(cell.bg)).unwrap_or_default();
            let style = ground.patch(table.skin.strong_on(Part::Accent, ground));
            buffer.set_stringn(at.0, at.1, arrow, 1, style);
        }
    }

    /// The area near the middle of an edge where an arrow hides the least. Avoids pieces, marks and the cursor if
    /// possible.
    fn area_for_arrow(&self, table: &Table, edge: &[(u16, u16)]) -> Option<Rect> {
        let marks = Marks::of(table);
        let is_used = |(column, row): (u16, u16)| {
            let place = place_of(table, (column + self.first.0, row + self.first.1));
            let square = place.and_then(|at| table.model.picture().geometry().square_at(at));
            square.is_some_and(|square| {
                let has_piece = !table.model.picture().pieces(square).is_empty();
                has_piece || marks.has_cursor(square) || !marks.on(square).is_empty()
            })
        };
        let middle = edge.len() / 2;
        let cost = |&(index, place): &(usize, (u16, u16))| (is_used(place), index.abs_diff(middle));
        let best = edge.iter().copied().enumerate().min_by_key(cost);
        best.map(|(_, (column, row))| self.area(column, row))
    }
}

/// The screen columns between the left edges of the first row and this row, for squares of this size.
const fn offset(size: (u16, u16), is_slanted: bool, row: u16) -> u16 {
    if is_slanted { row * size.0 / 2 } else { 0 }
}

/// The largest square size for a board in this many columns and rows.
fn cell_size(picture: &Diagram, room: (u16, u16)) -> (u16, u16) {
    let geometry = picture.geometry();
    let (columns, rows) = (u16::from(geometry.width()).max(1), u16::from(geometry.height()).max(1));
    let mut squares = geometry.squares();
    if squares.any(|square| picture.stacking(square) != Stacking::Upward) {
        let (width, height) = (room.0 / columns, room.1 / rows);
        return (width.clamp(SIZE_MIN.0, COLUMN_MAX.0), height.clamp(SIZE_MIN.1, COLUMN_MAX.1));
    }
    let height_max = (room.1 / USUAL_ROWS).max(ROWS_ALWAYS);
    // A row of hexagons begins half a hexagon to the right of the row above it.
    let is_slanted = picture.tiling() == Tiling::Hexagons;
    let halves = 2 * columns + if is_slanted { rows - 1 } else { 0 };
    let fits = |&(width, height): &(u16, u16)| {
        height <= height_max && halves * width <= 2 * room.0 && rows * height <= room.1
    };
    let sizes = if is_slanted { &HEXAGON_SIZES[..] } else { &CELL_SIZES };
    sizes.iter().copied().find(fits).unwrap_or(SIZE_MIN)
}

/// The index of the first visible line if `shown` of `all` lines fit. Keeps `wanted` in the middle if possible.
fn first_shown(wanted: u16, shown: u16, all: u16) -> u16 {
    wanted.saturating_sub(shown / 2).min(all - shown)
}

/// The screen column and row of the cursor, or of the first square if the cursor is not on the board.
fn cursor_on_screen(table: &Table) -> (u16, u16) {
    let geometry = table.model.history().picture().geometry();
    let square = table.cursor.filter(|&square| geometry.contains(square));
    square.map_or((0, 0), |square| on_screen(table, geometry.place(square)))
}

/// The screen column and row for a place on the board.
fn on_screen(table: &Table, place: Place) -> (u16, u16) {
    let geometry = table.model.history().picture().geometry();
    let (column, row) = (u16::from(place.column), u16::from(place.row));
    if table.is_flipped {
        (u16::from(geometry.width()) - 1 - column, u16::from(geometry.height()) - 1 - row)
    } else {
        (column, row)
    }
}

/// The place on the board at this screen column and row.
fn place_of(table: &Table, (column, row): (u16, u16)) -> Option<Place> {
    let geometry = table.model.history().picture().geometry();
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

/// Pieces that straddle a square and its neighbor, with the neighbor's direction on the screen.
fn laid_on<'a>(table: &'a Table, square: Square) -> Vec<(&'a Laid, Side)> {
    let picture = table.model.picture();
    let geometry = picture.geometry();
    let side = |laid: &'a Laid| {
        let [one, other] = laid.squares;
        let other = if one == square { other } else { one };
        let (from, to) = (geometry.place(square), geometry.place(other));
        let is_after = to.column > from.column || to.row > from.row;
        let side = match (to.row == from.row, is_after != table.is_flipped) {
            (true, true) => Side::Right,
            (true, false) => Side::Left,
            (false, true) => Side::Below,
            (false, false) => Side::Above,
        };
        (laid, side)
    };
    picture.laid().iter().filter(|laid| laid.squares.contains(&square)).map(side).collect()
}

/// The background of a hexagon. There are three colors. Each hexagon differs from its six neighbors.
fn ground_of_hexagon(place: Place) -> Ground {
    match (u16::from(place.column) + 2 * u16::from(place.row)) % 3 {
        0 => Ground::Of(Part::Light),
        1 => Ground::Of(Part::Dark),
        _ => Ground::Middle,
    }
}

fn cell_at<'a>(table: &'a Table, place: Place, marks: &Marks<'_>, area: Rect) -> Cell<'a> {
    let picture = table.model.picture();
    let square = picture.geometry().square_at(place);
    let ground = match picture.shade(place) {
        Shade::Blank => None,
        _ if picture.tiling() == Tiling::Hexagons => Some(ground_of_hexagon(place)),
        Shade::Dark => Some(Ground::Of(Part::Dark)),
        // Alternating colors show the columns where pieces fall.
        Shade::Hole if place.column.is_multiple_of(2) => Some(Ground::Of(Part::Dark)),
        // Two tints replace the lines between the squares.
        Shade::Cloth if Shade::checkered(place) == Shade::Dark => Some(Ground::Middle),
        Shade::Light | Shade::Cloth | Shade::Hole => Some(Ground::Of(Part::Light)),
    };
    let stacking = square.map_or(Stacking::Upward, |square| picture.stacking(square));
    let named = square.filter(|_| picture.names_squares());
    Cell {
        area,
        ground,
        square,
        pieces: square.map_or(&[][..], |square| picture.pieces(square)),
        stacking: if table.is_flipped { stacking.turned() } else { stacking },
        laid: square.map(|square| laid_on(table, square)).unwrap_or_default(),
        name: named.map_or("", |square| picture.name(square)),
        marks: square.map(|square| marks.on(square)).unwrap_or_default(),
        has_cursor: square.is_some_and(|square| marks.has_cursor(square)),
    }
}
