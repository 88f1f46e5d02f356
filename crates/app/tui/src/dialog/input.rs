//! Handles typed lines.

use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use analysis::Study;
use app_context::{Failure, FailureKind, OrFail};
use board_engine::{NotationError, Seat};
use games_package::{Command, Record, Refusal};
use match_library::MatchFile;

use super::{Awaited, Dialog, DialogEnd, INDENT, write_refusal};
use crate::actions::{Action, BINDINGS};
use crate::kept_matches::warn_of_variations;
use crate::pace;
use crate::plain_text::{
    BoardStyle, NOT_FLIPPED, SCREEN_ONLY, board_text, clock_text, columns, file_argument,
    is_position, only_first, played_moves, rules_of, wrapped,
};
use crate::synonyms::CLOCK_IS_FIXED;
use crate::typed_line::{TypedLine, move_in_any_case};

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
        let is_word =
            |line: &String| line.trim().chars().count() > 1 && BINDINGS.parse(line).is_some();
        self.awaited != Awaited::Nothing || self.settings.lines.front().is_some_and(is_word)
    }

    fn execute(&mut self, out: &mut dyn Write, line: &str) -> io::Result<DialogEnd> {
        self.model.set_time(self.began.elapsed());
        // In a move that isn't finished, square names continue it.
        if self.model.steps().made().len() > 0
            && let Some(next) = self.type_steps(out, line)?
        {
            return Ok(next);
        }
        let resolved = self.model.history().resolve_typed(line);
        match BINDINGS.read(line, resolved, self.may_move()) {
            TypedLine::Command(command, _) if command.action == Action::Quit => {
                Ok(DialogEnd::Leave)
            }
            TypedLine::Command(command, _) if command.action == Action::NewGame => {
                Ok(DialogEnd::Menu)
            }
            _ if matches!(self.awaited, Awaited::Handover(_)) => {
                self.complete_handover().map(|()| DialogEnd::Stay)
            }
            TypedLine::Command(command, rest) => self.perform(out, command.action, &rest),
            TypedLine::Move(mv) => self.play_move(out, &mv),
            TypedLine::NoCommand(why) => self.answer(out, &why),
            TypedLine::Neither(error) => self.execute_other(out, line, &error),
        }
    }

    /// Executes a line that is neither a legal move in the game's notation nor a command.
    fn execute_other(
        &mut self,
        out: &mut dyn Write,
        line: &str,
        error: &NotationError,
    ) -> io::Result<DialogEnd> {
        if line.trim().is_empty() {
            return self.finish_line(out);
        }
        if is_position(self.game(), line) {
            let next = self.start_from(line);
            return self.go_on_with(out, next);
        }
        let legal = self.model.history().legal().iter().map(|legal| legal.text.as_str());
        if let Some(mv) = move_in_any_case(line, legal) {
            return self.play_move(out, &mv);
        }
        if let Some(next) = self.type_steps(out, line)? {
            return Ok(next);
        }
        if self.may_move()
            && let Some(mv) = self.model.history().first_of_line(line)
        {
            writeln!(out, "{}", wrapped(&only_first(&mv), columns(), INDENT))?;
            return self.play_move(out, &mv);
        }
        match BINDINGS.rejection(line, error) {
            Ok(sentence) => self.answer(out, &sentence),
            // If the table refuses the move, it gives its own reason.
            Err(_) => self.play_move(out, line),
        }
    }

    /// Carries out a command with its argument.
    fn perform(
        &mut self,
        out: &mut dyn Write,
        action: Action,
        rest: &str,
    ) -> io::Result<DialogEnd> {
        let has_ended = self.model.ending().is_some();
        let next = match action {
            Action::SwitchSides => self.switch(),
            Action::Restart | Action::Rematch if has_ended => self.rematch(false),
            Action::Study => self.study(),
            Action::Load => self.load(Some(Path::new(rest)).filter(|_| !rest.is_empty())),
            Action::Position if !rest.is_empty() => self.start_from(rest),
            Action::TakeBack => return self.take_back(out, rest),
            Action::ShowClocks if !rest.is_empty() => return self.answer(out, CLOCK_IS_FIXED),
            Action::Hint => {
                if self.ask_hint(out)? {
                    return out.flush().map(|()| DialogEnd::Stay);
                }
                return self.finish_line(out);
            }
            action => {
                if let Some(command) = self.command_for(action) {
                    self.send_command(out, command)?;
                    return out.flush().map(|()| DialogEnd::Stay);
                }
                self.perform_here(out, action, rest)?;
                return self.finish_line(out);
            }
        };
        self.go_on_with(out, next)
    }

    /// Continues with the next step, or writes why it is not possible.
    fn go_on_with(
        &self,
        out: &mut dyn Write,
        next: Result<DialogEnd, Failure>,
    ) -> io::Result<DialogEnd> {
        match next {
            Ok(next) => Ok(next),
            Err(failure) => {
                write_refusal(out, &failure.to_string())?;
                self.finish_line(out)
            }
        }
    }

    /// Commands that only print or change a setting.
    fn perform_here(&mut self, out: &mut dyn Write, action: Action, rest: &str) -> io::Result<()> {
        match action {
            Action::Help => write_help(out),
            Action::Flip => self.flip(out),
            Action::ShowNewest => self.write_board(out),
            Action::ShowPieces => self.write_pieces(out),
            Action::ShowRules => self.write_rules(out),
            Action::Position => self.write_position(out),
            Action::ShowLegalMoves => self.write_legal_moves(out),
            Action::ShowLastMove => self.write_last_move(out),
            Action::ShowMoves => {
                let moves = played_moves(self.model.history());
                writeln!(out, "{}", wrapped(&moves, columns(), INDENT))
            }
            Action::ShowClocks => self.write_clocks(out),
            Action::Coach => self.set_coach(out, rest),
            Action::Thoughts => self.toggle_thinking(out),
            Action::Faster => self.set_pace(out, pace::faster(self.pace)),
            Action::Slower => self.set_pace(out, pace::slower(self.pace)),
            Action::Details => writeln!(out, "Every message is printed in full."),
            Action::Rematch => {
                writeln!(out, "The match is unfinished; type restart to start over.")
            }
            Action::Save => self.save_as(out, file_argument(rest).or(self.target.path())),
            _ => writeln!(out, "{SCREEN_ONLY}"),
        }
    }

    /// Writes a sentence and the prompt.
    pub(super) fn answer(&self, out: &mut dyn Write, sentence: &str) -> io::Result<DialogEnd> {
        writeln!(out, "{}", wrapped(sentence, columns(), INDENT))?;
        self.finish_line(out)
    }

    /// Writes the prompt after an executed line.
    fn finish_line(&self, out: &mut dyn Write) -> io::Result<DialogEnd> {
        self.write_prompt(out)?;
        out.flush()?;
        Ok(DialogEnd::Stay)
    }

    /// The table's command for an action; `None` if the action doesn't concern the table.
    fn command_for(&self, action: Action) -> Option<Command> {
        let seat = self.model.acting_seat().unwrap_or(Seat::FIRST);
        Some(match action {
            Action::Redo => self.model.redo(),
            Action::Restart => Command::Restart,
            Action::Pause => Command::Pause,
            Action::Resume => Command::Resume,
            Action::OfferDraw => Command::OfferDraw(seat),
            Action::AcceptDraw => Command::AcceptDraw(self.draw_responder()),
            Action::DeclineDraw => Command::DeclineDraw(self.draw_responder()),
            Action::Resign => Command::Resign(seat),
            Action::MoveNow => Command::MoveNow,
            _ => return None,
        })
    }

    pub(super) fn send_command(&mut self, out: &mut dyn Write, command: Command) -> io::Result<()> {
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

    const fn may_move(&self) -> bool {
        matches!(self.awaited, Awaited::Move(_))
    }

    /// Answers a pending move request with the input.
    pub(super) fn play_move(&mut self, out: &mut dyn Write, text: &str) -> io::Result<DialogEnd> {
        let asked = self.model.answer(text).filter(|_| self.may_move());
        let Some(command) = asked else {
            let why = if self.model.ending().is_some() {
                "The match is over; type undo, rematch, switch, analyze, menu or quit."
            } else {
                "It is not your turn; help lists the commands."
            };
            return self.answer(out, why);
        };
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
        out.flush()?;
        Ok(DialogEnd::Stay)
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
        match self.settings.board.flipped() {
            Some(style) => self.settings.board = style,
            None => return writeln!(out, "{NOT_FLIPPED}"),
        }
        self.write_board(out)
    }

    /// Sets the pause after each move of a watched match.
    fn set_pace(&mut self, out: &mut dyn Write, pace: Duration) -> io::Result<()> {
        if self.model.has_people() {
            return writeln!(out, "{}", pace::ONLY_WATCHED);
        }
        self.pace = pace;
        writeln!(out, "{}", pace::sentence(pace))?;
        self.send(out, Command::SetPace(pace))
    }

    fn toggle_thinking(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.settings.shows_thinking = !self.settings.shows_thinking;
        let is_shown = if self.settings.shows_thinking { "printed" } else { "hidden" };
        writeln!(out, "The players' thinking is {is_shown} from now on.")
    }

    /// Turns the coach on or off, or toggles it without an argument.
    fn set_coach(&mut self, out: &mut dyn Write, wanted: &str) -> io::Result<()> {
        self.settings.has_coach = match wanted.to_lowercase().as_str() {
            "on" => true,
            "off" => false,
            _ => !self.settings.has_coach,
        };
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

/// Writes the commands that work line by line.
fn write_help(out: &mut dyn Write) -> io::Result<()> {
    let is_listed = |action| !matches!(action, Action::NextPieces | Action::NextColors);
    writeln!(out, "Type a move or one of these commands:")?;
    write!(out, "{}", BINDINGS.help_by_line(is_listed, columns()))
}
