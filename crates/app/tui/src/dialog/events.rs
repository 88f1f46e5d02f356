//! Prints the match events.

use std::io::{self, Write};

use app_context::{Failure, name_unusable_files, one_line};
use board_engine::Turn;
use games_package::{Ending, Event, PlayedMove};
use match_view::sentences::{self, notice};

use super::{Awaited, Dialog, INDENT};
use crate::plain_text::{board_text, columns, wrapped};

impl Dialog<'_> {
    pub(super) fn show(&mut self, out: &mut dyn Write, event: &Event) -> io::Result<()> {
        let update = self.model.update(self.began.elapsed(), event);
        match event {
            Event::MatchStarted(table) => {
                self.wait_for_next_event();
                let title = sentences::match_title(self.game(), &table.players, table.time_control);
                let title = wrapped(&title, columns(), INDENT);
                writeln!(out, "{title}\nType a move, or help.\n")?;
            }
            Event::InputRequested { seat, .. } if self.model.covered_for() == Some(*seat) => {
                self.request_handover(out, *seat)?;
            }
            Event::InputRequested { seat, .. } => {
                self.wait_for(Awaited::Move(*seat));
                if !self.write_notice(out, event)? {
                    self.write_board(out)?;
                }
                self.write_prompt(out)?;
            }
            Event::MovePlayed(played) | Event::ChanceDecided(played) => {
                self.show_move(out, played)?;
            }
            Event::MoveTakenBack(_) | Event::MoveRedone(_) => {
                self.wait_for_next_event();
                self.save_record(out)?;
                self.write_notice(out, event)?;
            }
            Event::Resynchronized(_) => {
                self.wait_for_next_event();
                self.show_table(out)?;
            }
            Event::MatchEnded(ending) => match update.viewer {
                Some(viewer) => self.hide_hands(out, viewer)?,
                None => self.show_ending(out, ending)?,
            },
            _ => self.show_other_event(out, event)?,
        }
        out.flush()
    }

    /// Waits for the next event, or for any word if the match is paused.
    fn wait_for_next_event(&mut self) {
        let is_paused = self.model.is_paused();
        self.wait_for(if is_paused { Awaited::Word } else { Awaited::Nothing });
    }

    fn show_move(&mut self, out: &mut dyn Write, played: &PlayedMove) -> io::Result<()> {
        self.wait_for(Awaited::Nothing);
        // Save first, so everything shown is already on disk.
        self.save_record(out)?;
        let number = self.model.history().number_of(played.ply);
        writeln!(out, "{}", sentences::move_sentence(self.game(), number, played))?;
        if let Some(sentence) = sentences::round_end_sentence(self.game(), played) {
            writeln!(out, "{}", wrapped(&sentence, columns(), INDENT))?;
        }
        match played.turn {
            Turn::Seat(seat) if self.model.is_person(seat) => self.ask_coach(out),
            _ => Ok(()),
        }
    }

    /// Shows events that don't change the board.
    fn show_other_event(&mut self, out: &mut dyn Write, event: &Event) -> io::Result<()> {
        match event {
            Event::ThinkingReported { seat, elapsed, thinking } if self.settings.shows_thinking => {
                let sentence = sentences::thinking_sentence(self.game(), *seat, *elapsed, thinking);
                writeln!(out, "{sentence}")
            }
            Event::DrawOffered(by) => {
                self.awaited = self.awaited_before;
                self.write_notice(out, event)?;
                if self.model.seats_of_people().any(|seat| seat != *by) {
                    writeln!(out, "(accept or decline it, or just move)")?;
                }
                self.write_prompt(out)
            }
            Event::DrawDeclined(_) => {
                self.awaited = self.awaited_before;
                self.write_notice(out, event)?;
                self.write_prompt(out)
            }
            Event::Paused => {
                self.awaited = Awaited::Word;
                writeln!(out, "The clocks are paused; type resume to continue.")
            }
            _ => self.write_notice(out, event).map(|_is_written| ()),
        }
    }

    pub(super) fn show_ending(&mut self, out: &mut dyn Write, ending: &Ending) -> io::Result<()> {
        self.awaited = Awaited::Word;
        self.write_board(out)?;
        writeln!(out, "{}", sentences::ending_sentence(self.game(), ending))?;
        name_unusable_files();
        self.save_record(out)?;
        if self.settings.is_interactive {
            writeln!(out, "(undo, rematch, switch, save FILE, load FILE or quit)")?;
        }
        Ok(())
    }

    /// Writes the notice for the event. Returns `true` if there is a notice.
    fn write_notice(&self, out: &mut dyn Write, event: &Event) -> io::Result<bool> {
        let Some(notice) = notice(self.game(), event) else { return Ok(false) };
        writeln!(out, "{}", wrapped(&one_line(&notice.text), columns(), INDENT))?;
        Ok(true)
    }

    pub(super) fn write_board(&self, out: &mut dyn Write) -> io::Result<()> {
        let picture = self.model.history().picture();
        write!(out, "\n{}", board_text(picture, self.settings.board))
    }

    pub(super) fn write_prompt(&self, out: &mut dyn Write) -> io::Result<()> {
        let Awaited::Move(seat) = self.awaited else { return Ok(()) };
        name_unusable_files();
        write!(out, "{} to move: ", self.game().seat_name(seat))
    }

    fn save_record(&self, out: &mut dyn Write) -> io::Result<()> {
        let Ok(record) = self.live.control.record() else { return Ok(()) };
        match self.target.autosave(&record).map_err(Failure::from) {
            Ok(()) => Ok(()),
            Err(failure) => writeln!(out, "Can't save the match: {failure}"),
        }
    }
}
