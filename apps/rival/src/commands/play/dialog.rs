//! The dialog between a person and the table.

mod advising;
mod hands;
mod hearing;
mod showing;

use std::collections::VecDeque;
use std::io::{self, Write};
use std::path::Path;
use std::time::Instant;

use board_engine::Seat;
use games_package::{Command, MatchSetup, TableGame};
use house::{Failure, House};
use match_view::MatchView;

use self::showing::write_refusal;
use crate::boards::BoardStyle;
use crate::live::{Inbox, LiveMatch, Message};

/// What the table waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Awaited {
    /// The table itself, or a player.
    Nothing,
    /// A move of this seat's person.
    Move(Seat),
    /// A word from anybody: the match is paused, or over.
    Word,
    /// That this seat's person comes to the keyboard, whose hand is covered until then.
    Arrival(Seat),
}

/// What comes of a line, and in the end of a match.
#[derive(Debug)]
pub(super) enum Next {
    Stay,
    /// The person leaves.
    Leave,
    /// Another match is played, or the same one by others.
    Play(Box<MatchSetup>),
    /// As `Play`, but the match is kept in a place of its own.
    PlayFile(Box<MatchSetup>),
}

/// The settings of the dialog, over all matches of a run.
#[derive(Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a setting by itself")]
pub(super) struct Manner {
    /// Somebody types; otherwise lines come from a file or a pipe and wait for their turn.
    pub(super) typed: bool,
    /// The reports of players are shown.
    pub(super) tells_thinking: bool,
    pub(super) board: BoardStyle,
    /// A coach judges every move of a person.
    pub(super) coaches: bool,
    /// What was typed and waits for its turn.
    pub(super) lines: VecDeque<String>,
    pub(super) input_has_ended: bool,
}

/// One person's screen, or that of two people who share it.
pub(super) struct Dialog<'a> {
    house: &'a House,
    inbox: &'a Inbox,
    manner: &'a mut Manner,
    live: &'a mut LiveMatch,
    model: MatchView,
    began: Instant,
    /// Where the record is saved after every move.
    save: Option<&'a Path>,
    awaited: Awaited,
    /// What was awaited when the table got a command that it may refuse.
    awaited_before: Awaited,
    /// How many answers of advisers are on their way.
    advice_awaited: usize,
}

impl<'a> Dialog<'a> {
    pub(super) fn new(
        house: &'a House,
        inbox: &'a Inbox,
        manner: &'a mut Manner,
        live: &'a mut LiveMatch,
        model: MatchView,
        save: Option<&'a Path>,
    ) -> Self {
        Self {
            house,
            inbox,
            manner,
            live,
            model,
            began: Instant::now(),
            save,
            awaited: Awaited::Nothing,
            awaited_before: Awaited::Nothing,
            advice_awaited: 0,
        }
    }

    /// Goes on until somebody leaves or the table is cleared. What comes next is never [`Next::Stay`].
    pub(super) fn run(&mut self) -> Result<Next, Failure> {
        for message in &self.inbox.messages {
            match message {
                Message::Table(event) => self.show(&event)?,
                Message::TableClosed => break,
                Message::Line(line) => self.manner.lines.push_back(line),
                Message::EndOfInput => self.manner.input_has_ended = true,
                Message::Advice(advice) => self.show_advice(&advice)?,
                Message::AnalysisUpdate(..) | Message::Screen(_) => {}
                Message::Interrupted(by) => return Err(by.into()),
            }
            match self.work_off_lines()? {
                Next::Stay => {}
                next => return Ok(next),
            }
        }
        Ok(Next::Leave)
    }

    /// Waits for this from now on, whatever was awaited before.
    fn wait_for(&mut self, awaited: Awaited) {
        (self.awaited, self.awaited_before) = (awaited, awaited);
    }

    /// Sends a command. If it is refused, the reason is written, and what was awaited before is awaited again.
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

/// The indent of the continued lines of a long sentence, in characters.
const INDENT: usize = 2;
