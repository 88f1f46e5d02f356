//! Handles typed lines.

use std::io::{self, Write};
use std::path::Path;

use analysis::Study;
use app_context::{Failure, FailureKind, OrFail};
use board_engine::Seat;
use games_package::{Command, Record, Refusal};
use match_library::MatchFile;

use super::words::{self, Word};
use super::{Awaited, Dialog, DialogEnd, INDENT, write_refusal};
use crate::kept_matches::warn_of_variations;
use crate::plain_text::{
    BoardStyle, board_text, clock_text, columns, is_position, rules_of, wrapped,
};

impl Dialog<'_> {
    /// Processes lines until the dialog must wait.
    pub(super) fn process_lines(&mut self, out: &mut dyn Write) -> io::Result<DialogEnd> {
        while self.can_process_line() {
            let Some(line) = self.settings.lines.pop() else {
                let left_alone =
                    self.settings.lines.has_ended() && self.awaited != Awaited::Nothing;
                return Ok(if left_alone { DialogEnd::Leave } else { DialogEnd::Stay });
            };
            match self.execute(out, &line)? {
                DialogEnd::Stay => {}
                next => return Ok(next),
            }
        }
        Ok(DialogEnd::Stay)
    }

    /// Commands run while a player thinks. Moves wait for the person's turn, and piped lines wait for the next prompt.
    fn can_process_line(&self) -> bool {
        if !self.settings.is_interactive {
            return self.awaited != Awaited::Nothing && self.advice_awaited == 0;
        }
        let is_word = |line: &String| !matches!(words::read(line), Word::Move(_));
        self.awaited != Awaited::Nothing || self.settings.lines.front().is_some_and(is_word)
    }

    fn execute(&mut self, out: &mut dyn Write, line: &str) -> io::Result<DialogEnd> {
        self.model.set_time(self.began.elapsed());
        match words::read(line) {
            Word::Quit => return Ok(DialogEnd::Leave),
            Word::Menu => return Ok(DialogEnd::Menu),
            _ if matches!(self.awaited, Awaited::Handover(_)) => {
                return self.complete_handover().map(|()| DialogEnd::Stay);
            }
            Word::Switch => match self.switch() {
                Ok(next) => return Ok(next),
                Err(failure) => write_refusal(out, &failure.to_string())?,
            },
            Word::Restart if self.model.ending().is_some() => match self.rematch(false) {
                Ok(next) => return Ok(next),
                Err(failure) => write_refusal(out, &failure.to_string())?,
            },
            Word::Study => match self.study() {
                Ok(next) => return Ok(next),
                Err(failure) => write_refusal(out, &failure.to_string())?,
            },
            Word::Load(path) => match self.load(path.as_deref()) {
                Ok(next) => return Ok(next),
                Err(failure) => write_refusal(out, &failure.to_string())?,
            },
            Word::Position(Some(position)) => match self.start_from(&position) {
                Ok(next) => return Ok(next),
                Err(failure) => write_refusal(out, &failure.to_string())?,
            },
            Word::Move(text) if is_position(self.game(), &text) => match self.start_from(&text) {
                Ok(next) => return Ok(next),
                Err(failure) => write_refusal(out, &failure.to_string())?,
            },
            Word::Hint => {
                if self.ask_hint(out)? {
                    return out.flush().map(|()| DialogEnd::Stay);
                }
            }
            Word::Help => write!(out, "{}", words::help(columns()))?,
            Word::Move(text) => {
                if self.play_move(out, &text)? {
                    return out.flush().map(|()| DialogEnd::Stay);
                }
            }
            Word::Flip => self.flip(out)?,
            Word::Board => self.write_board(out)?,
            Word::Pieces => self.write_pieces(out)?,
            Word::Rules => self.write_rules(out)?,
            Word::Position(None) => self.write_position(out)?,
            Word::Legal => self.write_legal_moves(out)?,
            Word::Last => self.write_last_move(out)?,
            Word::Clock => self.write_clocks(out)?,
            Word::Coach(wanted) => self.set_coach(out, wanted)?,
            Word::Save(path) => self.save_as(out, path.as_deref().or(self.target.path()))?,
            word => {
                self.send_word(out, &word)?;
                return out.flush().map(|()| DialogEnd::Stay);
            }
        }
        self.write_prompt(out)?;
        out.flush()?;
        Ok(DialogEnd::Stay)
    }

    /// Sends the command for a word.
    fn send_word(&mut self, out: &mut dyn Write, word: &Word) -> io::Result<()> {
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
        // The match answers every other command with an event, and the next line can depend on that event.
        if !matches!(command, Command::MoveNow) {
            self.awaited = Awaited::Nothing;
        }
        self.send(out, command)
    }

    /// The person to answer the draw offer. Without an offer, the moderator refuses the answer.
    fn draw_responder(&self) -> Seat {
        self.model.draw_responder().unwrap_or(Seat::FIRST)
    }

    /// Answers a pending move request with the input. Returns `true` if the answer was sent.
    fn play_move(&mut self, out: &mut dyn Write, text: &str) -> io::Result<bool> {
        if text.is_empty() {
            return Ok(false);
        }
        let asked = self.model.answer(text).filter(|_| matches!(self.awaited, Awaited::Move(_)));
        let Some(command) = asked else {
            writeln!(out, "It is not your turn; help lists the commands.")?;
            return Ok(false);
        };
        let is_legal = self.model.history().resolve(text).is_ok();
        if let Some(word) = words::suggestion(text).filter(|_| !is_legal) {
            writeln!(out, "Unknown command \"{text}\". Did you mean {word}?")?;
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
            // The state has changed in the meantime. The next event explains the change.
            Err(refusal) => write_refusal(out, &refusal.to_string())?,
        }
        Ok(true)
    }

    /// Continues the same match with switched players, or starts a rematch if it is over.
    fn switch(&self) -> Result<DialogEnd, Failure> {
        if self.model.ending().is_some() {
            return self.rematch(true);
        }
        let setup = self.app.switched_setup(self.record()?, self.model.game().clone())?;
        Ok(DialogEnd::Play(Box::new(setup)))
    }

    /// Starts another match. This match stays saved.
    fn rematch(&self, swaps_sides: bool) -> Result<DialogEnd, Failure> {
        let game = self.model.game().clone();
        let setup = self.app.rematch_setup(self.record()?, game, swaps_sides)?;
        Ok(DialogEnd::PlayFile(Box::new(setup)))
    }

    fn record(&self) -> Result<Record, Failure> {
        let gone = || Failure::message(FailureKind::Failed, "the match has ended");
        self.live.control.record().map_err(|_gone| gone())
    }

    /// Opens a study of this match, starting at the last position.
    fn study(&self) -> Result<DialogEnd, Failure> {
        let study = Study::of_match(self.record()?, self.model.game().clone());
        let mut study = study.or_fail(FailureKind::Failed)?;
        study.go_to(usize::MAX);
        Ok(DialogEnd::Study(Box::new(study)))
    }

    /// Loads the match in this file to play next.
    fn load(&self, path: Option<&Path>) -> Result<DialogEnd, Failure> {
        let Some(path) = path else {
            let how = "pass a file, as in load match.toml";
            return Err(Failure::message(FailureKind::Usage, how));
        };
        let loaded = MatchFile::open(path, None)?.load(None)?;
        warn_of_variations(path.display(), &loaded);
        Ok(DialogEnd::PlayFile(Box::new(self.app.setup_of_file(loaded, path)?)))
    }

    /// Starts a match between the same players from this position. The current match stays saved.
    fn start_from(&self, position: &str) -> Result<DialogEnd, Failure> {
        let game = self.model.game().clone();
        let setup = self.app.setup_from_position(self.record()?, game, position)?;
        Ok(DialogEnd::PlayFile(Box::new(setup)))
    }

    /// Flips the board from now on.
    fn flip(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.settings.board = match self.settings.board {
            BoardStyle::Drawn => BoardStyle::Turned,
            BoardStyle::Turned => BoardStyle::Drawn,
            BoardStyle::InWords => {
                return writeln!(out, "The board is described in words and can't be flipped.");
            }
        };
        self.write_board(out)
    }

    fn set_coach(&mut self, out: &mut dyn Write, wanted: Option<bool>) -> io::Result<()> {
        self.settings.has_coach = wanted.unwrap_or(!self.settings.has_coach);
        if self.settings.has_coach {
            writeln!(out, "The coach comments on your mistakes; type coach off to turn it off.")
        } else {
            writeln!(out, "The coach is off; type coach on to turn it on.")
        }
    }

    fn write_pieces(&self, out: &mut dyn Write) -> io::Result<()> {
        let pieces = board_text(self.model.history().picture(), BoardStyle::InWords);
        write!(out, "{}", wrapped(&pieces, columns(), INDENT))
    }

    fn write_rules(&self, out: &mut dyn Write) -> io::Result<()> {
        for line in rules_of(&**self.model.game()).lines() {
            writeln!(out, "{}", wrapped(line, columns(), INDENT))?;
        }
        Ok(())
    }

    fn write_position(&self, out: &mut dyn Write) -> io::Result<()> {
        let history = self.model.history();
        writeln!(out, "{}", history.position_after(history.plies().len()).unwrap_or_default())
    }

    fn write_legal_moves(&self, out: &mut dyn Write) -> io::Result<()> {
        let legal = self.model.history().legal();
        let moves: Vec<&str> = legal.iter().map(|legal| legal.text.as_str()).collect();
        if moves.is_empty() {
            return writeln!(out, "There is no legal move.");
        }
        let list = format!("Legal moves: {}", moves.join(" "));
        writeln!(out, "{}", wrapped(&list, columns(), INDENT))
    }

    pub(super) fn write_last_move(&self, out: &mut dyn Write) -> io::Result<()> {
        match self.model.history().plies().last() {
            Some(last) => writeln!(out, "The last move was {}.", last.mv),
            None => writeln!(out, "No moves have been played."),
        }
    }

    fn write_clocks(&self, out: &mut dyn Write) -> io::Result<()> {
        if !self.model.has_clocks() {
            return writeln!(out, "This match has no clock.");
        }
        for seat in Seat::all(self.game().seat_count()) {
            let time = clock_text(self.model.clock(seat));
            writeln!(out, "{}: {time}", self.game().seat_name(seat))?;
        }
        Ok(())
    }

    fn save_as(&self, out: &mut dyn Write, path: Option<&Path>) -> io::Result<()> {
        let Some(path) = path else {
            if let Some(name) = self.target.kept_name() {
                return writeln!(out, "Saved as {name}; type save FILE to write it to a file.");
            }
            return writeln!(out, "Pass a file, as in save match.toml.");
        };
        let Ok(record) = self.live.control.record() else {
            return writeln!(out, "The match has ended.");
        };
        match match_library::save_played(&record, path).map_err(Failure::from) {
            Ok(()) => writeln!(out, "Saved to {}.", path.display()),
            Err(failure) => writeln!(out, "Can't save the match: {failure}"),
        }
    }
}
