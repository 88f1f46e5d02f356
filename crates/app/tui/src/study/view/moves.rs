//! The move tree: the match in two columns, and variations indented below the moves that they replace.

use std::ops::Range;

use analysis::{Location, MoveNumber};
use board_engine::{Seat, Turn};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;

use crate::draws;
use crate::palette::Part;
use crate::study::StudyScreen;
use crate::study::tree::{Tree, TreeMove};
use crate::words::{cut, text_width};

/// The maximum width of a move column, in characters.
const WIDTH_MAX: u16 = 16;

/// The maximum indent of a variation, in characters.
const INDENT_MAX: u16 = 6;

/// A text cell in a row.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Cell {
    /// The distance from the left edge.
    x: u16,
    width: u16,
    text: String,
    /// The cell's move indexes in the tree: one move, or draws that share an entry. Empty for a number.
    moves: Range<usize>,
}

impl Cell {
    /// Returns `true` if the cell contains the move with this index.
    fn shows(&self, index: Option<usize>) -> bool {
        index.is_some_and(|index| self.moves.contains(&index))
    }
}

type Row = Vec<Cell>;

/// Lays out the tree in rows.
struct TreeLayout<'a> {
    tree: &'a Tree,
    width: u16,
    has_two_seats: bool,
    rows: Vec<Row>,
    /// The depth of the last move.
    depth: usize,
}

impl<'a> TreeLayout<'a> {
    /// Lays out the tree in rows with at most `width` columns.
    fn of(tree: &'a Tree, width: u16, has_two_seats: bool) -> Vec<Row> {
        let mut rows = Self { tree, width, has_two_seats, rows: Vec::new(), depth: 0 };
        for entry in draws::entries(&tree.0, may_share_entry) {
            let mv = &tree.0[entry.start];
            if mv.depth() == 0 {
                rows.add_to_match(entry, mv);
            } else {
                rows.add_to_variation(entry, mv);
            }
            rows.depth = mv.depth();
        }
        rows.rows
    }

    /// Adds a match move. The first seat's move is on the left of a row, the reply on the right.
    fn add_to_match(&mut self, moves: Range<usize>, mv: &TreeMove) {
        let number_width = if self.width < 18 { 0 } else { 5 };
        let column = (self.width.saturating_sub(number_width) / 2).min(WIDTH_MAX);
        let is_second = self.has_two_seats && mv.turn == Turn::Seat(Seat::SECOND);
        let x = number_width + if is_second { column } else { 0 };
        let has_room = self.depth == 0
            && self.rows.last().is_some_and(|row| row.iter().all(|cell| cell.x < x));
        if !(is_second && has_room) {
            let number = mv.number.map(|MoveNumber { number, .. }| {
                let text = format!("{number:>3}.");
                Cell { x: 0, width: number_width, text, moves: 0..0 }
            });
            let gap = Cell { x: number_width, width: column, text: "…".into(), moves: 0..0 };
            let numbered = number.filter(|_| number_width > 0);
            self.rows.push(numbered.into_iter().chain(is_second.then_some(gap)).collect());
        }
        let text = match (moves.len(), mv.turn) {
            (1, Turn::Chance) => format!("({})", label(mv)),
            (1, Turn::Seat(_)) => label(mv),
            (count, _) => draws::text(count),
        };
        let cell = Cell { x, width: column, text, moves };
        if let Some(row) = self.rows.last_mut() {
            row.push(cell);
        }
    }

    /// Adds a move in a variation. These moves flow like words in a paragraph.
    fn add_to_variation(&mut self, moves: Range<usize>, mv: &TreeMove) {
        let depth = u16::try_from(mv.depth()).unwrap_or(u16::MAX);
        let indent = depth.saturating_mul(2).min(INDENT_MAX).min(self.width / 2);
        let before = moves.start.checked_sub(1).and_then(|before| self.tree.0.get(before));
        let follows = before.is_some_and(|before| before.location.path == mv.location.path);
        let text = match (moves.len(), mv.number) {
            (1, None) => format!("({})", label(mv)),
            (1, Some(number)) if follows && number.is_reply => label(mv),
            (1, Some(number)) => format!("{number} {}", label(mv)),
            (count, _) => draws::text(count),
        };
        let end = self.rows.last().and_then(|row| row.last()).map_or(0, |it| it.x + it.width);
        let width = text_width(&text) + 1;
        let x = if follows && end + width <= self.width {
            end
        } else {
            self.rows.push(Row::new());
            indent
        };
        if let Some(row) = self.rows.last_mut() {
            row.push(Cell { x, width, text, moves });
        }
    }
}

/// Returns `true` if two adjacent moves are draws in the same line without remarks.
fn may_share_entry(one: &TreeMove, next: &TreeMove) -> bool {
    let is_draw = |mv: &TreeMove| mv.turn == Turn::Chance && !mv.has_remark;
    is_draw(one) && is_draw(next) && one.location.path == next.location.path
}

/// The move in notation. An asterisk marks a remark.
fn label(mv: &TreeMove) -> String {
    let star = if mv.has_remark { "*" } else { "" };
    format!("{}{star}", mv.text)
}

/// A study's rows. During an exercise, the rows end at the exercise position.
fn rows_of(screen: &StudyScreen, width: u16) -> Vec<Row> {
    let has_two_seats = screen.study.game().seat_count() == 2;
    match &screen.exercise {
        None => TreeLayout::of(&screen.tree, width, has_two_seats),
        Some(exercise) => {
            let is_before = |mv: &&TreeMove| mv.depth() == 0 && mv.location.ply <= exercise.ply;
            let known = Tree(screen.tree.0.iter().filter(is_before).cloned().collect());
            TreeLayout::of(&known, width, has_two_seats)
        }
    }
}

/// The index of the first visible row. Keeps the current move visible.
fn first_row(rows: &[Row], current: Option<usize>, height: u16) -> usize {
    let height = usize::from(height);
    let is_current = |row: &Row| row.iter().any(|cell| cell.shows(current));
    let at = rows.iter().position(is_current).unwrap_or(0);
    (at + 1 + height / 4).max(height).min(rows.len().max(height)) - height
}

/// Draws the moves, with the current move highlighted.
pub(super) fn draw(screen: &StudyScreen, area: Rect, buffer: &mut Buffer) {
    let rows = rows_of(screen, area.width);
    let current = screen.tree.index_of(&screen.study.location());
    let first = first_row(&rows, current, area.height);
    let skin = screen.table.skin();
    for (y, row) in (area.y..area.bottom()).zip(rows.iter().skip(first)) {
        for cell in row.iter().filter(|cell| cell.x < area.width) {
            let first = cell.moves.clone().next().and_then(|index| screen.tree.0.get(index));
            let style = match first {
                Some(_) if cell.shows(current) => skin.chosen(),
                Some(mv) if mv.depth() == 0 => Style::new(),
                _ => skin.text(Part::Faint),
            };
            let room = usize::from(cell.width.min(area.width - cell.x));
            let text = cut(&cell.text, room.saturating_sub(1));
            buffer.set_stringn(area.x + cell.x, y, text, room, style);
        }
    }
}

/// The location after the move at this screen position.
pub(super) fn location_at(screen: &StudyScreen, area: Rect, at: Position) -> Option<Location> {
    let rows = rows_of(screen, area.width);
    let current = screen.tree.index_of(&screen.study.location());
    let first = first_row(&rows, current, area.height);
    let row = rows.get(first + usize::from(at.y - area.y))?;
    let column = at.x - area.x;
    let cell = row.iter().find(|cell| (cell.x..cell.x + cell.width).contains(&column))?;
    let last = cell.moves.clone().next_back()?;
    Some(screen.tree.0.get(last)?.location.clone())
}
