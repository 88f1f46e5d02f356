//! Single positions: what the player thinks, as it thinks it.

use std::io::{self, Write, stdout};
use std::time::Duration;

use board_engine::{Seat, Turn, Viewer};
use games_package::{Ending, MatchState, TableGame, Thinking};
use house::{CommandResult, FailureKind, OrFail};
use serde_json::{Value, json};

use super::Analyst;
use crate::analysis::{Analysis, note};
use crate::arguments::AnalyzeArguments;
use crate::commands::json::{ending_json, thinking_json};
use crate::sentences;

/// Shows what the player thinks of a position.
pub(super) fn look_at(
    analyst: &Analyst<'_>,
    arguments: &AnalyzeArguments,
    position: Option<&str>,
) -> CommandResult {
    let game = &*analyst.game;
    let state = game.open(position).or_fail(FailureKind::Input)?;
    let context = Context { arguments, state: &*state };
    if let Some(outcome) = state.outcome() {
        return context.tell_end(game, &Ending::by_rules(&outcome));
    }
    let Turn::Seat(mover) = state.turn() else { return context.tell_chance() };
    context.tell_position(game)?;
    let mut known = Vec::new();
    let found = analyst.ask(position, &[], mover, analyst.limits, |elapsed, thinking| {
        context.tell_thinking(game, mover, elapsed, thinking, &mut known)
    })?;
    context.tell_choice(game, mover, &found)
}

/// Where what is told belongs, and how it is told.
struct Context<'a> {
    arguments: &'a AnalyzeArguments,
    state: &'a dyn MatchState,
}

impl Context<'_> {
    /// More than one position: each object says which one it is about.
    fn is_one_of_many(&self) -> bool {
        self.arguments.positions.is_some()
    }

    /// One object on a line.
    fn write(&self, mut object: Value) -> io::Result<()> {
        if self.is_one_of_many() {
            object["ply"] = 0.into();
            object["position"] = self.state.position(Viewer::Arbiter).into();
        }
        let mut out = stdout().lock();
        writeln!(out, "{object}")?;
        out.flush()
    }

    fn tell_end(&self, game: &dyn TableGame, ending: &Ending) -> CommandResult {
        self.tell_position(game)?;
        if self.arguments.json {
            self.write(json!({"final": true, "outcome": ending_json(ending)}))?;
        } else {
            writeln!(stdout(), "{}", sentences::ending_sentence(game, ending))?;
        }
        Ok(())
    }

    fn tell_chance(&self) -> CommandResult {
        if self.arguments.json {
            self.write(json!({"final": true, "turn": "chance"}))?;
        } else {
            writeln!(stdout(), "Chance is to decide.")?;
        }
        Ok(())
    }

    fn tell_position(&self, game: &dyn TableGame) -> CommandResult {
        if !self.arguments.json && self.is_one_of_many() {
            let position = self.state.position(Viewer::Arbiter);
            writeln!(stdout(), "\n{}: {position}", game.name())?;
        }
        Ok(())
    }

    /// A program is told of a depth when it is known not to be the last one.
    fn tell_thinking(
        &self,
        game: &dyn TableGame,
        mover: Seat,
        elapsed: Duration,
        thinking: &Thinking,
        known: &mut Vec<(Duration, Thinking)>,
    ) -> CommandResult {
        if !self.arguments.json {
            let sentence = sentences::thinking_sentence(game, mover, elapsed, thinking);
            writeln!(stdout(), "{sentence}")?;
        } else if known.first().is_some_and(|(_, known)| known.depth != thinking.depth) {
            for (elapsed, known) in &*known {
                self.write(line_json(*elapsed, known))?;
            }
        }
        note(known, elapsed, thinking.clone());
        Ok(())
    }

    /// The last object is that of the best line.
    fn tell_choice(&self, game: &dyn TableGame, mover: Seat, found: &Analysis) -> CommandResult {
        if !self.arguments.json {
            writeln!(stdout(), "{} plays best: {}", game.seat_name(mover), found.chosen)?;
            return Ok(());
        }
        for (elapsed, known) in found.lines.iter().skip(1) {
            self.write(line_json(*elapsed, known))?;
        }
        Ok(self.write(best_json(found))?)
    }
}

/// What a player found in the end: its best line, and the move that it would play.
pub(super) fn best_json(found: &Analysis) -> Value {
    let Analysis { lines, chosen, elapsed, .. } = found;
    let mut object = if let Some((elapsed, known)) = lines.first() {
        line_json(*elapsed, known)
    } else {
        // A player that doesn't look ahead reports nothing.
        let line = Thinking { line: chosen.clone(), ..Thinking::default() };
        let mut object = line_json(*elapsed, &line);
        object["score"] = Value::Null;
        object
    };
    object["move"] = chosen.as_str().into();
    object["final"] = true.into();
    object
}

/// One of several lines.
pub(super) fn line_json(elapsed: Duration, thinking: &Thinking) -> Value {
    let mut object = thinking_json(elapsed, thinking);
    object["move"] = object["line"][0].clone();
    object
}
