//! What a person says.

use std::io::{self, Write};
use std::path::Path;

use anyhow::anyhow;
use board_engine::{Seat, Turn};
use games_package::Command;
use house::{Failure, FailureKind};
use match_library::MatchFile;

use super::showing::write_refusal;
use super::{Awaited, Dialog, INDENT, Next};
use crate::columns::{columns, wrapped};
use crate::commands::play::words::{self, Word};
use crate::sentences::{self, View};

impl Dialog<'_> {
    /// Takes the lines that can be taken now.
    pub(super) fn work_off_lines(&mut self) -> io::Result<Next> {
        while self.can_take_a_line() {
            let Some(line) = self.manner.lines.pop_front() else {
                let left_alone = self.manner.input_has_ended && self.awaited != Awaited::Nothing;
                return Ok(if left_alone { Next::Leave } else { Next::Stay });
            };
            match self.take(&line)? {
                Next::Stay => {}
                next => return Ok(next),
            }
        }
        Ok(Next::Stay)
    }

    /// Words are heard while a player thinks; moves wait for their turn, as all that comes from a pipe does.
    fn can_take_a_line(&self) -> bool {
        if !self.manner.typed {
            return self.awaited != Awaited::Nothing && self.advice_awaited == 0;
        }
        let is_word = |line: &String| !matches!(words::read(line), Word::Move(_));
        self.awaited != Awaited::Nothing || self.manner.lines.front().is_some_and(is_word)
    }

    fn take(&mut self, line: &str) -> io::Result<Next> {
        let mut out = io::stdout().lock();
        match words::read(line) {
            Word::Quit => return Ok(Next::Leave),
            _ if matches!(self.awaited, Awaited::Arrival(_)) => {
                return self.arrive().map(|()| Next::Stay);
            }
            Word::Switch => match self.switch() {
                Ok(next) => return Ok(next),
                Err(failure) => write_refusal(&mut out, &failure.to_string())?,
            },
            Word::Load(path) => match self.load(path.as_deref()) {
                Ok(next) => return Ok(next),
                Err(failure) => write_refusal(&mut out, &failure.to_string())?,
            },
            Word::Hint => {
                if self.ask_hint(&mut out)? {
                    return out.flush().map(|()| Next::Stay);
                }
            }
            Word::Help => write!(out, "{}", words::help(columns()))?,
            Word::Move(text) => self.take_move(&mut out, text)?,
            Word::Flip => self.flip(&mut out)?,
            Word::Board => self.write_board(&mut out)?,
            Word::Pieces => self.write_pieces(&mut out)?,
            Word::Legal => self.write_legal_moves(&mut out)?,
            Word::Last => self.write_last_move(&mut out)?,
            Word::Clock => self.write_clocks(&mut out)?,
            Word::Coach(wanted) => self.set_coach(&mut out, wanted)?,
            Word::Save(path) => self.save_as(&mut out, path.as_deref().or(self.save))?,
            word => {
                self.direct(&mut out, &word)?;
                return out.flush().map(|()| Next::Stay);
            }
        }
        self.write_prompt(&mut out)?;
        out.flush()?;
        Ok(Next::Stay)
    }

    /// Words that the table has to obey.
    fn direct(&mut self, out: &mut impl Write, word: &Word) -> io::Result<()> {
        let seat = self.speaker();
        let command = match word {
            Word::Undo => self.undo(),
            Word::Redo => self.redo(),
            Word::Restart => Command::Restart,
            Word::Pause => Command::Pause,
            Word::Resume => Command::Resume,
            Word::Draw => {
                self.offerer = Some(seat);
                Command::OfferDraw(seat)
            }
            Word::Accept => Command::AcceptDraw(self.invited()),
            Word::Decline => Command::DeclineDraw(self.invited()),
            Word::Resign => Command::Resign(seat),
            _ => Command::MoveNow,
        };
        self.awaited_before = self.awaited;
        // Every other word has an answer, and what is typed next may hang on it.
        if !matches!(command, Command::MoveNow) {
            self.awaited = Awaited::Nothing;
        }
        self.send(out, command)
    }

    /// Whose words these are: the person's who is asked, or else the first person's at the table.
    fn speaker(&self) -> Seat {
        match (self.awaited, self.table.as_ref().map(|table| table.turn)) {
            (Awaited::Move(seat), _) => seat,
            (_, Some(Turn::Seat(seat))) if self.is_person(Turn::Seat(seat)) => seat,
            _ => Seat::new(self.seats.people.iter().position(|&person| person).unwrap_or(0)),
        }
    }

    /// Which person has to answer the draw offer: the first who didn't make it.
    fn invited(&self) -> Seat {
        let seats = Seat::all(self.seats.people.len());
        let mut people = seats.filter(|&seat| self.is_person(Turn::Seat(seat)));
        people.find(|&seat| Some(seat) != self.offerer).unwrap_or(Seat::FIRST)
    }

    /// Back to the newest position in which a person was to move.
    fn undo(&self) -> Command {
        let movers = self.table.as_ref().map_or(&[][..], |table| &table.movers);
        let last = movers.iter().rev().position(|&turn| self.is_person(turn));
        let plies = last.map_or(movers.len(), |index| index + 1);
        Command::TakeBack { plies: plies.max(1) }
    }

    /// Forth again over what the last `undo` took back.
    fn redo(&self) -> Command {
        Command::Redo { plies: self.undone.last().map_or(1, |&plies| plies.max(1)) }
    }

    fn take_move(&mut self, out: &mut impl Write, text: String) -> io::Result<()> {
        if text.is_empty() {
            return Ok(());
        }
        let Awaited::Move(seat) = self.awaited else {
            return writeln!(out, "No move is asked for now; help lists the words.");
        };
        if let Some(word) = words::near(&text).filter(|_| !self.is_legal(&text)) {
            return writeln!(out, "There is no word \"{text}\". Did you mean {word}?");
        }
        (self.awaited, self.awaited_before) = (Awaited::Nothing, Awaited::Nothing);
        self.undone.clear();
        self.send(out, Command::Answer { seat, text })
    }

    /// Whether the rules allow the move that this text names.
    fn is_legal(&self, text: &str) -> bool {
        let state = self.table.as_ref().map(|table| self.game().open(Some(&table.position)));
        matches!(state, Some(Ok(state)) if state.resolve(text).is_ok())
    }

    /// The same match, with everybody at another's seat.
    fn switch(&self) -> Result<Next, Failure> {
        let gone = || Failure::new(FailureKind::Failed, anyhow::anyhow!("the match is gone"));
        let record = self.seats.live.control.record().map_err(|_gone| gone())?;
        let game = self.seats.game.clone();
        let setup = self.house.switched_setup(record, game)?;
        Ok(Next::Play(Box::new(setup)))
    }

    /// The match in this file.
    fn load(&self, path: Option<&Path>) -> Result<Next, Failure> {
        let Some(path) = path else {
            let how = anyhow!("say which: load FILE, like load match.toml");
            return Err(Failure::new(FailureKind::Usage, how));
        };
        let loaded = MatchFile::open(path, None)?.load(None)?;
        Ok(Next::PlayFile(Box::new(self.house.setup_of_file(loaded, path)?)))
    }

    /// Shows the board from the other side from now on.
    fn flip(&mut self, out: &mut impl Write) -> io::Result<()> {
        self.manner.view = match self.manner.view {
            View::Drawn => View::Turned,
            View::Turned => View::Drawn,
            View::InWords => {
                return writeln!(out, "The board is told in words, which have no sides.");
            }
        };
        self.write_board(out)
    }

    fn set_coach(&mut self, out: &mut impl Write, wanted: Option<bool>) -> io::Result<()> {
        self.manner.coaches = wanted.unwrap_or(!self.manner.coaches);
        if self.manner.coaches {
            writeln!(out, "The coach says what each of your moves has lost; coach off ends that.")
        } else {
            writeln!(out, "The coach is silent; coach on asks for comments on your moves.")
        }
    }

    fn write_pieces(&self, out: &mut impl Write) -> io::Result<()> {
        let Some(table) = &self.table else { return Ok(()) };
        let pieces = sentences::pieces(self.game(), table);
        write!(out, "{}", wrapped(&pieces, columns(), INDENT))
    }

    fn write_legal_moves(&self, out: &mut impl Write) -> io::Result<()> {
        let Some(table) = &self.table else { return Ok(()) };
        let mut moves = Vec::new();
        if let Ok(state) = self.game().open(Some(&table.position)) {
            state.legal_moves(&mut moves);
        }
        if moves.is_empty() {
            return writeln!(out, "There is no legal move.");
        }
        let list = format!("Legal moves: {}", moves.join(" "));
        writeln!(out, "{}", wrapped(&list, columns(), INDENT))
    }

    pub(super) fn write_last_move(&self, out: &mut impl Write) -> io::Result<()> {
        match self.table.as_ref().and_then(|table| table.moves.last()) {
            Some(mv) => writeln!(out, "The last move was {mv}."),
            None => writeln!(out, "Nothing has been played."),
        }
    }

    fn write_clocks(&self, out: &mut impl Write) -> io::Result<()> {
        let Some(table) = self.table.as_ref().filter(|table| !table.clocks.is_empty()) else {
            return writeln!(out, "This match has no clock.");
        };
        for (seat, time) in Seat::all(table.clocks.len()).zip(&table.clocks) {
            writeln!(out, "{}: {}", self.game().seat_name(seat), sentences::clock(*time))?;
        }
        Ok(())
    }

    fn save_as(&self, out: &mut impl Write, path: Option<&Path>) -> io::Result<()> {
        let Some(path) = path else {
            return writeln!(out, "Say where: save FILE, like save match.toml.");
        };
        let Ok(record) = self.seats.live.control.record() else {
            return writeln!(out, "The match is gone.");
        };
        match match_library::save(&record, path, &None).map_err(Failure::from) {
            Ok(()) => writeln!(out, "Saved to {}.", path.display()),
            Err(failure) => writeln!(out, "The match could not be saved: {failure}"),
        }
    }
}
