//! Single positions: what the player thinks, as it thinks it.

use std::io::{self, Write, stdout};
use std::time::Duration;

use analysis::{Analysis, Lines};
use board_engine::{Seat, Turn, Viewer};
use games_package::{Ending, MatchState, TableGame, Thinking};
use house::{CommandResult, FailureKind, OrFail};
use match_json::{Chance, Line, Turn as TurnJson};
use match_view::sentences;

use super::Analyst;
use crate::arguments::AnalyzeArguments;
use crate::commands::json::write_line;

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
    let mut known = Lines::default();
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
    fn write(&self, mut object: match_json::Analysis) -> io::Result<()> {
        if self.is_one_of_many() {
            object.ply = Some(0);
            object.position = Some(self.state.position(Viewer::Arbiter));
        }
        let mut out = stdout().lock();
        write_line(&mut out, &object)?;
        out.flush()
    }

    fn write_line(&self, elapsed: Duration, thinking: &Thinking) -> io::Result<()> {
        let line = Some(Line::new(elapsed, thinking));
        self.write(match_json::Analysis { line, ..match_json::Analysis::default() })
    }

    fn tell_end(&self, game: &dyn TableGame, ending: &Ending) -> CommandResult {
        self.tell_position(game)?;
        if self.arguments.json {
            let outcome = Some(ending.into());
            let end = match_json::Analysis { is_final: true, outcome, ..Default::default() };
            self.write(end)?;
        } else {
            writeln!(stdout(), "{}", sentences::ending_sentence(game, ending))?;
        }
        Ok(())
    }

    fn tell_chance(&self) -> CommandResult {
        if self.arguments.json {
            let turn = Some(TurnJson::Chance(Chance::Chance));
            self.write(match_json::Analysis { is_final: true, turn, ..Default::default() })?;
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
        known: &mut Lines,
    ) -> CommandResult {
        if !self.arguments.json {
            let sentence = sentences::thinking_sentence(game, mover, elapsed, thinking);
            writeln!(stdout(), "{sentence}")?;
        } else if known.best().is_some_and(|(_, known)| known.depth != thinking.depth) {
            for (elapsed, known) in &*known {
                self.write_line(*elapsed, known)?;
            }
        }
        known.add(elapsed, thinking.clone());
        Ok(())
    }

    /// The last object is that of the best line.
    fn tell_choice(&self, game: &dyn TableGame, mover: Seat, found: &Analysis) -> CommandResult {
        if !self.arguments.json {
            writeln!(stdout(), "{} plays best: {}", game.seat_name(mover), found.chosen)?;
            return Ok(());
        }
        for (elapsed, known) in found.lines.iter().skip(1) {
            self.write_line(*elapsed, known)?;
        }
        Ok(self.write(result_json(found))?)
    }
}

/// The result of an analysis: its best line, with the move that the player chose.
pub(super) fn result_json(found: &Analysis) -> match_json::Analysis {
    let line = found.lines.best().map(|(elapsed, best)| Line::new(*elapsed, best));
    let line = line.unwrap_or_else(|| Line::unreported(&found.chosen));
    let line = Line { mv: Some(found.chosen.clone()), ..line };
    match_json::Analysis { line: Some(line), is_final: true, ..match_json::Analysis::default() }
}
