//! The dialog with the people at the terminal, line by line.

mod advice;
mod events;
mod hands;
mod input;
mod refusal;

use std::collections::VecDeque;
use std::io::{self, Write};
use std::time::Instant;

use board_engine::Seat;
use games_package::{Command, MatchSetup, TableGame};
use house::{Failure, House};
use match_library::SaveTarget;
use match_view::MatchView;

use self::refusal::write_refusal;
use crate::boards::BoardStyle;
use crate::live::{Inbox, LiveMatch, Message};

/// The input that the dialog waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Awaited {
    /// None: the match or a player continues.
    Nothing,
    /// A move of the person in this seat.
    Move(Seat),
    /// Any word: the match is paused or over.
    Word,
    /// The handover of the keyboard to the person in this seat, whose hand is covered until then.
    Handover(Seat),
}

/// The next step after a line or a match.
#[derive(Debug)]
pub(super) enum Next {
    /// The match continues.
    Stay,
    /// The person quits.
    Leave,
    /// Another match, or the same one with other players.
    Play(Box<MatchSetup>),
    /// Like `Play`, but the match is saved to a new slot.
    PlayFile(Box<MatchSetup>),
}

/// Settings and pending input, which outlive single matches.
#[derive(Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a setting by itself")]
pub(super) struct DialogSettings {
    /// Standard input is a terminal. Otherwise lines come from a file or a pipe, and each waits until it is needed.
    pub(super) is_interactive: bool,
    /// The thinking of players is shown.
    pub(super) shows_thinking: bool,
    pub(super) board: BoardStyle,
    /// The coach comments on every move of a person.
    pub(super) has_coach: bool,
    /// Lines that were read and not yet processed.
    pub(super) lines: VecDeque<String>,
    pub(super) input_has_ended: bool,
}

/// The dialog of one match.
pub(super) struct Dialog<'a> {
    house: &'a House,
    inbox: &'a Inbox,
    settings: &'a mut DialogSettings,
    live: &'a mut LiveMatch,
    model: MatchView,
    began: Instant,
    /// Where the record is saved after every move.
    target: &'a SaveTarget,
    awaited: Awaited,
    /// The value of `awaited` before the last command, restored if the command is refused.
    awaited_before: Awaited,
    /// The number of requests for advice without an answer.
    advice_awaited: usize,
}

impl<'a> Dialog<'a> {
    pub(super) fn new(
        house: &'a House,
        inbox: &'a Inbox,
        settings: &'a mut DialogSettings,
        live: &'a mut LiveMatch,
        model: MatchView,
        target: &'a SaveTarget,
    ) -> Self {
        Self {
            house,
            inbox,
            settings,
            live,
            model,
            began: Instant::now(),
            target,
            awaited: Awaited::Nothing,
            awaited_before: Awaited::Nothing,
            advice_awaited: 0,
        }
    }

    /// Runs until a person leaves or the match is gone. Never returns [`Next::Stay`].
    pub(super) fn run(&mut self) -> Result<Next, Failure> {
        for message in &self.inbox.messages {
            match message {
                Message::Table(sequenced) => self.show(&sequenced.event)?,
                Message::TableClosed => break,
                Message::Line(line) => self.settings.lines.push_back(line),
                Message::EndOfInput => self.settings.input_has_ended = true,
                Message::Advice(advice) => self.show_advice(&advice)?,
                Message::AnalysisUpdate(..) | Message::Screen(_) => {}
                Message::Interrupted(by) => return Err(by.into()),
            }
            match self.process_lines()? {
                Next::Stay => {}
                next => return Ok(next),
            }
        }
        Ok(Next::Leave)
    }

    /// Waits for this input, even after a refused command.
    fn wait_for(&mut self, awaited: Awaited) {
        (self.awaited, self.awaited_before) = (awaited, awaited);
    }

    /// Sends a command. If it is refused, writes the reason and restores `awaited`.
    fn send(&mut self, out: &mut impl Write, command: Command) -> io::Result<()> {
        let Err(refusal) = self.live.send(command) else { return Ok(()) };
        self.awaited = self.awaited_before;
        write_refusal(out, &refusal.to_string())?;
        self.write_prompt(out)
    }

    fn game(&self) -> &dyn TableGame {
        &**self.model.game()
    }
}
