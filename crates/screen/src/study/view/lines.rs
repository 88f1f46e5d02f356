//! The texts of a study: title, lines of the analysis, status, input and commands.

use std::time::Duration;

use board_engine::Turn;
use games_package::{Mark, Thinking};
use match_view::sentences;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget, Wrap};

use crate::palette::Part;
use crate::study::StudyScreen;
use crate::study_actions::{STUDY_BINDINGS, StudyAction};
use crate::table::Severity;
use crate::view;
use crate::words::{cut, text_width};

/// The commands that one needs most.
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
    let (ply, count) = (study.ply(), study.record().plies.len());
    let right = match (study.is_in_variation(), count) {
        (true, _) => format!("variation, after move {ply}"),
        (false, 0) => "analysis".into(),
        (false, _) => format!("after move {ply} of {count}"),
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

/// The height of the lines with their heading and bar, if there are `room` rows.
pub(super) fn height(screen: &StudyScreen, room: u16) -> u16 {
    match room {
        _ if !(screen.analyzes || screen.shows_threat) || screen.exercise.is_some() => 0,
        ..6 => 2.min(room),
        6..10 => 4,
        10..16 => 6,
        _ => 9,
    }
}

/// Draws the lines of the current position.
pub(super) fn draw_lines(screen: &StudyScreen, area: Rect, buffer: &mut Buffer) {
    if area.height == 0 {
        return;
    }
    let skin = screen.table.skin();
    let Some(best) = screen.thoughts.best() else {
        let state = screen.study.state();
        let is_over = state.ending().is_some() || state.turn() == Turn::Chance;
        let said = if is_over { "nobody is to move" } else { "thinking…" };
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
    // Each line has the same number of rows, so that nothing jumps when a longer one comes.
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

/// "+0.12 depth 12, 1.2M positions"
fn heading(best: &Thinking, elapsed: Duration) -> String {
    let (nodes, speed) =
        (match_view::amount(best.nodes), match_view::amount(best.nodes_per_second(elapsed)));
    format!("{} depth {} · {nodes} positions · {speed}/s", best.valuation, best.depth)
}

/// Draws whose turn it is and what is known of the last move, then the newest message.
pub(super) fn draw_status(screen: &StudyScreen, area: Rect, buffer: &mut Buffer) {
    let skin = screen.table.skin();
    let message = screen.table.status_message.as_ref().map(|message| {
        let style = match message.severity {
            Severity::Info => ratatui::style::Style::new(),
            Severity::Error => skin.strong(Part::Bad),
        };
        Span::styled(message.text.clone(), style)
    });
    let state = Span::styled(state(screen), skin.strong(Part::Accent));
    let note = Span::styled(known(screen).join(" · "), skin.text(Part::Faint));
    let lines = match (message, area.height) {
        (Some(message), 1) => vec![Line::from(message)],
        (Some(message), _) => {
            vec![Line::from(vec![state, Span::raw("  "), note]), Line::from(message)]
        }
        (None, _) => vec![Line::from(vec![state, Span::raw("  "), note])],
    };
    Paragraph::new(lines).wrap(Wrap { trim: true }).render(area, buffer);
}

/// The turn or the result, in a sentence.
fn state(screen: &StudyScreen) -> String {
    let (game, state) = (screen.study.game(), screen.study.state());
    let is_at_end = screen.study.ply() == screen.study.record().plies.len();
    let recorded = screen.study.record().ending.clone();
    let recorded = recorded.filter(|_| is_at_end && !screen.study.is_in_variation());
    match (state.ending().or(recorded), state.turn()) {
        (Some(ending), _) => sentences::ending_sentence(&**game, &ending),
        (None, Turn::Seat(seat)) => format!("{} to move", game.seat_name(seat)),
        (None, Turn::Chance) => "Chance decides: type what it brings".into(),
    }
}

/// What is known of the last move and of the position. The name of its opening doesn't help to find a move.
fn known(screen: &StudyScreen) -> Vec<String> {
    let opening = screen.opening.clone();
    let quotes = screen.quotes.iter().filter(|_| screen.exercise.is_none()).cloned();
    annotation(screen).into_iter().chain(opening).chain(quotes).collect()
}

/// What is known of the last move: "9-14?! +0.20 depth 12: a remark".
fn annotation(screen: &StudyScreen) -> Option<String> {
    let last = screen.study.last()?;
    let mark = last.note.mark.map(Mark::sign).unwrap_or_default();
    let thought = last.note.thought;
    let thought = thought.map(|it| format!(" {} depth {}", it.valuation, it.depth));
    let before = screen.study.ply() - 1;
    let report = screen.analysis.report();
    let is_of_match = !screen.study.is_in_variation();
    let better = report.appraisal(before).filter(|it| is_of_match && it.mark().is_some());
    let better = better.map(|it| format!("; better was {} {}", it.best, it.best_text()));
    let remark = Some(last.note.remark.as_str()).filter(|remark| !remark.is_empty());
    let remark = remark.map(|remark| format!(" · {}", crate::words::one_line(remark)));
    let parts = [thought, better, remark].map(Option::unwrap_or_default);
    Some(format!("{}{mark}{}", last.mv, parts.concat()))
}

/// Draws what is typed, with the moves and commands that complete it.
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

/// The command at this position of the bottom line.
pub(super) fn command_at(area: Rect, at: Position) -> Option<StudyAction> {
    let wanted = COMMANDS.iter().filter_map(|&action| STUDY_BINDINGS.of_action(action));
    view::word_at(wanted, area, at)
}
