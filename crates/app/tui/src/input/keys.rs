//! Handles keys and the mouse.

use std::path::PathBuf;

use board_engine::{Seat, Turn};
use games_package::Command;
use ratatui::crossterm::event::{
    Event as Input, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent,
    MouseEventKind,
};
use ratatui::layout::Position;

use super::typing::TYPED_MAX;
use crate::actions::{Action, BINDINGS};
use crate::message::{Effect, ExitReason};
use crate::table::{Confirmable, Overlay, Table};
use crate::text_field::TextField;
use crate::view::{self, Hit};

impl Table {
    pub(super) fn handle_input(&mut self, input: &Input) -> Vec<Effect> {
        match input {
            Input::Key(key) if key.kind != KeyEventKind::Release => self.handle_key(*key),
            Input::Mouse(mouse) => self.handle_mouse(*mouse),
            Input::Paste(text) => {
                self.paste(text);
                Vec::new()
            }
            Input::Resize(width, height) => {
                self.resize(*width, *height);
                Vec::new()
            }
            _ => Vec::new(),
        }
    }

    fn handle_key(&mut self, key: KeyEvent) -> Vec<Effect> {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            match key.code {
                KeyCode::Char('c') => return self.interrupt(),
                KeyCode::Char('z') => return vec![Effect::Suspend],
                _ => {}
            }
        }
        if let Some(seat) = self.model.covered_for() {
            return self.handle_cover_key(seat, key.code);
        }
        // Any key skips a running animation.
        self.model.skip_animation();
        if self.overlay.is_some() {
            return self.handle_overlay_key(key);
        }
        if !self.typed.is_empty() && self.typed.edit(key) {
            return Vec::new();
        }
        let commands = KeyModifiers::CONTROL | KeyModifiers::ALT;
        match BINDINGS.action_of(key, !self.typed.is_empty()) {
            Some(action) => self.perform(action),
            None if key.modifiers.intersects(commands) => Vec::new(),
            None => self.handle_board_key(key),
        }
    }

    fn handle_board_key(&mut self, key: KeyEvent) -> Vec<Effect> {
        let shown = self.model.history().shown_ply();
        match key.code {
            KeyCode::Left => self.step(-1, 0),
            KeyCode::Right => self.step(1, 0),
            KeyCode::Up => self.step(0, -1),
            KeyCode::Down => self.step(0, 1),
            KeyCode::Enter => return self.enter(),
            KeyCode::Char(' ') if self.typed.is_empty() => {
                let plays = self.model.has_people();
                return if plays { self.enter() } else { self.perform(Action::Pause) };
            }
            KeyCode::Tab => self.tab(),
            KeyCode::Esc | KeyCode::Backspace => self.escape(),
            KeyCode::PageUp => self.show_ply(shown.saturating_sub(1)),
            KeyCode::PageDown => self.show_ply(shown + 1),
            KeyCode::Home => self.show_ply(0),
            KeyCode::End => self.show_ply(usize::MAX),
            KeyCode::Char(sign) if !sign.is_control() => self.type_char(sign),
            _ => {}
        }
        Vec::new()
    }

    /// Ctrl-C: makes a thinking opponent move immediately. If no player thinks, or no person plays here, the program
    /// exits.
    fn interrupt(&mut self) -> Vec<Effect> {
        let turn = self.model.turn();
        // The request for a person's move may not have arrived yet.
        let is_persons = matches!(turn, Some(Turn::Seat(seat)) if self.model.is_person(seat));
        let thinks = turn.is_some()
            && !is_persons
            && self.model.asked_seat().is_none()
            && self.model.ending().is_none();
        let plays = self.model.has_people();
        if thinks && plays && !self.model.is_paused() && !self.has_sent_move_now {
            self.has_sent_move_now = true;
            self.show_info("Move now! Press Ctrl-C again to leave.");
            return vec![Effect::Send(Command::MoveNow)];
        }
        vec![Effect::Exit(ExitReason::Interrupted)]
    }

    /// Handles a key while an overlay is open.
    fn handle_overlay_key(&mut self, key: KeyEvent) -> Vec<Effect> {
        let Some(overlay) = self.overlay.take() else { return Vec::new() };
        if let Some(scrolled) = self.scrolled_by_key(&overlay, key.code) {
            self.overlay = Some(scrolled);
            return Vec::new();
        }
        match (overlay, key.code) {
            (Overlay::Choose(..), KeyCode::Esc) => {
                self.hint.clear();
                self.model.undo_step();
            }
            (Overlay::Confirm(action), KeyCode::Char('y' | 'Y') | KeyCode::Enter) => {
                return vec![Effect::Send(match action {
                    Confirmable::Resign(seat) => Command::Resign(seat),
                    Confirmable::Restart => Command::Restart,
                })];
            }
            (_, KeyCode::Esc) | (Overlay::Confirm(_), KeyCode::Char('n' | 'N')) => {}
            // Any other key means no and has its usual effect.
            (Overlay::Confirm(_), _) => return self.handle_key(key),
            // A key that closes an overlay also has its usual effect, unless it only dismisses the overlay.
            (Overlay::Help(..) | Overlay::Text(..), code) => {
                let is_help = BINDINGS.action_of(key, false) == Some(Action::Help);
                if !is_help && !matches!(code, KeyCode::Enter | KeyCode::Char(' ')) {
                    return self.handle_key(key);
                }
            }
            (Overlay::Choose(texts, index), code) => return self.choose(texts, index, code),
            (Overlay::SaveAs(name), _) => return self.edit_file_name(name, key),
        }
        Vec::new()
    }

    /// The overlay scrolled by this key. `None` if the key doesn't scroll or the whole overlay is visible.
    fn scrolled_by_key(&self, overlay: &Overlay, code: KeyCode) -> Option<Overlay> {
        let lines = match code {
            KeyCode::Down => 1,
            KeyCode::Up => -1,
            KeyCode::PageDown => view::page(self.area),
            KeyCode::PageUp => -view::page(self.area),
            KeyCode::Home => i16::MIN,
            KeyCode::End => i16::MAX,
            _ => return None,
        };
        view::scrolled(self.area, overlay, lines)
    }

    /// Handles a key while the table is covered: uncovers it, or quits.
    fn handle_cover_key(&mut self, seat: Seat, code: KeyCode) -> Vec<Effect> {
        match code {
            KeyCode::Enter | KeyCode::Char(' ') => self.uncover(seat),
            KeyCode::Char('q') | KeyCode::F(10) => self.perform(Action::Quit),
            _ => Vec::new(),
        }
    }

    /// Requests the table as this person sees it. The cover stays until the table arrives.
    fn uncover(&mut self, seat: Seat) -> Vec<Effect> {
        vec![Effect::SetViewer(self.model.uncover(seat))]
    }

    fn choose(&mut self, texts: Vec<String>, index: usize, code: KeyCode) -> Vec<Effect> {
        let count = texts.len();
        let index = match code {
            KeyCode::Down | KeyCode::Right | KeyCode::Tab => (index + 1) % count,
            KeyCode::Up | KeyCode::Left | KeyCode::BackTab => (index + count - 1) % count,
            KeyCode::Enter | KeyCode::Char(' ') => return self.submit(&texts[index]),
            KeyCode::Char(digit @ '1'..='9') => {
                let number = digit.to_digit(10).and_then(|digit| usize::try_from(digit).ok());
                match number.and_then(|number| texts.get(number - 1)) {
                    Some(text) => return self.submit(text),
                    None => index,
                }
            }
            _ => index,
        };
        self.set_hint(&texts[index]);
        self.overlay = Some(Overlay::Choose(texts, index));
        Vec::new()
    }

    fn edit_file_name(&mut self, mut name: TextField, key: KeyEvent) -> Vec<Effect> {
        match key.code {
            _ if name.edit(key) => {}
            KeyCode::Enter if name.trim().is_empty() => {
                self.show_info("Not saved: type a file name.");
                return Vec::new();
            }
            KeyCode::Enter => return self.save_as(name.trim()),
            KeyCode::Char(sign) if !sign.is_control() => name.insert(sign, TYPED_MAX),
            _ => {}
        }
        self.overlay = Some(Overlay::SaveAs(name));
        Vec::new()
    }

    pub(super) fn save_as(&mut self, name: &str) -> Vec<Effect> {
        let file = PathBuf::from(name);
        self.saved_as = Some(file.clone());
        vec![Effect::Save(file)]
    }

    fn handle_mouse(&mut self, mouse: MouseEvent) -> Vec<Effect> {
        if let Some(seat) = self.model.covered_for() {
            let is_click = matches!(mouse.kind, MouseEventKind::Down(_));
            return if is_click { self.uncover(seat) } else { Vec::new() };
        }
        let at = Position::new(mouse.column, mouse.row);
        match mouse.kind {
            MouseEventKind::ScrollUp if self.overlay.is_some() => self.scroll_overlay(-1),
            MouseEventKind::ScrollDown if self.overlay.is_some() => self.scroll_overlay(1),
            MouseEventKind::ScrollUp => {
                self.show_ply(self.model.history().shown_ply().saturating_sub(1));
            }
            MouseEventKind::ScrollDown => self.show_ply(self.model.history().shown_ply() + 1),
            MouseEventKind::Down(MouseButton::Right) => self.escape(),
            MouseEventKind::Down(MouseButton::Left) => {
                self.model.skip_animation();
                return self.click(at);
            }
            MouseEventKind::Up(MouseButton::Left) => {
                let square = match view::hit_test(self, at) {
                    Some(Hit::Square(square)) => Some(square),
                    _ => None,
                };
                return self.release(square);
            }
            _ => {}
        }
        Vec::new()
    }

    /// Scrolls the overlay, if it can scroll.
    fn scroll_overlay(&mut self, lines: i16) {
        let scrolled = self.overlay.as_ref().and_then(|it| view::scrolled(self.area, it, lines));
        self.overlay = scrolled.or_else(|| self.overlay.take());
    }

    fn click(&mut self, at: Position) -> Vec<Effect> {
        // These overlays can fill the screen and leave no room to click outside.
        if matches!(self.overlay, Some(Overlay::Help(..) | Overlay::Text(..))) {
            self.overlay = None;
            return Vec::new();
        }
        match view::hit_test(self, at) {
            Some(Hit::Square(square)) => {
                self.cursor = Some(square);
                self.shows_cursor = false;
                return self.click_square(square);
            }
            Some(Hit::Move(text)) => {
                self.overlay = None;
                return self.submit(&text);
            }
            Some(Hit::Ply(ply)) => self.show_ply(ply),
            Some(Hit::Command(action)) => return self.perform(action),
            Some(Hit::Over) => {}
            None => self.overlay = None,
        }
        Vec::new()
    }
}
