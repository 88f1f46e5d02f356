//! Sets up another position, piece by piece or as text.

use analysis::{PaletteItem, PositionEditor, Study};
use app_context::HUMAN;
use match_view::sentences::not_possible;
use ratatui::crossterm::event::{
    KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::Position;

use super::editor::Editor;
use super::view::{self, SetUpHit};
use super::{StudyEffect, StudyScreen};
use crate::pasted_game;
use crate::set_up_actions::{SET_UP_BINDINGS, SetUpAction};
use crate::table::{HelpSubject, Overlay};
use crate::words::one_line;

/// Starts and finishes the setup.
impl StudyScreen {
    /// Sets up another position on the board, beginning with the current position.
    pub(super) fn edit(&mut self) {
        let game = self.study.game().clone();
        let name = game.name().to_owned();
        let Some(position) = PositionEditor::new(game, self.study.state()) else {
            self.table.show_info(format!(
                "Positions in {name} can't be set up piece by piece; type fen and a position."
            ));
            return;
        };
        self.next_step = None;
        self.editor = Some(Editor::new(position));
        self.table.typed.clear();
        self.table.shows_cursor = true;
        self.show_editor();
        self.table.show_info("Tab selects a piece, Enter places it; type help.");
    }

    /// Shows the position on the board and the position's problem.
    fn show_editor(&mut self) {
        self.table.status_message = None;
        if let Some(editor) = &mut self.editor {
            editor.problem = editor.position.check().err().map(|error| error.reason());
        }
        self.show_position();
    }

    /// Returns to the study, unchanged.
    fn cancel_editor(&mut self) -> Vec<StudyEffect> {
        self.editor = None;
        self.position_changed()
    }

    /// Studies the position that was set up.
    fn finish_editor(&mut self) -> Vec<StudyEffect> {
        let Some(editor) = &self.editor else { return Vec::new() };
        match editor.position.check() {
            Ok(position) => {
                self.editor = None;
                self.set_position(&position)
            }
            Err(error) => {
                let why = error.reason();
                self.table.show_error(format!("This position is not valid: {why}"));
                Vec::new()
            }
        }
    }

    /// Switches to a study of another position. The study stays available.
    pub(super) fn set_position(&mut self, text: &str) -> Vec<StudyEffect> {
        match Study::of_position(self.study.game().clone(), Some(text), HUMAN) {
            Ok(study) => {
                let effects = self.replace(study);
                self.table.show_info("New study; type return to go back.");
                effects
            }
            Err(error) => {
                self.table.typed.clear();
                self.table.show_error(not_possible(&error.reason()));
                Vec::new()
            }
        }
    }

    /// Switches to a study of a pasted game. The study stays available. `None` if the text is not a game.
    pub(super) fn open_game(&mut self, text: &str) -> Option<Vec<StudyEffect>> {
        let opened = pasted_game::study_of(text, self.study.game())?;
        self.table.typed.clear();
        Some(match opened {
            Ok((study, repairs)) => {
                let effects = self.replace(study);
                match repairs.first() {
                    Some(repair) => self.table.show_error(repair.clone()),
                    None => self.table.show_info("New study; type return to go back."),
                }
                effects
            }
            Err(why) => {
                self.table.show_error(not_possible(&why));
                Vec::new()
            }
        })
    }

    /// Goes back to the study before the last opened position or game.
    pub(super) fn return_to_former(&mut self) -> Vec<StudyEffect> {
        let Some(former) = self.former.take() else {
            self.table.show_info("There is no previous study.");
            return Vec::new();
        };
        self.replace(former)
    }

    fn replace(&mut self, study: Study) -> Vec<StudyEffect> {
        self.former = Some(std::mem::replace(&mut self.study, study));
        self.analysis.restart();
        (self.exercise, self.puzzle) = (None, None);
        self.tells_moments = false;
        self.refresh_tree();
        self.position_changed()
    }
}

/// Handles input during the setup.
impl StudyScreen {
    /// Handles a key while a position is being set up.
    pub(super) fn handle_editor_key(&mut self, key: KeyEvent) -> Vec<StudyEffect> {
        let is_typing = !self.table.typed.is_empty();
        if is_typing && self.table.typed.edit(key) {
            return Vec::new();
        }
        if let Some(action) = SET_UP_BINDINGS.action_of(key, is_typing) {
            return self.perform_set_up(action, "");
        }
        if key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) {
            return Vec::new();
        }
        match key.code {
            KeyCode::Left => self.table.step(-1, 0),
            KeyCode::Right => self.table.step(1, 0),
            KeyCode::Up => self.table.step(0, -1),
            KeyCode::Down => self.table.step(0, 1),
            KeyCode::Enter if is_typing => return self.submit_set_up(),
            KeyCode::Tab if is_typing => {
                let words = SET_UP_BINDINGS.completions(&self.table.typed);
                self.table.complete(&words);
            }
            KeyCode::Esc if is_typing => self.table.escape(),
            KeyCode::Esc => return self.cancel_editor(),
            KeyCode::Char(' ') if !is_typing => self.touch_at_cursor(),
            KeyCode::Char(sign) if !sign.is_control() => self.table.type_char(sign),
            code => self.handle_palette_key(code),
        }
        Vec::new()
    }

    fn handle_palette_key(&mut self, code: KeyCode) {
        let cursor = self.table.cursor;
        let Some(editor) = &mut self.editor else { return };
        match code {
            KeyCode::Tab => editor.step(1),
            KeyCode::BackTab => editor.step(-1),
            KeyCode::Enter => self.touch_at_cursor(),
            KeyCode::Backspace | KeyCode::Delete => {
                if let Some(square) = cursor {
                    editor.position.put(square, PaletteItem::Eraser);
                    self.show_editor();
                }
            }
            _ => {}
        }
    }

    fn touch_at_cursor(&mut self) {
        if let (Some(editor), Some(square)) = (&mut self.editor, self.table.cursor) {
            editor.touch(square);
            self.show_editor();
        }
    }

    /// Enter: submits pieces and their squares, a command, or a position.
    fn submit_set_up(&mut self) -> Vec<StudyEffect> {
        let line = self.table.typed.trim().to_owned();
        self.table.typed.clear();
        let Some(editor) = &mut self.editor else { return Vec::new() };
        if let Some(item) = editor.position.place(&line, editor.chosen) {
            editor.chosen = item;
            self.show_editor();
        } else if let Some((binding, rest)) = SET_UP_BINDINGS.parse(&line) {
            return self.perform_set_up(binding.action, rest);
        } else if let Some(why) = SET_UP_BINDINGS.unknown_command_or_typo(&line) {
            self.table.reject_command(why);
        } else {
            self.read_position(&line);
        }
        Vec::new()
    }

    /// Sets up the position with this notation.
    pub(super) fn read_position(&mut self, text: &str) {
        let Some(editor) = &mut self.editor else { return };
        match editor.position.read(&one_line(text)) {
            Ok(()) => self.show_editor(),
            Err(error) => self.table.show_error(not_possible(&error.reason())),
        }
    }

    fn perform_set_up(&mut self, action: SetUpAction, rest: &str) -> Vec<StudyEffect> {
        let Some(editor) = &mut self.editor else { return Vec::new() };
        match action {
            SetUpAction::Help => self.table.overlay = Some(Overlay::Help(HelpSubject::SetUp, 0)),
            SetUpAction::Flip => self.table.is_flipped = !self.table.is_flipped,
            SetUpAction::Position if rest.is_empty() => {
                let text = editor.position.text();
                self.table.show_text(text);
            }
            SetUpAction::Position => self.read_position(rest),
            SetUpAction::ShowBoard => self.table.status_message = None,
            SetUpAction::ShowPieces => {
                let text = crate::describe_diagram(&editor.position.picture());
                self.table.show_text(text);
            }
            SetUpAction::Done => return self.finish_editor(),
            SetUpAction::Cancel => return self.cancel_editor(),
            SetUpAction::Turn | SetUpAction::Clear | SetUpAction::Start => {
                match action {
                    SetUpAction::Turn => editor.position.pass(),
                    SetUpAction::Clear => editor.position.clear(),
                    _ => editor.position.start(),
                }
                self.show_editor();
            }
        }
        Vec::new()
    }

    /// A click puts the selected piece on a square, or removes the piece there. A drag moves a piece, or removes it if
    /// it is dropped off the board.
    pub(super) fn handle_editor_mouse(&mut self, mouse: MouseEvent) -> Vec<StudyEffect> {
        let hit = view::set_up_hit_test(self, Position::new(mouse.column, mouse.row));
        let square = match hit {
            Some(SetUpHit::Square(square)) => Some(square),
            _ => None,
        };
        let Some(editor) = &mut self.editor else { return Vec::new() };
        match (mouse.kind, hit) {
            (MouseEventKind::Down(MouseButton::Right), _) => {
                if let Some(square) = square {
                    editor.position.put(square, PaletteItem::Eraser);
                    self.show_editor();
                }
            }
            (MouseEventKind::Down(MouseButton::Left), Some(SetUpHit::Item(item))) => {
                editor.chosen = item;
            }
            (MouseEventKind::Down(MouseButton::Left), Some(SetUpHit::Command(action))) => {
                return self.perform_set_up(action, "");
            }
            (MouseEventKind::Down(MouseButton::Left), _) => {
                editor.pressed = square;
                if square.is_some() {
                    (self.table.cursor, self.table.shows_cursor) = (square, false);
                }
            }
            (MouseEventKind::Up(MouseButton::Left), _) => {
                let Some(pressed) = editor.pressed.take() else { return Vec::new() };
                if square == Some(pressed) {
                    editor.touch(pressed);
                } else {
                    editor.position.shift(pressed, square);
                }
                self.show_editor();
            }
            _ => {}
        }
        Vec::new()
    }
}
