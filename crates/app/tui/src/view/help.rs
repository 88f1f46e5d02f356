//! Overlays: help, confirmations, move choices, a file name prompt.

use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Clear, Paragraph, Wrap};

use super::Hit;
use crate::actions::BINDINGS;
use crate::palette::Part;
use crate::set_up_actions::SET_UP_BINDINGS;
use crate::skin::Pieces;
use crate::study_actions::STUDY_BINDINGS;
use crate::table::{Confirmable, HelpSubject, Overlay, Table};
use crate::words::{text_width, wrapped};

/// The maximum width of a box, in characters.
const WIDTH_MAX: u16 = 60;

/// The maximum width of a text, in characters.
const TEXT_WIDTH_MAX: u16 = 80;

/// The width of the help's key column, with a gap on both sides.
const KEYS_WIDTH: u16 = 17;

/// The keys and their meanings.
fn help_entries(subject: HelpSubject) -> impl Iterator<Item = (String, &'static str)> {
    let bound = match subject {
        HelpSubject::Match => BINDINGS.help(),
        HelpSubject::Study => STUDY_BINDINGS.help(),
        HelpSubject::SetUp => SET_UP_BINDINGS.help(),
    };
    let clicks = match subject {
        HelpSubject::SetUp => "click a piece, then squares; drag pieces; the right button removes",
        _ => "click squares, moves and commands; the wheel steps back",
    };
    let mouse = [
        ("mouse".to_string(), clicks),
        ("letters".to_string(), "are typed; with Alt they act at once, like F keys"),
    ];
    bound.into_iter().chain(mouse)
}

/// The lines of the help: keys on the left, their wrapped meanings on the right.
fn help_lines(area: Rect, subject: HelpSubject) -> Vec<(String, String)> {
    let room = WIDTH_MAX.min(area.width).saturating_sub(KEYS_WIDTH + 2);
    let lines = |(keys, meaning): (String, &'static str)| {
        let beside = std::iter::once(keys).chain(std::iter::repeat(String::new()));
        beside.zip(wrapped(meaning, room.into())).collect::<Vec<_>>()
    };
    help_entries(subject).flat_map(lines).collect()
}

/// The maximum width of an overlay, in characters.
const fn width_max(overlay: &Overlay) -> u16 {
    if matches!(overlay, Overlay::Text(..)) { TEXT_WIDTH_MAX } else { WIDTH_MAX }
}

/// The centered area for a box with this width and this many lines.
fn place(area: Rect, width: u16, lines: u16) -> Rect {
    let width = width.min(area.width);
    let height = lines.saturating_add(2).min(area.height);
    Rect {
        x: area.x + (area.width - width) / 2,
        y: area.y + (area.height - height) / 2,
        width,
        height,
    }
}

/// The number of lines in a help or text overlay; `None` for overlays that don't scroll.
fn line_count(area: Rect, overlay: &Overlay) -> Option<u16> {
    let count = match overlay {
        Overlay::Help(subject, _) => help_lines(area, *subject).len(),
        Overlay::Text(text, _) => text_lines(area, text).len(),
        Overlay::Confirm(_) | Overlay::Choose(..) | Overlay::SaveAs(_) => return None,
    };
    Some(u16::try_from(count).unwrap_or(u16::MAX))
}

/// The maximum index of the first visible line; 0 if everything is visible or the overlay doesn't scroll.
fn last_top(area: Rect, overlay: &Overlay) -> u16 {
    let Some(count) = line_count(area, overlay) else { return 0 };
    count.saturating_sub(place(area, width_max(overlay), count).height.saturating_sub(2))
}

/// The overlay after scrolling by `lines`; `None` if it is completely visible or doesn't scroll.
pub(crate) fn scrolled(area: Rect, overlay: &Overlay, lines: i16) -> Option<Overlay> {
    let most = last_top(area, overlay);
    let from = |at: u16| at.min(most).saturating_add_signed(lines).min(most);
    match overlay {
        _ if most == 0 => None,
        Overlay::Help(subject, at) => Some(Overlay::Help(*subject, from(*at))),
        Overlay::Text(text, at) => Some(Overlay::Text(text.clone(), from(*at))),
        Overlay::Confirm(_) | Overlay::Choose(..) | Overlay::SaveAs(_) => None,
    }
}

/// The number of lines per page in a help or text overlay.
pub(crate) fn page(area: Rect) -> i16 {
    i16::try_from(area.height.saturating_sub(3).max(1)).unwrap_or(i16::MAX)
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
        .title(title(table.area, overlay));
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

fn title(area: Rect, overlay: &Overlay) -> &'static str {
    match overlay {
        Overlay::Help(..) | Overlay::Text(..) if last_top(area, overlay) > 0 => {
            " ↑ ↓ scroll, any other key closes "
        }
        Overlay::Help(..) | Overlay::Text(..) => " Any key closes ",
        Overlay::Confirm(_) => " Really? ",
        Overlay::Choose(..) => " Which way? ",
        Overlay::SaveAs(_) => " Save the match ",
    }
}

/// The area of an overlay. A choice of moves appears in the corner, which keeps the board visible.
fn area_of_overlay(table: &Table, overlay: &Overlay) -> Rect {
    match overlay {
        Overlay::Help(..) | Overlay::Text(..) => {
            let count = line_count(table.area, overlay).unwrap_or_default();
            place(table.area, width_max(overlay), count)
        }
        Overlay::Confirm(_) | Overlay::SaveAs(_) => place(table.area, 50, 3),
        Overlay::Choose(texts, _) => {
            let longest = texts.iter().map(|text| text_width(text)).max().unwrap_or(0);
            let width = longest.saturating_add(8).clamp(18, WIDTH_MAX);
            let place = place(table.area, width, u16::try_from(texts.len()).unwrap_or(9));
            Rect { x: table.area.right() - place.width, ..place }
        }
    }
}

/// An overlay's lines, and the index of the first visible line.
fn lines_of(table: &Table, overlay: &Overlay) -> (Vec<Line<'static>>, u16) {
    let faint = table.skin.text(Part::Faint);
    match overlay {
        Overlay::Help(subject, at) => {
            let line = |(keys, meaning): (String, String)| {
                let keys = Span::styled(format!(" {keys:<15} "), table.skin.strong(Part::Accent));
                Line::from(vec![keys, Span::raw(meaning)])
            };
            let lines = help_lines(table.area, *subject).into_iter().map(line).collect();
            (lines, (*at).min(last_top(table.area, overlay)))
        }
        Overlay::Confirm(action) => {
            let question = match action {
                Confirmable::Resign(seat) => {
                    format!(" {} resigns?", table.model.game().seat_name(*seat))
                }
                Confirmable::Restart => " Restart the match from the beginning?".into(),
            };
            let answers = Line::styled(" y or Enter: yes; any other key: no", faint);
            (vec![Line::from(question), Line::default(), answers], 0)
        }
        Overlay::SaveAs(name) => {
            let answers = Line::styled(" Enter saves, Esc cancels", faint);
            let typed = [vec![Span::raw(" File: ")], name.spans(40, Style::new())].concat();
            (vec![Line::from(typed), Line::default(), answers], 0)
        }
        Overlay::Text(text, at) => {
            let lines = text_lines(table.area, text).into_iter().map(Line::from).collect();
            (lines, (*at).min(last_top(table.area, overlay)))
        }
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

/// The text's lines, wrapped to the box width.
fn text_lines(area: Rect, text: &str) -> Vec<String> {
    let width = usize::from(TEXT_WIDTH_MAX.min(area.width)).saturating_sub(4);
    let lines = text.lines().flat_map(|line| wrapped(line, width));
    lines.map(|line| format!(" {line}")).collect()
}

/// The target at a screen position under this overlay.
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
