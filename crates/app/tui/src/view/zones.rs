//! Zones next to the board: hands, dice, counters.

use board_engine::{Diagram, Glyph, GlyphKind, Seat, Square, Zone};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};

use super::glyphs;
use super::marks::{Mark, Marks, brackets};
use crate::palette::Part;
use crate::skin::{Pieces, Skin};
use crate::table::Table;
use crate::words::{text_width, wrapped};

/// The indentation of a zone name, in columns.
const INDENT: u16 = 2;

/// The size of cards and dice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Size {
    /// Squares in one row.
    Small,
    /// Squares as boxes.
    Large,
}

/// A zone's square on the screen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Slot {
    pub(super) square: Square,
    pub(super) area: Rect,
    size: Size,
    /// `true` if a column on each side is reserved for marks.
    has_margins: bool,
}

/// A zone's name, or the name of the seat that owns the zones below.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Label {
    at: Position,
    text: String,
    part: Option<Part>,
}

/// Zones, one below the other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Zones {
    slots: Vec<Slot>,
    labels: Vec<Label>,
    room: Rect,
    /// The first row below the zones.
    pub(super) bottom: u16,
}

impl Zones {
    /// No zones yet, with this room to grow.
    pub(super) fn in_room(room: Rect) -> Self {
        Self { slots: Vec::new(), labels: Vec::new(), room, bottom: room.y }
    }

    /// All zones on a table without a board, as large as possible: the other seats' zones, the common zones, then the
    /// bottom seat's zones.
    pub(super) fn of_table(table: &Table, room: Rect) -> Self {
        let mut seats = table.seats_from_top();
        let near = seats.pop();
        let groups: Vec<Option<Seat>> =
            seats.into_iter().map(Some).chain([None]).chain([near]).collect();
        let laid_out = |size, gap| {
            let mut zones = Self::in_room(room);
            for &owner in &groups {
                zones.push_group(table, owner, size, gap);
            }
            zones.bottom -= if zones.bottom > room.y { gap } else { 0 };
            zones
        };
        let fits = |zones: &Self| zones.bottom <= room.bottom();
        let tries = [(Size::Large, 1), (Size::Large, 0), (Size::Small, 1)];
        let found = tries.into_iter().map(|(size, gap)| laid_out(size, gap)).find(fits);
        found.unwrap_or_else(|| laid_out(Size::Small, 0).scrolled_to_end())
    }

    /// Drops the first rows if not all rows fit. The bottom seat's zones stay visible.
    fn scrolled_to_end(mut self) -> Self {
        let hidden = self.bottom.saturating_sub(self.room.bottom());
        let top = self.room.y + hidden;
        self.slots.retain(|slot| slot.area.y >= top);
        self.labels.retain(|label| label.at.y >= top);
        self.slots.iter_mut().for_each(|slot| slot.area.y -= hidden);
        self.labels.iter_mut().for_each(|label| label.at.y -= hidden);
        self.bottom -= hidden;
        self
    }

    /// Adds a seat's zones below its name, or the common zones.
    fn push_group(&mut self, table: &Table, owner: Option<Seat>, size: Size, gap: u16) {
        let top = self.bottom;
        if let Some(seat) = owner {
            let at = Position { x: self.room.x, y: self.bottom };
            self.labels.push(Label { at, text: table.model.game().seat_name(seat), part: None });
            self.bottom += 1;
        }
        let filled_from = self.bottom;
        self.push_zones_of(table, owner, size);
        if self.bottom == filled_from && owner.is_some() {
            self.labels.pop();
            self.bottom = top;
        } else if self.bottom > top {
            self.bottom += gap;
        }
    }

    /// Adds a seat's zones, or the common zones.
    pub(super) fn push_zones_of(&mut self, table: &Table, owner: Option<Seat>, size: Size) {
        let picture = table.model.picture();
        let zones = picture.zones().iter().filter(|zone| zone.owner() == owner);
        let shown: Vec<(&Zone, Vec<Square>)> = zones
            .map(|zone| (zone, zone.squares().filter(|&square| is_shown(table, square)).collect()))
            .filter(|(_, squares): &(_, Vec<Square>)| !squares.is_empty())
            .collect();
        let longest = shown.iter().map(|(zone, _)| text_width(zone.name())).max().unwrap_or(0);
        let width = longest.min(self.room.width / 2);
        for (zone, squares) in shown {
            self.push_zone(table, zone, &squares, width, size);
        }
    }

    /// Adds a zone: its name in `label_width` columns, and its squares to the right, or below if they don't fit.
    fn push_zone(
        &mut self,
        table: &Table,
        zone: &Zone,
        squares: &[Square],
        label_width: u16,
        size: Size,
    ) {
        let picture = table.model.picture();
        let sizes: Vec<(u16, u16)> =
            squares.iter().map(|&square| slot_size(table, picture, square, size)).collect();
        let widest = sizes.iter().map(|(width, _)| *width).max().unwrap_or(0);
        let height = sizes.iter().map(|(_, height)| *height).max().unwrap_or(1);
        let (mut lines, is_beside) = self.name_lines(zone.name(), widest, height);
        let last = if is_beside { lines.pop() } else { None };
        let is_wrapped = !lines.is_empty();
        for line in lines {
            self.push_label(line, self.bottom);
            self.bottom += 1;
        }
        let mut left = self.room.x + INDENT;
        if let Some(last) = last {
            let width = text_width(&last);
            left += 1 + if is_wrapped { width } else { width.max(label_width) };
            self.push_label(last, self.bottom + height / 2);
        }
        let mut at = Position { x: left, y: self.bottom };
        for (&square, &(width, slot_height)) in squares.iter().zip(&sizes) {
            if at.x + width > self.room.right() && at.x > left {
                at = Position { x: left, y: at.y + height };
            }
            let y = at.y + (height - slot_height) / 2;
            let area = Rect { x: at.x, y, width, height: slot_height };
            let has_margins = table.model.history().touches(square);
            self.slots.push(Slot { square, area, size, has_margins });
            at.x += width + u16::from(!has_margins && size == Size::Large);
        }
        self.bottom = at.y + height;
    }

    /// Wraps a zone's name next to squares of at most this size. Returns the lines, and `true` if the squares go next
    /// to the last line instead of below it. The name leaves room for the squares as long as its own lines fit.
    fn name_lines(&self, name: &str, widest: u16, height: u16) -> (Vec<String>, bool) {
        let room = self.room.width.saturating_sub(INDENT);
        let left_over = room.saturating_sub(widest + 1);
        let is_beside = name.split(' ').all(|word| text_width(word) <= left_over);
        let lines = wrapped(name, usize::from(if is_beside { left_over } else { room }));
        let rows = u16::try_from(lines.len()).unwrap_or(u16::MAX);
        let rows = rows.saturating_sub(u16::from(is_beside));
        if self.bottom.saturating_add(rows).saturating_add(height) <= self.room.bottom() {
            (lines, is_beside)
        } else {
            (wrapped(name, usize::from(room)), true)
        }
    }

    fn push_label(&mut self, text: String, y: u16) {
        let at = Position { x: self.room.x + INDENT, y };
        self.labels.push(Label { at, text, part: Some(Part::Faint) });
    }

    /// The width of the zones, in columns.
    pub(super) fn width(&self) -> u16 {
        let slots = self.slots.iter().map(|slot| slot.area.right());
        let labels =
            self.labels.iter().map(|label| label.at.x.saturating_add(text_width(&label.text)));
        slots.chain(labels).max().unwrap_or(self.room.x).min(self.room.right()) - self.room.x
    }

    /// The visible squares with their areas.
    pub(super) fn slots(&self) -> impl Iterator<Item = &Slot> {
        self.slots.iter().filter(|slot| slot.area.bottom() <= self.room.bottom())
    }

    /// The square at this screen position, if a legal move touches the square.
    pub(super) fn square_at(&self, at: Position) -> Option<Square> {
        let mut slots = self.slots().filter(|slot| slot.has_margins);
        slots.find(|slot| slot.area.contains(at)).map(|slot| slot.square)
    }

    pub(super) fn draw(&self, table: &Table, buffer: &mut Buffer) {
        for label in self.labels.iter().filter(|label| label.at.y < self.room.bottom()) {
            let style = label.part.map(|part| table.skin.text(part)).unwrap_or_default();
            let room = usize::from(self.room.right().saturating_sub(label.at.x));
            buffer.set_stringn(label.at.x, label.at.y, &label.text, room, style);
        }
        let marks = Marks::of(table);
        for slot in self.slots() {
            slot.draw(table, &marks, self.room, buffer);
        }
    }
}

/// Returns `true` if a square is shown, because it has a piece or a legal move touches it.
fn is_shown(table: &Table, square: Square) -> bool {
    !table.model.picture().pieces(square).is_empty() || table.model.history().touches(square)
}

/// The size of a square in a zone, in columns and rows.
fn slot_size(table: &Table, picture: &Diagram, square: Square, size: Size) -> (u16, u16) {
    let margins = 2 * u16::from(table.model.history().touches(square));
    let pieces = picture.pieces(square);
    let (width, height) =
        pieces.last().map_or((1, 1), |glyph| glyph_size(glyph, size, &table.skin));
    (width + count_width(pieces, width) + margins, height)
}

/// The size of a piece in a zone, in columns and rows.
fn glyph_size(glyph: &Glyph, size: Size, skin: &Skin) -> (u16, u16) {
    match glyph.kind {
        GlyphKind::Card(_) if size == Size::Large => glyphs::CARD,
        GlyphKind::Die(_) if size == Size::Large => glyphs::DIE,
        _ if glyphs::is_disc(glyph, skin) => (3, 1),
        _ => {
            let brackets = 2 * u16::from(glyphs::has_brackets(glyph));
            (text_width(&glyphs::sign(glyph, skin)) + brackets, 1)
        }
    }
}

/// The width of the count in front of several pieces with this width, in columns.
fn count_width(pieces: &[Glyph], width: u16) -> u16 {
    let gap = u16::from(width > 1);
    match pieces.len() {
        0 | 1 => 0,
        count => u16::try_from(count.to_string().len()).unwrap_or(0) + gap,
    }
}

/// Draws an empty square.
fn draw_empty(is_target: bool, area: Rect, ground: Style, skin: &Skin, buffer: &mut Buffer) {
    let (sign, part) = match (is_target, skin.pieces) {
        (true, _) => (glyphs::target_sign(skin), Part::Target),
        (false, Pieces::Ascii) => (".", Part::Faint),
        (false, _) => ("·", Part::Faint),
    };
    buffer.set_stringn(area.x, area.y, sign, 1, ground.patch(skin.strong_on(part, ground)));
}

/// Draws the topmost piece, with the number of pieces in front if there are several.
fn draw_pieces(
    pieces: &[Glyph],
    area: Rect,
    size: Size,
    ground: Style,
    skin: &Skin,
    buffer: &mut Buffer,
) {
    let Some(glyph) = pieces.last() else { return };
    let count = count_width(pieces, glyph_size(glyph, size, skin).0).min(area.width);
    if count > 0 {
        let style = ground.add_modifier(Modifier::BOLD);
        let y = area.y + area.height / 2;
        buffer.set_stringn(area.x, y, pieces.len().to_string(), count.into(), style);
    }
    let rest = Rect { x: area.x + count, width: area.width - count, ..area };
    glyphs::draw(glyph, rest, ground, skin, buffer);
}

impl Slot {
    /// Returns `true` if the current move has used up the piece.
    fn is_spent(&self, table: &Table) -> bool {
        table.model.picture().spent().contains(&self.square)
    }

    fn draw(&self, table: &Table, marks: &Marks<'_>, room: Rect, buffer: &mut Buffer) {
        let skin = &table.skin;
        let on_it = marks.on(self.square);
        let has_cursor = marks.has_cursor(self.square);
        let colored = on_it.iter().copied().find(|mark| *mark != Mark::Target);
        let part = if has_cursor { Some(Part::Cursor) } else { colored.map(Mark::part) };
        let ground = part.map(|part| skin.ground(part)).unwrap_or_default();
        let area = self.area.intersection(room);
        buffer.set_style(area, ground);
        let inside = Rect {
            x: area.x + u16::from(self.has_margins),
            width: area.width.saturating_sub(2 * u16::from(self.has_margins)),
            ..area
        };
        let pieces = table.model.picture().pieces(self.square);
        if pieces.is_empty() {
            draw_empty(on_it.contains(&Mark::Target), inside, ground, skin, buffer);
        } else if let (Some(glyph), true) = (pieces.last(), self.is_spent(table)) {
            glyphs::draw_spent(glyph, inside, ground, skin, buffer);
        } else {
            draw_pieces(pieces, inside, self.size, ground, skin, buffer);
        }
        let Some((left, right)) = brackets(has_cursor, on_it.first().copied()) else { return };
        if self.has_margins && area.width > 1 {
            let style = ground.patch(skin.strong_on(Part::Accent, ground));
            let y = area.y + area.height / 2;
            buffer.set_stringn(area.x, y, left.to_string(), 1, style);
            buffer.set_stringn(area.right() - 1, y, right.to_string(), 1, style);
        }
    }
}
