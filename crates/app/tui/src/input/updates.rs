//! Handles match events, advice, and save results.

use std::time::Duration;

use analysis::Advice;
use games_package::Event;
use match_view::sentences::{Notice, notice};

use crate::message::Effect;
use crate::table::{Overlay, Severity, StatusMessage, Table};

impl Table {
    pub(crate) fn handle_event(&mut self, now: Duration, event: &Event) -> Vec<Effect> {
        let update = self.model.update(now, event);
        match event {
            Event::MatchStarted(_) => self.status_message = None,
            Event::TurnStarted { .. } => {
                self.has_sent_move_now = false;
                // The announced turn is outdated.
                self.status_message.take_if(|message| message.severity == Severity::Waiting);
            }
            _ => {}
        }
        if update.is_new_position {
            self.clear_selection();
        }
        match notice(&**self.model.game(), event) {
            Some(Notice { text, is_refusal: false }) => self.show_info(text),
            Some(Notice { text, is_refusal: true }) => self.show_error(text),
            None => {}
        }
        let autosave = update.needs_saving.then_some(Effect::Autosave);
        let is_heard = matches!(event, Event::MovePlayed(played) if self.is_heard(played));
        let ring = is_heard.then_some(Effect::Ring);
        autosave.into_iter().chain(update.viewer.map(Effect::SetViewer)).chain(ring).collect()
    }

    /// Deselects everything, and removes the hint.
    pub(super) fn clear_selection(&mut self) {
        self.model.undo_steps();
        self.hint.clear();
        self.text_move = 0;
        if matches!(self.overlay, Some(Overlay::Choose(..))) {
            self.overlay = None;
        }
    }

    pub(super) fn handle_advice(&mut self, advice: &Advice) {
        if !self.model.is_current(advice) {
            return;
        }
        if let Some(best) = &advice.best {
            self.set_hint(best);
        }
        self.show_info(advice.sentence.clone());
    }

    pub(super) fn handle_saved(&mut self, result: Result<Option<String>, String>) {
        match result {
            Ok(Some(sentence)) => self.show_info(sentence),
            Ok(None) => {}
            Err(sentence) => self.show_error(sentence),
        }
    }

    pub(crate) fn show_info(&mut self, text: impl Into<String>) {
        self.status_message = Some(StatusMessage { text: text.into(), severity: Severity::Info });
    }

    /// Shows why the person can't move now, until the next turn.
    pub(super) fn show_why_not_now(&mut self) {
        let text = self.model.why_not_now();
        self.status_message = Some(StatusMessage { text, severity: Severity::Waiting });
    }

    pub(crate) fn show_error(&mut self, text: impl Into<String>) {
        self.status_message = Some(StatusMessage { text: text.into(), severity: Severity::Error });
    }
}
