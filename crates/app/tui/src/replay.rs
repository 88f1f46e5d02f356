//! Shows a recorded match move by move: all at once, or on the user's commands.

mod stepper;

use std::io::{self, Write};
use std::time::{Duration, Instant};

use analysis::{MoveNumbers, movers};
use app_context::{CommandResult, Failure, FailureKind, OrFail};
use board_engine::{Turn, Viewer};
use games_package::{MatchState, PlayedMove};
use match_library::LoadedMatch;
use match_view::sentences;

use crate::live::{Inbox, Input, Message};
use crate::plain_text::{self, BoardStyle, board_text};

pub use self::stepper::Stepper;

/// A recorded match and the displayed position.
#[derive(Debug)]
pub struct Replay {
    /// The match.
    pub loaded: LoadedMatch,
    /// The displayed position.
    pub state: Box<dyn MatchState>,
    /// The style of printed boards.
    pub board: BoardStyle,
    /// The numbering before the first move.
    numbers: MoveNumbers,
    /// The mover of each ply.
    movers: Vec<Turn>,
}

impl Replay {
    /// Opens the match at the position after `from` plies, with boards in this style.
    ///
    /// # Errors
    /// [`Failure`] if the match has fewer plies.
    pub fn open(loaded: LoadedMatch, from: usize, board: BoardStyle) -> Result<Self, Failure> {
        let count = loaded.record.plies.len();
        if from > count {
            let why = format_args!("the match has only {count} plies; ply {from} does not exist");
            return Err(Failure::message(FailureKind::Usage, why));
        }
        let state = loaded.game.open(Some(&loaded.record.start)).or_fail(FailureKind::Input)?;
        let (game, record) = (&*loaded.game, &loaded.record);
        let movers = movers(game, Some(&record.start), record.moves());
        let numbers = MoveNumbers::of(game);
        let mut replay = Self { loaded, state, board, numbers, movers };
        while replay.state.ply() < from && replay.step()?.is_some() {}
        Ok(replay)
    }

    /// The displayed position among all moves: "move 2… Nf6 of 4".
    fn place(&self) -> String {
        let (mut numbers, ply) = (self.numbers, self.state.ply());
        let _last = numbers.add_all(self.movers.iter().copied());
        let moves = self.movers.iter().copied().zip(self.loaded.record.moves());
        format!("{} of {}", self.numbers.place(moves.take(ply)), numbers.count())
    }

    /// Plays the next ply. Returns `None` at the end.
    fn step(&mut self) -> Result<Option<PlayedMove>, Failure> {
        let number = self.state.ply();
        let Some(ply) = self.loaded.record.plies.get(number) else { return Ok(None) };
        let turn = self.state.turn();
        let mv = self.state.play_on(&ply.mv).or_fail(FailureKind::Input)?;
        let position = self.state.position(Viewer::Arbiter);
        let (elapsed, clock) = (ply.elapsed, ply.clock);
        Ok(Some(PlayedMove { ply: number, turn, mv, position, elapsed, clock }))
    }

    /// Takes back a ply. Returns `false` at the start.
    fn back(&mut self) -> bool {
        self.state.take_back()
    }

    fn write_title(&self, out: &mut dyn Write) -> io::Result<()> {
        let LoadedMatch { record, game, .. } = &self.loaded;
        let names: Vec<String> = record.players.iter().map(|player| player.name.clone()).collect();
        writeln!(out, "{}\n", sentences::match_title(&**game, &names, record.time_control))
    }

    fn write_board(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", board_text(&self.state.diagram(Viewer::Arbiter), self.board))
    }

    /// Writes the move with its annotation and variations and, if it ended a round, the round's result.
    fn write_move(&self, out: &mut dyn Write, played: &PlayedMove) -> io::Result<()> {
        let LoadedMatch { record, game, .. } = &self.loaded;
        if let Some(rule) = self.draw_passed_at(played.ply) {
            writeln!(out, "   a draw by the rules: {rule}; the match continues")?;
        }
        let mut numbers = self.numbers;
        let number = numbers.add_all(self.movers.iter().copied().take(played.ply + 1));
        let sentence = sentences::move_sentence(&**game, number, played);
        let ply = &record.plies[played.ply];
        writeln!(out, "{sentence}{}", plain_text::annotation(ply))?;
        self.write_variations(out, played.ply)?;
        match sentences::round_end_sentence(&**game, played) {
            Some(sentence) => writeln!(out, "{sentence}"),
            None => Ok(()),
        }
    }

    /// Writes the variations after `after` plies.
    fn write_variations(&self, out: &mut dyn Write, after: usize) -> io::Result<()> {
        for other in self.loaded.record.variations.iter().filter(|other| other.after == after) {
            let moves: Vec<&str> = other.plies.iter().map(|ply| ply.mv.as_str()).collect();
            writeln!(out, "   also tried: {}", moves.join(" "))?;
        }
        Ok(())
    }

    /// The rule that would have ended the match as a draw after `ply` plies, although the match continued. `None` if
    /// the previous ply was already a draw by the same rule.
    fn draw_passed_at(&self, ply: usize) -> Option<&'static str> {
        let passed = self.loaded.end.passed_draws();
        let rule_at = |after| passed.iter().find(|draw| draw.after == after).map(|draw| draw.rule);
        let rule = rule_at(ply)?;
        let before = ply.checked_sub(1).and_then(rule_at);
        (before != Some(rule)).then_some(rule)
    }

    fn write_end(&self, out: &mut dyn Write) -> io::Result<()> {
        let LoadedMatch { record, game, .. } = &self.loaded;
        self.write_variations(out, record.plies.len())?;
        match &record.ending {
            Some(ending) => writeln!(out, "{}", sentences::ending_sentence(&**game, ending)),
            None => writeln!(out, "The match is unfinished."),
        }
    }

    /// Shows the rest of the match, with a pause after each move.
    ///
    /// # Errors
    /// [`Failure`] if the match breaks the rules, the user interrupts, or `out` can't be written.
    pub fn play_to_end(mut self, delay: Duration, out: &mut dyn Write) -> CommandResult {
        let inbox = Inbox::open(Input::None)?;
        self.write_title(out)?;
        self.write_board(out)?;
        while let Some(played) = self.step()? {
            self.write_move(out, &played)?;
            if !delay.is_zero() {
                out.flush()?;
            }
            pause(&inbox, delay)?;
        }
        writeln!(out)?;
        self.write_board(out)?;
        self.write_end(out)?;
        Ok(out.flush()?)
    }
}

/// The longest pause.
const DELAY_MAX: Duration = Duration::from_hours(24);

/// Waits. An interruption ends the wait early.
fn pause(inbox: &Inbox, delay: Duration) -> CommandResult {
    let end = Instant::now() + delay.min(DELAY_MAX);
    while let Ok(message) = inbox.messages.recv_deadline(end) {
        if let Message::Interrupted(by) = message {
            return Err(by.into());
        }
    }
    Ok(())
}
