//! The input line: a move or a command that Enter submits.

use std::path::PathBuf;

use board_engine::{NotationError, Seat};
use games_package::Command;
use match_view::clock;

use crate::actions::{Action, BINDINGS};
use crate::message::Effect;
use crate::plain_text::{file_argument, is_position, moves_to_take_back, only_first};
use crate::synonyms::CLOCK_IS_FIXED;
use crate::table::{Overlay, Table};
use crate::typed_line::{TypedLine, impossible};
use crate::words::{describe_diagram, one_line};

/// The maximum length of typed or pasted text in characters, enough for a file name.
pub(super) const TYPED_MAX: usize = 1_000;

impl Table {
    pub(crate) fn type_char(&mut self, sign: char) {
        if self.model.history().is_in_the_past() {
            self.show_ply(usize::MAX);
        }
        let message = self.status_message.take();
        if self.typed.is_empty() {
            self.replaced_message = message;
        }
        self.typed.insert(sign, TYPED_MAX);
    }

    /// Inserts pasted text as one line, without submitting it.
    pub(super) fn paste(&mut self, text: &str) {
        let text = one_line(text);
        match &mut self.overlay {
            _ if self.model.covered_for().is_some() => {}
            None => text.chars().for_each(|sign| self.type_char(sign)),
            Some(Overlay::SaveAs(name)) => {
                text.chars().for_each(|sign| name.insert(sign, TYPED_MAX));
            }
            Some(_) => {}
        }
    }

    /// Submits the typed text: a move that the game parses, or a command, or the only move that completes it.
    pub(super) fn submit_typed(&mut self) -> Vec<Effect> {
        let line = self.typed.to_string();
        // In a move that isn't finished, square names continue it.
        if self.model.steps().made().len() > 0
            && let Some(effects) = self.type_steps(&line)
        {
            return effects;
        }
        let resolved = self.model.history().resolve_typed(&line);
        match BINDINGS.read(&line, resolved, self.model.may_move()) {
            TypedLine::Command(command, rest) => {
                self.typed.clear();
                return self.perform_typed(command.action, &rest);
            }
            TypedLine::NoCommand(why) => self.reject_command(why),
            TypedLine::Move(mv) if self.model.may_move() => return self.submit(&mv),
            TypedLine::Move(_) => self.show_why_not_now(),
            TypedLine::Neither(_) if is_position(&**self.model.game(), &line) => {
                self.typed.clear();
                return vec![Effect::StartFrom(line)];
            }
            TypedLine::Neither(error) => {
                let only = match self.completions().as_slice() {
                    [only] if self.model.may_move() => Some(only.text.clone()),
                    _ => None,
                };
                if let Some(mv) = only {
                    return self.submit(&mv);
                }
                if let Some(effects) = self.type_steps(&line) {
                    return effects;
                }
                if self.model.may_move()
                    && let Some(mv) = self.model.history().first_of_line(&line)
                {
                    let effects = self.submit(&mv);
                    self.show_info(only_first(&mv));
                    return effects;
                }
                self.reject_typed(&error);
            }
        }
        Vec::new()
    }

    /// Makes typed steps of a move. `None` if the text is not a sequence of legal steps.
    fn type_steps(&mut self, line: &str) -> Option<Vec<Effect>> {
        let touched = self.model.type_steps(line)?;
        self.typed.clear();
        self.hint.clear();
        if let Some(mv) = self.model.finished_move().map(String::from) {
            return Some(self.submit(&mv));
        }
        let effects = self.take_touch(touched);
        if self.model.steps().made().len() > 0 && self.model.move_to_confirm().is_none() {
            self.tell_next_steps();
        }
        Some(effects)
    }

    /// Shows why the typed text is not a command.
    pub(crate) fn reject_command(&mut self, why: String) {
        self.typed.clear();
        self.show_error(why);
    }

    /// Shows why the typed text is neither a move nor a command.
    fn reject_typed(&mut self, error: &NotationError) {
        match BINDINGS.rejection(&self.typed, error) {
            Ok(sentence) => self.reject_command(sentence),
            Err(_) if !self.model.may_move() => self.show_why_not_now(),
            Err(why) => self.reject_command(impossible(&self.typed, &why)),
        }
    }

    /// Carries out a typed command with its argument.
    fn perform_typed(&mut self, action: Action, rest: &str) -> Vec<Effect> {
        match (action, rest) {
            (Action::Coach, "on") => self.set_coach(true),
            (Action::Coach, "off") => self.set_coach(false),
            (Action::Save, name) if file_argument(name).is_some() => return self.save_as(name),
            (Action::Load, "") => self.show_info("Pass a file, as in load match.toml."),
            (Action::Load, name) => return vec![Effect::Load(PathBuf::from(name))],
            (Action::Position, position) if !position.is_empty() => {
                return vec![Effect::StartFrom(position.into())];
            }
            (Action::TakeBack, _) => match moves_to_take_back(rest) {
                Ok(moves) => return self.take_back(moves),
                Err(why) => self.show_error(why),
            },
            (Action::ShowClocks, time) if !time.is_empty() => self.show_info(CLOCK_IS_FIXED),
            (Action::Pause, _) => return vec![Effect::Send(Command::Pause)],
            (action, _) => return self.perform(action),
        }
        Vec::new()
    }

    /// Selects the next move if nothing is typed; otherwise completes the typed text.
    pub(super) fn tab(&mut self) {
        if self.typed.is_empty() {
            self.text_move = (self.text_move + 1) % self.model.moves_without_squares().len().max(1);
            return;
        }
        let words = BINDINGS.completions(&self.typed);
        self.complete(&words);
    }

    /// Extends the typed text to the common prefix of all moves and words that complete it.
    pub(crate) fn complete(&mut self, words: &[String]) {
        let moves = self.completions().into_iter().map(|mv| mv.text.clone());
        let completions: Vec<String> = moves.chain(words.iter().cloned()).collect();
        let Some((first, others)) = completions.split_first() else { return };
        let agreed = |(index, sign): &(usize, char)| {
            others.iter().all(|other| other.chars().nth(*index) == Some(*sign))
        };
        let text: String =
            first.chars().enumerate().take_while(agreed).map(|(_, sign)| sign).collect();
        if text.chars().count() >= self.typed.trim().chars().count() {
            self.typed = text.into();
        }
    }
}

/// The commands that only show text.
impl Table {
    /// Shows text over the screen until a key is pressed.
    pub(crate) fn show_text(&mut self, text: String) {
        self.overlay = Some(Overlay::Text(text, 0));
    }

    /// Lists the pieces in the displayed position.
    pub(crate) fn show_pieces(&mut self) {
        self.show_text(describe_diagram(self.model.history().picture()));
    }

    /// Shows the current position as text.
    pub(crate) fn show_position(&mut self) {
        let history = self.model.history();
        let position = history.position_after(history.plies().len()).unwrap_or_default().into();
        self.show_text(position);
    }

    pub(crate) fn show_legal_moves(&mut self) {
        let moves: Vec<&str> =
            self.model.history().legal().iter().map(|mv| mv.text.as_str()).collect();
        let text = match moves.as_slice() {
            [] => "There is no legal move.".into(),
            moves => format!("Legal moves: {}", moves.join(" ")),
        };
        self.show_text(text);
    }

    /// The status message, even if the user is typing a command.
    pub(crate) fn newest_message(&self) -> Option<String> {
        let message = self.status_message.as_ref().or(self.replaced_message.as_ref());
        message.map(|message| message.text.clone())
    }

    /// Shows the whole status message.
    pub(super) fn show_details(&mut self) {
        match self.newest_message() {
            Some(text) => self.show_text(text),
            None => self.show_info("There is no message."),
        }
    }

    pub(super) fn show_last_move(&mut self) {
        let last = self.model.history().plies().last().map(|ply| ply.mv.clone());
        self.show_info(match last {
            Some(mv) => format!("The last move was {mv}."),
            None => "No moves have been played.".into(),
        });
    }

    pub(super) fn show_clocks(&mut self) {
        let shown = |seat: Seat| {
            let time = self.model.clock(seat).map_or_else(|| "no limit".into(), clock);
            format!("{}: {time}", self.model.game().seat_name(seat))
        };
        let clocks: Vec<String> = Seat::all(self.model.people().len()).map(shown).collect();
        self.show_info(if self.model.has_clocks() {
            clocks.join(", ")
        } else {
            "This match has no clock.".into()
        });
    }
}
