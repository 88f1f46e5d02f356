//! A study's text areas: title, analysis lines, status, input and commands.

use std::time::Duration;

use board_engine::Turn;
use games_package::Thinking;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget, Wrap};

use crate::palette::Part;
use crate::study::StudyScreen;
use crate::study_actions::{STUDY_BINDINGS, StudyAction};
use crate::table::Severity;
use crate::view;
use crate::words::{cut, text_width};

/// The most useful commands.
const COMMANDS: [StudyAction; 9] = [
    StudyAction::Help,
    StudyAction::Lines,
    StudyAction::Mistakes,
    StudyAction::FindBetter,
    StudyAction::Flip,
    StudyAction::Save,
    StudyAction::PlayOn,
    StudyAction::Menu,
    StudyAction::Quit,
];

pub(super) fn draw_title(screen: &StudyScreen, area: Rect, buffer: &mut Buffer) {
    if area.height == 0 {
        return;
    }
    let (study, skin) = (&screen.study, screen.table.skin());
    let count = study.record().plies.len();
    let right = match (study.is_in_variation(), count) {
        (true, _) => format!("variation, after {}", screen.tree.place(&study.location())),
        (false, 0) => "analysis".into(),
        (false, _) => format!("after {}", screen.tree.place(&study.location())),
    };
    let running = if screen.analysis.is_match_running() {
        let known = screen.analysis.report().position_count().saturating_sub(1);
        format!("  analyzing the match: {known} of {count}")
    } else {
        String::new()
    };
    let left = format!("{}{running}", study.game().name());
    let width = usize::from(area.width);
    buffer.set_stringn(area.x, area.y, cut(&left, width), width, skin.text(Part::Faint));
    let length = text_width(&right);
    if length.saturating_add(text_width(&left)).saturating_add(2) <= area.width {
        let style = skin.strong(Part::Accent);
        buffer.set_stringn(area.right() - length, area.y, right, length.into(), style);
    }
}

/// The height of the analysis lines for `room` rows, with their heading and bar.
pub(super) fn height(screen: &StudyScreen, room: u16) -> u16 {
    match room {
        _ if !(screen.analyzes || screen.shows_threat) || screen.exercise.is_some() => 0,
        ..6 => 2.min(room),
        6..10 => 4,
        10..16 => 6,
        _ => 9,
    }
}

/// Draws the analysis lines for the current position.
pub(super) fn draw_lines(screen: &StudyScreen, area: Rect, buffer: &mut Buffer) {
    if area.height == 0 {
        return;
    }
    let skin = screen.table.skin();
    let Some(best) = screen.thoughts.best() else {
        let state = screen.study.state();
        let is_over = state.ending().is_some() || state.turn() == Turn::Chance;
        let said = if is_over { "no side to move" } else { "thinking…" };
        buffer.set_stringn(area.x, area.y, said, area.width.into(), skin.text(Part::Faint));
        return;
    };
    let what = if screen.shows_threat { "threat: " } else { "" };
    let heading = format!("{what}{}", heading(best, screen.thoughts.elapsed));
    let width = usize::from(area.width);
    let style = skin.text(Part::Accent);
    buffer.set_stringn(area.x, area.y, cut(&heading, width), width, style);
    let bar_height = u16::from(area.height > 2);
    let bar = Rect { y: area.y + 1, height: bar_height, ..area };
    view::draw_score_bar(skin, screen.thoughts.share_of_first(), bar, buffer);
    let top = area.y + 1 + bar_height;
    let below = Rect { y: top, height: area.bottom().saturating_sub(top + bar_height), ..area };
    let lines = screen.thoughts.lines.iter().map(|line| {
        let score = Span::styled(format!("{} ", line.valuation), skin.strong(Part::Accent));
        Line::from(vec![score, Span::raw(line.line.clone())])
    });
    // All lines have the same number of rows, so a longer line doesn't move the others.
    let count = u16::try_from(screen.thoughts.lines.len()).unwrap_or(1).max(1);
    let rows = (below.height / count).max(1);
    for (index, line) in (0_u16..).zip(lines) {
        let y = below.y + index * rows;
        if y < below.bottom() {
            let height = rows.min(below.bottom() - y);
            Paragraph::new(line)
                .wrap(Wrap { trim: true })
                .render(Rect { y, height, ..below }, buffer);
        }
    }
}

/// Formats "+0.12 depth 12, 1.2M positions".
fn heading(best: &Thinking, elapsed: Duration) -> String {
    let (nodes, speed) =
        (match_view::amount(best.nodes), match_view::amount(best.nodes_per_second(elapsed)));
    format!("{} depth {} · {nodes} positions · {speed}/s", best.valuation, best.depth)
}

/// Draws the side to move and facts about the last move, followed by the newest message. With a single row, draws only
/// the message. An ellipsis marks truncated text. The details overlay shows the full text.
pub(super) fn draw_status(screen: &StudyScreen, area: Rect, buffer: &mut Buffer) {
    let skin = screen.table.skin();
    let message = screen.table.status_message.as_ref().map(|message| {
        let style = match message.severity {
            Severity::Info | Severity::Waiting => Style::new(),
            Severity::Error => skin.strong(Part::Bad),
        };
        Line::styled(cut(&message.text, area.width.into()), style)
    });
    let rows = if message.is_some() { 1 } else { area.height };
    let state = cut(&screen.state_sentence(), area.width.into());
    let note = cut(&screen.known().join(" · "), room_behind(&state, area.width, rows));
    let state = Span::styled(state, skin.strong(Part::Accent));
    let note = Span::styled(note, skin.text(Part::Faint));
    let known = Line::from(vec![state, Span::raw("  "), note]);
    let lines = match (message, area.height) {
        (Some(message), ..2) => vec![message],
        (message, _) => std::iter::once(known).chain(message).collect(),
    };
    Paragraph::new(lines).wrap(Wrap { trim: true }).render(area, buffer);
}

/// The maximum number of characters per row lost to wrapping.
const BROKEN_MAX: u16 = 10;

/// The number of characters that fit after this text and a gap in this many rows.
fn room_behind(text: &str, width: u16, rows: u16) -> usize {
    let lost = BROKEN_MAX.saturating_mul(rows.saturating_sub(1));
    let room = width.saturating_mul(rows).saturating_sub(lost);
    room.saturating_sub(text_width(text).saturating_add(2)).into()
}

/// Draws the typed text with the moves and commands that complete it.
pub(super) fn draw_input(screen: &StudyScreen, area: Rect, buffer: &mut Buffer) {
    let table = &screen.table;
    let usages =
        if table.is_move_typed() { Vec::new() } else { STUDY_BINDINGS.usages(&table.typed) };
    view::draw_typed(table, &usages, area, buffer);
}

/// Draws the most useful commands.
pub(super) fn draw_commands(screen: &StudyScreen, area: Rect, buffer: &mut Buffer) {
    let wanted = COMMANDS.iter().filter_map(|&action| STUDY_BINDINGS.of_action(action));
    view::draw_words(screen.table.skin(), wanted, area, buffer);
}

/// The command at this position on the bottom line.
pub(super) fn command_at(area: Rect, at: Position) -> Option<StudyAction> {
    let wanted = COMMANDS.iter().filter_map(|&action| STUDY_BINDINGS.of_action(action));
    view::word_at(wanted, area, at)
}
