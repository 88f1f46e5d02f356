//! What comes from the match, from advisers and from the disk.

use std::time::Duration;

use analysis::Advice;
use games_package::Event;
use match_view::sentences::{Notice, notice};

use super::{Manner, Overlay, Remark, Table};
use crate::message::Effect;

impl Table {
    pub(super) fn take_event(&mut self, now: Duration, event: &Event) -> Vec<Effect> {
        let update = self.model.update(now, event);
        match event {
            Event::MatchStarted(_) => self.remark = None,
            Event::TurnStarted { .. } => self.hurried = false,
            _ => {}
        }
        if update.is_new_position {
            self.let_go();
        }
        match notice(&**self.model.game(), event) {
            Some(Notice { text, is_refusal: false }) => self.say(text),
            Some(Notice { text, is_refusal: true }) => self.complain(text),
            None => {}
        }
        let keep = update.is_to_be_saved.then_some(Effect::Keep);
        keep.into_iter().chain(update.viewer.map(Effect::See)).collect()
    }

    /// Nothing is chosen or hinted at any more.
    pub(super) fn let_go(&mut self) {
        self.picked.clear();
        self.hint.clear();
        self.word = 0;
        if matches!(self.overlay, Some(Overlay::Choose(..))) {
            self.overlay = None;
        }
    }

    pub(super) fn take_advice(&mut self, advice: &Advice) {
        if !self.model.is_current(advice) {
            return;
        }
        if let Some(best) = &advice.best {
            self.point_at(best);
        }
        self.say(advice.sentence.clone());
    }

    pub(super) fn take_saved(&mut self, result: Result<Option<String>, String>) {
        match result {
            Ok(Some(sentence)) => self.say(sentence),
            Ok(None) => {}
            Err(sentence) => self.complain(sentence),
        }
    }

    pub(super) fn say(&mut self, text: impl Into<String>) {
        self.remark = Some(Remark { text: text.into(), manner: Manner::Plain });
    }

    pub(super) fn complain(&mut self, text: impl Into<String>) {
        self.remark = Some(Remark { text: text.into(), manner: Manner::Complaint });
    }
}
