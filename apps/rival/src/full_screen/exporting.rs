//! Writing kept matches to a file, from the menu.

use std::path::Path;
use std::time::{Duration, Instant};

use house::{CommandResult, Failure, one_line};
use match_library::{ExportObserver, ExportProgress, Search, WriteError};
use ratatui::crossterm::event::{Event as Input, KeyCode, KeyModifiers};
use screen::Menu;

use super::terminal::Screen;
use super::with_home;
use crate::live::{Inbox, Message};
use crate::match_files::{export_summary, library};

/// How often the menu shows how far it is.
const SHOWN_EVERY: Duration = Duration::from_millis(200);

/// Writes the matches of the players whose names contain this to a file, and shows in the menu how that goes.
///
/// # Errors
/// [`Failure`] if the program is interrupted, or the screen can't be drawn.
pub(super) fn run(
    inbox: &Inbox,
    screen: &mut Screen,
    menu: &mut Menu,
    player: &str,
    file: &Path,
) -> CommandResult {
    let file = with_home(file);
    let search = Search { player: Some(player).filter(|it| !it.is_empty()), ..Search::default() };
    let shown = Instant::now();
    let mut display =
        Display { inbox, screen, menu, shown, is_stopped: false, first_refused: None };
    let exported = library()
        .map_err(Failure::from)
        .and_then(|library| library.export(&search, &file, &mut display).map_err(Failure::from));
    let Display { menu, first_refused, is_stopped, .. } = display;
    match exported {
        Err(failure) => menu.complain(one_line(&failure.to_string())),
        Ok(None) if is_stopped => menu.inform("Nothing was written.".into()),
        Ok(None) => return Err(Failure::interrupted()),
        Ok(Some(done)) => match first_refused {
            Some(why) => menu.complain(format!("{}: {why}", export_summary(&done, &file))),
            None => menu.finish_export(export_summary(&done, &file)),
        },
    }
    Ok(())
}

/// Shows in the menu how far the export is.
struct Display<'a> {
    inbox: &'a Inbox,
    screen: &'a mut Screen,
    menu: &'a mut Menu,
    shown: Instant,
    /// Whether the person has stopped it by Esc.
    is_stopped: bool,
    /// Why the first match that was left out was.
    first_refused: Option<String>,
}

impl Display<'_> {
    /// Whether the export goes on, by what was typed meanwhile.
    fn goes_on(&mut self) -> bool {
        for message in self.inbox.messages.try_iter() {
            match message {
                Message::Interrupted(_) | Message::EndOfInput => return false,
                Message::Screen(message) => {
                    let screen::Message::Input(Input::Key(key)) = *message else { continue };
                    let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
                    if key.code == KeyCode::Char('c') && is_control {
                        return false;
                    }
                    if key.code == KeyCode::Esc {
                        self.is_stopped = true;
                        return false;
                    }
                }
                _ => {}
            }
        }
        true
    }
}

impl ExportObserver for Display<'_> {
    fn advanced(&mut self, progress: &ExportProgress) -> bool {
        if self.shown.elapsed() < SHOWN_EVERY {
            return true;
        }
        self.shown = Instant::now();
        let done = progress.written + progress.refused;
        self.menu.inform(format!("{done} of {} matches; Esc stops.", progress.total));
        let drawn = self.screen.terminal.draw(|frame| self.menu.draw(frame));
        drawn.is_ok() && self.goes_on()
    }

    fn refused(&mut self, name: &str, why: &WriteError) {
        self.first_refused.get_or_insert_with(|| one_line(&format!("{name}: {why}")));
    }
}
