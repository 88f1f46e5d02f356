//! Lines that a person types.

use std::io::{self, Write};
use std::path::Path;

use anyhow::anyhow;
use board_engine::Seat;
use games_package::{Command, Record, Refusal};
use house::{Failure, FailureKind};
use match_library::MatchFile;

use super::refusal::{INDENT, write_refusal};
use super::{Awaited, Dialog, Next};
use crate::boards::{BoardStyle, board_text, clock_text};
use crate::columns::{columns, wrapped};
use crate::commands::play::words::{self, Word};

impl Dialog<'_> {
    /// Processes lines as long as the next one can be processed.
    pub(super) fn process_lines(&mut self) -> io::Result<Next> {
        while self.can_process_line() {
            let Some(line) = self.settings.lines.pop_front() else {
                let left_alone = self.settings.input_has_ended && self.awaited != Awaited::Nothing;
                return Ok(if left_alone { Next::Leave } else { Next::Stay });
            };
            match self.execute(&line)? {
                Next::Stay => {}
                next => return Ok(next),
            }
        }
        Ok(Next::Stay)
    }

    /// Words are processed while a player thinks. Moves wait until one is asked for, and piped lines until input is
    /// awaited.
    fn can_process_line(&self) -> bool {
        if !self.settings.is_interactive {
            return self.awaited != Awaited::Nothing && self.advice_awaited == 0;
        }
        let is_word = |line: &String| !matches!(words::read(line), Word::Move(_));
        self.awaited != Awaited::Nothing || self.settings.lines.front().is_some_and(is_word)
    }

    fn execute(&mut self, line: &str) -> io::Result<Next> {
        self.model.set_time(self.began.elapsed());
        let mut out = io::stdout().lock();
        match words::read(line) {
            Word::Quit => return Ok(Next::Leave),
            _ if matches!(self.awaited, Awaited::Handover(_)) => {
                return self.complete_handover().map(|()| Next::Stay);
            }
            Word::Switch => match self.switch() {
                Ok(next) => return Ok(next),
                Err(failure) => write_refusal(&mut out, &failure.to_string())?,
            },
            Word::Restart if self.model.ending().is_some() => match self.rematch(false) {
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
            Word::Move(text) => {
                if self.play_move(&mut out, &text)? {
                    return out.flush().map(|()| Next::Stay);
                }
            }
            Word::Flip => self.flip(&mut out)?,
            Word::Board => self.write_board(&mut out)?,
            Word::Pieces => self.write_pieces(&mut out)?,
            Word::Legal => self.write_legal_moves(&mut out)?,
            Word::Last => self.write_last_move(&mut out)?,
            Word::Clock => self.write_clocks(&mut out)?,
            Word::Coach(wanted) => self.set_coach(&mut out, wanted)?,
            Word::Save(path) => self.save_as(&mut out, path.as_deref().or(self.target.path()))?,
            word => {
                self.send_word(&mut out, &word)?;
                return out.flush().map(|()| Next::Stay);
            }
        }
        self.write_prompt(&mut out)?;
        out.flush()?;
        Ok(Next::Stay)
    }

    /// Sends the command that a word stands for.
    fn send_word(&mut self, out: &mut impl Write, word: &Word) -> io::Result<()> {
        let seat = self.model.acting_seat().unwrap_or(Seat::FIRST);
        let command = match word {
            Word::Undo => self.model.take_back(),
            Word::Redo => self.model.redo(),
            Word::Restart => Command::Restart,
            Word::Pause => Command::Pause,
            Word::Resume => Command::Resume,
            Word::Draw => Command::OfferDraw(seat),
            Word::Accept => Command::AcceptDraw(self.draw_responder()),
            Word::Decline => Command::DeclineDraw(self.draw_responder()),
            Word::Resign => Command::Resign(seat),
            _ => Command::MoveNow,
        };
        self.awaited_before = self.awaited;
        // The match answers every other command with an event, and the next line may depend on it.
        if !matches!(command, Command::MoveNow) {
            self.awaited = Awaited::Nothing;
        }
        self.send(out, command)
    }

    /// The person who has to answer the draw offer. If there is no offer, the moderator refuses the answer.
    fn draw_responder(&self) -> Seat {
        self.model.draw_responder().unwrap_or(Seat::FIRST)
    }

    /// Sends what was typed where a move is asked for. Returns whether it was sent.
    fn play_move(&mut self, out: &mut impl Write, text: &str) -> io::Result<bool> {
        if text.is_empty() {
            return Ok(false);
        }
        let asked = self.model.answer(text).filter(|_| matches!(self.awaited, Awaited::Move(_)));
        let Some(command) = asked else {
            writeln!(out, "No move is asked for now; help lists the words.")?;
            return Ok(false);
        };
        let is_legal = self.model.history().resolve(text).is_ok();
        if let Some(word) = words::suggestion(text).filter(|_| !is_legal) {
            writeln!(out, "There is no word \"{text}\". Did you mean {word}?")?;
            return Ok(false);
        }
        let question = self.awaited;
        self.wait_for(Awaited::Nothing);
        match self.live.send(command) {
            Ok(()) => {}
            Err(Refusal::IllegalMove(why)) => {
                self.wait_for(question);
                write_refusal(out, &why)?;
                self.write_prompt(out)?;
            }
            // Meanwhile something has happened, which the next event says.
            Err(refusal) => write_refusal(out, &refusal.to_string())?,
        }
        Ok(true)
    }

    /// The same match, with the players switched.
    fn switch(&self) -> Result<Next, Failure> {
        if self.model.ending().is_some() {
            return self.rematch(true);
        }
        let setup = self.house.switched_setup(self.record()?, self.model.game().clone())?;
        Ok(Next::Play(Box::new(setup)))
    }

    /// Another match after this one, which is kept.
    fn rematch(&self, swaps_sides: bool) -> Result<Next, Failure> {
        let game = self.model.game().clone();
        let setup = self.house.rematch_setup(self.record()?, game, swaps_sides)?;
        Ok(Next::PlayFile(Box::new(setup)))
    }

    fn record(&self) -> Result<Record, Failure> {
        let gone = || Failure::new(FailureKind::Failed, anyhow::anyhow!("the match is gone"));
        self.live.control.record().map_err(|_gone| gone())
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
        self.settings.board = match self.settings.board {
            BoardStyle::Drawn => BoardStyle::Turned,
            BoardStyle::Turned => BoardStyle::Drawn,
            BoardStyle::InWords => {
                return writeln!(out, "The board is described in words, which have no sides.");
            }
        };
        self.write_board(out)
    }

    fn set_coach(&mut self, out: &mut impl Write, wanted: Option<bool>) -> io::Result<()> {
        self.settings.has_coach = wanted.unwrap_or(!self.settings.has_coach);
        if self.settings.has_coach {
            writeln!(out, "The coach says what each of your moves loses; coach off turns it off.")
        } else {
            writeln!(out, "The coach is off; coach on turns comments on your moves on.")
        }
    }

    fn write_pieces(&self, out: &mut impl Write) -> io::Result<()> {
        let pieces = board_text(self.model.history().picture(), BoardStyle::InWords);
        write!(out, "{}", wrapped(&pieces, columns(), INDENT))
    }

    fn write_legal_moves(&self, out: &mut impl Write) -> io::Result<()> {
        let legal = self.model.history().legal();
        let moves: Vec<&str> = legal.iter().map(|legal| legal.text.as_str()).collect();
        if moves.is_empty() {
            return writeln!(out, "There is no legal move.");
        }
        let list = format!("Legal moves: {}", moves.join(" "));
        writeln!(out, "{}", wrapped(&list, columns(), INDENT))
    }

    pub(super) fn write_last_move(&self, out: &mut impl Write) -> io::Result<()> {
        match self.model.history().plies().last() {
            Some(last) => writeln!(out, "The last move was {}.", last.mv),
            None => writeln!(out, "Nothing has been played."),
        }
    }

    fn write_clocks(&self, out: &mut impl Write) -> io::Result<()> {
        if !self.model.has_clocks() {
            return writeln!(out, "This match has no clock.");
        }
        for seat in Seat::all(self.game().seat_count()) {
            let time = clock_text(self.model.clock(seat));
            writeln!(out, "{}: {time}", self.game().seat_name(seat))?;
        }
        Ok(())
    }

    fn save_as(&self, out: &mut impl Write, path: Option<&Path>) -> io::Result<()> {
        let Some(path) = path else {
            if let Some(name) = self.target.kept_name() {
                return writeln!(out, "It is kept as {name}; save FILE writes it to a file.");
            }
            return writeln!(out, "Say where: save FILE, like save match.toml.");
        };
        let Ok(record) = self.live.control.record() else {
            return writeln!(out, "The match is gone.");
        };
        match match_library::save(&record, path, &None).map_err(Failure::from) {
            Ok(()) => writeln!(out, "Saved to {}.", path.display()),
            Err(failure) => writeln!(out, "The match could not be saved: {failure}"),
        }
    }
}
