//! The palette next to a board that is being edited.

use analysis::PaletteItem;
use board_engine::Seat;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget, Wrap};

use crate::palette::Part;
use crate::set_up_actions::{SET_UP_BINDINGS, SetUpAction};
use crate::skin::Pieces;
use crate::study::StudyScreen;
use crate::study::editor::Editor;
use crate::table::Severity;
use crate::view;
use crate::words::{cut, text_width};

/// The commands at the bottom.
const COMMANDS: [SetUpAction; 8] = [
    SetUpAction::Help,
    SetUpAction::Done,
    SetUpAction::Turn,
    SetUpAction::Clear,
    SetUpAction::Start,
    SetUpAction::Flip,
    SetUpAction::Position,
    SetUpAction::Cancel,
];

/// The maximum width of a palette column.
const WIDTH_MAX: u16 = 22;

/// The column where the name starts in an entry: "K ♚ ".
const NAME_COLUMN: u16 = 5;

/// The rows for the eraser, a gap and the side to move.
const EXTRA_ROWS: u16 = 3;

/// The target under the mouse during position setup.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::study) enum SetUpHit {
    /// A square.
    Square(board_engine::Square),
    /// A palette entry.
    Item(PaletteItem),
    /// A command at the bottom, or the row with the side to move.
    Command(SetUpAction),
}

/// The number of palette columns: one per seat if the names fit or if there are too few rows.
fn column_count(editor: &Editor, side: Rect) -> u16 {
    let pieces = editor.position.pieces();
    let seats = u16::try_from(editor.position.game().seat_count()).unwrap_or(1).max(1);
    let longest = pieces.iter().map(|piece| text_width(&piece.name)).max().unwrap_or(0);
    let rows = u16::try_from(pieces.len()).unwrap_or(u16::MAX).saturating_add(EXTRA_ROWS);
    if side.width / seats < longest + NAME_COLUMN && rows <= side.height { 1 } else { seats }
}

/// The palette entries with their areas: a column for each seat, with the eraser below.
fn entries(editor: &Editor, side: Rect) -> Vec<(PaletteItem, Rect)> {
    let pieces = editor.position.pieces();
    let columns = column_count(editor, side);
    let width = (side.width / columns).clamp(1, WIDTH_MAX);
    let mut heights = vec![0_u16; columns.into()];
    let mut placed = Vec::new();
    for (index, piece) in pieces.iter().enumerate() {
        let column = piece.owner.map_or(0, Seat::index).min(heights.len() - 1);
        let x = side.x + u16::try_from(column).unwrap_or(0) * width;
        let area = Rect { x, y: side.y + heights[column], width, height: 1 };
        heights[column] += 1;
        placed.push((PaletteItem::Piece(index), area));
    }
    let below = heights.into_iter().max().unwrap_or(0);
    placed.push((PaletteItem::Eraser, Rect { y: side.y + below, height: 1, ..side }));
    placed.retain(|(_, area)| area.y < side.bottom());
    placed
}

/// The row with the side to move.
fn mover_row(editor: &Editor, side: Rect) -> Option<Rect> {
    let last = entries(editor, side).last()?.1;
    let gap = u16::from(side.bottom() > last.y + 2);
    let row = Rect { y: last.y + 1 + gap, ..last };
    (row.y < side.bottom()).then_some(row)
}

/// The target at this screen position.
pub(super) fn hit_test(
    screen: &StudyScreen,
    editor: &Editor,
    layout: &view::Layout,
    at: Position,
) -> Option<SetUpHit> {
    if layout.keys.contains(at) {
        return view::word_at(commands(), layout.keys, at).map(SetUpHit::Command);
    }
    if mover_row(editor, layout.side).is_some_and(|row| row.contains(at)) {
        return Some(SetUpHit::Command(SetUpAction::Turn));
    }
    let entries = entries(editor, layout.side);
    if let Some((item, _)) = entries.into_iter().find(|(_, area)| area.contains(at)) {
        return Some(SetUpHit::Item(item));
    }
    match view::hit_test(&screen.table, at)? {
        view::Hit::Square(square) => Some(SetUpHit::Square(square)),
        _ => None,
    }
}

fn commands() -> impl Iterator<Item = &'static crate::bindings::Binding<SetUpAction>> {
    COMMANDS.iter().filter_map(|&action| SET_UP_BINDINGS.of_action(action))
}

/// Draws the screen.
pub(super) fn draw(
    screen: &StudyScreen,
    editor: &Editor,
    layout: &view::Layout,
    buffer: &mut Buffer,
) {
    let skin = screen.table.skin();
    let game = editor.position.game();
    let title = cut(&format!("{}: set up a position", game.name()), layout.title.width.into());
    if layout.title.height > 0 {
        buffer.set_string(layout.title.x, layout.title.y, title, skin.text(Part::Faint));
    }
    layout.draw_board(&screen.table, buffer);
    for (item, area) in entries(editor, layout.side) {
        draw_entry(screen, editor, item, area, buffer);
    }
    if let Some(row) = mover_row(editor, layout.side) {
        let name = game.seat_name(editor.position.mover());
        let arrow = if skin.pieces == Pieces::Ascii { "> " } else { "▶ " };
        let text = cut(&format!("{arrow}{name} to move"), row.width.into());
        buffer.set_string(row.x, row.y, text, skin.strong(Part::Accent));
    }
    draw_status(screen, editor, layout.status, buffer);
    view::draw_typed(
        &screen.table,
        &SET_UP_BINDINGS.usages(&screen.table.typed),
        layout.input,
        buffer,
    );
    view::draw_words(skin, commands(), layout.keys, buffer);
}

/// Draws "K ♚ white king".
fn draw_entry(
    screen: &StudyScreen,
    editor: &Editor,
    item: PaletteItem,
    area: Rect,
    buffer: &mut Buffer,
) {
    let skin = screen.table.skin();
    let style = if editor.chosen == item { skin.chosen() } else { Style::new() };
    let (letter, sign, name) = match item {
        PaletteItem::Piece(index) => {
            let piece = &editor.position.pieces()[index];
            (piece.text.clone(), Some(view::piece_span(piece, skin)), piece.name.clone())
        }
        PaletteItem::Eraser => ("-".into(), None, "remove a piece".into()),
    };
    let sign = sign.unwrap_or_else(|| Span::raw(" "));
    // The piece style already consists of letters.
    let sign =
        if sign.content == letter.as_str() { Vec::new() } else { vec![sign, Span::raw(" ")] };
    let taken = text_of(&sign) + 3;
    // A truncated name would be useless.
    let has_room = taken + name.chars().count() <= area.width.into();
    let name = if has_room { name } else { String::new() };
    let parts = [vec![Span::styled(format!(" {letter} "), style)], sign, vec![Span::raw(name)]];
    Line::from(parts.concat()).render(area, buffer);
}

fn text_of(spans: &[Span<'_>]) -> usize {
    spans.iter().map(Span::width).sum()
}

/// Draws the message, or the problem with the position.
fn draw_status(screen: &StudyScreen, editor: &Editor, area: Rect, buffer: &mut Buffer) {
    let skin = screen.table.skin();
    let problem = editor.problem.as_ref().map(|why| format!("Not valid: {why}"));
    let message = screen.table.status_message.as_ref();
    let bad = skin.strong(Part::Bad);
    let told = message.map(|message| {
        let style = if message.severity == Severity::Error { bad } else { Style::new() };
        Line::styled(message.text.clone(), style)
    });
    let state = match problem {
        Some(problem) => Line::styled(problem, bad),
        None => Line::from("Type done to study this position."),
    };
    let lines = match (told, area.height) {
        (Some(told), ..2) => vec![told],
        (Some(told), _) if told.width() > area.width.into() => vec![told],
        (told, _) => std::iter::once(state).chain(told).collect(),
    };
    Paragraph::new(lines).wrap(Wrap { trim: true }).render(area, buffer);
}
