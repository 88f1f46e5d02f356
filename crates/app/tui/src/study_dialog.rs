//! Studies a match or a position line by line.

mod analyzing;
mod editing;
mod exercise;

use std::cell::RefCell;
use std::io::{self, Write};
use std::path::Path;

use analysis::{Step, Study, StudyAnalysis};
use app_context::{Failure, name_unusable_files, one_line};
use board_engine::{NotationError, Turn, Viewer};
use games_package::Mark;
use match_view::sentences;
use notation::replace_comment_text;

use self::editing::Editor;
use crate::analyst::{Analyst, RunningAnalyses};
use crate::dialog::DialogEnd;
use crate::live::{Inbox, Message};
use crate::people::match_from;
use crate::plain_text::{
    self, BoardStyle, NOT_FLIPPED, SCREEN_ONLY, board_text, capitalized, columns, file_argument,
    rules_of, wrapped,
};
use crate::study_actions::{MOVE_NUMBER_EXPECTED, STUDY_BINDINGS, StudyAction};
use crate::typed_line::{TypedLine, move_in_any_case};
use crate::typed_lines::TypedLines;

/// The maximum length of a remark, in characters.
const REMARK_MAX: usize = 1_000;

/// The indent of continuation lines, in characters.
const INDENT: usize = 2;

/// The current position, and the background analyses.
#[expect(missing_debug_implementations, reason = "a writer has no such text")]
pub struct StudyDialog<'a> {
    out: RefCell<&'a mut dyn Write>,
    analyst: &'a Analyst<'a>,
    study: Study,
    /// The study before the last position setup.
    former: Option<Study>,
    /// The position that is being set up.
    editor: Option<Editor>,
    /// The style for printed boards.
    board: BoardStyle,
    analysis: StudyAnalysis,
    running: RunningAnalyses,
    /// The number of plies before the mistake to improve in the exercise.
    exercise: Option<usize>,
    /// `true` to show the key moments once the match is analyzed.
    tells_moments: bool,
    /// `true` if the pending lines wait for the analysis to end.
    waits: bool,
}

impl<'a> StudyDialog<'a> {
    /// A dialog about this study, written to `out`.
    pub fn new(analyst: &'a Analyst<'a>, study: Study, out: &'a mut dyn Write) -> Self {
        Self {
            out: RefCell::new(out),
            analyst,
            study,
            former: None,
            editor: None,
            board: BoardStyle::default(),
            analysis: analyst.study_analysis(),
            running: RunningAnalyses::default(),
            exercise: None,
            tells_moments: false,
            waits: false,
        }
    }

    /// The same dialog with boards in this style.
    #[must_use]
    pub const fn with_board(mut self, style: BoardStyle) -> Self {
        self.board = style;
        self
    }

    /// Shows the position, and runs until the user leaves. Returns the next step.
    ///
    /// # Errors
    /// [`Failure`] if the user interrupts or the output fails.
    pub fn run(self, inbox: &Inbox, lines: &mut TypedLines) -> Result<DialogEnd, Failure> {
        let record = self.study.record();
        let names: Vec<String> = record.players.iter().map(|player| player.name.clone()).collect();
        let game = self.study.game().clone();
        let title = sentences::match_title(&*game, &names, record.time_control);
        writeln!(self.out.borrow_mut(), "{title}\nType a move to try it, or help.\n")?;
        self.show_position()?;
        self.go_on(inbox, lines)
    }

    /// Runs until the user leaves, without showing the position first. Returns the next step.
    ///
    /// # Errors
    /// [`Failure`] if the user interrupts or the output fails.
    pub fn go_on(mut self, inbox: &Inbox, lines: &mut TypedLines) -> Result<DialogEnd, Failure> {
        loop {
            match self.execute_unread(lines)? {
                DialogEnd::Stay => {}
                next => return Ok(next),
            }
            // At the end of piped input, wait for the running analyses.
            if lines.has_ended() && !self.analysis.is_running() {
                return Ok(DialogEnd::Leave);
            }
            let Ok(message) = inbox.messages.recv() else { return Ok(DialogEnd::Leave) };
            match message {
                Message::Line(line) => lines.push(line),
                Message::AnalysisUpdate(number, update) => self.handle_update(number, *update)?,
                Message::Interrupted(by) => return Err(by.into()),
                Message::EndOfInput => lines.end(),
                _ => {}
            }
        }
    }

    /// Executes the lines that don't have to wait.
    fn execute_unread(&mut self, lines: &mut TypedLines) -> Result<DialogEnd, Failure> {
        while !(self.waits && self.analysis.is_running()) {
            self.waits = false;
            let Some(line) = lines.pop() else { break };
            match self.execute(&line)? {
                DialogEnd::Stay => {}
                next => return Ok(next),
            }
        }
        Ok(DialogEnd::Stay)
    }

    fn prompt(&self) -> io::Result<()> {
        name_unusable_files();
        let mut out = self.out.borrow_mut();
        if self.editor.is_some() {
            write!(out, "Set up: ")?;
            return out.flush();
        }
        let kind = if self.study.is_in_variation() { ", in a variation" } else { "" };
        write!(out, "{}{kind}: ", capitalized(&self.study.place()))?;
        out.flush()
    }

    fn show_position(&self) -> io::Result<()> {
        self.write_position()?;
        self.prompt()
    }

    /// Writes the board and the last move. Outside exercises, also writes the next move and the variations.
    fn write_position(&self) -> io::Result<()> {
        let (game, state) = (self.study.game(), self.study.state());
        let mut out = self.out.borrow_mut();
        write!(out, "{}", board_text(&state.diagram(Viewer::Arbiter), self.board))?;
        if let Some(last) = self.study.last() {
            writeln!(out, "After {}{}", last.mv, plain_text::annotation(last))?;
        }
        match (state.ending(), state.turn()) {
            (Some(ending), _) => {
                writeln!(out, "{}", sentences::ending_sentence(&**game, &ending))?;
            }
            (None, Turn::Seat(seat)) => writeln!(out, "{} is to move.", game.seat_name(seat))?,
            (None, Turn::Chance) => writeln!(out, "Chance to move.")?,
        }
        if self.exercise.is_some() {
            return Ok(());
        }
        if let Some(next) = self.study.next_ply() {
            writeln!(out, "Next: {}{}", next.mv, plain_text::annotation(next))?;
        }
        let variations = self.study.variations();
        if !variations.is_empty() {
            writeln!(out, "Variations: {}", variations.join(", "))?;
        }
        Ok(())
    }

    /// Executes a line.
    fn execute(&mut self, line: &str) -> Result<DialogEnd, Failure> {
        if self.editor.is_some() {
            self.execute_set_up(line)?;
            return Ok(DialogEnd::Stay);
        }
        let line = line.trim();
        if line.is_empty() {
            self.step(|study| study.forward().is_some(), "the end of the line")?;
            return Ok(DialogEnd::Stay);
        }
        match STUDY_BINDINGS.read(line, self.study.state().resolve_typed(line), true) {
            TypedLine::Move(mv) => self.try_move(&mv)?,
            TypedLine::Command(command, rest) => return self.perform(command.action, &rest),
            TypedLine::NoCommand(why) => self.answer(&why)?,
            TypedLine::Neither(error) => self.execute_other(line, &error)?,
        }
        Ok(DialogEnd::Stay)
    }

    /// Carries out a command with its argument.
    fn perform(&mut self, action: StudyAction, rest: &str) -> Result<DialogEnd, Failure> {
        match action {
            StudyAction::Quit => return Ok(DialogEnd::Leave),
            StudyAction::Menu => return Ok(DialogEnd::Menu),
            StudyAction::PlayOn => match match_from(self.analyst.app, &self.study) {
                Ok(setup) => return Ok(DialogEnd::PlayFile(Box::new(setup))),
                Err(failure) => self.answer(&sentences::not_possible(&failure.to_string()))?,
            },
            StudyAction::Lines | StudyAction::Hint => self.find_lines()?,
            StudyAction::Threat => self.find_threat()?,
            StudyAction::Mistakes => self.list_mistakes()?,
            StudyAction::Moments => self.show_moments()?,
            StudyAction::FindBetter => self.start_exercise()?,
            StudyAction::Position if !rest.is_empty() => self.set_position(rest)?,
            StudyAction::Return => self.return_to_former()?,
            action => self.perform_here(action, rest)?,
        }
        Ok(DialogEnd::Stay)
    }

    /// Commands that only print, or change the position or the annotations.
    fn perform_here(&mut self, action: StudyAction, rest: &str) -> io::Result<()> {
        match action {
            StudyAction::Forward => {
                self.step(|study| study.forward().is_some(), "the end of the line")
            }
            StudyAction::Back => self.step(Study::back, "the start"),
            StudyAction::LeaveVariation => self.step(Study::leave_variation, "the match itself"),
            StudyAction::GoToMove => match self.study.ply_of_move(rest) {
                Some(ply) => self.show_ply(ply),
                None => self.answer(MOVE_NUMBER_EXPECTED),
            },
            StudyAction::First => self.show_ply(0),
            StudyAction::Last => self.show_ply(usize::MAX),
            StudyAction::ShowBoard | StudyAction::Details => self.show_position(),
            StudyAction::ShowPieces => self.describe_pieces(),
            StudyAction::ShowRules => self.answer(&rules_of(&**self.study.game())),
            StudyAction::ShowLegalMoves => self.list_legal_moves(),
            StudyAction::ShowMoves => self.answer(&plain_text::move_list(&self.study)),
            StudyAction::Flip => self.flip(),
            StudyAction::Solution => self.show_solution(),
            StudyAction::Graph => self.draw_graph(),
            StudyAction::Remark => self.set_remark(rest),
            StudyAction::Mark => self.set_mark(rest),
            StudyAction::DeleteVariation => self.delete_variation(),
            StudyAction::Wait => self.wait(),
            StudyAction::Stop => self.stop(),
            StudyAction::Edit => self.edit(),
            StudyAction::Position => self.answer(&self.study.state().position(Viewer::Arbiter)),
            StudyAction::Save => self.save(file_argument(rest)),
            StudyAction::Skip => self.answer("There is no puzzle to skip."),
            StudyAction::AutoPlay | StudyAction::Faster | StudyAction::Slower => {
                self.answer("Autoplay works only on the full screen; Enter shows the next move.")
            }
            StudyAction::Help => self.answer(&help()),
            _ => self.answer(SCREEN_ONLY),
        }
    }

    fn show_ply(&mut self, ply: usize) -> io::Result<()> {
        self.study.go_to(ply);
        self.show_new_position()
    }

    /// Flips the board from now on.
    fn flip(&mut self) -> io::Result<()> {
        match self.board.flipped() {
            Some(style) => self.board = style,
            None => return self.answer(NOT_FLIPPED),
        }
        self.show_position()
    }

    fn describe_pieces(&self) -> io::Result<()> {
        let picture = self.study.state().diagram(Viewer::Arbiter);
        self.answer(&board_text(&picture, BoardStyle::InWords))
    }

    /// Goes to another position, or reports that the current position is the last in this direction.
    fn step(&mut self, step: impl FnOnce(&mut Study) -> bool, place: &str) -> io::Result<()> {
        if !step(&mut self.study) {
            self.write_wrapped(&format!("This is {place}."))?;
        }
        self.show_new_position()
    }

    /// Makes subsequent lines wait for the running analysis.
    fn wait(&mut self) -> io::Result<()> {
        self.waits = self.analysis.is_running();
        if self.waits { Ok(()) } else { self.prompt() }
    }

    /// Stops all analyses.
    fn stop(&mut self) -> io::Result<()> {
        self.tells_moments = false;
        self.analysis.stop_position();
        self.analysis.stop_match();
        self.running.keep_wanted(&self.analysis);
        self.answer("No analysis is running now.")
    }

    fn write_wrapped(&self, sentence: &str) -> io::Result<()> {
        writeln!(self.out.borrow_mut(), "{}", wrapped(sentence, columns(), INDENT))
    }

    fn answer(&self, sentence: &str) -> io::Result<()> {
        self.write_wrapped(sentence.trim_end())?;
        self.prompt()
    }

    /// Stops the analysis of the previous position and shows the new position.
    fn show_new_position(&mut self) -> io::Result<()> {
        self.exercise = None;
        self.analysis.stop_position();
        self.running.keep_wanted(&self.analysis);
        self.show_position()
    }

    fn try_move(&mut self, text: &str) -> io::Result<()> {
        if let Some(ply) = self.exercise {
            return self.judge(ply, text);
        }
        match self.study.play(text) {
            Ok((_, step)) => {
                if step == Step::New && self.study.is_in_variation() {
                    self.write_wrapped("New variation; type up to go back.")?;
                }
                self.show_new_position()
            }
            Err(error) => self.refuse(text, &error),
        }
    }

    /// Executes a line that is neither a legal move in the game's notation nor a command.
    fn execute_other(&mut self, line: &str, error: &NotationError) -> io::Result<()> {
        let mut legal = Vec::new();
        self.study.state().legal_moves(&mut legal);
        if let Some(mv) = move_in_any_case(line, legal.iter().map(String::as_str)) {
            return self.try_move(&mv);
        }
        if self.exercise.is_some() {
            return self.refuse(line, error);
        }
        if self.study.is_position(line) {
            return self.set_position(line);
        }
        self.open_game(line).unwrap_or_else(|| self.refuse(line, error))
    }

    /// Prints why a line is not a move, or suggests a word.
    fn refuse(&self, text: &str, error: &NotationError) -> io::Result<()> {
        let reason = |why: String| format!("That is not possible: {}", one_line(&why));
        self.answer(&STUDY_BINDINGS.rejection(text, error).unwrap_or_else(reason))
    }

    fn list_legal_moves(&self) -> io::Result<()> {
        let mut moves = Vec::new();
        self.study.state().legal_moves(&mut moves);
        match moves.as_slice() {
            [] => self.answer("There is no legal move."),
            moves => self.answer(&format!("Legal moves: {}", moves.join(" "))),
        }
    }

    fn save(&self, file: Option<&Path>) -> io::Result<()> {
        let Some(file) = file else {
            return self.answer("Pass a file, as in save marked.toml or save marked.pdn.");
        };
        let mut record = self.study.record().clone();
        self.analysis.report().annotate(&mut record, &**self.study.game());
        match match_library::save(&record, file).map_err(Failure::from) {
            Ok(()) => self.answer(&format!("Saved to {}.", file.display())),
            Err(failure) => self.answer(&format!("Can't save the match: {failure}")),
        }
    }
}

/// Returns `true` if a command works line by line in a study or a replay.
pub(crate) const fn works_by_line(action: StudyAction) -> bool {
    !matches!(action, StudyAction::NextPieces | StudyAction::NextColors | StudyAction::Skip)
}

/// The help text.
fn help() -> String {
    let is_listed = |action| {
        let is_of_replay =
            matches!(action, StudyAction::AutoPlay | StudyAction::Faster | StudyAction::Slower);
        works_by_line(action) && !is_of_replay
    };
    let words = STUDY_BINDINGS.help_by_line(is_listed, columns());
    format!("Type a move to add it as a variation, or one of these commands:\n{words}")
}

/// Edits annotations and variations.
impl StudyDialog<'_> {
    /// Sets the remark on the last move.
    fn set_remark(&mut self, text: &str) -> io::Result<()> {
        let Some(ply) = self.study.last_mut() else { return self.say_no_move() };
        let text: String = text.chars().take(REMARK_MAX).collect();
        ply.note.remark = replace_comment_text(&ply.note.remark, &text);
        self.answer(if text.is_empty() { "Comment deleted." } else { "Noted." })
    }

    /// Marks the last move: "!", "??" …; an empty sign removes the mark.
    fn set_mark(&mut self, sign: &str) -> io::Result<()> {
        let mark = Mark::from_sign(sign);
        if mark.is_none() && !sign.is_empty() {
            return self.answer(&format!("Unknown mark {sign}: expected one of ! ? !! ?? !? ?!."));
        }
        let Some(ply) = self.study.last_mut() else { return self.say_no_move() };
        ply.note.mark = mark;
        let said = format!("{}{sign}", ply.mv);
        self.answer(&said)
    }

    fn say_no_move(&self) -> io::Result<()> {
        self.answer("This is the start; there is no move to annotate.")
    }

    /// Deletes the variation with the current position.
    fn delete_variation(&mut self) -> io::Result<()> {
        if !self.study.delete_variation() {
            return self.answer("This is the match itself; only variations can be deleted.");
        }
        self.write_wrapped("Variation deleted.")?;
        self.show_new_position()
    }
}
