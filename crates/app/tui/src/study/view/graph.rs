//! The score graph over the course of the match.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use crate::palette::{Depth, Part};
use crate::skin::Pieces;
use crate::study::StudyScreen;

/// Bars by height in eighths of a row.
const EIGHTHS: [&str; 9] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];

/// The ASCII equivalents of [`EIGHTHS`].
const ASCII: [&str; 9] = [" ", ".", ".", ":", ":", "+", "+", "#", "#"];

/// The graph height for `room` rows, including the row of marks.
pub(super) fn height(screen: &StudyScreen, room: u16) -> u16 {
    match room {
        _ if screen.course.is_empty() || screen.exercise.is_some() => 0,
        ..12 => 0,
        12..20 => 4,
        _ => 6,
    }
}

/// The first position shown in a column.
fn ply_of(column: u16, columns: u16, count: usize) -> usize {
    usize::from(column) * count / usize::from(columns.max(1))
}

/// The number of columns: one per position, or fewer.
fn columns(area: Rect, count: usize) -> u16 {
    area.width.min(u16::try_from(count).unwrap_or(u16::MAX))
}

/// The position at this point on the graph.
pub(super) fn ply_at(screen: &StudyScreen, area: Rect, at: Position) -> Option<usize> {
    let count = screen.study.record().plies.len() + 1;
    let columns = columns(area, count);
    let column = at.x.checked_sub(area.x)?;
    (column < columns).then(|| ply_of(column, columns, count))
}

/// Draws the first seat's expected points as bars above a row that marks the mistakes and the current position.
pub(super) fn draw(screen: &StudyScreen, area: Rect, buffer: &mut Buffer) {
    if area.height < 2 {
        return;
    }
    let skin = screen.table.skin();
    let signs = if skin.pieces == Pieces::Ascii { ASCII } else { EIGHTHS };
    let count = screen.study.record().plies.len() + 1;
    let columns = columns(area, count);
    let rows = area.height - 1;
    let current = (!screen.study.is_in_variation()).then(|| screen.study.ply());
    for column in 0..columns {
        let (first, next) = (ply_of(column, columns, count), ply_of(column + 1, columns, count));
        let shown = first..next.max(first + 1);
        let is_current = current.is_some_and(|ply| shown.contains(&ply));
        let points = screen.course.points.get(first).copied().flatten();
        let part = if is_current { Part::Accent } else { Part::Faint };
        for row in 0..rows {
            let filled = points.map_or(0, |points| eighths(points, rows, row));
            let x = area.x + column;
            buffer.set_string(x, area.y + row, signs[filled], skin.text(part));
        }
        let is_mistake = screen.course.mistakes.iter().any(|ply| shown.contains(&(ply + 1)));
        let mark = match (is_current, is_mistake) {
            (true, false) if skin.depth == Depth::None || skin.pieces == Pieces::Ascii => "^",
            (true, false) => "▲",
            (_, true) => "?",
            (false, false) => "-",
        };
        let style = match (is_current, is_mistake) {
            (true, _) => skin.strong(Part::Accent),
            (false, true) => skin.strong(Part::Bad),
            (false, false) => skin.text(Part::Faint),
        };
        buffer.set_string(area.x + column, area.bottom() - 1, mark, style);
    }
}

/// The filled eighths in a row of a bar. Row 0 is the top row.
fn eighths(points: f64, rows: u16, row: u16) -> usize {
    let below = f64::from(rows - 1 - row);
    let filled = ((points * f64::from(rows) - below) * 8.0).round().clamp(0.0, 8.0);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 8")]
    let filled = filled as usize;
    filled
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_fills_rows_from_the_bottom() {
        let bar = |points| [0, 1, 2].map(|row| eighths(points, 3, row));
        assert_eq!(bar(0.0), [0, 0, 0]);
        assert_eq!(bar(0.5), [0, 4, 8]);
        assert_eq!(bar(1.0), [8, 8, 8]);
    }

    #[test]
    fn a_long_match_is_compressed_to_the_width() {
        let plies: Vec<usize> = (0..4).map(|column| ply_of(column, 4, 100)).collect();
        assert_eq!(plies, [0, 25, 50, 75]);
    }
}
