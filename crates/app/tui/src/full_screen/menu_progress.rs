//! Shows a long operation's progress in the menu.

use std::time::{Duration, Instant};

use ratatui::crossterm::event::{Event as Input, KeyCode, KeyModifiers};

use super::terminal::Screen;
use crate::Menu;
use crate::live::{Inbox, Message};
use crate::progress_line::ProgressLine;
use crate::typed_lines::TypedLines;

/// The interval between progress updates on the full screen.
const SHOWN_EVERY: Duration = Duration::from_millis(200);

/// Shows an operation's progress, and stops the operation at the person's request.
pub(super) struct MenuProgress<'a> {
    inbox: &'a Inbox,
    display: Display<'a>,
    menu: &'a mut Menu,
    /// `true` once the person has stopped the operation with Esc.
    is_stopped: bool,
    is_interrupted: bool,
    /// The reason why the first skipped match was rejected.
    first_refused: Option<String>,
}

/// The screen area for the progress.
enum Display<'a> {
    /// The menu on the full screen, and the time of the last update.
    Screen(&'a mut Screen, Instant),
    /// A line of text. Lines that the user types in the meantime stay unread.
    Line(ProgressLine, &'a mut TypedLines),
}

impl<'a> MenuProgress<'a> {
    /// Shows progress on the full screen.
    pub(super) fn on_screen(inbox: &'a Inbox, screen: &'a mut Screen, menu: &'a mut Menu) -> Self {
        Self::new(inbox, Display::Screen(screen, Instant::now()), menu)
    }

    /// Shows progress line by line.
    pub(super) fn by_line(inbox: &'a Inbox, lines: &'a mut TypedLines, menu: &'a mut Menu) -> Self {
        Self::new(inbox, Display::Line(ProgressLine::new(), lines), menu)
    }

    const fn new(inbox: &'a Inbox, display: Display<'a>, menu: &'a mut Menu) -> Self {
        let (is_stopped, is_interrupted, first_refused) = (false, false, None);
        Self { inbox, display, menu, is_stopped, is_interrupted, first_refused }
    }

    /// Shows the progress if an update is due. Returns `false` if the user stopped the operation.
    pub(super) fn show(&mut self, how_far: impl FnOnce() -> String) -> bool {
        match &mut self.display {
            Display::Screen(_, shown) if shown.elapsed() < SHOWN_EVERY => return true,
            Display::Screen(screen, shown) => {
                *shown = Instant::now();
                self.menu.inform(format!("{}; Esc stops.", how_far()));
                if screen.terminal.draw(|frame| self.menu.draw(frame)).is_err() {
                    return false;
                }
            }
            Display::Line(line, _) => {
                if line.is_due() {
                    line.write(&how_far());
                }
            }
        }
        self.goes_on()
    }

    fn goes_on(&mut self) -> bool {
        for message in self.inbox.messages.try_iter() {
            match (message, &mut self.display) {
                (Message::Interrupted(_), _) | (Message::EndOfInput, Display::Screen(..)) => {
                    self.is_interrupted = true;
                }
                (Message::EndOfInput, Display::Line(_, lines)) => lines.end(),
                (Message::Line(line), Display::Line(_, lines)) => lines.push(line),
                (Message::Screen(message), _) => {
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
        self.clear();
        self.menu.complain(why);
    }

    /// Shows the result on the library page. If a match was rejected, shows the reason in the menu instead.
    pub(super) fn finish(self, done: String) {
        self.clear();
        match self.first_refused {
            Some(why) => self.menu.complain(but(&done, &why)),
            None => self.menu.finish_files(done),
        }
    }

    /// Shows the result in the menu and, if any match was rejected, the reason for the first rejection.
    pub(super) fn tell(self, done: String) {
        self.clear();
        match self.first_refused {
            Some(why) => self.menu.complain(but(&done, &why)),
            None => self.menu.inform(done),
        }
    }

    fn clear(&self) {
        if let Display::Line(line, _) = &self.display {
            line.clear();
        }
    }
}

/// The result followed by the reason.
fn but(done: &str, why: &str) -> String {
    format!("{}: {why}", done.trim_end_matches('.'))
}
