//! The panels next to the board: seats with clocks, lost pieces and zones, and the players' thoughts.

use board_engine::{Diagram, Seat, Turn};
use games_package::{Thinking, TimeControl};
use match_view::{Effort, amount, clock};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget, Wrap};

use super::glyphs;
use super::zones::{Size, Zones};
use crate::palette::{Depth, Part};
use crate::skin::{Pieces, Skin};
use crate::table::{Table, pieces_of};
use crate::words::{cut, text_width};

/// The layout of the seats with their clocks, lost pieces and zones.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Seats {
    /// Each line with its row.
    lines: Vec<(u16, Line<'static>)>,
    pub(super) zones: Zones,
    area: Rect,
    /// The panel height in rows.
    pub(super) height: u16,
}

impl Seats {
    /// Lays out a line for each seat, and a line for its caption or its lost pieces. If `has_zones`, also lays out the
    /// zones. Omits lost pieces if space is limited.
    pub(super) fn fit(table: &Table, side: Rect, has_zones: bool) -> Self {
        let is_roomy = side.height >= 14;
        let size = if is_roomy { Size::Large } else { Size::Small };
        let start = table.model.history().picture_after(0);
        let mut zones = Zones::in_room(side);
        let mut lines = Vec::new();
        for seat in table.seats_from_top() {
            let lost = || {
                let start = start.as_ref().filter(|_| is_roomy)?;
                lost_line(table, seat, start, side.width)
            };
            let below = caption_line(table, seat).or_else(lost);
            for line in [seat_line(table, seat, side.width)].into_iter().chain(below) {
                lines.push((zones.bottom, line));
                zones.bottom += 1;
            }
            if has_zones {
                zones.push_zones_of(table, Some(seat), size);
            }
        }
        zones.bottom += u16::from(is_roomy);
        if has_zones {
            zones.push_zones_of(table, None, size);
        }
        let height = (zones.bottom - side.y).min(side.height);
        Self { lines, zones, area: side, height }
    }

    pub(super) fn draw(&self, table: &Table, buffer: &mut Buffer) {
        for (y, line) in self.lines.iter().filter(|(y, _)| *y < self.area.bottom()) {
            buffer.set_line(self.area.x, *y, line, self.area.width);
        }
        self.zones.draw(table, buffer);
    }
}

/// The name for an unnamed person.
const NAMELESS: &str = "human";

/// Formats "▶ White  level         1:05", with the score before the clock if several matches were played.
fn seat_line(table: &Table, seat: Seat, width: u16) -> Line<'static> {
    let is_to_move = table.model.turn() == Some(Turn::Seat(seat)) && table.model.ending().is_none();
    let arrow = match (is_to_move, table.skin.pieces) {
        (false, _) => "  ",
        (true, Pieces::Ascii) => "> ",
        (true, _) => "▶ ",
    };
    let player = table.model.players().get(seat.index()).map_or("", String::as_str);
    let is_nameless = table.model.only_person() == Some(seat) && player == NAMELESS;
    let who = if is_nameless { "you" } else { player };
    let points = table.points_of(seat).map(points_text);
    let time = points.into_iter().chain(table.model.clock(seat).map(clock));
    let time = time.collect::<Vec<_>>().join("  ");
    let room = width.saturating_sub(2 + text_width(&time));
    let name_room = room.saturating_sub(u16::from(!time.is_empty())).into();
    let name = cut(&format!("{} {who}", table.model.game().seat_name(seat)), name_room);
    let gap = " ".repeat(room.saturating_sub(text_width(&name)).into());
    let style = if is_to_move { table.skin.strong(Part::Accent) } else { Style::new() };
    let runs_out = is_to_move
        && table.model.time_control() != TimeControl::Unlimited
        && table.model.clock(seat).is_some_and(|time| time.as_secs() < 10);
    let time_style = if runs_out { table.skin.strong(Part::Bad) } else { style };
    Line::from(vec![
        Span::styled(format!("{arrow}{name}"), style),
        Span::raw(gap),
        Span::styled(time, time_style),
    ])
}

/// Formats "score 1.5".
fn points_text(points: f64) -> String {
    format!("score {}", (points * 10.0).round() / 10.0)
}

/// The seat's caption, if any.
fn caption_line(table: &Table, seat: Seat) -> Option<Line<'static>> {
    let mut captions = table.model.picture().captions().iter();
    let caption = captions.find(|caption| caption.seat == seat)?;
    Some(Line::styled(format!("  {}", caption.text), table.skin.text(Part::Faint)))
}

/// The seat's lost pieces, one symbol each; `None` if the seat started without pieces.
fn lost_line(table: &Table, seat: Seat, start: &Diagram, width: u16) -> Option<Line<'static>> {
    pieces_of(start, seat).next()?;
    let lost = table.lost(seat, start);
    let signs: String = lost.iter().map(|glyph| glyphs::sign(glyph, &table.skin)).collect();
    let signs = if lost.is_empty() { signs } else { format!("lost {signs}") };
    let text = if text_width(&signs) + 2 > width { format!("lost {}", lost.len()) } else { signs };
    Some(Line::styled(format!("  {text}"), table.skin.text(Part::Faint)))
}

/// The number of rows for the players' thoughts, if there are `room` rows.
pub(super) fn thoughts_height(table: &Table, room: u16) -> u16 {
    let has_thoughts = table.shows_thoughts && table.model.thoughts().best().is_some();
    match room {
        _ if !has_thoughts && !shows_efforts(table) => 0,
        ..6 => 0,
        6..12 => 3,
        12..18 => 6,
        _ => 9,
    }
}

/// Returns `true` if the match is over and its players' search statistics are known.
fn shows_efforts(table: &Table) -> bool {
    table.model.ending().is_some() && table.model.efforts().iter().any(Effort::is_known)
}

/// Draws each player's search totals for the match.
fn draw_efforts(table: &Table, area: Rect, buffer: &mut Buffer) {
    let line = |(seat, effort): (Seat, &Effort)| {
        let name = format!("{}: ", table.model.game().seat_name(seat));
        let name = Span::styled(name, table.skin.strong(Part::Accent));
        Line::from(vec![name, Span::raw(effort.phrase())])
    };
    let efforts = table.model.efforts();
    let known = Seat::all(efforts.len()).zip(efforts).filter(|(_, effort)| effort.is_known());
    let lines: Vec<Line<'_>> = known.map(line).collect();
    let area = Rect { height: area.height - 1, ..area };
    Paragraph::new(lines).wrap(Wrap { trim: true }).render(area, buffer);
}

/// Draws the players' thoughts or, after the match, their search statistics.
pub(super) fn draw_thoughts(table: &Table, area: Rect, buffer: &mut Buffer) {
    if area.height < 3 {
        return;
    }
    if shows_efforts(table) {
        return draw_efforts(table, area, buffer);
    }
    let (Some(best), Some(seat)) = (table.model.thoughts().best(), table.model.thoughts().seat)
    else {
        return;
    };
    let width = usize::from(area.width);
    let style = if table.model.thoughts().are_old {
        table.skin.text(Part::Faint)
    } else {
        table.skin.text(Part::Accent)
    };
    let said = search_statistics(best, table.model.thoughts().elapsed);
    let name = table.model.game().seat_name(seat);
    let whose = if width < 30 { String::new() } else { format!("{name}: ") };
    let heading = format!("{whose}{} {said}", best.valuation);
    buffer.set_stringn(area.x, area.y, cut(&heading, width), width, style);
    let bar = Rect { y: area.y + 1, height: 1, ..area };
    draw_score_bar(&table.skin, table.model.thoughts().share_of_first(), bar, buffer);
    let lines = table.model.thoughts().lines.iter().map(|line| line_of(table, line));
    let below = Rect { y: area.y + 2, height: area.height - 3, ..area };
    let below = if area.height == 3 { Rect { height: 1, ..below } } else { below };
    Paragraph::new(lines.collect::<Vec<_>>()).wrap(Wrap { trim: true }).render(below, buffer);
}

/// Formats "depth 12/24, 1204 k nodes, 2104 k/s".
fn search_statistics(best: &Thinking, elapsed: std::time::Duration) -> String {
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

/// Draws the score as a bar: the first seat's share from the left, 0 to 1000. The bar is empty if the share is unknown.
pub(crate) fn draw_score_bar(skin: &Skin, share: Option<u32>, area: Rect, buffer: &mut Buffer) {
    let Some(share) = share.filter(|_| area.height > 0) else { return };
    let width = u32::from(area.width);
    let filled = usize::try_from((share * width + 500) / 1000).unwrap_or(0);
    let rest = usize::from(area.width).saturating_sub(filled);
    let (full, empty) = match (skin.pieces, skin.depth) {
        (Pieces::Ascii, _) => ("#", "-"),
        (_, Depth::None) => ("█", "░"),
        _ => ("━", "━"),
    };
    let (first, second) = (skin.text(Part::Accent), skin.text(Part::Faint));
    buffer.set_stringn(area.x, area.y, full.repeat(filled), filled, first);
    let x = area.x + u16::try_from(filled).unwrap_or(0);
    buffer.set_stringn(x, area.y, empty.repeat(rest), rest, second);
}
