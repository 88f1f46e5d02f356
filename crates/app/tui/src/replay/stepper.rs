//! Interactive replay, step by step.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use app_context::{CommandResult, Failure};
use games_package::parse_duration;

use super::Replay;
use crate::live::{Inbox, Message};
use crate::plain_text::{capitalized, columns, wrapped};
use crate::study_actions::{MOVE_NUMBER_EXPECTED, STUDY_BINDINGS, StudyAction};
use crate::study_dialog;
use crate::typed_line::{TypedLine, impossible};

/// The default pause.
const DELAY: Duration = Duration::from_secs(1);

/// The allowed range of pauses.
const DELAY_RANGE: (Duration, Duration) = (Duration::from_millis(50), Duration::from_mins(1));

/// The help for analysis commands.
const ANALYSIS_HELP: &str = "Enter shows the next move, and stops autoplay. A move or a command like lines, mistakes, note or save starts an analysis.";

/// The next step after a line.
enum After {
    /// Read another line.
    Line,
    /// Start an analysis with this line.
    Analysis,
    /// End the replay, because the person quits.
    End,
}

/// An interactive replay.
#[derive(Debug)]
pub struct Stepper<'a> {
    replay: Replay,
    inbox: &'a Inbox,
    /// The pause after each move in automatic play.
    delay: Duration,
    /// The time of the next move in automatic play.
    next: Option<Instant>,
}

impl<'a> Stepper<'a> {
    /// A replay that reads its lines from this inbox.
    pub fn new(replay: Replay, inbox: &'a Inbox) -> Self {
        Self { replay, inbox, delay: DELAY, next: None }
    }

    /// The replay at the last shown position.
    pub fn into_replay(self) -> Replay {
        self.replay
    }

    /// Runs until the user quits or types an analysis command. Returns that command.
    ///
    /// # Errors
    /// [`Failure`] if the match breaks the rules, the user interrupts, or `out` can't be written.
    pub fn run(&mut self, out: &mut dyn Write) -> Result<Option<String>, Failure> {
        self.replay.write_title(out)?;
        self.replay.write_board(out)?;
        writeln!(out, "Enter shows the next move; help lists the commands.")?;
        self.prompt(out)?;
        loop {
            let message = match self.next {
                None => self.inbox.messages.recv().ok(),
                Some(next) => match self.inbox.messages.recv_deadline(next) {
                    Ok(message) => Some(message),
                    Err(_time) => {
                        self.go_on(out)?;
                        continue;
                    }
                },
            };
            match message {
                Some(Message::Line(line)) => match self.execute(out, &line)? {
                    After::Line => self.prompt(out)?,
                    After::Analysis => return Ok(Some(line)),
                    After::End => return Ok(None),
                },
                Some(Message::Interrupted(by)) => return Err(by.into()),
                Some(Message::EndOfInput) | None => return Ok(None),
                Some(_) => {}
            }
        }
    }

    fn prompt(&self, out: &mut dyn Write) -> io::Result<()> {
        if self.next.is_none() {
            write!(out, "{}: ", capitalized(&self.replay.place()))?;
        }
        out.flush()
    }

    /// Shows the next move in automatic play.
    fn go_on(&mut self, out: &mut dyn Write) -> CommandResult {
        self.next = Some(Instant::now() + self.delay);
        if !self.forward(out)? {
            self.next = None;
            self.prompt(out)?;
        }
        Ok(out.flush()?)
    }

    /// Shows the next move. Returns `false` at the end.
    fn forward(&mut self, out: &mut dyn Write) -> Result<bool, Failure> {
        let Some(played) = self.replay.step()? else {
            self.replay.write_end(out)?;
            return Ok(false);
        };
        self.replay.write_move(out, &played)?;
        self.replay.write_board(out)?;
        Ok(true)
    }

    /// Executes a typed line. The words are those of a study; a word that needs an analysis starts one.
    fn execute(&mut self, out: &mut dyn Write, line: &str) -> Result<After, Failure> {
        let line = line.trim();
        if self.next.take().is_some() && line.is_empty() {
            return Ok(After::Line);
        }
        if line.is_empty() {
            self.forward(out)?;
            return Ok(After::Line);
        }
        let resolved = self.replay.state.resolve_typed(line);
        match STUDY_BINDINGS.read(line, resolved, true) {
            TypedLine::Command(command, rest) => return self.perform(out, command.action, &rest),
            TypedLine::Move(_) => return Ok(After::Analysis),
            TypedLine::NoCommand(why) => answer(out, &why)?,
            TypedLine::Neither(error) => {
                let rejection = STUDY_BINDINGS.rejection(line, &error);
                answer(out, &rejection.unwrap_or_else(|why| impossible(line, &why)))?;
            }
        }
        Ok(After::Line)
    }

    /// Carries out a command with its argument.
    fn perform(
        &mut self,
        out: &mut dyn Write,
        action: StudyAction,
        rest: &str,
    ) -> Result<After, Failure> {
        match action {
            StudyAction::Forward => {
                self.forward(out)?;
            }
            StudyAction::Back => self.back(out)?,
            StudyAction::First => self.go_to(out, 0)?,
            StudyAction::Last => self.go_to(out, usize::MAX)?,
            StudyAction::GoToMove => {
                let movers = self.replay.movers.iter().copied();
                match self.replay.numbers.ply_of(rest, movers) {
                    Some(ply) => self.go_to(out, ply)?,
                    None => writeln!(out, "{MOVE_NUMBER_EXPECTED}")?,
                }
            }
            StudyAction::AutoPlay => self.play(out, rest)?,
            StudyAction::PlayOn if parse_duration(rest).is_ok() => self.play(out, rest)?,
            StudyAction::Faster => self.set_delay(out, self.delay / 2)?,
            StudyAction::Slower => self.set_delay(out, self.delay * 2)?,
            StudyAction::ShowBoard | StudyAction::Details => self.replay.write_board(out)?,
            StudyAction::Help => {
                let words = STUDY_BINDINGS.help_by_line(study_dialog::works_by_line, columns());
                write!(out, "{words}")?;
                writeln!(out, "{}", wrapped(ANALYSIS_HELP, columns(), 0))?;
            }
            StudyAction::Quit => return Ok(After::End),
            _ => return Ok(After::Analysis),
        }
        Ok(After::Line)
    }

    fn back(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if self.replay.back() {
            self.replay.write_board(out)
        } else {
            writeln!(out, "This is the start.")
        }
    }

    /// Goes to the position after `ply` plies, or to the end.
    fn go_to(&mut self, out: &mut dyn Write, ply: usize) -> CommandResult {
        while self.replay.state.ply() > ply && self.replay.back() {}
        while self.replay.state.ply() < ply && self.replay.step()?.is_some() {}
        Ok(self.replay.write_board(out)?)
    }

    fn play(&mut self, out: &mut dyn Write, delay: &str) -> io::Result<()> {
        if !delay.is_empty() {
            match parse_duration(delay) {
                Ok(delay) => self.delay = delay.clamp(DELAY_RANGE.0, DELAY_RANGE.1),
                Err(_) => return writeln!(out, "Pass a pause, as in auto 500ms."),
            }
        }
        self.next = Some(Instant::now());
        Ok(())
    }

    fn set_delay(&mut self, out: &mut dyn Write, delay: Duration) -> io::Result<()> {
        self.delay = delay.clamp(DELAY_RANGE.0, DELAY_RANGE.1);
        self.next = Some(Instant::now() + self.delay);
        writeln!(out, "A pause of {} after each move.", humantime::format_duration(self.delay))
    }
}

fn answer(out: &mut dyn Write, sentence: &str) -> io::Result<()> {
    writeln!(out, "{}", wrapped(sentence, columns(), 0))
}
