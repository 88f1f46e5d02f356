//! Draws round pieces: a disc with a groove, like a real draughtsman, and a crown for kings.
//!
//! Each screen character shows four points in at most two colors (Unicode, chart 2580: quadrants).

use std::array;

use board_engine::Glyph;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Style};

use super::{center_of, on_disc};
use crate::palette::{Depth, Tone};
use crate::skin::Skin;

/// The characters that fill points of a cell: upper left 1, upper right 2, lower left 4, lower right 8.
pub(super) const QUADRANTS: [&str; 16] =
    [" ", "▘", "▝", "▀", "▖", "▌", "▞", "▛", "▗", "▚", "▐", "▜", "▄", "▙", "▟", "█"];

/// The height of a point, in rows.
const POINT_HEIGHT: f32 = 0.5;

/// The width of a point, in rows: a column is about half as wide as a row is high.
const POINT_WIDTH: f32 = 0.25;

/// The maximum ratio of the two diameters. Most cells are not exactly square, and the disc fills the cell.
const OVAL_MAX: f32 = 1.25;

/// The radius of the groove as a share of the disc's radius.
const GROOVE: f32 = 0.66;

/// The minimum height of a disc with a groove, in rows.
const GROOVE_HEIGHT_MIN: u16 = 4;

/// The height, in rows, of a disc that is too small for a dotted groove. The groove then consists of thin lines.
const LINES_HEIGHT: u16 = 3;

/// The height, in rows, of a disc that has no room for a groove. The disc's edge has a different shade.
const RIM_HEIGHT: u16 = 2;

/// A point in a square with a disc.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Point {
    Ground,
    Edge,
    Groove,
    Body,
}

/// A disc's geometry in an area.
struct Form {
    /// Half the width and height of the area and of the disc, in rows.
    center: (f32, f32),
    radius: (f32, f32),
    has_groove: bool,
}

impl Form {
    fn fitting(width: u16, height: u16) -> Self {
        let center = (f32::from(width) * POINT_WIDTH, f32::from(height) * POINT_HEIGHT);
        let radius = (center.0.min(center.1 * OVAL_MAX), center.1.min(center.0 * OVAL_MAX));
        Self { center, radius, has_groove: height >= GROOVE_HEIGHT_MIN }
    }

    /// A point's position relative to the center. The disc's edge is at distance 1.
    fn place(&self, column: i32, row: i32) -> (f32, f32) {
        let at = |index: i32, size: f32, center: f32, radius: f32| {
            let index = i16::try_from(index).map_or(0.0, f32::from);
            ((index + 0.5) * size - center) / radius
        };
        let x = at(column, POINT_WIDTH, self.center.0, self.radius.0);
        (x, at(row, POINT_HEIGHT, self.center.1, self.radius.1))
    }

    /// Returns `true` if a disc with `part` of the radius covers the point.
    fn covers(&self, column: i32, row: i32, part: f32) -> bool {
        let (x, y) = self.place(column, row);
        x * x + y * y <= part * part
    }

    /// Returns `true` if the point is on the edge of a disc with `part` of the radius.
    fn is_edge(&self, column: i32, row: i32, part: f32) -> bool {
        let mut neighbors = [(-1, 0), (1, 0), (0, -1), (0, 1)].into_iter();
        self.covers(column, row, part)
            && neighbors.any(|(x, y)| !self.covers(column + x, row + y, part))
    }

    fn point(&self, column: i32, row: i32) -> Point {
        if !self.covers(column, row, 1.0) {
            Point::Ground
        } else if self.is_edge(column, row, 1.0) {
            Point::Edge
        } else if self.has_groove && self.is_edge(column, row, GROOVE) {
            Point::Groove
        } else {
            Point::Body
        }
    }

    /// A character's four points.
    fn points(&self, column: u16, row: u16) -> [Point; 4] {
        let (column, row) = (i32::from(column) * 2, i32::from(row) * 2);
        [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(x, y)| self.point(column + x, row + y))
    }
}

/// A disc's colors.
struct Colors {
    ground: Color,
    edge: Color,
    groove: Color,
    body: Color,
}

impl Colors {
    /// The colors for a disc of this height.
    fn of(glyph: &Glyph, height: u16, ground: Style, skin: &Skin) -> Self {
        let (body, depth) = (skin.palette.tone(Skin::part_of(glyph)), skin.depth);
        let color = ground.bg.unwrap_or(Color::Reset);
        let below = Tone::of_color(color).unwrap_or(Tone::BLACK);
        let groove = match height {
            // A 16-color palette has no shades. The line between one-row discs is gray.
            1 if depth == Depth::Sixteen => Tone::GRAY,
            _ if depth == Depth::Sixteen => body,
            _ => body.mixed(body.opposite(), 3),
        };
        let edge = match height {
            _ if !body.is_visible_on(below, depth) => body.edge_on(below, depth),
            RIM_HEIGHT if depth != Depth::Sixteen => body.rim_on(below, depth),
            _ => body,
        };
        Self { ground: color, edge: edge.at(depth), groove: groove.at(depth), body: body.at(depth) }
    }

    const fn of_point(&self, point: Point) -> Color {
        match point {
            Point::Ground => self.ground,
            Point::Edge => self.edge,
            Point::Groove => self.groove,
            Point::Body => self.body,
        }
    }
}

/// Draws a disc as large as the area allows. The corners stay free for the square's name.
pub(super) fn draw(glyph: &Glyph, area: Rect, ground: Style, skin: &Skin, buffer: &mut Buffer) {
    let colors = Colors::of(glyph, area.height, ground, skin);
    if area.height == 1 {
        draw_line(area, &colors, ground, buffer);
    } else {
        let form = Form::fitting(area.width, area.height);
        for row in 0..area.height {
            for column in 0..area.width {
                let (text, style) = character(form.points(column, row), &colors, ground);
                buffer.set_stringn(area.x + column, area.y + row, text, 1, style);
            }
        }
        if area.height == LINES_HEIGHT {
            draw_thin_groove(area, &form, &colors, ground, buffer);
        }
    }
    draw_crown(glyph, area, skin, buffer);
}

/// Draws a groove of thin lines in the middle of a three-row disc.
fn draw_thin_groove(area: Rect, form: &Form, colors: &Colors, ground: Style, buffer: &mut Buffer) {
    let is_full = |column: &u16| !form.points(*column, 0).contains(&Point::Ground);
    let full: Vec<u16> = (0..area.width).filter(is_full).collect();
    let style = ground.bg(colors.body).fg(colors.groove);
    let (Some(first), Some(last)) = (full.first(), full.last()) else { return };
    for column in &full {
        buffer.set_stringn(area.x + column, area.y, "▁", 1, style);
        buffer.set_stringn(area.x + column, area.y + 2, "▔", 1, style);
    }
    let (left, right) = (area.x + first.saturating_sub(1), area.x + last + 1);
    buffer.set_stringn(left, area.y + 1, "▕", 1, style);
    buffer.set_stringn(right, area.y + 1, "▏", 1, style);
}

/// The character that best approximates four points, using either the ground and the most frequent other color, or the
/// two most frequent colors.
fn character(points: [Point; 4], colors: &Colors, ground: Style) -> (&'static str, Style) {
    let points = points.map(|point| colors.of_point(point));
    let count = |color: Color| points.iter().filter(|other| **other == color).count();
    let most = |colors: &mut dyn Iterator<Item = Color>| colors.max_by_key(|&color| count(color));
    let back = if points.contains(&colors.ground) {
        colors.ground
    } else {
        most(&mut points.into_iter()).unwrap_or(colors.body)
    };
    let Some(front) = most(&mut points.into_iter().filter(|&color| color != back)) else {
        return (" ", ground.bg(back));
    };
    let bits: [usize; 4] = array::from_fn(|index| usize::from(points[index] != back) << index);
    (QUADRANTS[bits.iter().sum::<usize>()], ground.bg(back).fg(front))
}

/// Draws a one-row disc with a line below, which separates it from the next disc of the same color.
fn draw_line(area: Rect, colors: &Colors, ground: Style, buffer: &mut Buffer) {
    let Rect { x, y, width, .. } = area;
    let breadth = if width > 4 { width - 2 } else { width };
    let left = x + (width - breadth) / 2;
    let side = ground.fg(colors.edge);
    let middle = ground.bg(colors.body).fg(colors.groove);
    match breadth {
        1 => buffer.set_stringn(left, y, "▁", 1, middle),
        2 => buffer.set_stringn(left + 1, y, "▁", 1, middle),
        _ => {
            buffer.set_stringn(left, y, "▐", 1, side);
            buffer.set_stringn(
                left + 1,
                y,
                "▁".repeat(usize::from(breadth - 2)),
                usize::from(breadth - 2),
                middle,
            );
            buffer.set_stringn(left + breadth - 1, y, "▌", 1, side)
        }
    };
}

/// The symbols for crowned pieces: two stacked discs.
const CROWNED: [char; 2] = ['⛁', '⛃'];

/// A one-column crown.
pub(super) const CROWN: &str = "♛";

/// Larger crowns, each with the minimum area in columns and rows.
const CROWNS: [((u16, u16), &[&str]); 2] = [((10, 4), &["▙▟▀▙▟", "▀▀▀▀▀"]), ((6, 3), &["▙▟▙▟"])];

/// Returns `true` if the glyph is a king in draughts.
pub(super) fn is_crowned(glyph: &Glyph) -> bool {
    glyph.symbol.is_some_and(|symbol| CROWNED.contains(&symbol))
}

/// Draws a king's crown.
fn draw_crown(glyph: &Glyph, area: Rect, skin: &Skin, buffer: &mut Buffer) {
    if !is_crowned(glyph) {
        return;
    }
    let Rect { x, y, width, height } = area;
    let style = on_disc(glyph, skin);
    let fits = |(columns, rows): (u16, u16)| width >= columns && height >= rows;
    let Some((_, crown)) = CROWNS.into_iter().find(|(size, _)| fits(*size)) else {
        buffer.set_stringn(x + center_of(width), y + (height - 1) / 2, CROWN, 1, style);
        return;
    };
    let columns = u16::try_from(crown[0].chars().count()).unwrap_or(width);
    let rows = u16::try_from(crown.len()).unwrap_or(height);
    let (left, top) = (x + (width - columns) / 2, y + (height - rows) / 2);
    for (row, line) in (top..).zip(crown) {
        buffer.set_stringn(left, row, line, columns.into(), style);
    }
}
