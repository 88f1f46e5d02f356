//! The lines around the board: title, status, input and keys.

use std::ops::Range;

use board_engine::Turn;
use match_view::sentences::round_sentence;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use crate::actions::{Action, BINDINGS};
use crate::bindings::Binding;
use crate::palette::Part;
use crate::skin::{Pieces, Skin};
use crate::table::{Severity, Table};
use crate::words::{cut, text_width, wrapped_after};

pub(super) fn draw_title(table: &Table, area: Rect, buffer: &mut Buffer) {
    if area.height == 0 {
        return;
    }
    let time = match table.model.time_control() {
        games_package::TimeControl::Unlimited => String::new(),
        control => format!("  {control}"),
    };
    let coach = if table.coaches { "  coach" } else { "" };
    let left = format!("{}{time}{coach}", table.model.game().name());
    let history = table.model.history();
    let right = if history.is_in_the_past() {
        format!("after {}", history.shown_place())
    } else {
        format!("move {}", history.next_number())
    };
    let style = table.skin.text(Part::Faint);
    buffer.set_stringn(area.x, area.y, cut(&left, area.width.into()), area.width.into(), style);
    let length = text_width(&right);
    if length.saturating_add(text_width(&left)).saturating_add(2) <= area.width {
        let style = if table.model.history().is_in_the_past() {
            table.skin.strong(Part::Accent)
        } else {
            style
        };
        buffer.set_stringn(area.right() - length, area.y, right, length.into(), style);
    }
}

/// Draws the turn and the status message. With a single row, the message replaces the turn. An ellipsis marks truncated
/// text. The command `details` shows the full text.
pub(super) fn draw_status(table: &Table, area: Rect, buffer: &mut Buffer) {
    let message = table.status_message.as_ref();
    let is_replaced = message.is_some() && area.height == 1 && table.model.ending().is_none();
    let state = if is_replaced { String::new() } else { state(table) };
    let (text, style) = message.map_or((String::new(), Style::new()), |message| {
        let style = match message.severity {
            Severity::Info | Severity::Waiting => Style::new(),
            Severity::Error => table.skin.strong(Part::Bad),
        };
        (message.text.clone(), style)
    });
    let columns = usize::from(area.width);
    let state = cut(&state, columns);
    let taken = if state.is_empty() { 0 } else { usize::from(text_width(&state)) + 2 };
    let lines = wrapped_after(&text, taken, columns, area.height.into());
    for (y, line) in (area.y..area.bottom()).zip(&lines) {
        let x = if y == area.y { u16::try_from(taken).unwrap_or(area.width) } else { 0 };
        buffer.set_stringn(area.x + x.min(area.width), y, line, columns, style);
    }
    buffer.set_stringn(area.x, area.y, state, columns, state_style(table));
}

fn state_style(table: &Table) -> Style {
    if table.model.ending().is_some() || table.model.asked_seat().is_some() {
        table.skin.chosen().add_modifier(Modifier::BOLD)
    } else {
        table.skin.strong(Part::Accent)
    }
}

/// The turn or the result, as a sentence.
fn state(table: &Table) -> String {
    if let Some(ending) = &table.model.ending() {
        return format!(" {} ", ending.describe(|seat| table.model.game().seat_name(seat)));
    }
    if table.model.is_paused() {
        return "The clocks are paused; type resume to continue.".into();
    }
    match (table.model.asked_seat(), table.model.turn()) {
        (None, None | Some(Turn::Chance)) => {
            let goes_on = table.model.next_round().map_or("", |_next| " Press Enter to continue.");
            let ended = table.model.history().round_end();
            ended.map(|how| round_sentence(&how) + goes_on).unwrap_or_default()
        }
        (Some(seat), _) if table.model.may_move() || table.model.history().is_in_the_past() => {
            let name = table.model.game().seat_name(seat);
            match table.model.only_person() {
                Some(_) => format!(" Your move, {name} "),
                None => format!(" {name} to move "),
            }
        }
        (None, Some(Turn::Seat(seat))) if !table.model.is_person(seat) => {
            let dots = ".".repeat(
                1 + usize::try_from(table.model.turn_time().as_millis() / 400 % 3).unwrap_or(0),
            );
            let name = table.model.game().seat_name(seat);
            format!("{name} thinks{dots:<3}{:>3} s", table.model.turn_time().as_secs())
        }
        _ => String::new(),
    }
}

/// Draws the typed text with its completions, or the moves that touch no square.
pub(super) fn draw_input(table: &Table, area: Rect, buffer: &mut Buffer) {
    if table.model.may_move() || !table.typed.is_empty() {
        draw_typed(table, &usages(table), area, buffer);
    }
}

/// Draws the typed text, and the moves and commands that complete it.
pub(crate) fn draw_typed(table: &Table, usages: &[String], area: Rect, buffer: &mut Buffer) {
    let width = usize::from(area.width);
    let prompt = if table.skin.pieces == Pieces::Ascii { "> " } else { "› " };
    let typed = table.typed.spans(width.saturating_sub(3), Style::new());
    Line::from([vec![Span::raw(prompt)], typed].concat()).render(area, buffer);
    for Completion { text, range, is_chosen, .. } in choices(table, usages, area.width) {
        let style = match (is_chosen, table.model.has_only_text_moves()) {
            (true, _) => table.skin.chosen(),
            (false, true) => Style::new(),
            (false, false) => table.skin.text(Part::Faint),
        };
        let x = area.x + range.start;
        buffer.set_stringn(x, area.y, text, width.saturating_sub(range.start.into()), style);
    }
}

/// A completion of the typed text, on the same line.
struct Completion {
    text: String,
    /// The columns that the text occupies.
    range: Range<u16>,
    is_chosen: bool,
    /// The move; `None` for a command.
    mv: Option<String>,
}

/// The moves and commands that complete the typed text.
fn choices(table: &Table, usages: &[String], width: u16) -> Vec<Completion> {
    let are_words = table.model.has_only_text_moves() && table.typed.is_empty();
    let lists_moves = table.lists_moves || !table.typed.is_empty();
    let moves =
        if table.model.may_move() && lists_moves { table.completions() } else { Vec::new() };
    let moves = moves.into_iter().map(|mv| {
        let text = if are_words { format!("[ {} ]", mv.text) } else { mv.text.clone() };
        (text, Some(mv.text.clone()))
    });
    let words = usages.iter().map(|word| (word.clone(), None));
    let mut x = text_width(&table.typed).saturating_add(5);
    let mut choices = Vec::new();
    for (index, (text, mv)) in moves.chain(words).enumerate() {
        let length = text_width(&text);
        if x.saturating_add(length).saturating_add(2) > width {
            let end = x.min(width.saturating_sub(1));
            choices.push(Completion {
                text: "…".into(),
                range: end..end,
                is_chosen: false,
                mv: None,
            });
            break;
        }
        let is_chosen = are_words && index == table.text_move;
        choices.push(Completion { text, range: x..x + length, is_chosen, mv });
        x += length + if are_words { 1 } else { 2 };
    }
    choices
}

/// The commands that complete the typed text; empty if the game parses the text as a move.
fn usages(table: &Table) -> Vec<String> {
    if table.is_move_typed() { Vec::new() } else { BINDINGS.usages(&table.typed) }
}

/// The move at this screen position on the input line.
pub(super) fn move_at(table: &Table, area: Rect, at: Position) -> Option<String> {
    let column = at.x - area.x;
    choices(table, &[], area.width).into_iter().find(|choice| choice.range.contains(&column))?.mv
}

/// The most useful commands for a player.
const PLAYER_COMMANDS: [Action; 10] = [
    Action::Help,
    Action::Hint,
    Action::TakeBack,
    Action::Redo,
    Action::Flip,
    Action::Coach,
    Action::OfferDraw,
    Action::Resign,
    Action::Save,
    Action::Quit,
];

/// The most useful commands after a match.
const OVER_COMMANDS: [Action; 9] = [
    Action::Help,
    Action::Rematch,
    Action::SwitchSides,
    Action::Study,
    Action::Save,
    Action::TakeBack,
    Action::Flip,
    Action::NewGame,
    Action::Quit,
];

/// The most useful commands for a spectator.
const SPECTATOR_COMMANDS: [Action; 8] = [
    Action::Help,
    Action::Pause,
    Action::Faster,
    Action::Slower,
    Action::Flip,
    Action::Thoughts,
    Action::NewGame,
    Action::Quit,
];

/// The most useful commands at this table.
fn most_useful(table: &Table) -> impl Iterator<Item = &'static Binding<Action>> {
    let wanted: &[Action] = if table.model.ending().is_some() {
        &OVER_COMMANDS
    } else if table.model.has_people() {
        &PLAYER_COMMANDS
    } else {
        &SPECTATOR_COMMANDS
    };
    wanted.iter().filter_map(|&action| BINDINGS.of_action(action))
}

/// Draws the most useful commands.
pub(super) fn draw_commands(table: &Table, area: Rect, buffer: &mut Buffer) {
    draw_words(&table.skin, most_useful(table), area, buffer);
}

/// The command at this screen position on the bottom line.
pub(super) fn command_at(table: &Table, area: Rect, at: Position) -> Option<Action> {
    word_at(most_useful(table), area, at)
}

/// The commands that fit on a line of this width, each with its columns and its immediate key.
fn fitting_words<A: Copy + 'static>(
    wanted: impl Iterator<Item = &'static Binding<A>>,
    width: u16,
) -> Vec<(&'static Binding<A>, Range<u16>, String)> {
    let mut end = 5_u16;
    let mut fitting = Vec::new();
    for binding in wanted {
        // A key that is not a letter acts immediately.
        let sign = binding.key.filter(|key| !key.is_alphanumeric());
        let sign = sign.map(|sign| format!(" {sign}")).unwrap_or_default();
        let start = end + 2;
        end = start + text_width(binding.word()) + text_width(&sign);
        if end > width {
            break;
        }
        fitting.push((binding, start..end, sign));
    }
    fitting
}

/// Draws the commands that fit.
pub(crate) fn draw_words<A: Copy + 'static>(
    skin: &Skin,
    wanted: impl Iterator<Item = &'static Binding<A>>,
    area: Rect,
    buffer: &mut Buffer,
) {
    if area.height == 0 {
        return;
    }
    let faint = skin.text(Part::Faint);
    buffer.set_stringn(area.x, area.y, "Type:", area.width.into(), faint);
    for (binding, columns, sign) in fitting_words(wanted, area.width) {
        let words =
            [Span::styled(binding.word(), skin.strong(Part::Accent)), Span::styled(sign, faint)];
        let place = Rect { x: area.x + columns.start, width: columns.end - columns.start, ..area };
        Line::from(words.to_vec()).render(place, buffer);
    }
}

/// The command at this screen position on a command line.
pub(crate) fn word_at<A: Copy + 'static>(
    wanted: impl Iterator<Item = &'static Binding<A>>,
    area: Rect,
    at: Position,
) -> Option<A> {
    let column = at.x.checked_sub(area.x)?;
    let mut words = fitting_words(wanted, area.width).into_iter();
    words.find(|(_, columns, _)| columns.contains(&column)).map(|(binding, ..)| binding.action)
}
