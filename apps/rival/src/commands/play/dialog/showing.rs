//! What the table tells.

use std::io::{self, Write};

use games_package::{Event, PlayedMove, TableState};
use house::{Failure, one_line};

use super::{Awaited, Dialog, INDENT};
use crate::columns::{columns, wrapped};
use crate::sentences;

impl Dialog<'_> {
    pub(super) fn show(&mut self, event: &Event) -> io::Result<()> {
        let mut out = io::stdout().lock();
        match event {
            Event::MatchStarted(table) => {
                self.undone.clear();
                self.see(table);
                let title = sentences::match_title(self.game(), &table.players, table.time_control);
                let title = wrapped(&title, columns(), INDENT);
                writeln!(out, "{title}\nType a move, or help.\n")?;
            }
            Event::InputRequested { seat, .. } if self.hides_hand_of(*seat) => {
                self.await_arrival(&mut out, *seat)?;
            }
            Event::InputRequested { seat, prompt } => {
                (self.awaited, self.awaited_before) = (Awaited::Move(*seat), Awaited::Move(*seat));
                match &prompt.refusal {
                    Some(why) => write_refusal(&mut out, why)?,
                    None => self.write_board(&mut out)?,
                }
                self.write_prompt(&mut out)?;
            }
            Event::MovePlayed(played) | Event::ChanceDecided(played) => {
                self.show_move(&mut out, played)?;
            }
            Event::TurnStarted { clocks, turn, .. } => {
                if let Some(table) = &mut self.table {
                    table.clocks.clone_from(clocks);
                    table.turn = *turn;
                }
            }
            Event::MoveTakenBack(table) => {
                let before = self.table.as_ref().map_or(0, |table| table.moves.len());
                self.undone.push(before.saturating_sub(table.moves.len()));
                self.see(table);
                self.save_record(&mut out)?;
                writeln!(out, "Taken back to move {}.", table.moves.len() + 1)?;
            }
            Event::MoveRedone(table) => {
                self.undone.pop();
                self.see(table);
                self.save_record(&mut out)?;
                writeln!(out, "Played again up to move {}.", table.moves.len())?;
            }
            Event::Resynchronized(table) => {
                self.see(table);
                self.show_hand(&mut out)?;
                if let (Some(seat), Some(_), false) =
                    (table.asked, &table.prompt, self.seats.hides_hands)
                {
                    // The question was among the events that were missed.
                    (self.awaited, self.awaited_before) =
                        (Awaited::Move(seat), Awaited::Move(seat));
                    self.write_board(&mut out)?;
                    self.write_prompt(&mut out)?;
                }
            }
            _ => self.show_talk(&mut out, event)?,
        }
        out.flush()
    }

    fn show_move(&mut self, out: &mut impl Write, played: &PlayedMove) -> io::Result<()> {
        (self.awaited, self.awaited_before) = (Awaited::Nothing, Awaited::Nothing);
        if let Some(table) = &mut self.table {
            table.moves.push(played.mv.clone());
            table.movers.push(played.turn);
            table.position.clone_from(&played.position);
        }
        // What is told is saved, whatever happens next.
        self.save_record(out)?;
        writeln!(out, "{}", sentences::move_sentence(self.game(), played))?;
        if self.is_person(played.turn) {
            self.ask_coach(out)?;
        }
        Ok(())
    }

    /// Everything that doesn't change the board.
    pub(super) fn show_talk(&mut self, out: &mut impl Write, event: &Event) -> io::Result<()> {
        match event {
            Event::ThinkingReported { seat, elapsed, thinking } if self.manner.tells_thinking => {
                let sentence = sentences::thinking_sentence(self.game(), *seat, *elapsed, thinking);
                writeln!(out, "{sentence}")
            }
            Event::DrawOffered(seat) => {
                (self.offerer, self.awaited) = (Some(*seat), self.awaited_before);
                writeln!(out, "{} offers a draw.", self.game().seat_name(*seat))?;
                let people = (0..).zip(&self.seats.people);
                if people.into_iter().any(|(index, &person)| person && index != seat.index()) {
                    writeln!(out, "(accept or decline it, or just move)")?;
                }
                self.write_prompt(out)
            }
            Event::DrawDeclined(seat) => {
                self.awaited = self.awaited_before;
                writeln!(out, "{} declines the draw.", self.game().seat_name(*seat))?;
                self.write_prompt(out)
            }
            Event::Paused => {
                self.awaited = Awaited::Word;
                writeln!(out, "The clocks stand; resume goes on.")
            }
            Event::MoveRejected { seat, text, why } => {
                writeln!(out, "{}: {text} is refused: {why}", self.game().seat_name(*seat))
            }
            Event::MatchEnded(_) if self.seen_by.is_some() => self.close_hands(out),
            Event::MatchEnded(ending) => {
                self.awaited = Awaited::Word;
                if let Some(table) = &mut self.table {
                    table.ending = Some(ending.clone());
                }
                self.write_board(out)?;
                writeln!(out, "{}", sentences::ending_sentence(self.game(), ending))?;
                self.save_record(out)?;
                if self.manner.typed {
                    writeln!(out, "(undo, restart, save FILE, load FILE or quit)")?;
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// The whole table is new to us.
    fn see(&mut self, table: &TableState) {
        self.table = Some(table.clone());
        self.offerer = table.draw_offer.as_ref().map(|offer| offer.by);
        let awaited = if table.is_paused { Awaited::Word } else { Awaited::Nothing };
        (self.awaited, self.awaited_before) = (awaited, awaited);
    }

    pub(super) fn write_board(&self, out: &mut impl Write) -> io::Result<()> {
        let Some(table) = &self.table else { return Ok(()) };
        write!(out, "\n{}", sentences::shown(self.game(), table, self.manner.view))
    }

    pub(super) fn write_prompt(&self, out: &mut impl Write) -> io::Result<()> {
        let Awaited::Move(seat) = self.awaited else { return Ok(()) };
        write!(out, "{} to move: ", self.game().seat_name(seat))
    }

    fn save_record(&self, out: &mut impl Write) -> io::Result<()> {
        let Some(path) = self.save else { return Ok(()) };
        let Ok(record) = self.seats.live.control.record() else { return Ok(()) };
        match match_library::save(&record, path, &None).map_err(Failure::from) {
            Ok(()) => Ok(()),
            Err(failure) => writeln!(out, "The match could not be saved: {failure}"),
        }
    }
}

pub(super) fn write_refusal(out: &mut impl Write, why: &str) -> io::Result<()> {
    let sentence = format!("That is not possible: {}", one_line(why));
    writeln!(out, "{}", wrapped(&sentence, columns(), INDENT))
}
