//! One square.

use board_engine::Glyph;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use crate::palette::{Depth, Part};
use crate::skin::{Pieces, Skin};

/// What is to be seen of a square beside its piece. Each mark has a shape as well as a color.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mark {
    /// The piece that stands here is to move, or has come here on its way.
    Picked,
    /// It may go here.
    Target,
    /// A hint goes over this square.
    Hint,
    /// The last move began here.
    LastFrom,
    /// The last move touched it.
    Last,
}

impl Mark {
    const fn part(self) -> Part {
        match self {
            Self::Picked => Part::Picked,
            Self::Target => Part::Target,
            Self::Hint => Part::Hint,
            Self::LastFrom | Self::Last => Part::Last,
        }
    }

    /// What stands on both sides of the piece.
    const fn brackets(self) -> (char, char) {
        match self {
            Self::Picked => ('(', ')'),
            Self::Target => ('>', '<'),
            Self::Hint => ('{', '}'),
            Self::LastFrom | Self::Last => (':', ':'),
        }
    }
}

/// The column of a single character in a square of this width.
pub(super) const fn center_of(width: u16) -> u16 {
    width / 2 - (width > 2 && width.is_multiple_of(2)) as u16
}

/// A square as it is drawn.
#[derive(Clone, Debug)]
pub(super) struct Cell<'a> {
    pub(super) area: Rect,
    pub(super) ground: Part,
    /// Whether pieces can stand here.
    pub(super) plays: bool,
    pub(super) glyph: Option<&'a Glyph>,
    /// The index of the seat that the piece belongs to, if that is known.
    pub(super) owner: Option<usize>,
    pub(super) name: &'a str,
    /// The most important one first.
    pub(super) marks: Vec<Mark>,
    pub(super) has_cursor: bool,
}

impl Cell<'_> {
    pub(super) fn draw(&self, skin: &Skin, buffer: &mut Buffer) {
        let colored = self.marks.iter().find(|mark| **mark != Mark::Target);
        let part = match (self.has_cursor, colored) {
            (true, _) => Part::Cursor,
            (false, Some(mark)) => mark.part(),
            (false, None) => self.ground,
        };
        let ground = skin.ground(part);
        for y in self.area.top()..self.area.bottom() {
            for x in self.area.left()..self.area.right() {
                if let Some(cell) = buffer.cell_mut((x, y)) {
                    cell.reset();
                    cell.set_style(ground);
                }
            }
        }
        self.draw_name(skin, ground, buffer);
        match self.glyph {
            Some(glyph) => self.draw_piece(glyph, skin, ground, buffer),
            None => self.draw_empty(skin, ground, buffer),
        }
        self.draw_brackets(skin, ground, buffer);
    }

    /// The row and the column in which a single character stands.
    fn center(&self) -> (u16, u16) {
        let Rect { x, y, width, height } = self.area;
        (x + center_of(width), y + height / 2)
    }

    /// In the upper left corner, or where there is one row alone, in place of a piece.
    fn draw_name(&self, skin: &Skin, ground: Style, buffer: &mut Buffer) {
        let is_target = self.marks.contains(&Mark::Target);
        let is_covered = match (self.glyph, self.area.height) {
            (None, 1) => is_target,
            (None, _) => false,
            (Some(glyph), height) => height == 1 || self.is_disc(glyph, skin),
        };
        if is_covered {
            return;
        }
        let style = ground.patch(skin.text(Part::Name));
        let Rect { x, y, width, height } = self.area;
        let length = u16::try_from(self.name.chars().count()).unwrap_or(width).min(width);
        let x = if height == 1 { x + (width - length).min(1) } else { x };
        buffer.set_stringn(x, y, self.name, usize::from(width), style);
    }

    fn draw_empty(&self, skin: &Skin, ground: Style, buffer: &mut Buffer) {
        let (x, y) = self.center();
        let is_target = self.marks.contains(&Mark::Target);
        let needs_dot = self.plays && skin.depth == Depth::None && self.name.is_empty();
        if is_target {
            let sign = if skin.pieces == Pieces::Ascii { "*" } else { "●" };
            let style = ground.patch(skin.strong(Part::Target));
            buffer.set_stringn(x, y, sign, 1, style);
        } else if needs_dot {
            buffer.set_stringn(
                x,
                y,
                if skin.pieces == Pieces::Ascii { "." } else { "·" },
                1,
                ground,
            );
        }
    }

    fn draw_piece(&self, glyph: &Glyph, skin: &Skin, ground: Style, buffer: &mut Buffer) {
        let part = Skin::part_of(glyph, self.owner);
        let style = ground.patch(skin.strong(part));
        let (x, y) = self.center();
        match skin.pieces {
            _ if self.is_disc(glyph, skin) => self.draw_disc(glyph, part, skin, ground, buffer),
            Pieces::Wide if skin.depth != Depth::None => self.draw_card(glyph, skin, buffer),
            Pieces::Ascii => {
                buffer.set_stringn(x, y, glyph.letter.to_string(), 1, style);
            }
            Pieces::Unicode | Pieces::Wide => {
                buffer.set_stringn(x, y, glyph.symbol.to_string(), 2, style);
            }
        }
    }

    /// Whether the piece is drawn as a disc: cards and dice aren't, and without colors nobody could tell whose it is.
    fn is_disc(&self, glyph: &Glyph, skin: &Skin) -> bool {
        let is_somebodys = glyph.color.is_some() || self.owner.is_some();
        skin.pieces == Pieces::Wide && skin.depth != Depth::None && is_somebodys
    }

    /// A card with its name on it, or its letter where there is less room: a sign alone is too small to be read.
    fn draw_card(&self, glyph: &Glyph, skin: &Skin, buffer: &mut Buffer) {
        let paper = skin.ground(Part::White).patch(skin.strong(Part::Black));
        let Rect { x, y, width, height } = self.area;
        let margin = u16::from(width > 4);
        for row in 0..height {
            let blank = " ".repeat(usize::from(width - 2 * margin));
            buffer.set_stringn(x + margin, y + row, blank, usize::from(width), paper);
        }
        let row = y + (height - 1) / 2;
        let room = usize::from(width - 2 * margin);
        let length = glyph.name.chars().count();
        if length <= room && height > 2 {
            let x = x + margin + u16::try_from((room - length) / 2).unwrap_or(0);
            buffer.set_stringn(x, row, &glyph.name, room, paper);
            buffer.set_stringn(x, row + 1, glyph.symbol.to_string(), room, paper);
        } else {
            buffer.set_stringn(x + center_of(width), row, glyph.letter.to_string(), 1, paper);
        }
    }

    /// A disc with the letter in it.
    fn draw_disc(
        &self,
        glyph: &Glyph,
        part: Part,
        skin: &Skin,
        ground: Style,
        buffer: &mut Buffer,
    ) {
        let color = skin.palette.color(part, skin.depth);
        let edge = ground.fg(color);
        let Rect { x, y, width, height } = self.area;
        let contrast = if part == Part::Black { Part::White } else { Part::Black };
        let letter_style = Style::new()
            .bg(color)
            .fg(skin.palette.color(contrast, skin.depth))
            .add_modifier(Modifier::BOLD);
        let letter = glyph.letter.to_string();
        let (letter_x, letter_y) = (x + center_of(width), y + (height - 1) / 2);
        let breadth = usize::from(width - if width > 4 { 2 } else { 0 });
        let left = x + (width - u16::try_from(breadth).unwrap_or(width)) / 2;
        for row in 0..height {
            let (first, last) = match row {
                0 => ("▗", "▖"),
                _ if row + 1 == height => ("▝", "▘"),
                _ => ("▐", "▌"),
            };
            let middle = match row {
                0 if height > 2 => "▄",
                _ if row + 1 == height && height > 2 => "▀",
                _ => "█",
            };
            let (first, last) = if height == 1 { ("▐", "▌") } else { (first, last) };
            let line = match breadth {
                ..3 => " █".to_string(),
                _ => format!("{first}{}{last}", middle.repeat(breadth - 2)),
            };
            buffer.set_stringn(left, y + row, line, breadth, edge);
        }
        buffer.set_stringn(letter_x, letter_y, letter, 1, letter_style);
    }

    /// What stands on both sides of the piece: for the cursor, and for the most important mark.
    fn draw_brackets(&self, skin: &Skin, ground: Style, buffer: &mut Buffer) {
        let is_empty_target = self.glyph.is_none() && self.marks.contains(&Mark::Target);
        let mark = self.marks.first().filter(|_| !is_empty_target).map(|mark| mark.brackets());
        let (left, right) = match (self.has_cursor, mark) {
            (false, None) => return,
            (true, Some((_, right))) => ('[', right),
            (true, None) => ('[', ']'),
            (false, Some(brackets)) => brackets,
        };
        let style = ground.patch(skin.strong(Part::White));
        let (x, y) = self.center();
        let Rect { width, height, .. } = self.area;
        let is_disc = self.glyph.is_some_and(|glyph| self.is_disc(glyph, skin));
        let y = if is_disc { self.area.y + (height - 1) / 2 } else { y };
        // At the edges, where there is a disc between them.
        let (left_x, right_x) = match width {
            _ if is_disc => (self.area.x, self.area.right() - 1),
            ..5 => (x - 1, x + 1),
            _ => (x - 2, x + 2),
        };
        buffer.set_stringn(left_x, y, left.to_string(), 1, style);
        if right_x < self.area.right() && right_x != x {
            buffer.set_stringn(right_x, y, right.to_string(), 1, style);
        }
    }
}
