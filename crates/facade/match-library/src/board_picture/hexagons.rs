//! Hexagonal boards, drawn as on the web page: a hexagon is 100 units wide with a corner at the top, and each row
//! starts half a hexagon to the right of the row above.

use board_engine::{Diagram, SideOwners};

use crate::board_picture::hexagon_sizes::{CORNER, Hexagonal, ROW, SIDE};
use crate::board_picture::layout::Layout;
use crate::board_picture::symbols::side_color;
use crate::board_picture::timeline::Layer;
use crate::board_picture::{Canvas, text};

/// A hexagon in the bounding square with this upper-left corner.
pub(crate) fn hexagon(class: &str, (x, y): (f64, f64), size: f64) -> String {
    let (x, y) = (x + 50.0, y + 50.0);
    let (width, height, half) = (50.0 * size, CORNER * size, CORNER * size / 2.0);
    let (left, right, top, bottom) = (x - width, x + width, y - height, y + height);
    let (upper, lower) = (y - half, y + half);
    format!(
        "<path class=\"{class}\" d=\"M{x:.1} {top:.1}L{right:.1} {upper:.1}V{lower:.1}L{x:.1} {bottom:.1}L{left:.1} {lower:.1}V{upper:.1}Z\"/>"
    )
}

/// Draws the hexagons, and below them the board: a rhombus whose sides have their owners' colors.
pub(crate) fn ground(
    layout: &Layout,
    sizes: Hexagonal,
    diagram: &Diagram,
    canvas: &mut Canvas<'_>,
) {
    let geometry = diagram.geometry();
    let (column, row) = (geometry.width() - 1, geometry.height() - 1);
    let at = |column, row, right: f64, down: f64| {
        let (x, y) = layout.corner(column, row);
        let along = sizes.along;
        (x + 50.0 + along * (right + down / 2.0), y + 50.0 + along * down * ROW / 100.0)
    };
    let corners = [
        at(0, 0, -1.0, -1.0),
        at(column, 0, 1.0, -1.0),
        at(column, row, 1.0, 1.0),
        at(0, row, -1.0, 1.0),
    ];
    let middle =
        (f64::midpoint(corners[0].0, corners[2].0), f64::midpoint(corners[0].1, corners[2].1));
    let SideOwners { top, right, bottom, left } = diagram.side_owners();
    for (index, owner) in [top, right, bottom, left].into_iter().enumerate() {
        let [from, to] = [corners[index], corners[(index + 1) % 4]];
        let fill = owner.map_or_else(
            || "class=\"frame\"".to_owned(),
            |seat| format!("fill=\"{}\"", side_color(seat)),
        );
        let points = [from, to, middle].map(|(x, y)| format!("{x:.1} {y:.1}")).join("L");
        canvas.add(Layer::Ground, 0, format!("<path {fill} d=\"M{points}Z\"/>"));
    }
    for place in geometry.all_places() {
        let corner = layout.corner(place.column, place.row);
        canvas.add(Layer::Ground, 1, hexagon("light lined", corner, 1.0));
    }
}

/// Draws the labels along the sides.
pub(crate) fn labels(layout: &Layout, diagram: &Diagram, canvas: &mut Canvas<'_>) {
    let geometry = diagram.geometry();
    let (columns, rows) = (geometry.width(), geometry.height());
    let size = 16.0 * layout.scale;
    // Distance from the center of a hexagon to the middle of a side.
    let distance = CORNER + SIDE * layout.scale / 2.0;
    let mut add = |(x, y): (f64, f64), right: f64, down: f64, label: &str| {
        let (x, y) = (x + 50.0 + right, y + 50.0 + down + size * 0.35);
        canvas.add(Layer::Texts, 1, text("edge", x, y, size, label));
    };
    let edges = diagram.edges();
    for (labels, row, sign) in [(&edges.top, 0, -1.0), (&edges.bottom, rows - 1, 1.0)] {
        for (column, label) in (0..columns).zip(labels) {
            let down = sign * distance;
            add(layout.corner(column, row), down * 50.0 / ROW, down, label);
        }
    }
    for (labels, column, sign) in [(&edges.left, 0, -1.0), (&edges.right, columns - 1, 1.0)] {
        for (row, label) in (0..rows).zip(labels) {
            add(layout.corner(column, row), sign * distance * 100.0 / ROW, 0.0, label);
        }
    }
}
