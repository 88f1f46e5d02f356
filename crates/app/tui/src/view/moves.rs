//! The move list.

use std::ops::Range;

use analysis::{MoveNumber, MoveNumbers};
use board_engine::{Seat, Turn};
use match_view::Ply;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;

use crate::draws;
use crate::palette::Part;
use crate::table::Table;
use crate::words::cut;

/// A row of the list.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Row {
    /// The move's number in the match, from 1. Chance draws have no number.
    number: Option<usize>,
    /// The ply indexes of each entry.
    entries: Vec<Range<usize>>,
}

/// Arranges the plies in rows, numbered after these numbers. The first seat's move shares a row with the reply. Every other entry has its own row.
fn rows(mut numbers: MoveNumbers, plies: &[Ply]) -> Vec<Row> {
    let is_draw = |ply: &Ply| ply.turn == Some(Turn::Chance);
    let mut rows: Vec<Row> = Vec::new();
    for entry in draws::entries(plies, |one, next| is_draw(one) && is_draw(next)) {
        let index = entry.start;
        let number = plies[index].turn.and_then(|turn| numbers.add(turn));
        let number = number.map(|MoveNumber { number, .. }| number);
        let is_second = plies[index].turn == Some(Turn::Seat(Seat::SECOND));
        let follows_first = index > 0
            && plies[index - 1].turn == Some(Turn::Seat(Seat::FIRST))
            && rows.last().is_some_and(|row| row.entries.len() == 1);
        match rows.last_mut() {
            Some(row) if is_second && follows_first => row.entries.push(entry),
            _ => rows.push(Row { number, entries: vec![entry] }),
        }
    }
    rows
}

/// The first visible row and the number of visible rows. Keeps the displayed position visible.
fn window(table: &Table, rows: &[Row], height: u16) -> (usize, usize) {
    let height = usize::from(height);
    let last = table.model.history().shown_ply().saturating_sub(1);
    let is_current = |row: &Row| row.entries.iter().any(|entry| entry.contains(&last));
    let current = rows.iter().position(is_current).unwrap_or(0);
    let first = (current + 1 + height / 4).max(height).min(rows.len().max(height)) - height;
    (first, height)
}

/// The maximum width of a move column, in characters.
const WIDTH_MAX: usize = 16;

/// The widths of the row number and of each move. A narrow list omits the numbers.
fn widths(width: u16) -> (usize, usize) {
    let number = match width {
        ..18 => 0,
        18..24 => 4,
        _ => 5,
    };
    (number, (usize::from(width).saturating_sub(number) / 2).min(WIDTH_MAX))
}

pub(super) fn draw(table: &Table, area: Rect, buffer: &mut Buffer) {
    let plies = table.model.history().plies();
    let rows = rows(table.model.history().numbers(), plies);
    let (first, count) = window(table, &rows, area.height);
    let (number_width, width) = widths(area.width);
    let faint = table.skin.text(Part::Faint);
    let shown = table.model.history().shown_ply().checked_sub(1);
    for (y, row) in (area.y..).zip(rows.iter().skip(first).take(count)) {
        if let Some(number) = row.number {
            let label = format!("{number:>wide$}. ", wide = number_width.saturating_sub(2));
            buffer.set_stringn(area.x, y, label, number_width, faint);
        }
        let mut x = area.x + u16::try_from(number_width).unwrap_or(0);
        // A row that begins with the second seat leaves the first column empty.
        let starts_right = plies[row.entries[0].start].turn == Some(Turn::Seat(Seat::SECOND));
        if starts_right && has_two_seats(table) {
            buffer.set_stringn(x, y, "…", width, faint);
            x += u16::try_from(width).unwrap_or(0);
        }
        for entry in &row.entries {
            let is_shown = shown.is_some_and(|shown| entry.contains(&shown));
            let style = if is_shown { table.skin.chosen() } else { Style::new() };
            let text = text_of(table, &plies[entry.clone()]);
            buffer.set_stringn(x, y, cut(&text, width.saturating_sub(1)), width, style);
            x += u16::try_from(width).unwrap_or(0);
        }
    }
}

/// An entry's move, with the seat if the column doesn't show it.
fn text_of(table: &Table, plies: &[Ply]) -> String {
    let [ply] = plies else { return draws::text(plies.len()) };
    match ply.turn {
        Some(Turn::Seat(_)) if has_two_seats(table) => ply.mv.clone(),
        Some(Turn::Seat(seat)) => format!("{}: {}", table.model.game().seat_name(seat), ply.mv),
        Some(Turn::Chance) | None => format!("({})", ply.mv),
    }
}

fn has_two_seats(table: &Table) -> bool {
    table.model.people().len() == 2
}

/// The number of moves up to and including the move at this position in the list.
pub(super) fn ply_at(table: &Table, area: Rect, at: Position) -> Option<usize> {
    let rows = rows(table.model.history().numbers(), table.model.history().plies());
    let (first, _) = window(table, &rows, area.height);
    let (number_width, width) = widths(area.width);
    let row = rows.get(first + usize::from(at.y - area.y))?;
    let column = usize::from(at.x - area.x).saturating_sub(number_width) / width.max(1);
    let first = &table.model.history().plies()[row.entries[0].start];
    let starts_right = first.turn == Some(Turn::Seat(Seat::SECOND)) && has_two_seats(table);
    let index = column.saturating_sub(usize::from(starts_right)).min(row.entries.len() - 1);
    Some(row.entries[index].end)
}

#[cfg(test)]
mod tests {
    use games_package::{Rules, TableGame};

    use super::*;

    const FIRST: Turn = Turn::Seat(Seat::FIRST);
    const SECOND: Turn = Turn::Seat(Seat::SECOND);

    /// The row numbers.
    fn numbers(game: &dyn TableGame, turns: &[Turn]) -> Vec<Option<usize>> {
        let ply = |turn: &Turn| Ply {
            turn: Some(*turn),
            mv: String::new(),
            position: None,
            elapsed: None,
        };
        let plies: Vec<Ply> = turns.iter().map(ply).collect();
        rows(MoveNumbers::of(game), &plies).iter().map(|row| row.number).collect()
    }

    #[test]
    fn rows_have_the_number_of_their_first_move_and_draws_by_chance_have_none() {
        let chess = Rules::new("chess", chess::Chess::default());
        assert_eq!(numbers(&chess, &[FIRST, SECOND, FIRST]), [Some(1), Some(2)]);
        assert_eq!(numbers(&chess, &[SECOND, FIRST]), [Some(1), Some(2)]);
        let begun = [Turn::Chance, FIRST, Turn::Chance, SECOND];
        assert_eq!(numbers(&chess, &begun), [None, Some(1), None, Some(1)]);
        let stones = Rules::new("tic-tac-toe", tic_tac_toe::TicTacToe::default());
        assert_eq!(numbers(&stones, &[FIRST, SECOND, FIRST, FIRST]), [Some(1), Some(3), Some(4)]);
    }
}
