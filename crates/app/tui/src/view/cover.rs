//! The cover that hides the table while the keyboard passes from one person to the next.

use board_engine::Seat;
use ratatui::Frame;
use ratatui::layout::{Alignment, Rect};
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::{Clear, Paragraph, Wrap};

use crate::palette::Part;
use crate::table::Table;

/// The text height in rows on the narrowest screens.
const HEIGHT: u16 = 6;

/// Draws the cover, which hides the whole table.
pub(super) fn draw(table: &Table, seat: Seat, frame: &mut Frame<'_>) {
    let area = frame.area();
    frame.render_widget(Clear, area);
    let name = table.model.game().seat_name(seat);
    let lines = vec![
        Line::styled(format!("Pass the keyboard to {name}."), table.skin.strong(Part::Accent)),
        Line::default(),
        Line::styled("Press Enter or click to show that hand.", Style::new()),
        Line::styled("Everyone else, please look away.", Style::new()),
        Line::default(),
        Line::styled("q leaves", table.skin.text(Part::Faint)),
    ];
    let middle = Rect { y: area.y + area.height.saturating_sub(HEIGHT) / 2, ..area };
    let middle = middle.intersection(area);
    let text = Paragraph::new(lines).alignment(Alignment::Center).wrap(Wrap { trim: true });
    frame.render_widget(text, middle);
}
