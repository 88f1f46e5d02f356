//! The layout and drawing of the table, and mouse hit testing.

mod board;
mod cover;
mod glyphs;
mod help;
mod lines;
mod marks;
mod moves;
mod panels;
mod sample;
mod zones;

use board_engine::{Square, Tiling};
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::text::Line;
use ratatui::widgets::{Clear, Paragraph, Wrap};

use self::board::Board;
use self::panels::Seats;
use self::zones::Zones;
use crate::actions::Action;
use crate::skin::Pieces;
use crate::table::Table;

pub(crate) use self::glyphs::piece_span;
pub(crate) use self::help::{page, scrolled};
pub(crate) use self::lines::{draw_typed, draw_words, word_at};
pub(crate) use self::panels::draw_score_bar;
pub(crate) use self::sample::draw_sample;

/// The minimum screen size for a table.
const SIZE_MIN: (u16, u16) = (40, 12);

/// The maximum number of columns next to the board. On wider screens, the board and this area are centered together.
const SIDE_MAX: u16 = 100;

/// The minimum number of columns next to the board.
const SIDE_MIN: u16 = 12;

/// The minimum height for showing a title at the top and the keys at the bottom.
const TALL: u16 = 20;

/// The screen areas.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Layout {
    pub(crate) title: Rect,
    board: Board,
    /// The zones on a table without a board.
    zones: Zones,
    /// The area next to the board.
    pub(crate) side: Rect,
    seats: Seats,
    pub(crate) thoughts: Rect,
    pub(crate) moves: Rect,
    /// The turn and the status message.
    pub(crate) status: Rect,
    /// The typed text, or the moves that touch no square.
    pub(crate) input: Rect,
    pub(crate) keys: Rect,
}

impl Layout {
    /// The layout for this screen; `None` if it is too small.
    pub(crate) fn of(table: &Table) -> Option<Self> {
        let area = table.area;
        if !is_large_enough(area) {
            return None;
        }
        let is_tall = area.height >= TALL;
        let (title, rest) = split_top(area, u16::from(is_tall));
        let (rest, keys) = split_bottom(rest, u16::from(is_tall));
        let (rest, input) = split_bottom(rest, 1);
        let (body, status) = split_bottom(rest, if is_tall { 2 } else { 1 });
        let is_slanted = table.model.picture().tiling() == Tiling::Hexagons;
        let side_min = match area.width {
            ..60 => 15,
            // Slanted boards are wide.
            60..100 if is_slanted => 24,
            60..100 => 28,
            _ => 36,
        };
        // A wide board gets some of the room on a narrow screen.
        let left_over = area.width.saturating_sub(Board::width_min(table));
        let side_min = side_min.min(left_over.max(SIDE_MIN));
        let room = Rect { width: body.width - side_min, ..body };
        let board = Board::fit(table, room);
        let has_board = table.model.picture().geometry().square_count() > 0;
        let zones = if has_board {
            Zones::in_room(room)
        } else {
            Zones::of_table(table, Rect { width: room.width.saturating_sub(1), ..room })
        };
        let taken = if has_board {
            board.outer.width
        } else {
            (zones.width() + 2).max(room.width / 2).min(room.width)
        };
        let left = (body.x + taken + 1).min(body.right());
        let free = body.right() - left;
        let indent = if has_board { free.saturating_sub(SIDE_MAX) / 2 } else { 0 };
        let board = board.moved_right(indent);
        let width = if has_board { free.min(SIDE_MAX) } else { free };
        let side = Rect { x: left + indent, width, ..body };
        let seats = Seats::fit(table, side, has_board);
        let (_, rest) = split_top(side, seats.height);
        let (thoughts, moves) = split_top(rest, panels::thoughts_height(table, rest.height));
        Some(Self { title, board, zones, side, seats, thoughts, moves, status, input, keys })
    }
}

impl Layout {
    /// Draws the board alone.
    pub(crate) fn draw_board(&self, table: &Table, buffer: &mut Buffer) {
        self.board.draw(table, buffer);
    }

    /// Draws the board and everything that belongs to the position.
    pub(crate) fn draw_position(&self, table: &Table, buffer: &mut Buffer) {
        self.board.draw(table, buffer);
        self.zones.draw(table, buffer);
        self.seats.draw(table, buffer);
    }
}

/// Splits off the upper `rows` rows and returns them first.
fn split_top(area: Rect, rows: u16) -> (Rect, Rect) {
    let rows = rows.min(area.height);
    let top = Rect { height: rows, ..area };
    (top, Rect { y: area.y + rows, height: area.height - rows, ..area })
}

/// Splits off the lower `rows` rows. Returns the rest first.
fn split_bottom(area: Rect, rows: u16) -> (Rect, Rect) {
    let (top, bottom) = split_top(area, area.height.saturating_sub(rows));
    (top, bottom)
}

/// The nearest square in this direction from the cursor, from the board into the zones or back. Only zone squares that
/// a legal move can touch count.
pub(crate) fn square_beyond(table: &Table, right: i8, down: i8) -> Option<Square> {
    let layout = Layout::of(table)?;
    let slots = layout.zones.slots().chain(layout.seats.zones.slots());
    let touched = slots.filter(|slot| table.model.history().touches(slot.square));
    let beside = touched.map(|slot| (slot.square, slot.area));
    let squares = table.model.picture().geometry().squares();
    let on_board =
        squares.filter_map(|square| Some((square, layout.board.area_of(table, square)?)));
    let areas: Vec<(Square, Rect)> = on_board.chain(beside).collect();
    let Some(cursor) = table.cursor else { return areas.first().map(|(square, _)| *square) };
    let from = areas.iter().find(|(square, _)| *square == cursor).map(|(_, area)| *area);
    let Some(from) = from else { return areas.first().map(|(square, _)| *square) };
    let distance = |area: Rect| distance(from, area, right, down);
    let ahead = areas.iter().filter_map(|&(square, area)| Some((distance(area)?, square)));
    ahead.min().map(|(_, square)| square)
}

/// The distance to an area that is entirely in this direction; `None` otherwise. Sideways distance counts double, and a
/// row counts as two columns.
fn distance(from: Rect, to: Rect, right: i8, down: i8) -> Option<i32> {
    let is_ahead = match (right, down) {
        (1.., _) => to.x >= from.right(),
        (..=-1, _) => to.right() <= from.x,
        (0, 1..) => to.y >= from.bottom(),
        (0, _) => to.bottom() <= from.y,
    };
    let center = |area: Rect| {
        let x = 2 * i32::from(area.x) + i32::from(area.width);
        let y = 2 * i32::from(area.y) + i32::from(area.height);
        (x, 2 * y)
    };
    let (from, to) = (center(from), center(to));
    let (across, along) = ((to.0 - from.0).abs(), (to.1 - from.1).abs());
    let distance = if right == 0 { along + 2 * across } else { across + 2 * along };
    is_ahead.then_some(distance)
}

/// The target under the mouse.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Hit {
    /// A square.
    Square(Square),
    /// A move in a move list.
    Move(String),
    /// The position after this many moves.
    Ply(usize),
    /// A command at the bottom.
    Command(Action),
    /// A part of an overlay that doesn't react to clicks.
    Over,
}

/// The target at this screen position.
pub(crate) fn hit_test(table: &Table, at: Position) -> Option<Hit> {
    let layout = Layout::of(table)?;
    if let Some(overlay) = &table.overlay {
        return help::hit_test_overlay(table, overlay, at);
    }
    if layout.board.cells.contains(at) {
        return layout.board.square_at(table, at).map(Hit::Square);
    }
    if let Some(square) = layout.zones.square_at(at).or_else(|| layout.seats.zones.square_at(at)) {
        return Some(Hit::Square(square));
    }
    if layout.moves.contains(at) {
        return moves::ply_at(table, layout.moves, at).map(Hit::Ply);
    }
    if layout.input.contains(at) {
        return lines::move_at(table, layout.input, at).map(Hit::Move);
    }
    if layout.keys.contains(at) {
        return lines::command_at(table, layout.keys, at).map(Hit::Command);
    }
    None
}

impl Table {
    /// Draws the table at the current screen size, which can change before the resize event arrives.
    pub fn draw(&mut self, frame: &mut Frame<'_>) {
        self.area = frame.area();
        let Some(layout) = Layout::of(self) else {
            return draw_too_small(frame);
        };
        if let Some(seat) = self.model.covered_for() {
            return cover::draw(self, seat, frame);
        }
        let buffer = frame.buffer_mut();
        lines::draw_title(self, layout.title, buffer);
        layout.draw_position(self, buffer);
        panels::draw_thoughts(self, layout.thoughts, buffer);
        moves::draw(self, layout.moves, buffer);
        lines::draw_status(self, layout.status, buffer);
        lines::draw_input(self, layout.input, buffer);
        lines::draw_commands(self, layout.keys, buffer);
        finish(self, frame);
    }
}

/// Draws the overlay, and replaces characters that this terminal can't show.
pub(crate) fn finish(table: &Table, frame: &mut Frame<'_>) {
    if let Some(overlay) = &table.overlay {
        help::draw_overlay(table, overlay, frame);
    }
    if table.skin.pieces == Pieces::Ascii {
        replace_non_ascii(frame);
    }
}

/// Replaces each non-ASCII character with a similar ASCII character. If pieces are letters, the font or the encoding
/// might lack other characters.
pub(crate) fn replace_non_ascii(frame: &mut Frame<'_>) {
    for cell in frame.buffer_mut().content.iter_mut().filter(|cell| !cell.symbol().is_ascii()) {
        cell.set_char(match cell.symbol() {
            "…" => '.',
            "×" => 'x',
            "›" | "→" => '>',
            "←" => '<',
            "↑" => '^',
            "↓" => 'v',
            "▏" => '_',
            "·" | "–" => '-',
            "±" => '~',
            _ => '?',
        });
    }
}

/// Returns `true` if a table or a menu fits.
pub(crate) const fn is_large_enough(area: Rect) -> bool {
    area.width >= SIZE_MIN.0 && area.height >= SIZE_MIN.1
}

/// Draws a message that the screen is too small.
pub(crate) fn draw_too_small(frame: &mut Frame<'_>) {
    let area = frame.area();
    let (width, height) = SIZE_MIN;
    let text = format!(
        "Rival needs {width}×{height} characters; the screen has {}×{}.",
        area.width, area.height
    );
    frame.render_widget(Clear, area);
    frame.render_widget(Paragraph::new(Line::from(text)).wrap(Wrap { trim: true }), area);
}
