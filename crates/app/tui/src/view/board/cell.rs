//! One square of the board.

use board_engine::{Glyph, GlyphKind, Laid, Square, Stacking};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use crate::palette::{Depth, Part};
use crate::skin::{Pieces, Skin};
use crate::view::glyphs::{self, center_of};
use crate::view::marks::{Mark, brackets};
use crate::words::text_width;

/// A side of a square on the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Side {
    Left,
    Right,
    Above,
    Below,
}

/// The background of a square without marks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ground {
    /// A part's color.
    Of(Part),
    /// A color between a light and a dark square.
    Middle,
}

impl Ground {
    fn style(self, skin: &Skin) -> Style {
        match self {
            Self::Of(part) => skin.ground(part),
            Self::Middle => skin.ground_between(Part::Light, Part::Dark),
        }
    }

    const fn nearest(self) -> Part {
        match self {
            Self::Of(part) => part,
            Self::Middle => Part::Light,
        }
    }
}

/// A square and everything drawn on it.
#[derive(Clone, Debug)]
pub(super) struct Cell<'a> {
    pub(super) area: Rect,
    /// The background color; `None` outside the board.
    pub(super) ground: Option<Ground>,
    /// The square, if pieces can be on it.
    pub(super) square: Option<Square>,
    pub(super) pieces: &'a [Glyph],
    /// The arrangement of stacked pieces, as seen on the screen.
    pub(super) stacking: Stacking,
    /// Pieces that straddle this square and its neighbor in that direction.
    pub(super) laid: Vec<(&'a Laid, Side)>,
    pub(super) name: &'a str,
    /// The marks, most important first.
    pub(super) marks: Vec<Mark>,
    pub(super) has_cursor: bool,
}

impl Cell<'_> {
    pub(super) fn draw(&self, skin: &Skin, buffer: &mut Buffer) {
        let colored = self.marks.iter().find(|mark| **mark != Mark::Target);
        let is_movable = !self.pieces.is_empty() && self.marks.contains(&Mark::Target);
        let ground = match (self.has_cursor, colored, self.ground) {
            (true, ..) => skin.ground(Part::Cursor),
            (false, Some(mark), _) => skin.ground(mark.part()),
            (false, None, Some(ground)) if is_movable => {
                skin.tinted(ground.nearest(), Part::Target)
            }
            (false, None, ground) => ground.map(|ground| ground.style(skin)).unwrap_or_default(),
        };
        for y in self.area.top()..self.area.bottom() {
            for x in self.area.left()..self.area.right() {
                if let Some(cell) = buffer.cell_mut((x, y)) {
                    cell.reset();
                    cell.set_style(ground);
                }
            }
        }
        self.draw_name(skin, ground, buffer);
        match self.pieces {
            [] => self.draw_empty(skin, ground, buffer),
            [glyph] if self.stacking == Stacking::Upward => {
                glyphs::draw(glyph, self.area, ground, skin, buffer);
            }
            pieces if self.stacking == Stacking::Upward => {
                self.draw_stack(pieces, skin, ground, buffer);
            }
            pieces => self.draw_column(pieces, skin, ground, buffer),
        }
        self.draw_name_at_disc(skin, ground, buffer);
        self.draw_laid(skin, ground, buffer);
        self.draw_brackets(skin, ground, buffer);
    }

    /// The position of a single character.
    fn center(&self) -> (u16, u16) {
        let Rect { x, y, width, height } = self.area;
        (x + center_of(width), y + height / 2)
    }

    fn has_disc(&self, skin: &Skin) -> bool {
        self.pieces.last().is_some_and(|glyph| glyphs::is_disc(glyph, skin))
    }

    /// The tile that covers the square, with the side where the tile continues.
    fn tile(&self) -> Option<(&Laid, Side)> {
        let square = self.square?;
        self.laid.iter().copied().find(|(laid, _)| laid.covers(square))
    }

    /// Draws the square's name in the upper-left corner. If the square has a single row, draws the name instead of a
    /// piece.
    fn draw_name(&self, skin: &Skin, ground: Style, buffer: &mut Buffer) {
        let is_target = self.marks.contains(&Mark::Target);
        let is_covered = match (self.pieces, self.area.height) {
            _ if self.tile().is_some() => true,
            ([], 1) => is_target,
            ([], _) => false,
            (_, height) => height == 1 || self.has_disc(skin),
        };
        if is_covered {
            return;
        }
        let style = ground.patch(skin.text_on(Part::Name, ground));
        let Rect { x, y, width, height } = self.area;
        let length = text_width(self.name).min(width);
        let x = if height == 1 { x + (width - length).min(1) } else { x };
        buffer.set_stringn(x, y, self.name, usize::from(width), style);
    }

    /// Draws a square's name next to a disc: in the upper-left corner, or below the letter of a disc that fills the
    /// square. A single row has no room for the name.
    fn draw_name_at_disc(&self, skin: &Skin, ground: Style, buffer: &mut Buffer) {
        let disc = self.pieces.last().filter(|glyph| glyphs::is_disc(glyph, skin));
        let Some(glyph) = disc.filter(|_| self.stacking == Stacking::Upward) else { return };
        let Rect { x, y, width, height } = self.area;
        let room = usize::from(width);
        if height == 2 {
            let left = x + width.saturating_sub(text_width(self.name)) / 2;
            let style = glyphs::on_disc(glyph, skin).remove_modifier(Modifier::BOLD);
            buffer.set_stringn(left, y + 1, self.name, room, style);
        } else if height > 2 {
            let style = ground.patch(skin.text_on(Part::Name, ground));
            buffer.set_stringn(x, y, self.name, room, style);
        }
    }

    fn draw_empty(&self, skin: &Skin, ground: Style, buffer: &mut Buffer) {
        let (x, y) = self.center();
        let is_target = self.marks.contains(&Mark::Target);
        let plays = self.square.is_some();
        let needs_dot = plays && skin.depth == Depth::None && self.name.is_empty();
        if is_target {
            let style = ground.patch(skin.strong_on(Part::Target, ground));
            buffer.set_stringn(x, y, glyphs::target_sign(skin), 1, style);
        } else if needs_dot {
            let sign = if skin.pieces == Pieces::Ascii { "." } else { "·" };
            buffer.set_stringn(x, y, sign, 1, ground);
        }
    }

    /// Draws the topmost of several pieces and the number of pieces.
    fn draw_stack(&self, pieces: &[Glyph], skin: &Skin, ground: Style, buffer: &mut Buffer) {
        let Some(top) = pieces.last() else { return };
        let Rect { x, y, width, height } = self.area;
        let count = pieces.len().to_string();
        let length = u16::try_from(count.len()).unwrap_or(width).min(width);
        if height > 1 {
            glyphs::draw(top, self.area, ground, skin, buffer);
            let style = ground.add_modifier(Modifier::BOLD);
            let (x, y) = (x + width - length, y + height - 1);
            buffer.set_stringn(x, y, count, length.into(), style);
        } else {
            let text = format!("{count}{}", glyphs::sign(top, skin));
            let style = glyphs::style(top, ground, skin);
            buffer.set_stringn(x, y, text, usize::from(width), style);
        }
    }

    /// Draws pieces in a column from one edge of the square. If not all pieces fit, the last row shows their number.
    fn draw_column(&self, pieces: &[Glyph], skin: &Skin, ground: Style, buffer: &mut Buffer) {
        let Rect { height, .. } = self.area;
        let rows = usize::from(height);
        for (index, glyph) in pieces.iter().take(rows).enumerate() {
            let row = u16::try_from(index).unwrap_or(height);
            let y = match self.stacking {
                Stacking::FromBottom => self.area.bottom() - 1 - row,
                Stacking::FromTop | Stacking::Upward => self.area.y + row,
            };
            let line = Rect { y, height: 1, ..self.area };
            if index + 1 == rows && pieces.len() > rows {
                draw_count(pieces.len(), glyph, line, skin, ground, buffer);
            } else {
                glyphs::draw(glyph, line, ground, skin, buffer);
            }
        }
    }

    /// Draws pieces that straddle this square and the next square.
    fn draw_laid(&self, skin: &Skin, ground: Style, buffer: &mut Buffer) {
        for &(laid, side) in &self.laid {
            match (laid.glyph.kind, self.square) {
                (GlyphKind::Tile(_), Some(square)) => {
                    self.draw_half(laid, laid.end_on(square), side, skin, buffer);
                }
                _ => self.draw_border(&laid.glyph, side, skin, ground, buffer),
            }
        }
    }

    /// Draws the half of a tile on this square.
    fn draw_half(
        &self,
        laid: &Laid,
        pips: Option<u8>,
        side: Side,
        skin: &Skin,
        buffer: &mut Buffer,
    ) {
        let style = glyphs::style(&laid.glyph, Style::new(), skin);
        let Rect { x, y, width, height } = self.area;
        // Leave a gap between two tiles, but not between the halves of one tile.
        let margin = u16::from(width > 3);
        let left = x + if side == Side::Left { 0 } else { margin };
        let right = x + width - if side == Side::Right { 0 } else { margin };
        let hidden = if skin.pieces == Pieces::Ascii { "#" } else { "▒" };
        let number = pips.map_or_else(|| hidden.into(), |pips| pips.to_string());
        for row in 0..height {
            let [start, middle, end] = frame(side, row, height, skin);
            let frame = text_width(start) + text_width(end);
            let inside = usize::from((right - left).saturating_sub(frame));
            let is_middle = row == (height - 1) / 2;
            let text = if is_middle { format!("{number:^inside$}") } else { middle.repeat(inside) };
            buffer.set_string(left, y + row, format!("{start}{text}{end}"), style);
        }
    }

    /// Draws the piece between this square and the next square on the right or below. The neighbors draw other such
    /// pieces.
    fn draw_border(
        &self,
        glyph: &Glyph,
        side: Side,
        skin: &Skin,
        ground: Style,
        buffer: &mut Buffer,
    ) {
        let sign = glyphs::sign(glyph, skin);
        let line = match side {
            Side::Right => [sign.as_str(), ""],
            Side::Below => ["", sign.as_str()],
            Side::Left | Side::Above => return,
        };
        draw_line(line, self.area, glyphs::style(glyph, ground, skin), buffer);
    }

    /// Draws brackets around the piece: for the cursor, the selected piece and, without colors, the most important mark.
    fn draw_brackets(&self, skin: &Skin, ground: Style, buffer: &mut Buffer) {
        let is_empty_target = self.pieces.is_empty() && self.marks.contains(&Mark::Target);
        // Tints already show other marks.
        let needs_shape = |mark: &Mark| {
            *mark == Mark::Picked || skin.depth == Depth::None || self.ground.is_none()
        };
        let mark = self.marks.first().copied().filter(needs_shape).filter(|_| !is_empty_target);
        let Some((left, right)) = brackets(self.has_cursor, mark) else { return };
        let style = ground.patch(skin.strong_on(Part::White, ground));
        let (x, y) = self.center();
        let Rect { width, height, .. } = self.area;
        let fills = self.has_disc(skin) || self.tile().is_some();
        let y = if fills { self.area.y + (height - 1) / 2 } else { y };
        // The marks are at the edges if wide text is between them.
        let (left_x, right_x) = match width {
            _ if fills => (self.area.x, self.area.right() - 1),
            ..5 => (x - 1, x + 1),
            _ => (x - 2, x + 2),
        };
        buffer.set_stringn(left_x, y, left.to_string(), 1, style);
        if right_x < self.area.right() && right_x != x {
            buffer.set_stringn(right_x, y, right.to_string(), 1, style);
        }
    }
}

/// Draws the number of pieces in the topmost piece's style.
fn draw_count(
    count: usize,
    glyph: &Glyph,
    line: Rect,
    skin: &Skin,
    ground: Style,
    buffer: &mut Buffer,
) {
    let is_disc = glyphs::is_disc(glyph, skin);
    let style =
        if is_disc { glyphs::on_disc(glyph, skin) } else { glyphs::style(glyph, ground, skin) };
    let text = format!("{count:^3}");
    let left = center_of(line.width).saturating_sub(1);
    let text = if line.width < 3 { count.to_string() } else { text };
    let room = usize::from(line.width.saturating_sub(left));
    buffer.set_stringn(line.x + left, line.y, text, room, style);
}

/// The left, middle and right parts of one row of half a tile. The tile continues on the given side. With colors, draws
/// only the line between the halves; without colors, draws a frame if there is room.
fn frame(side: Side, row: u16, height: u16, skin: &Skin) -> [&'static str; 3] {
    let is_framed = skin.depth == Depth::None;
    let is_edge = |edge: Side, at: u16| row == at && height > 2 && side != edge;
    let frame = match side {
        Side::Right if is_edge(Side::Above, 0) => ["┌", "─", "┬"],
        Side::Right if is_edge(Side::Below, height - 1) => ["└", "─", "┴"],
        Side::Left if is_edge(Side::Above, 0) => ["", "─", "┐"],
        Side::Left if is_edge(Side::Below, height - 1) => ["", "─", "┘"],
        Side::Below if is_edge(Side::Above, 0) => ["┌", "─", "┐"],
        Side::Below if height > 1 && row == height - 1 => ["├", "─", "┤"],
        Side::Above if is_edge(Side::Below, height - 1) => ["└", "─", "┘"],
        Side::Left => ["", " ", "│"],
        Side::Right | Side::Above | Side::Below => ["│", " ", "│"],
    };
    let shown = match (is_framed, side, frame) {
        (true, ..) => frame,
        (false, Side::Right, _) => ["", " ", "│"],
        (false, Side::Below, ["├", ..]) => ["", "─", ""],
        (false, ..) => ["", " ", ""],
    };
    if skin.pieces == Pieces::Ascii { shown.map(ascii_line) } else { shown }
}

/// The ASCII substitute for a line-drawing character.
fn ascii_line(line: &'static str) -> &'static str {
    match line {
        "─" => "-",
        "│" => "|",
        "" | " " => line,
        _ => "+",
    }
}

/// Draws a line along the right edge of an area with the first character, or along the lower edge with the second.
fn draw_line([right, below]: [&str; 2], area: Rect, style: Style, buffer: &mut Buffer) {
    for y in area.top()..area.bottom() {
        buffer.set_stringn(area.right() - 1, y, right, 1, style);
    }
    let line = below.repeat(usize::from(area.width));
    buffer.set_stringn(area.x, area.bottom() - 1, line, usize::from(area.width), style);
}
