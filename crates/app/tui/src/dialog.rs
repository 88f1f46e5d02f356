//! Plays a match with the people at the terminal, line by line.

mod advice;
mod events;
mod hands;
mod input;
mod matches;
mod parts;

use std::io::{self, Write};
use std::time::{Duration, Instant};

use analysis::Study;
use app_context::{AppContext, Failure, one_line};
use board_engine::Seat;
use games_package::{Command, MatchSetup, TableGame};
use match_library::SaveTarget;
use match_view::{MatchView, sentences};

use crate::live::{Inbox, LiveMatch, Message};
use crate::plain_text::{BoardStyle, columns, wrapped};
use crate::typed_lines::TypedLines;

pub use self::matches::play;

/// The indent of continuation lines, in characters.
const INDENT: usize = 2;

/// The input that the dialog waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Awaited {
    /// Nothing: the match or a player continues.
    Nothing,
    /// A move of the person in this seat.
    Move(Seat),
    /// Any word, because the match is paused or over.
    Word,
    /// The keyboard handover to the person in this seat. The hand is covered until that person confirms.
    Handover(Seat),
}

/// The next step after a line, a match or a study.
#[derive(Debug)]
pub enum DialogEnd {
    /// Continue the match.
    Stay,
    /// Quit.
    Leave,
    /// Open the menu.
    Menu,
    /// Study the match, starting at the last position.
    Study(Box<Study>),
    /// Play another match, or the same match with other players.
    Play(Box<MatchSetup>),
    /// Like `Play`, but the match is saved to a new slot.
    PlayFile(Box<MatchSetup>),
}

/// Settings and pending input, which persist across matches.
#[derive(Debug, Default)]
pub struct DialogSettings {
    /// `true` if standard input is a terminal. Otherwise lines are read on demand from a file or a pipe.
    pub is_interactive: bool,
    /// `true` to show the players' thinking.
    pub shows_thinking: bool,
    /// The style of printed boards.
    pub board: BoardStyle,
    /// `true` if the coach comments on every human move.
    pub has_coach: bool,
    /// The typed lines.
    pub lines: TypedLines,
}

/// The line-by-line dialog of one match.
#[derive(Debug)]
pub struct Dialog<'a> {
    app: &'a AppContext,
    inbox: &'a Inbox,
    settings: &'a mut DialogSettings,
    live: &'a mut LiveMatch,
    model: MatchView,
    began: Instant,
    /// The file in which to save the record after every move.
    target: &'a SaveTarget,
    awaited: Awaited,
    /// The value of `awaited` before the last command, restored if the command is refused.
    awaited_before: Awaited,
    /// The number of unanswered advice requests.
    advice_awaited: usize,
    /// The pause after each move.
    pace: Duration,
}

impl<'a> Dialog<'a> {
    /// The dialog for a match. The match's messages arrive in the inbox.
    pub fn new(
        app: &'a AppContext,
        inbox: &'a Inbox,
        settings: &'a mut DialogSettings,
        live: &'a mut LiveMatch,
        model: MatchView,
        target: &'a SaveTarget,
    ) -> Self {
        Self {
            app,
            inbox,
            settings,
            live,
            model,
            began: Instant::now(),
            target,
            awaited: Awaited::Nothing,
            awaited_before: Awaited::Nothing,
            advice_awaited: 0,
            pace: Duration::ZERO,
        }
    }

    /// The same dialog of a match with this pause after each move.
    #[must_use]
    pub const fn with_pace(mut self, pace: Duration) -> Self {
        self.pace = pace;
        self
    }

    /// Runs until a person leaves or the match ends. Never returns [`DialogEnd::Stay`].
    ///
    /// # Errors
    /// [`Failure`] if the user interrupts or `out` can't be written.
    pub fn run(&mut self, out: &mut dyn Write) -> Result<DialogEnd, Failure> {
        for message in &self.inbox.messages {
            match message {
                Message::Table(sequenced) => self.show(out, &sequenced.event)?,
                Message::TableClosed => break,
                Message::Line(line) => self.settings.lines.push(line),
                Message::EndOfInput => self.settings.lines.end(),
                Message::Advice(advice) => self.show_advice(out, &advice)?,
                Message::AnalysisUpdate(..) | Message::Screen(_) => {}
                Message::Interrupted(by) => return Err(by.into()),
            }
            match self.process_lines(out)? {
                DialogEnd::Stay => {}
                next => return Ok(next),
            }
        }
        Ok(DialogEnd::Leave)
    }

    /// Waits for this input, even after a refused command.
    fn wait_for(&mut self, awaited: Awaited) {
        (self.awaited, self.awaited_before) = (awaited, awaited);
    }

    /// Sends a command. If the input is refused, writes the reason and restores `awaited`.
    fn send(&mut self, out: &mut dyn Write, command: Command) -> io::Result<()> {
        let Err(refusal) = self.live.send(command) else { return Ok(()) };
        self.awaited = self.awaited_before;
        write_refusal(out, &refusal.to_string())?;
        self.write_prompt(out)
    }

    fn game(&self) -> &dyn TableGame {
        &**self.model.game()
    }
}

/// Writes why a command was refused.
fn write_refusal(out: &mut dyn Write, why: &str) -> io::Result<()> {
    let sentence = sentences::not_possible(&one_line(why));
    writeln!(out, "{}", wrapped(&sentence, columns(), INDENT))
}
