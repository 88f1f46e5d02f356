//! Hidden hands of people before the same screen: each sees the own one alone.

use std::env;
use std::io::{self, Write};

use board_engine::{Seat, Turn, Viewer};
use games_package::Event;
use ratatui::crossterm::cursor::MoveTo;
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{Clear, ClearType};

use super::{Awaited, Dialog, INDENT};
use crate::columns::{columns, rows, wrapped};

/// More rows than most terminals have.
const ROWS_MAX: usize = 100;

impl Dialog<'_> {
    /// Whether this person is to move, and what is shown is not for these eyes yet.
    pub(super) fn hides_hand_of(&self, seat: Seat) -> bool {
        self.seats.hides_hands && self.seen_by != Some(seat)
    }

    /// Wipes the screen, and asks for the person to come. Where lines come from a pipe nobody is there to look away.
    pub(super) fn await_arrival(&mut self, out: &mut impl Write, seat: Seat) -> io::Result<()> {
        (self.awaited, self.awaited_before) = (Awaited::Arrival(seat), Awaited::Arrival(seat));
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

    /// The person has come: the table is shown to these eyes as soon as it is told to them.
    pub(super) fn arrive(&mut self) -> io::Result<()> {
        let Awaited::Arrival(seat) = self.awaited else { return Ok(()) };
        (self.awaited, self.awaited_before) = (Awaited::Nothing, Awaited::Nothing);
        self.seen_by = Some(seat);
        self.see_as(Viewer::Seat(seat))
    }

    /// Nobody's hand is to be seen any more.
    pub(super) fn close_hands(&mut self, out: &mut impl Write) -> io::Result<()> {
        self.seen_by = None;
        if self.manner.typed {
            wipe(out)?;
        }
        self.see_as(Viewer::Public)
    }

    fn see_as(&mut self, viewer: Viewer) -> io::Result<()> {
        let seen = self.seats.live.see_as(self.inbox, viewer);
        seen.map_err(|failure| io::Error::other(failure.to_string()))
    }

    /// The table is told to other eyes than before: what those need to see.
    pub(super) fn show_hand(&mut self, out: &mut impl Write) -> io::Result<()> {
        let Some(table) = self.table.as_ref().filter(|_| self.seats.hides_hands) else {
            return Ok(());
        };
        let ending = table.ending.clone();
        // What was said of the move before was wiped away.
        if self.manner.typed && matches!(table.movers.last(), Some(Turn::Seat(_))) {
            self.write_last_move(out)?;
        }
        if let Some(ending) = ending {
            return self.show_talk(out, &Event::MatchEnded(ending));
        }
        let Some(seat) = self.seen_by.filter(|_| self.awaited != Awaited::Word) else {
            return Ok(());
        };
        (self.awaited, self.awaited_before) = (Awaited::Move(seat), Awaited::Move(seat));
        self.write_board(out)?;
        self.write_prompt(out)
    }
}

/// Leaves nothing to be seen of what was written before, not even by scrolling back.
fn wipe(out: &mut impl Write) -> io::Result<()> {
    match env::var("TERM").as_deref() {
        Err(_) | Ok("" | "dumb") => write!(out, "{}", "\n".repeat(rows().unwrap_or(ROWS_MAX))),
        Ok(_) => execute!(out, Clear(ClearType::All), Clear(ClearType::Purge), MoveTo(0, 0)),
    }
}
