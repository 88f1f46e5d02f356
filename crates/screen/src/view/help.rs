//! Overlays: help, questions, a choice of moves, the name of a file.

use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Clear, Paragraph, Wrap};

use super::Hit;
use crate::actions::BINDINGS;
use crate::palette::Part;
use crate::skin::Pieces;
use crate::study_actions::STUDY_BINDINGS;
use crate::table::{Confirmable, HelpSubject, Overlay, Table};
use crate::words::{text_width, wrapped};

/// The maximum width of a box, in characters.
const WIDTH_MAX: u16 = 60;

/// The keys and their meanings, one on each line.
fn help_lines(subject: HelpSubject) -> Vec<(String, &'static str)> {
    let bound = match subject {
        HelpSubject::Match => BINDINGS.help(),
        HelpSubject::Study => STUDY_BINDINGS.help(),
    };
    let mouse = [
        ("mouse".to_string(), "click squares, moves and words; the wheel looks back"),
        ("letters".to_string(), "are typed; with Alt they act at once, as F keys do"),
    ];
    bound.into_iter().chain(mouse).collect()
}

/// The centered area of a box with this number of lines.
fn place(area: Rect, width: u16, lines: u16) -> Rect {
    let width = width.min(WIDTH_MAX).min(area.width);
    let height = (lines + 2).min(area.height);
    Rect {
        x: area.x + (area.width - width) / 2,
        y: area.y + (area.height - height) / 2,
        width,
        height,
    }
}

fn help_place(area: Rect, subject: HelpSubject) -> Rect {
    place(area, WIDTH_MAX, u16::try_from(help_lines(subject).len()).unwrap_or(u16::MAX))
}

/// The first visible line of the help after it is scrolled by `lines`.
pub(crate) fn scrolled(area: Rect, subject: HelpSubject, at: u16, lines: i16) -> u16 {
    let shown = help_place(area, subject).height.saturating_sub(2);
    let most = u16::try_from(help_lines(subject).len()).unwrap_or(u16::MAX).saturating_sub(shown);
    at.saturating_add_signed(lines).min(most)
}

pub(super) fn draw_overlay(table: &Table, overlay: &Overlay, frame: &mut Frame<'_>) {
    let area = area_of_overlay(table, overlay);
    let border = if table.skin.pieces == Pieces::Ascii {
        ASCII_BORDER
    } else {
        BorderType::Rounded.to_border_set()
    };
    let block = Block::bordered()
        .border_set(border)
        .border_style(table.skin.text(Part::Accent))
        .title(title(overlay));
    let (lines, at) = lines_of(table, overlay);
    frame.render_widget(Clear, area);
    let text = Paragraph::new(lines).wrap(Wrap { trim: false }).scroll((at, 0)).block(block);
    frame.render_widget(text, area);
}

const ASCII_BORDER: ratatui::symbols::border::Set<'_> = ratatui::symbols::border::Set {
    top_left: "+",
    top_right: "+",
    bottom_left: "+",
    bottom_right: "+",
    vertical_left: "|",
    vertical_right: "|",
    horizontal_top: "-",
    horizontal_bottom: "-",
};

fn title(overlay: &Overlay) -> &'static str {
    match overlay {
        Overlay::Help(..) => " Up and down scroll, any other key closes ",
        Overlay::Confirm(_) => " Really? ",
        Overlay::Choose(..) => " Which way? ",
        Overlay::SaveAs(_) => " Save the match ",
        Overlay::Text(_) => " Any key closes ",
    }
}

/// The area of an overlay; a choice of moves is in the corner, so that the board stays visible.
fn area_of_overlay(table: &Table, overlay: &Overlay) -> Rect {
    match overlay {
        Overlay::Help(subject, _) => help_place(table.area, *subject),
        Overlay::Confirm(_) | Overlay::SaveAs(_) => place(table.area, 50, 3),
        Overlay::Text(text) => {
            let lines = text_lines(table, text).len();
            place(table.area, WIDTH_MAX, u16::try_from(lines).unwrap_or(u16::MAX))
        }
        Overlay::Choose(texts, _) => {
            let longest = texts.iter().map(|text| text_width(text)).max().unwrap_or(0);
            let width = longest.saturating_add(8).max(18);
            let place = place(table.area, width, u16::try_from(texts.len()).unwrap_or(9));
            Rect { x: table.area.right() - place.width, ..place }
        }
    }
}

/// The lines of an overlay, and the first visible one.
fn lines_of(table: &Table, overlay: &Overlay) -> (Vec<Line<'static>>, u16) {
    let faint = table.skin.text(Part::Faint);
    match overlay {
        Overlay::Help(subject, at) => {
            let line = |(keys, meaning): (String, &'static str)| {
                let keys = Span::styled(format!(" {keys:<15} "), table.skin.strong(Part::Accent));
                Line::from(vec![keys, Span::raw(meaning)])
            };
            (help_lines(*subject).into_iter().map(line).collect(), *at)
        }
        Overlay::Confirm(action) => {
            let question = match action {
                Confirmable::Resign(seat) => {
                    format!(" {} gives up?", table.model.game().seat_name(*seat))
                }
                Confirmable::Restart => " The match begins again, from its start?".into(),
            };
            let answers = Line::styled(" y or Enter: yes; any other key: no", faint);
            (vec![Line::from(question), Line::default(), answers], 0)
        }
        Overlay::SaveAs(name) => {
            let answers = Line::styled(" Enter saves, Esc doesn't", faint);
            let typed = [vec![Span::raw(" File: ")], name.spans(40, Style::new())].concat();
            (vec![Line::from(typed), Line::default(), answers], 0)
        }
        Overlay::Text(text) => (text_lines(table, text).into_iter().map(Line::from).collect(), 0),
        Overlay::Choose(texts, index) => {
            let shown =
                usize::from(area_of_overlay(table, overlay).height.saturating_sub(2)).max(1);
            let first = u16::try_from((index + 1).saturating_sub(shown)).unwrap_or(0);
            let line = |(number, text): (usize, &String)| {
                let style = if number == *index { table.skin.chosen() } else { Style::new() };
                Line::styled(format!(" {}  {text} ", number + 1), style)
            };
            (texts.iter().enumerate().map(line).collect(), first)
        }
    }
}

/// The lines of a text, wrapped to the width of a box.
fn text_lines(table: &Table, text: &str) -> Vec<String> {
    let width = usize::from(WIDTH_MAX.min(table.area.width)).saturating_sub(4);
    let lines = text.lines().flat_map(|line| wrapped(line, width));
    lines.map(|line| format!(" {line}")).collect()
}

/// What is at a position of the screen under this overlay.
pub(super) fn hit_test_overlay(table: &Table, overlay: &Overlay, at: Position) -> Option<Hit> {
    let area = area_of_overlay(table, overlay);
    if !area.contains(at) {
        return None;
    }
    let Overlay::Choose(texts, _) = overlay else { return Some(Hit::Over) };
    let (_, first) = lines_of(table, overlay);
    let row = usize::from((at.y - area.y).saturating_sub(1) + first);
    Some(texts.get(row).map_or(Hit::Over, |text| Hit::Move(text.clone())))
}
