//! Hidden hands of people who share a screen: each sees only their own.

use std::env;
use std::io::{self, Write};

use board_engine::{Seat, Turn, Viewer};
use ratatui::crossterm::cursor::MoveTo;
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{Clear, ClearType};

use super::{Awaited, Dialog, INDENT};
use crate::columns::{columns, rows, wrapped};

/// More rows than most terminals have.
const ROWS_MAX: usize = 100;

impl Dialog<'_> {
    /// Wipes the screen, and asks for the person to come. If lines come from a pipe nobody is there to look away.
    pub(super) fn await_arrival(&mut self, out: &mut impl Write, seat: Seat) -> io::Result<()> {
        self.wait_for(Awaited::Arrival(seat));
        if !self.manner.typed {
            return self.arrive();
        }
        wipe(out)?;
        let name = self.game().seat_name(seat);
        let cover = format!(
            "Pass the keyboard to {name}. Enter shows that hand; everybody else looks away: "
        );
        write!(out, "{}", wrapped(&cover, columns(), INDENT))
    }

    /// The person has come: the match is watched as this seat sees it.
    pub(super) fn arrive(&mut self) -> io::Result<()> {
        let Awaited::Arrival(seat) = self.awaited else { return Ok(()) };
        self.wait_for(Awaited::Nothing);
        let viewer = self.model.uncover(seat);
        self.see_as(viewer)
    }

    /// Nobody's hand is to be seen any more.
    pub(super) fn close_hands(&mut self, out: &mut impl Write, viewer: Viewer) -> io::Result<()> {
        if self.manner.typed {
            wipe(out)?;
        }
        self.see_as(viewer)
    }

    fn see_as(&mut self, viewer: Viewer) -> io::Result<()> {
        let seen = self.live.see_as(self.inbox, viewer);
        seen.map_err(|failure| io::Error::other(failure.to_string()))
    }

    /// The table has come as another viewer sees it, or after events were missed.
    pub(super) fn show_table(&mut self, out: &mut impl Write) -> io::Result<()> {
        let mover = self.model.history().plies().last().and_then(|ply| ply.turn);
        // What was said of the move before was wiped away.
        if self.model.hides_hands() && self.manner.typed && matches!(mover, Some(Turn::Seat(_))) {
            self.write_last_move(out)?;
        }
        if let Some(ending) = self.model.ending().cloned() {
            return self.show_ending(out, &ending);
        }
        match self.model.asked() {
            Some(seat) if !self.model.hides_hands() || self.model.seen_by() == Some(seat) => {
                self.wait_for(Awaited::Move(seat));
                self.write_board(out)?;
                self.write_prompt(out)
            }
            _ => Ok(()),
        }
    }
}

/// Leaves nothing to be seen of what was written before, not even by scrolling back.
fn wipe(out: &mut impl Write) -> io::Result<()> {
    match env::var("TERM").as_deref() {
        Err(_) | Ok("" | "dumb") => write!(out, "{}", "\n".repeat(rows().unwrap_or(ROWS_MAX))),
        Ok(_) => execute!(out, Clear(ClearType::All), Clear(ClearType::Purge), MoveTo(0, 0)),
    }
}
