//! Hides players' hands from each other if they share a screen.

use std::env;
use std::io::{self, Write};

use board_engine::{Seat, Turn, Viewer};
use match_view::sentences::round_sentence;
use ratatui::crossterm::cursor::MoveTo;
use ratatui::crossterm::terminal::{Clear, ClearType};

use super::{Awaited, Dialog, INDENT};
use crate::plain_text::{columns, rows, wrapped};

/// The number of line feeds that scroll the hand out of view: more rows than most terminals have.
const ROWS_MAX: usize = 100;

impl Dialog<'_> {
    /// Clears the screen and asks the user to hand over the keyboard. Piped input needs no handover.
    pub(super) fn request_handover(&mut self, out: &mut dyn Write, seat: Seat) -> io::Result<()> {
        self.wait_for(Awaited::Handover(seat));
        if !self.settings.is_interactive {
            return self.complete_handover();
        }
        clear_screen(out)?;
        // Clearing the screen removed the end-of-round message. The message reveals no hand, so print it again.
        if let Some(how) = self.model.history().last_round_end() {
            writeln!(out, "{}", wrapped(&round_sentence(&how), columns(), INDENT))?;
        }
        let name = self.game().seat_name(seat);
        let cover = format!(
            "Pass the keyboard to {name}. Enter shows that hand; everyone else, please look away: "
        );
        write!(out, "{}", wrapped(&cover, columns(), INDENT))
    }

    /// After the handover, shows the match as the person in this seat sees it.
    pub(super) fn complete_handover(&mut self) -> io::Result<()> {
        let Awaited::Handover(seat) = self.awaited else { return Ok(()) };
        self.wait_for(Awaited::Nothing);
        let viewer = self.model.uncover(seat);
        self.change_viewer(viewer)
    }

    /// Clears the screen and changes the viewer to `viewer`, who can't see hidden hands.
    pub(super) fn hide_hands(&mut self, out: &mut dyn Write, viewer: Viewer) -> io::Result<()> {
        if self.settings.is_interactive {
            clear_screen(out)?;
        }
        self.change_viewer(viewer)
    }

    fn change_viewer(&mut self, viewer: Viewer) -> io::Result<()> {
        let seen = self.live.change_viewer(self.inbox, viewer);
        seen.map_err(|failure| io::Error::other(failure.to_string()))
    }

    /// Shows the whole table, after a change of viewer or after missed events.
    pub(super) fn show_table(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let mover = self.model.history().plies().last().and_then(|ply| ply.turn);
        // Clearing the screen removed the message about the last move.
        if self.model.hides_hands()
            && self.settings.is_interactive
            && matches!(mover, Some(Turn::Seat(_)))
        {
            self.write_last_move(out)?;
        }
        if let Some(ending) = self.model.ending().cloned() {
            return self.show_ending(out, &ending);
        }
        match self.model.asked_seat() {
            Some(seat) if !self.model.hides_hands() || self.model.seen_by() == Some(seat) => {
                self.wait_for(Awaited::Move(seat));
                self.write_board(out)?;
                self.write_prompt(out)
            }
            _ => Ok(()),
        }
    }
}

/// Clears the screen and the scrollback buffer.
fn clear_screen(out: &mut dyn Write) -> io::Result<()> {
    match env::var("TERM").as_deref() {
        Err(_) | Ok("" | "dumb") => write!(out, "{}", "\n".repeat(rows().unwrap_or(ROWS_MAX))),
        Ok(_) => {
            let (screen, scrollback) = (Clear(ClearType::All), Clear(ClearType::Purge));
            write!(out, "{screen}{scrollback}{}", MoveTo(0, 0))?;
            out.flush()
        }
    }
}
