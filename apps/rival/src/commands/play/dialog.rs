//! The talk between a person and the table.

mod advising;
mod hands;
mod hearing;
mod showing;

use std::collections::VecDeque;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use board_engine::{Seat, Turn};
use games_package::{Command, MatchSetup, TableGame, TableState};
use house::{Failure, House};

use self::showing::write_refusal;
use crate::live::{Inbox, LiveMatch, Message};
use crate::sentences::View;

/// What the table waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Awaited {
    /// Its own doing, or a player's.
    Nothing,
    /// A move of this seat's person.
    Move(Seat),
    /// A word from anybody: the match is paused, or over.
    Word,
    /// That this seat's person comes to the keyboard, before whom a hand is hidden.
    Arrival(Seat),
}

/// What comes of a line, and in the end of a match.
#[derive(Debug)]
pub(super) enum Next {
    Stay,
    /// The person has gone.
    Leave,
    /// Another match is played, or the same one by others.
    Play(Box<MatchSetup>),
    /// As `Play`, but the match is kept in a place of its own.
    PlayFile(Box<MatchSetup>),
}

/// How a person wants to be talked to, over all matches of a run.
#[derive(Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a matter of taste by itself")]
pub(super) struct Manner {
    /// Somebody types; otherwise lines come from a file or a pipe and wait for their turn.
    pub(super) typed: bool,
    /// What players think is told.
    pub(super) tells_thinking: bool,
    pub(super) view: View,
    /// Every own move is appraised.
    pub(super) coaches: bool,
    /// What was typed and waits for its turn.
    pub(super) lines: VecDeque<String>,
    pub(super) input_has_ended: bool,
}

/// Who sits at the table.
pub(super) struct Seats<'a> {
    pub(super) game: Arc<dyn TableGame>,
    pub(super) live: &'a mut LiveMatch,
    /// Which seats are people's.
    pub(super) people: Vec<bool>,
    /// Whether they must not see each other's hands.
    pub(super) hides_hands: bool,
}

/// One person's screen, or two people's before the same one.
pub(super) struct Dialog<'a> {
    house: &'a House,
    inbox: &'a Inbox,
    manner: &'a mut Manner,
    seats: Seats<'a>,
    /// Whose hand may be seen, where hands are hidden.
    seen_by: Option<Seat>,
    /// Where the record is saved after every move.
    save: Option<&'a Path>,
    table: Option<TableState>,
    /// Who offered a draw last.
    offerer: Option<Seat>,
    /// How many plies each `undo` took back, for `redo`.
    undone: Vec<usize>,
    awaited: Awaited,
    /// What was awaited when the table was told to do something that it may refuse.
    awaited_before: Awaited,
    /// How much advice is being made.
    advice_awaited: usize,
}

impl<'a> Dialog<'a> {
    pub(super) fn new(
        house: &'a House,
        inbox: &'a Inbox,
        manner: &'a mut Manner,
        seats: Seats<'a>,
        save: Option<&'a Path>,
    ) -> Self {
        Self {
            house,
            inbox,
            manner,
            seats,
            seen_by: None,
            save,
            table: None,
            offerer: None,
            undone: Vec::new(),
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

    /// Sends a command, and says why if it is refused: what was awaited before is awaited still then.
    fn send(&mut self, out: &mut impl Write, command: Command) -> io::Result<()> {
        let Err(refusal) = self.seats.live.send(command) else { return Ok(()) };
        self.awaited = self.awaited_before;
        write_refusal(out, &refusal.to_string())?;
        self.write_prompt(out)
    }

    fn game(&self) -> &dyn TableGame {
        &*self.seats.game
    }

    fn is_person(&self, turn: Turn) -> bool {
        matches!(turn, Turn::Seat(seat) if self.seats.people[seat.index()])
    }
}

/// How far the rest of a long sentence stands from the left, in characters.
const INDENT: usize = 2;
