//! The progress of a long operation, in the menu.

use std::time::{Duration, Instant};

use ratatui::crossterm::event::{Event as Input, KeyCode, KeyModifiers};

use super::terminal::Screen;
use crate::Menu;
use crate::live::{Inbox, Message};

/// The interval between progress updates.
const SHOWN_EVERY: Duration = Duration::from_millis(200);

/// Shows the progress of an operation in the menu, and stops the operation at the person's request.
pub(super) struct MenuProgress<'a> {
    inbox: &'a Inbox,
    screen: &'a mut Screen,
    menu: &'a mut Menu,
    shown: Instant,
    /// `true` once the person has stopped the operation with Esc.
    is_stopped: bool,
    is_interrupted: bool,
    /// The reason why the first skipped match was rejected.
    first_refused: Option<String>,
}

impl<'a> MenuProgress<'a> {
    pub(super) fn new(inbox: &'a Inbox, screen: &'a mut Screen, menu: &'a mut Menu) -> Self {
        let shown = Instant::now();
        let (is_stopped, is_interrupted, first_refused) = (false, false, None);
        Self { inbox, screen, menu, shown, is_stopped, is_interrupted, first_refused }
    }

    /// Shows the progress if an update is due. Returns `false` if the user stopped the operation.
    pub(super) fn show(&mut self, how_far: impl FnOnce() -> String) -> bool {
        if self.shown.elapsed() < SHOWN_EVERY {
            return true;
        }
        self.shown = Instant::now();
        self.menu.inform(format!("{}; Esc stops.", how_far()));
        let drawn = self.screen.terminal.draw(|frame| self.menu.draw(frame));
        drawn.is_ok() && self.goes_on()
    }

    fn goes_on(&mut self) -> bool {
        for message in self.inbox.messages.try_iter() {
            match message {
                Message::Interrupted(_) | Message::EndOfInput => self.is_interrupted = true,
                Message::Screen(message) => {
                    let crate::Message::Input(Input::Key(key)) = *message else { continue };
                    let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
                    self.is_interrupted |= key.code == KeyCode::Char('c') && is_control;
                    self.is_stopped |= key.code == KeyCode::Esc;
                }
                _ => {}
            }
        }
        !self.is_stopped && !self.is_interrupted
    }

    /// Records a rejected match.
    pub(super) fn refuse(&mut self, why: impl FnOnce() -> String) {
        self.first_refused.get_or_insert_with(why);
    }

    /// Returns `true` if something other than Esc stopped the operation.
    pub(super) const fn is_interrupted(&self) -> bool {
        self.is_interrupted
    }

    /// Returns `true` if Esc stopped the operation.
    pub(super) const fn is_stopped(&self) -> bool {
        self.is_stopped
    }

    /// Shows in the menu why the operation failed.
    pub(super) fn fail(self, why: String) {
        self.menu.complain(why);
    }

    /// Shows the result on the library page. If a match was rejected, shows the reason in the menu instead.
    pub(super) fn finish(self, done: String) {
        match self.first_refused {
            Some(why) => self.menu.complain(but(&done, &why)),
            None => self.menu.finish_files(done),
        }
    }

    /// Shows the result in the menu and, if any match was rejected, the reason for the first rejection.
    pub(super) fn tell(self, done: String) {
        match self.first_refused {
            Some(why) => self.menu.complain(but(&done, &why)),
            None => self.menu.inform(done),
        }
    }
}

/// The result followed by the reason.
fn but(done: &str, why: &str) -> String {
    format!("{}: {why}", done.trim_end_matches('.'))
}
