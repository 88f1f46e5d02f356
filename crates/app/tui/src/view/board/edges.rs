//! The labels at the board edges, and the sides that belong to seats.

use board_engine::{Edges, Seat, SideOwners};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::Board;
use crate::palette::{Depth, Part};
use crate::skin::Skin;
use crate::table::Table;
use crate::view::glyphs::center_of;
use crate::words::text_width;

/// The width of a colored side to the left or right of the rows.
const SIDE_WIDTH: u16 = 2;

/// The labels at the edges of the displayed board, which may be flipped.
fn edges(table: &Table) -> Edges {
    let edges = table.model.history().picture().edges();
    if table.is_flipped { edges.turned() } else { edges.clone() }
}

/// The owners of the displayed board's sides. The board may be flipped. Without colors, the owners can't be shown.
fn side_owners(table: &Table) -> SideOwners {
    let owners = table.model.history().picture().side_owners();
    match (table.skin.depth, table.is_flipped) {
        (Depth::None, _) => SideOwners::default(),
        (_, true) => owners.turned(),
        (_, false) => owners,
    }
}

/// The space for labels and colored sides, in columns and rows.
pub(super) struct Margins {
    pub(super) left: u16,
    pub(super) right: u16,
    pub(super) top: u16,
    pub(super) bottom: u16,
}

impl Margins {
    pub(super) fn of(table: &Table) -> Self {
        let (edges, owners) = (edges(table), side_owners(table));
        let width = |labels: &[String], owner: Option<Seat>| {
            let longest = labels.iter().map(|label| text_width(label)).max();
            let side = owner.map_or(0, |_| SIDE_WIDTH);
            longest.map_or(0, |longest| longest + 1).max(side)
        };
        let height = |labels: &[String], owner: Option<Seat>| {
            u16::from(!labels.is_empty() || owner.is_some())
        };
        Self {
            left: width(&edges.left, owners.left),
            right: width(&edges.right, owners.right),
            top: height(&edges.top, owners.top),
            bottom: height(&edges.bottom, owners.bottom),
        }
    }
}

/// The label style on a side of the board.
fn style(skin: &Skin, owner: Option<Seat>) -> Style {
    match owner {
        None => skin.text(Part::Faint),
        Some(seat) => skin.ground(Skin::part_of_stone(seat)).patch(skin.text(Part::Black)),
    }
}

impl Board {
    /// Draws the colored sides and the column and row labels.
    pub(super) fn draw_edges(&self, table: &Table, buffer: &mut Buffer) {
        let (edges, owners) = (edges(table), side_owners(table));
        let styled = |owner| (owner, style(&table.skin, owner));
        self.draw_rows(
            &edges.left,
            styled(owners.left),
            |board, row| {
                let x = board.area(0, row).x;
                let width = board.cells.x - board.outer.x;
                Rect { x: x - width, width, ..board.area(0, row) }
            },
            buffer,
        );
        self.draw_rows(
            &edges.right,
            styled(owners.right),
            |board, row| {
                let last = board.area(board.shown.0.saturating_sub(1), row);
                Rect { x: last.right(), width: board.outer.right() - board.cells.right(), ..last }
            },
            buffer,
        );
        self.draw_columns(&edges.top, styled(owners.top), 0, self.outer.y, buffer);
        let last = self.shown.1.saturating_sub(1);
        self.draw_columns(&edges.bottom, styled(owners.bottom), last, self.cells.bottom(), buffer);
    }

    /// Draws the row labels. `margin` returns the label area for a visible row.
    fn draw_rows(
        &self,
        labels: &[String],
        (owner, style): (Option<Seat>, Style),
        margin: impl Fn(&Self, u16) -> Rect,
        buffer: &mut Buffer,
    ) {
        let is_left = margin(self, 0).x < self.cells.x;
        for row in 0..self.shown.1 {
            let area = margin(self, row);
            if owner.is_some() {
                buffer.set_style(area, style);
            }
            let Some(label) = labels.get(usize::from(row + self.first.1)) else { continue };
            // A label on the left is right-aligned, next to the board.
            let room = usize::from(area.width.saturating_sub(1));
            let (x, text) = if is_left {
                (area.x, format!("{label:>room$}"))
            } else {
                (area.x + 1, label.clone())
            };
            buffer.set_string(x, area.y + area.height / 2, text, style);
        }
    }

    /// Draws the column labels in this screen row above or below a visible board row.
    fn draw_columns(
        &self,
        labels: &[String],
        (owner, style): (Option<Seat>, Style),
        row: u16,
        y: u16,
        buffer: &mut Buffer,
    ) {
        for column in 0..self.shown.0 {
            let Rect { x, width, .. } = self.area(column, row);
            if owner.is_some() {
                buffer.set_style(Rect { x, y, width, height: 1 }, style);
            }
            let Some(label) = labels.get(usize::from(column + self.first.0)) else { continue };
            // Center the label above or below the piece. A second digit goes to the left of the center.
            let left = u16::from(text_width(label) > 1 && width > 2);
            let x = x + center_of(width) - left.min(center_of(width));
            buffer.set_stringn(x, y, label, usize::from(width), style);
        }
    }
}
