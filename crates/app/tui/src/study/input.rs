//! Handles a study's keys, mouse events and commands.

use std::path::PathBuf;

use board_engine::NotationError;
use games_package::Command;
use ratatui::crossterm::event::{
    Event as Input, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent,
    MouseEventKind,
};
use ratatui::layout::Position;

use super::view::{self, Hit};
use super::{StudyEffect, StudyExit, StudyScreen};
use crate::message::{Effect, Message};
use crate::plain_text::rules_of;
use crate::study_actions::{MOVE_NUMBER_EXPECTED, STUDY_BINDINGS, StudyAction};
use crate::table::{HelpSubject, Overlay};
use crate::text_field::TextField;
use crate::typed_line::{TypedLine, impossible};

/// The number of plies per page.
const PAGE: usize = 10;

impl StudyScreen {
    pub(super) fn handle_input(&mut self, input: Input) -> Vec<StudyEffect> {
        match input {
            Input::Key(key) if key.kind != KeyEventKind::Release => self.handle_key(key),
            Input::Mouse(mouse) if self.table.overlay.is_none() => match self.editor {
                Some(_) => self.handle_editor_mouse(mouse),
                None => self.handle_mouse(mouse),
            },
            Input::Paste(text) if self.takes_position() => {
                self.read_position(&text);
                Vec::new()
            }
            Input::Paste(text) if self.takes_game() => {
                self.open_game(&text).unwrap_or_else(|| self.pass_on(Input::Paste(text)))
            }
            Input::Key(_) => Vec::new(),
            other => self.pass_on(other),
        }
    }

    /// Returns `true` if pasted text can be a game to study.
    fn takes_game(&self) -> bool {
        let is_free = self.table.overlay.is_none() && self.table.typed.is_empty();
        self.exercise.is_none() && is_free
    }

    /// Passes an input to the board. Commands that the board would send to a match change the study instead.
    fn pass_on(&mut self, input: Input) -> Vec<StudyEffect> {
        let effects = self.table.update(self.now, Message::Input(input));
        self.carry_out(effects)
    }

    /// Returns `true` if pasted text is a position to set up.
    fn takes_position(&self) -> bool {
        let is_free = self.table.overlay.is_none() && self.table.typed.is_empty();
        self.editor.is_some() && is_free
    }

    fn carry_out(&mut self, effects: Vec<Effect>) -> Vec<StudyEffect> {
        let mut wanted = Vec::new();
        for effect in effects {
            match effect {
                Effect::Send(Command::Answer { text, .. }) => wanted.extend(self.play(&text)),
                Effect::Save(file) => wanted.push(StudyEffect::Save(file)),
                _ => {}
            }
        }
        wanted
    }

    fn handle_key(&mut self, key: KeyEvent) -> Vec<StudyEffect> {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            match key.code {
                KeyCode::Char('c') => return vec![StudyEffect::Exit(StudyExit::Interrupted)],
                KeyCode::Char('z') => return vec![StudyEffect::Suspend],
                _ => {}
            }
        }
        if self.table.overlay.is_some() {
            return self.pass_on(Input::Key(key));
        }
        if self.editor.is_some() {
            return self.handle_editor_key(key);
        }
        let is_typing = !self.table.typed.is_empty();
        if is_typing && self.table.typed.edit(key) {
            return Vec::new();
        }
        match STUDY_BINDINGS.action_of(key, is_typing) {
            Some(action) => self.perform(action, ""),
            None if key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) => {
                Vec::new()
            }
            None => self.handle_board_key(key.code),
        }
    }

    fn handle_board_key(&mut self, code: KeyCode) -> Vec<StudyEffect> {
        let ply = self.study.ply();
        match code {
            KeyCode::Right => return self.go(|study| study.forward().is_some()),
            KeyCode::Left => return self.go(analysis::Study::back),
            KeyCode::Up => return self.go_to_alternative(-1),
            KeyCode::Down => return self.go_to_alternative(1),
            KeyCode::PageDown => return self.go_to_ply(ply + PAGE),
            KeyCode::PageUp => return self.go_to_ply(ply.saturating_sub(PAGE)),
            KeyCode::Home => return self.go_to_ply(0),
            KeyCode::End => return self.go_to_ply(usize::MAX),
            KeyCode::Enter => return self.submit_typed(),
            KeyCode::Char(' ') if self.table.typed.is_empty() => self.toggle_auto_play(),
            KeyCode::Tab if !self.table.typed.is_empty() => {
                let words = STUDY_BINDINGS.completions(&self.table.typed);
                self.table.complete(&words);
            }
            KeyCode::Esc | KeyCode::Backspace => self.table.escape(),
            KeyCode::Char(sign) if !sign.is_control() => self.table.type_char(sign),
            _ => {}
        }
        Vec::new()
    }

    /// Goes to a position in the current line.
    fn go_to_ply(&mut self, ply: usize) -> Vec<StudyEffect> {
        self.go(|study| {
            while study.ply() > ply && study.back() {}
            while study.ply() < ply && study.forward().is_some() {}
            true
        })
    }

    fn go_to_typed_move(&mut self, number: &str) -> Vec<StudyEffect> {
        if let Some(ply) = self.study.ply_of_move(number) {
            return self.go_to_ply(ply);
        }
        self.table.show_info(MOVE_NUMBER_EXPECTED);
        Vec::new()
    }

    /// Enter: submits a move that the game parses, or a command, or the only move that completes the typed text. If
    /// nothing is typed, goes to the next move.
    fn submit_typed(&mut self) -> Vec<StudyEffect> {
        if self.table.typed.is_empty() {
            if let Some(mv) = self.table.finished_move() {
                return self.play(&mv);
            }
            return self.go(|study| study.forward().is_some());
        }
        let line = self.table.typed.trim().to_owned();
        let resolved = self.study.state().resolve_typed(&line);
        match STUDY_BINDINGS.read(&line, resolved, true) {
            TypedLine::Move(mv) => self.play(&mv),
            TypedLine::Command(command, rest) => {
                self.table.typed.clear();
                self.perform(command.action, &rest)
            }
            TypedLine::NoCommand(why) => {
                self.table.reject_command(why);
                Vec::new()
            }
            TypedLine::Neither(error) => self.submit_other(&line, &error),
        }
    }

    /// Enter on a line that is neither a legal move in the game's notation nor a command.
    fn submit_other(&mut self, line: &str, error: &NotationError) -> Vec<StudyEffect> {
        let only = match self.table.completions().as_slice() {
            [only] => Some(only.text.clone()),
            _ => None,
        };
        if let Some(mv) = only {
            return self.play(&mv);
        }
        if self.study.is_position(line) {
            return self.set_position(line);
        }
        self.open_game(line).unwrap_or_else(|| {
            let rejection = STUDY_BINDINGS.rejection(line, error);
            self.table.reject_command(rejection.unwrap_or_else(|why| impossible(line, &why)));
            Vec::new()
        })
    }

    fn handle_mouse(&mut self, mouse: MouseEvent) -> Vec<StudyEffect> {
        let at = Position::new(mouse.column, mouse.row);
        match mouse.kind {
            MouseEventKind::ScrollUp => self.go(analysis::Study::back),
            MouseEventKind::ScrollDown => self.go(|study| study.forward().is_some()),
            MouseEventKind::Down(MouseButton::Right) => {
                self.table.escape();
                Vec::new()
            }
            MouseEventKind::Down(MouseButton::Left) => self.click(at),
            MouseEventKind::Up(MouseButton::Left) => {
                let square = match view::hit_test(self, at) {
                    Some(Hit::Square(square)) => Some(square),
                    _ => None,
                };
                let effects = self.table.release(square);
                self.carry_out(effects)
            }
            _ => Vec::new(),
        }
    }

    fn click(&mut self, at: Position) -> Vec<StudyEffect> {
        match view::hit_test(self, at) {
            Some(Hit::Square(square)) => {
                self.table.model.set_time(self.now);
                let effects = self.table.click_square(square);
                self.carry_out(effects)
            }
            Some(Hit::Move(text)) => self.play(&text),
            Some(Hit::Location(location)) => self.go_to(&location),
            Some(Hit::Ply(ply)) => self.go(|study| {
                study.go_to(ply);
                true
            }),
            Some(Hit::Command(action)) => self.perform(action, ""),
            None => Vec::new(),
        }
    }

    /// Carries out a command with its argument.
    fn perform(&mut self, action: StudyAction, rest: &str) -> Vec<StudyEffect> {
        match action {
            StudyAction::Lines => self.toggle_lines(),
            StudyAction::Threat => self.toggle_threat(),
            StudyAction::Mistakes => self.next_mistake(),
            StudyAction::FindBetter => self.start_exercise(),
            StudyAction::Solution => self.show_solution(),
            StudyAction::Hint => self.show_hint(),
            StudyAction::Skip => self.skip_puzzle(),
            StudyAction::Stop => self.stop_analyses(),
            StudyAction::First => self.go_to_ply(0),
            StudyAction::Last => self.go(|study| {
                study.go_to(usize::MAX);
                true
            }),
            StudyAction::Moments => self.show_moments(),
            StudyAction::Forward => self.go(|study| study.forward().is_some()),
            StudyAction::Back => self.go(analysis::Study::back),
            StudyAction::LeaveVariation => self.go(analysis::Study::leave_variation),
            StudyAction::GoToMove => self.go_to_typed_move(rest),
            StudyAction::DeleteVariation => self.delete_variation(),
            StudyAction::Save if !rest.is_empty() => vec![StudyEffect::Save(PathBuf::from(rest))],
            StudyAction::Position if !rest.is_empty() => self.set_position(rest),
            StudyAction::Return => self.return_to_former(),
            StudyAction::PlayOn => vec![StudyEffect::Exit(StudyExit::Play)],
            StudyAction::Menu => vec![StudyEffect::Exit(StudyExit::Menu)],
            StudyAction::Quit => vec![StudyEffect::Exit(StudyExit::Quit)],
            action => {
                self.perform_on_screen(action, rest);
                Vec::new()
            }
        }
    }

    /// Performs a command that changes only the screen.
    fn perform_on_screen(&mut self, action: StudyAction, rest: &str) {
        match action {
            StudyAction::Help => self.table.overlay = Some(Overlay::Help(HelpSubject::Study, 0)),
            StudyAction::Edit => self.edit(),
            StudyAction::Position => self.table.show_position(),
            StudyAction::Graph => self.show_graph(),
            StudyAction::Details => self.show_details(),
            StudyAction::Flip => self.table.is_flipped = !self.table.is_flipped,
            StudyAction::AutoPlay => self.auto_play(rest),
            StudyAction::Faster => self.set_pause(self.pause / 2),
            StudyAction::Slower => self.set_pause(self.pause * 2),
            StudyAction::Remark => self.set_remark(rest),
            StudyAction::Mark => self.set_mark(rest),
            StudyAction::Save => self.table.overlay = Some(Overlay::SaveAs(TextField::default())),
            StudyAction::ShowBoard => self.table.status_message = None,
            StudyAction::ShowPieces => self.table.show_pieces(),
            StudyAction::ShowRules => self.table.show_text(rules_of(&**self.study.game())),
            StudyAction::ShowMoves => self.show_moves(),
            StudyAction::Wait => self.table.show_info("wait is for scripts, line by line."),
            StudyAction::ShowLegalMoves => self.table.show_legal_moves(),
            StudyAction::NextPieces => self.table.change_pieces(),
            StudyAction::NextColors => self.table.change_colors(),
            _ => {}
        }
    }
}
