//! Beside the board: who plays, with clocks and lost pieces, and what players think.

use board_engine::{Color, Seat, Turn};
use games_package::{Thinking, TimeControl};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget, Wrap};

use crate::palette::{Depth, Part};
use crate::skin::Pieces;
use crate::table::Table;
use crate::words::{amount, clock, cut, wrapped};

/// How many rows the seats take of so much room.
pub(super) fn seats_height(table: &Table, side: Rect) -> u16 {
    let lines = seat_lines(table, side.width, side.height).len();
    u16::try_from(lines).unwrap_or(side.height).min(side.height)
}

pub(super) fn draw_seats(table: &Table, area: Rect, buffer: &mut Buffer) {
    Paragraph::new(seat_lines(table, area.width, area.height)).render(area, buffer);
}

/// A line for each seat, one for what it has lost, and the notes of the position; less where there is little room.
fn seat_lines(table: &Table, width: u16, room: u16) -> Vec<Line<'static>> {
    let is_roomy = room >= 14;
    let seats: Vec<Seat> = Seat::all(table.people.len()).collect();
    // Whoever sits at the top of the board stands at the top here.
    let order: Vec<Seat> = if seats.len() == 2 && first_is_below(table) {
        seats.into_iter().rev().collect()
    } else {
        seats
    };
    let start = table.history.first_picture();
    let mut lines = Vec::new();
    for seat in order {
        lines.push(seat_line(table, seat, width));
        let lost = start.as_ref().and_then(|start| lost_line(table, seat, start, width));
        lines.extend(lost.filter(|_| is_roomy));
    }
    if is_roomy {
        lines.push(Line::default());
    }
    let notes = table.picture().notes().iter();
    lines.extend(notes.flat_map(|note| wrapped(note, width.into())).map(Line::from));
    lines
}

/// Whether the first seat's pieces stand at the bottom of the screen, as far as that is known.
fn first_is_below(table: &Table) -> bool {
    let Some(start) = table.history.first_picture() else { return false };
    let last = start.geometry().squares().next_back();
    let owner = last.and_then(|square| start.glyph(square)).and_then(|glyph| table.owner(glyph));
    match owner {
        None => false,
        Some(owner) => (owner == Seat::FIRST) != table.is_flipped,
    }
}

/// "▶ White  level         1:05"
fn seat_line(table: &Table, seat: Seat, width: u16) -> Line<'static> {
    let is_to_move = table.turn == Some(Turn::Seat(seat)) && table.ending.is_none();
    let arrow = match (is_to_move, table.skin.pieces) {
        (false, _) => "  ",
        (true, Pieces::Ascii) => "> ",
        (true, _) => "▶ ",
    };
    let player = table.names.get(seat.index()).map_or("", String::as_str);
    let who = if table.only_person() == Some(seat) { "you" } else { player };
    let time = table.clock(seat).map(clock).unwrap_or_default();
    let width = usize::from(width);
    let room = width.saturating_sub(2 + time.chars().count() + usize::from(!time.is_empty()));
    let name = cut(&format!("{} {who}", table.game.seat_name(seat)), room);
    let gap = " ".repeat(width.saturating_sub(2 + name.chars().count() + time.chars().count()));
    let style = if is_to_move { table.skin.strong(Part::Accent) } else { Style::new() };
    let runs_out = is_to_move
        && table.time_control != TimeControl::Unlimited
        && table.clock(seat).is_some_and(|time| time.as_secs() < 10);
    let time_style = if runs_out { table.skin.strong(Part::Bad) } else { style };
    Line::from(vec![
        Span::styled(format!("{arrow}{name}"), style),
        Span::raw(gap),
        Span::styled(time, time_style),
    ])
}

/// The pieces that the seat has lost, one sign for each.
fn lost_line(
    table: &Table,
    seat: Seat,
    start: &board_engine::Diagram,
    width: u16,
) -> Option<Line<'static>> {
    let is_own =
        |color: &Color| table.game.seat_name(seat).eq_ignore_ascii_case(&color.to_string());
    let color = [Color::White, Color::Black].into_iter().find(is_own)?;
    let lost = table.lost(color, start);
    let mut squares = start.geometry().squares();
    let glyph = squares
        .find_map(|square| start.glyph(square).filter(|glyph| glyph.color == Some(color)))?;
    let sign = if table.skin.pieces == Pieces::Unicode { glyph.symbol } else { glyph.letter };
    let signs =
        if lost == 0 { String::new() } else { format!("lost {}", sign.to_string().repeat(lost)) };
    let text =
        if signs.chars().count() + 2 > width.into() { format!("lost {lost}") } else { signs };
    Some(Line::styled(format!("  {text}"), table.skin.text(Part::Faint)))
}

/// How many rows the thoughts take of so many.
pub(super) fn thoughts_height(table: &Table, room: u16) -> u16 {
    let has_thoughts = table.shows_thoughts && table.thoughts.best().is_some();
    match room {
        _ if !has_thoughts => 0,
        ..6 => 0,
        6..12 => 3,
        12..18 => 6,
        _ => 9,
    }
}

pub(super) fn draw_thoughts(table: &Table, area: Rect, buffer: &mut Buffer) {
    if area.height < 3 {
        return;
    }
    let (Some(best), Some(seat)) = (table.thoughts.best(), table.thoughts.seat) else { return };
    let width = usize::from(area.width);
    let style = if table.thoughts.are_old {
        table.skin.text(Part::Faint)
    } else {
        table.skin.text(Part::Accent)
    };
    let said = figures(best, table.thoughts.elapsed);
    let name = table.game.seat_name(seat);
    let whose = if width < 30 { String::new() } else { format!("{name}: ") };
    let heading = format!("{whose}{} {said}", best.valuation);
    buffer.set_stringn(area.x, area.y, cut(&heading, width), width, style);
    draw_bar(table, Rect { y: area.y + 1, height: 1, ..area }, buffer);
    let lines = table.thoughts.lines.iter().map(|line| line_of(table, line));
    let below = Rect { y: area.y + 2, height: area.height - 3, ..area };
    let below = if area.height == 3 { Rect { height: 1, ..below } } else { below };
    Paragraph::new(lines.collect::<Vec<_>>()).wrap(Wrap { trim: true }).render(below, buffer);
}

/// "depth 12/24, 1204 k nodes, 2104 k/s"
fn figures(best: &Thinking, elapsed: std::time::Duration) -> String {
    let selective = best.selective_depth.map(|depth| format!("/{depth}")).unwrap_or_default();
    let (nodes, speed) = (amount(best.nodes), amount(best.nodes_per_second(elapsed)));
    format!("d{}{selective} {nodes} {speed}/s", best.depth)
}

fn line_of(table: &Table, line: &Thinking) -> Line<'static> {
    let style = if line.rank == 1 { Style::new() } else { table.skin.text(Part::Faint) };
    Line::from(vec![
        Span::styled(format!("{} ", line.valuation), table.skin.strong(Part::Accent)),
        Span::styled(line.line.clone(), style),
    ])
}

/// How good the position is for the first seat, as a bar that it fills from the left.
fn draw_bar(table: &Table, area: Rect, buffer: &mut Buffer) {
    let Some(share) = table.thoughts.share_of_first() else { return };
    let width = u32::from(area.width);
    let filled = usize::try_from((share * width + 500) / 1000).unwrap_or(0);
    let rest = usize::from(area.width).saturating_sub(filled);
    let (full, empty) = match (table.skin.pieces, table.skin.depth) {
        (Pieces::Ascii, _) => ("#", "-"),
        (_, Depth::None) => ("█", "░"),
        _ => ("━", "━"),
    };
    let first = table.skin.text(Part::Accent);
    let second = table.skin.text(Part::Faint);
    buffer.set_stringn(area.x, area.y, full.repeat(filled), filled, first);
    let x = area.x + u16::try_from(filled).unwrap_or(0);
    buffer.set_stringn(x, area.y, empty.repeat(rest), rest, second);
}
