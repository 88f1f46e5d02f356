//! The layout and drawing of a study, and mouse hit testing.

mod graph;
mod lines;
mod moves;
mod palette;

use analysis::Location;
use board_engine::Square;
use ratatui::Frame;
use ratatui::layout::{Position, Rect};

pub(super) use self::palette::SetUpHit;
use super::StudyScreen;
use crate::study_actions::StudyAction;
use crate::view::{self, Layout};

/// The screen areas. The areas next to the board are divided differently than in a match.
#[derive(Clone, PartialEq, Eq, Debug)]
struct StudyLayout {
    /// The layout for the board and everything that belongs to the position.
    table: Layout,
    /// The analysis lines for the current position.
    lines: Rect,
    moves: Rect,
    graph: Rect,
}

impl StudyLayout {
    /// The layout for this screen; `None` if it is too small.
    fn of(screen: &StudyScreen) -> Option<Self> {
        let table = Layout::of(&screen.table)?;
        let side = table.moves;
        let graph_height = graph::height(screen, side.height);
        let (rest, graph) = split_bottom(side, graph_height);
        let lines_height = lines::height(screen, rest.height);
        let lines = Rect { height: lines_height, ..rest };
        let moves = Rect { y: rest.y + lines_height, height: rest.height - lines_height, ..rest };
        Some(Self { table, lines, moves, graph })
    }
}

/// Splits off the lower `rows` rows. Returns the rest first.
fn split_bottom(area: Rect, rows: u16) -> (Rect, Rect) {
    let rows = rows.min(area.height);
    let rest = Rect { height: area.height - rows, ..area };
    (rest, Rect { y: rest.bottom(), height: rows, ..area })
}

/// The target under the mouse.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Hit {
    /// A square.
    Square(Square),
    /// A move that completes the typed text.
    Move(String),
    /// A move in the tree.
    Location(Location),
    /// The match position after this many plies.
    Ply(usize),
    /// A command at the bottom.
    Command(StudyAction),
}

/// The target at this screen position.
pub(super) fn hit_test(screen: &StudyScreen, at: Position) -> Option<Hit> {
    let layout = StudyLayout::of(screen)?;
    if layout.moves.contains(at) {
        return moves::location_at(screen, layout.moves, at).map(Hit::Location);
    }
    if layout.graph.contains(at) {
        return graph::ply_at(screen, layout.graph, at).map(Hit::Ply);
    }
    if layout.table.keys.contains(at) {
        return lines::command_at(layout.table.keys, at).map(Hit::Command);
    }
    if layout.lines.contains(at) || layout.table.status.contains(at) {
        return Some(Hit::Command(StudyAction::Details));
    }
    match view::hit_test(&screen.table, at)? {
        view::Hit::Square(square) => Some(Hit::Square(square)),
        view::Hit::Move(text) => Some(Hit::Move(text)),
        _ => None,
    }
}

/// The target at this screen position while a position is being set up.
pub(super) fn set_up_hit_test(screen: &StudyScreen, at: Position) -> Option<SetUpHit> {
    let editor = screen.editor.as_ref()?;
    palette::hit_test(screen, editor, &Layout::of(&screen.table)?, at)
}

impl StudyScreen {
    /// Draws the study at the current screen size.
    pub fn draw(&mut self, frame: &mut Frame<'_>) {
        self.table.area = frame.area();
        let Some(layout) = StudyLayout::of(self) else {
            return view::draw_too_small(frame);
        };
        let buffer = frame.buffer_mut();
        if let Some(editor) = &self.editor {
            palette::draw(self, editor, &layout.table, buffer);
            return view::finish(&self.table, frame);
        }
        lines::draw_title(self, layout.table.title, buffer);
        layout.table.draw_position(&self.table, buffer);
        lines::draw_lines(self, layout.lines, buffer);
        moves::draw(self, layout.moves, buffer);
        graph::draw(self, layout.graph, buffer);
        lines::draw_status(self, layout.table.status, buffer);
        lines::draw_input(self, layout.table.input, buffer);
        lines::draw_commands(self, layout.table.keys, buffer);
        view::finish(&self.table, frame);
    }
}
