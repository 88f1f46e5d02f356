//! Sizes of hexagonal boards.

use board_engine::{Diagram, Tiling};

/// Distance between rows.
pub(crate) const ROW: f64 = 86.602_540_378;
/// Distance from the center of a hexagon to a corner.
pub(crate) const CORNER: f64 = 57.735_026_919;
/// Width of the sides around the hexagons, at scale 1.
pub(crate) const SIDE: f64 = 34.0;

/// The sizes of a board.
#[derive(Clone, Copy)]
pub(crate) struct Hexagonal {
    /// Distance from the left and upper edges of the board to the bounding square of the first hexagon.
    pub(crate) left: f64,
    pub(crate) top: f64,
    /// Distances from the center of a corner hexagon to the corner of the board, along a row and along a column.
    pub(crate) along: f64,
    pub(crate) width: f64,
    pub(crate) height: f64,
}

impl Hexagonal {
    /// The board sizes in a hexagonal diagram.
    pub(crate) fn of(diagram: &Diagram, scale: f64) -> Option<Self> {
        let geometry = diagram.geometry();
        if diagram.tiling() != Tiling::Hexagons || geometry.square_count() == 0 {
            return None;
        }
        let (columns, rows) = (f64::from(geometry.width()), f64::from(geometry.height()));
        let distance = CORNER + SIDE * scale;
        let along = distance / ROW * 100.0;
        let (left, top) = (1.5 * along - 50.0, distance - 50.0);
        let width = columns * 100.0 + (rows - 1.0) * 50.0 + 2.0 * left;
        Some(Self { left, top, along, width, height: (rows - 1.0) * ROW + 2.0 * distance })
    }
}
