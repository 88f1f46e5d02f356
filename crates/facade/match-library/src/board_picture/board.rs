//! The board with its pieces.

use board_engine::{Diagram, GlyphKind, Laid, Shade, Square, Stacking};

use crate::board_picture::layout::{Layout, is_uniform};
use crate::board_picture::pieces::{at, piece, tile};
use crate::board_picture::timeline::Layer;
use crate::board_picture::{Canvas, PictureFrame, hexagons, text};

pub(crate) fn draw(layout: &Layout, frame: &PictureFrame, canvas: &mut Canvas<'_>) {
    let PictureFrame { diagram, marked, .. } = frame;
    if layout.board.width <= 0.0 {
        return;
    }
    ground(layout, diagram, canvas);
    names(layout, diagram, canvas);
    for square in diagram.geometry().squares().filter(|square| marked.contains(square)) {
        mark(layout, diagram, square, marked.last() == Some(&square), canvas);
    }
    for laid in diagram.laid() {
        draw_laid(layout, diagram, laid, canvas);
    }
    for square in diagram.geometry().squares() {
        let pieces = diagram.pieces(square);
        for (index, glyph) in pieces.iter().enumerate() {
            let (x, y) = layout.piece_at(diagram, square, index, pieces.len());
            let element = at(x, y, 1.0, &piece(glyph, canvas.symbols));
            canvas.add(Layer::Pieces, square.index() * 256 + index, element);
        }
    }
}

fn ground(layout: &Layout, diagram: &Diagram, canvas: &mut Canvas<'_>) {
    if let Some(sizes) = layout.hexagonal {
        return hexagons::ground(layout, sizes, diagram, canvas);
    }
    let area = layout.board;
    let is_cloth = diagram.geometry().all_places().all(|it| diagram.shade(it) == Shade::Blank);
    let class = if is_cloth { "felt" } else { "frame" };
    let back = rectangle(class, area.x, area.y, area.width, area.height);
    canvas.add(Layer::Ground, 0, back);
    let is_uniform = is_uniform(diagram);
    for place in diagram.geometry().all_places() {
        let shade = diagram.shade(place);
        let class = match shade {
            Shade::Blank if layout.has_points || is_cloth => continue,
            _ if layout.has_points => "bed",
            _ if is_uniform => "dark lined",
            Shade::Hole if place.column.is_multiple_of(2) => "dark",
            Shade::Light | Shade::Cloth | Shade::Hole => "light",
            Shade::Dark => "dark",
            Shade::Blank => "blank",
        };
        let (x, y) = layout.corner(place.column, place.row);
        canvas.add(Layer::Ground, 1, rectangle(class, x, y, 100.0, layout.cell_height));
    }
    if layout.has_points {
        for square in diagram.geometry().squares() {
            point(layout, diagram, square, canvas);
        }
    }
}

/// Draws a point on a backgammon-like board.
fn point(layout: &Layout, diagram: &Diagram, square: Square, canvas: &mut Canvas<'_>) {
    let (x, y) = layout.square_corner(diagram, square);
    let height = layout.cell_height;
    let is_from_top = diagram.stacking(square) == Stacking::FromTop;
    let (base, tip) =
        if is_from_top { (y, y + height * 0.88) } else { (y + height, y + height * 0.12) };
    let shade = diagram.shade(diagram.geometry().place(square));
    let class = if shade == Shade::Dark { "dark" } else { "light" };
    let (left, right, middle) = (x + 3.0, x + 97.0, x + 50.0);
    let shape = format!("<path class=\"{class}\" d=\"M{left} {base}H{right}L{middle} {tip}Z\"/>");
    canvas.add(Layer::Ground, 2, shape);
}

/// Draws the labels at the edges and the names on the squares.
fn names(layout: &Layout, diagram: &Diagram, canvas: &mut Canvas<'_>) {
    if layout.hexagonal.is_some() {
        return hexagons::labels(layout, diagram, canvas);
    }
    let (area, edges, half) = (layout.board, diagram.edges(), layout.frame / 2.0);
    let size = 16.0 * layout.scale;
    let mut add = |x: f64, y: f64, label: &str| {
        if !label.is_empty() {
            canvas.add(Layer::Texts, 1, text("edge", x, y + size * 0.35, size, label));
        }
    };
    for (labels, y) in [(&edges.top, area.y + half), (&edges.bottom, area.y + area.height - half)] {
        for (column, label) in (0..diagram.geometry().width()).zip(labels) {
            add(layout.corner(column, 0).0 + 50.0, y, label);
        }
    }
    for (labels, x) in [(&edges.left, area.x + half), (&edges.right, area.x + area.width - half)] {
        for (row, label) in (0..diagram.geometry().height()).zip(labels) {
            add(x, layout.corner(0, row).1 + layout.cell_height / 2.0, label);
        }
    }
    if diagram.names_squares() {
        let size = 17.0 * layout.scale;
        for square in diagram.geometry().squares() {
            let (x, y) = layout.square_corner(diagram, square);
            let name = text("name", x + 5.0, y + 3.0 + size * 0.9, size, diagram.name(square));
            canvas.add(Layer::Texts, 1, name);
        }
    }
}

/// Marks the last move: tints its squares, and puts brackets around its destination.
fn mark(layout: &Layout, diagram: &Diagram, square: Square, is_end: bool, canvas: &mut Canvas<'_>) {
    let (x, y) = layout.square_corner(diagram, square);
    if layout.hexagonal.is_some() {
        canvas.add(Layer::Marks, 0, hexagons::hexagon("last", (x, y), 1.0));
        return canvas.add(Layer::Marks, 1, hexagons::hexagon("ended", (x, y), 0.9));
    }
    let height = layout.cell_height;
    canvas.add(Layer::Marks, 0, rectangle("last", x, y, 100.0, height));
    if is_end {
        let (left, right, top, bottom) = (x + 3.0, x + 97.0, y + 3.0, y + height - 3.0);
        let brackets = format!(
            "<path class=\"ended\" d=\"M{left} {}V{top}H{}M{} {top}H{right}V{}M{right} {}V{bottom}H{}M{} {bottom}H{left}V{}\"/>",
            top + 21.0,
            left + 21.0,
            right - 21.0,
            top + 21.0,
            bottom - 21.0,
            right - 21.0,
            left + 21.0,
            bottom - 21.0
        );
        canvas.add(Layer::Marks, 1, brackets);
    }
}

fn draw_laid(layout: &Layout, diagram: &Diagram, laid: &Laid, canvas: &mut Canvas<'_>) {
    let [(x1, y1), (x2, y2)] = laid.squares.map(|square| layout.square_corner(diagram, square));
    let (x, y) = (f64::midpoint(x1, x2) + 50.0, f64::midpoint(y1, y2) + layout.cell_height / 2.0);
    let is_across = (y1 - y2).abs() < 1.0;
    let element = if let GlyphKind::Tile(ends) = laid.glyph.kind {
        let is_in_order = if is_across { x1 < x2 } else { y1 < y2 };
        let ends = ends.map(|[one, other]| if is_in_order { [one, other] } else { [other, one] });
        let angle = if is_across { -90 } else { 0 };
        let lying = format!("<g transform=\"rotate({angle})\">{}</g>", tile(ends));
        at(x, y, 1.0, &lying)
    } else {
        let (width, height) = if is_across { (12.0, 92.0) } else { (92.0, 12.0) };
        rectangle("frame", x - width / 2.0, y - height / 2.0, width, height)
    };
    canvas.add(Layer::Pieces, laid.squares[0].index() * 256, element);
}

fn rectangle(class: &str, x: f64, y: f64, width: f64, height: f64) -> String {
    format!("<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"/>")
}
