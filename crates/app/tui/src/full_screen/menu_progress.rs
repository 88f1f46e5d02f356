//! The progress of a long operation, in the menu.

use std::time::{Duration, Instant};

use ratatui::crossterm::event::{Event as Input, KeyCode, KeyModifiers};

use super::terminal::Screen;
use crate::Menu;
use crate::live::{Inbox, Message};

/// The interval between progress updates.
const SHOWN_EVERY: Duration = Duration::from_millis(200);

/// Shows in the menu how far something is, and ends it when the person wants that.
pub(super) struct MenuProgress<'a> {
    inbox: &'a Inbox,
    screen: &'a mut Screen,
    menu: &'a mut Menu,
    shown: Instant,
    /// Whether the person has stopped it by Esc.
    is_stopped: bool,
    is_interrupted: bool,
    /// Why the first match that was left out was.
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

    /// A match was left out.
    pub(super) fn refuse(&mut self, why: impl FnOnce() -> String) {
        self.first_refused.get_or_insert_with(why);
    }

    /// Whether it was ended by anything but Esc.
    pub(super) const fn is_interrupted(&self) -> bool {
        self.is_interrupted
    }

    /// Whether it was ended by Esc.
    pub(super) const fn is_stopped(&self) -> bool {
        self.is_stopped
    }

    /// Says in the menu that it couldn't be done.
    pub(super) fn fail(self, why: String) {
        self.menu.complain(why);
    }

    /// Says at the library's page what was done with files, or here why the first match was left out, if one was.
    pub(super) fn finish(self, done: String) {
        match self.first_refused {
            Some(why) => self.menu.complain(but(&done, &why)),
            None => self.menu.finish_files(done),
        }
    }

    /// Says here what was done, and why the first match was left out, if one was.
    pub(super) fn tell(self, done: String) {
        match self.first_refused {
            Some(why) => self.menu.complain(but(&done, &why)),
            None => self.menu.inform(done),
        }
    }
}

/// The result, with the reasons for failures.
fn but(done: &str, why: &str) -> String {
    format!("{}: {why}", done.trim_end_matches('.'))
}
