//! A recorded match, shown move by move.

use std::io::{self, Write, stdout};
use std::time::{Duration, Instant};

use anyhow::anyhow;
use board_engine::Viewer;
use games_package::{MatchState, PlayedMove};
use house::{CommandResult, Failure, FailureKind, OrFail};
use match_library::LoadedMatch;
use match_view::sentences;

use crate::boards;
use crate::live::{Inbox, Input, Message};

/// A recorded match and the position that is shown.
pub(super) struct Replay {
    pub(super) loaded: LoadedMatch,
    /// The position that is shown.
    pub(super) state: Box<dyn MatchState>,
}

impl Replay {
    /// The match at the position after `from` plies.
    pub(super) fn open(loaded: LoadedMatch, from: usize) -> Result<Self, Failure> {
        let count = loaded.record.plies.len();
        if from > count {
            let error = anyhow!("the match has {count} plies, and none after ply {from}");
            return Err(Failure::new(FailureKind::Usage, error));
        }
        let state = loaded.game.open(Some(&loaded.record.start)).or_fail(FailureKind::Input)?;
        let mut replay = Self { loaded, state };
        while replay.state.ply() < from && replay.step()?.is_some() {}
        Ok(replay)
    }

    /// Plays the next ply. None at the end.
    pub(super) fn step(&mut self) -> Result<Option<PlayedMove>, Failure> {
        let number = self.state.ply();
        let Some(ply) = self.loaded.record.plies.get(number) else { return Ok(None) };
        let turn = self.state.turn();
        let mv = self.state.play_on(&ply.mv).or_fail(FailureKind::Input)?;
        let position = self.state.position(Viewer::Arbiter);
        let (elapsed, clock) = (ply.elapsed, ply.clock);
        Ok(Some(PlayedMove { ply: number, turn, mv, position, elapsed, clock }))
    }

    /// Takes a ply back. False at the start.
    pub(super) fn back(&mut self) -> bool {
        self.state.take_back()
    }

    pub(super) fn write_title(&self, out: &mut impl Write) -> io::Result<()> {
        let LoadedMatch { record, game, .. } = &self.loaded;
        let names: Vec<String> = record.players.iter().map(|player| player.name.clone()).collect();
        writeln!(out, "{}\n", sentences::match_title(&**game, &names, record.time_control))
    }

    pub(super) fn write_board(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{}", boards::picture(&self.state.diagram(Viewer::Arbiter)))
    }

    /// Writes the move with its annotation and its variations, and how the round ended if it ended one.
    pub(super) fn write_move(&self, out: &mut impl Write, played: &PlayedMove) -> io::Result<()> {
        let LoadedMatch { record, game, .. } = &self.loaded;
        if let Some(rule) = self.draw_passed_at(played.ply) {
            writeln!(out, "   a draw by the rules: {rule}; the match goes on")?;
        }
        let sentence = sentences::move_sentence(&**game, played);
        let ply = &record.plies[played.ply];
        writeln!(out, "{sentence}{}", boards::annotation(ply))?;
        for other in record.variations.iter().filter(|other| other.after == played.ply) {
            let moves: Vec<&str> = other.plies.iter().map(|ply| ply.mv.as_str()).collect();
            writeln!(out, "   also tried: {}", moves.join(" "))?;
        }
        match sentences::round_end_sentence(&**game, played) {
            Some(sentence) => writeln!(out, "{sentence}"),
            None => Ok(()),
        }
    }

    /// The rule by which the match was drawn after `ply` plies, though it goes on. None if the ply before was drawn by
    /// the same rule.
    fn draw_passed_at(&self, ply: usize) -> Option<&'static str> {
        let passed = self.loaded.end.passed_draws();
        let rule_at = |after| passed.iter().find(|draw| draw.after == after).map(|draw| draw.rule);
        let rule = rule_at(ply)?;
        let before = ply.checked_sub(1).and_then(rule_at);
        (before != Some(rule)).then_some(rule)
    }

    pub(super) fn write_end(&self, out: &mut impl Write) -> io::Result<()> {
        let LoadedMatch { record, game, .. } = &self.loaded;
        match &record.ending {
            Some(ending) => writeln!(out, "{}", sentences::ending_sentence(&**game, ending)),
            None => writeln!(out, "The match goes on."),
        }
    }

    /// Shows the rest of the match, with a pause after each move.
    pub(super) fn play_to_end(mut self, delay: Duration) -> CommandResult {
        let inbox = Inbox::open(Input::None)?;
        let mut out = stdout().lock();
        self.write_title(&mut out)?;
        self.write_board(&mut out)?;
        while let Some(played) = self.step()? {
            self.write_move(&mut out, &played)?;
            if !delay.is_zero() {
                out.flush()?;
            }
            pause(&inbox, delay)?;
        }
        writeln!(out)?;
        self.write_board(&mut out)?;
        self.write_end(&mut out)?;
        Ok(out.flush()?)
    }
}

/// The longest pause.
const DELAY_MAX: Duration = Duration::from_hours(24);

/// Waits. An interruption ends the wait.
fn pause(inbox: &Inbox, delay: Duration) -> CommandResult {
    let end = Instant::now() + delay.min(DELAY_MAX);
    while let Ok(message) = inbox.messages.recv_deadline(end) {
        if let Message::Interrupted(by) = message {
            return Err(by.into());
        }
    }
    Ok(())
}
