//! The lines around the board: the title, whose turn it is and what has happened, what is typed, and the keys.

use std::ops::Range;

use board_engine::Turn;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget, Wrap};

use crate::deeds::{BINDINGS, Deed};
use crate::palette::Part;
use crate::skin::Pieces;
use crate::table::{Manner, Table};
use crate::words::cut;

pub(super) fn draw_title(table: &Table, area: Rect, buffer: &mut Buffer) {
    if area.height == 0 {
        return;
    }
    let time = match table.time_control {
        games_package::TimeControl::Unlimited => String::new(),
        control => format!("  {control}"),
    };
    let coach = if table.coaches { "  coach" } else { "" };
    let left = format!("{}{time}{coach}", table.game.name());
    let plies = table.story.plies().len();
    let right = if table.story.looks_back() {
        format!("after move {} of {plies}", table.story.shown_at())
    } else {
        format!("move {}", plies + 1)
    };
    let style = table.skin.text(Part::Faint);
    buffer.set_stringn(area.x, area.y, cut(&left, area.width.into()), area.width.into(), style);
    let length = u16::try_from(right.chars().count()).unwrap_or(0);
    if usize::from(length) + left.chars().count() + 2 <= area.width.into() {
        let style = if table.story.looks_back() { table.skin.strong(Part::Accent) } else { style };
        buffer.set_stringn(area.right() - length, area.y, right, length.into(), style);
    }
}

/// Whose turn it is, and what has just happened.
pub(super) fn draw_status(table: &Table, area: Rect, buffer: &mut Buffer) {
    let state = Span::styled(state(table), state_style(table));
    let remark = table.remark.as_ref().map(|remark| {
        let style = match remark.manner {
            Manner::Plain => Style::new(),
            Manner::Complaint => table.skin.strong(Part::Bad),
        };
        Span::styled(remark.text.clone(), style)
    });
    let lines = match (remark, area.height) {
        (Some(remark), 1) if table.ending.is_none() => vec![Line::from(remark)],
        (Some(remark), _) => vec![Line::from(vec![state, Span::raw("  "), remark])],
        (None, _) => vec![Line::from(state)],
    };
    Paragraph::new(lines).wrap(Wrap { trim: true }).render(area, buffer);
}

fn state_style(table: &Table) -> Style {
    if table.ending.is_some() || table.asked.is_some() {
        table.skin.chosen().add_modifier(Modifier::BOLD)
    } else {
        table.skin.strong(Part::Accent)
    }
}

/// Whose turn it is, in a sentence.
fn state(table: &Table) -> String {
    if let Some(ending) = &table.ending {
        return format!(" {} ", ending.describe(|seat| table.game.seat_name(seat)));
    }
    if table.is_paused {
        return "The clocks stand; p goes on.".into();
    }
    match (table.asked, table.turn) {
        (Some(seat), _) if table.may_move() || table.story.looks_back() => {
            let name = table.game.seat_name(seat);
            match table.only_person() {
                Some(_) => format!(" Your move, {name} "),
                None => format!(" {name} to move "),
            }
        }
        (None, Some(Turn::Seat(seat))) if !table.is_person(seat) => {
            let dots = "."
                .repeat(1 + usize::try_from(table.turn_time().as_millis() / 400 % 3).unwrap_or(0));
            let name = table.game.seat_name(seat);
            format!("{name} thinks{dots:<3}{:>3} s", table.turn_time().as_secs())
        }
        _ => String::new(),
    }
}

/// What is typed with its completions; the words that can be played; or how one moves.
pub(super) fn draw_input(table: &Table, area: Rect, buffer: &mut Buffer) {
    let width = usize::from(area.width);
    if !table.may_move() {
        return;
    }
    let prompt = if table.skin.pieces == Pieces::Ascii { "> " } else { "› " };
    let cursor = Span::styled(" ", Style::new().add_modifier(Modifier::REVERSED));
    let line = vec![Span::raw(prompt), Span::raw(table.typed.clone()), cursor];
    Line::from(line).render(area, buffer);
    for (text, range, is_chosen) in choices(table, area.width) {
        let style = match (is_chosen, table.plays_by_words()) {
            (true, _) => table.skin.chosen(),
            (false, true) => Style::new(),
            (false, false) => table.skin.text(Part::Faint),
        };
        let x = area.x + range.start;
        buffer.set_stringn(x, area.y, text, width.saturating_sub(range.start.into()), style);
    }
}

/// The moves that stand on the line of what is typed: the text, the columns, and whether it is chosen.
fn choices(table: &Table, width: u16) -> Vec<(String, Range<u16>, bool)> {
    let typed = u16::try_from(table.typed.chars().count()).unwrap_or(0);
    let mut x = 5 + typed;
    let mut choices = Vec::new();
    let words = table.plays_by_words() && table.typed.is_empty();
    for (index, mv) in table.completions().into_iter().enumerate() {
        let text = if words { format!("[ {} ]", mv.text) } else { mv.text.clone() };
        let length = u16::try_from(text.chars().count()).unwrap_or(width);
        if x + length + 2 > width {
            let end = x.min(width.saturating_sub(1));
            choices.push(("…".into(), end..end, false));
            break;
        }
        choices.push((text, x..x + length, words && index == table.word));
        x += length + if words { 1 } else { 2 };
    }
    choices
}

/// The move that stands at this place of the line of what is typed.
pub(super) fn move_at(table: &Table, area: Rect, at: Position) -> Option<String> {
    if !table.may_move() {
        return None;
    }
    let column = at.x - area.x;
    let found = choices(table, area.width).iter().position(|(_, range, _)| range.contains(&column));
    found.and_then(|index| table.completions().get(index).map(|mv| mv.text.clone()))
}

/// The keys that who plays needs most.
const KEYS_OF_PLAYERS: [(Deed, &str); 10] = [
    (Deed::Help, "help"),
    (Deed::Hint, "hint"),
    (Deed::TakeBack, "take back"),
    (Deed::Redo, "redo"),
    (Deed::Flip, "flip"),
    (Deed::Coach, "coach"),
    (Deed::OfferDraw, "draw"),
    (Deed::Resign, "resign"),
    (Deed::Save, "save"),
    (Deed::Quit, "leave"),
];

/// The keys that who looks on needs most.
const KEYS_OF_WATCHERS: [(Deed, &str); 10] = [
    (Deed::Help, "help"),
    (Deed::Pause, "pause"),
    (Deed::Faster, "faster"),
    (Deed::Slower, "slower"),
    (Deed::Flip, "flip"),
    (Deed::Thoughts, "thoughts"),
    (Deed::Pieces, "pieces"),
    (Deed::Colors, "colors"),
    (Deed::NewGame, "another game"),
    (Deed::Quit, "leave"),
];

/// The keys that one needs most.
pub(super) fn draw_keys(table: &Table, area: Rect, buffer: &mut Buffer) {
    if area.height == 0 {
        return;
    }
    let wanted: &[(Deed, &str)] =
        if table.people.contains(&true) { &KEYS_OF_PLAYERS } else { &KEYS_OF_WATCHERS };
    let key = |deed: Deed| {
        let binding = BINDINGS.iter().find(|binding| binding.deed == deed);
        let letter = binding.map_or('?', |binding| binding.letter);
        if table.typed.is_empty() && !table.types(letter) {
            letter.to_string()
        } else {
            format!("Alt-{letter}")
        }
    };
    let mut spans = Vec::new();
    let mut length = 0;
    for (deed, word) in wanted {
        let key = key(*deed);
        length += key.chars().count() + word.chars().count() + 3;
        if length > usize::from(area.width) + 2 {
            break;
        }
        spans.push(Span::styled(key, table.skin.strong(Part::Accent)));
        spans.push(Span::styled(format!(" {word}  "), table.skin.text(Part::Faint)));
    }
    Line::from(spans).render(area, buffer);
}
