//! Analyzes single positions.

use std::io::{self, Write, stdout};
use std::time::Duration;

use analysis::{Analysis, AnalysisPosition, Lines, book_phrase, table_phrase};
use app_context::{CommandResult, open_position};
use board_engine::{Seat, Turn, Viewer};
use games_package::{Ending, MatchState, TableGame, Thinking};
use match_view::sentences;
use notation::json::{Chance, Line, Turn as TurnJson};
use opening_book::Opening;
use tui::analyst::Analyst;
use tui::live::Inbox;

use crate::arguments::AnalyzeArguments;
use crate::commands::{book_move_json, opening_json, write_line};

/// Analyzes a position and writes the results.
pub(super) fn analyze_position(
    analyst: &Analyst<'_>,
    inbox: &Inbox,
    arguments: &AnalyzeArguments,
    position: Option<&str>,
) -> CommandResult {
    let game = &*analyst.game;
    let state = open_position(game, position)?;
    let opening = analyst.references.opening(&*state);
    let writer = PositionWriter { arguments, state: &*state, opening };
    if let Some(ending) = state.ending() {
        return writer.write_ending(game, &ending);
    }
    let Turn::Seat(mover) = state.turn() else { return writer.write_chance() };
    writer.write_position_name(game)?;
    let mut known = Lines::default();
    let position = AnalysisPosition { start: position, moves: &[] };
    let found = analyst.analyze(inbox, position, mover, analyst.limits, |elapsed, thinking| {
        writer.write_thinking(game, mover, elapsed, thinking, &mut known)
    })?;
    writer.write_choice(game, mover, &found)
}

/// Writes the results for one position.
struct PositionWriter<'a> {
    arguments: &'a AnalyzeArguments,
    state: &'a dyn MatchState,
    opening: Option<&'a Opening>,
}

impl PositionWriter<'_> {
    /// Returns `true` if there are several positions. Each JSON object then includes its position.
    fn is_one_of_many(&self) -> bool {
        self.arguments.positions.is_some()
    }

    /// Writes a JSON line.
    fn write(&self, mut object: notation::json::Analysis) -> io::Result<()> {
        if self.is_one_of_many() {
            object.ply = Some(0);
            object.position = Some(self.state.position(Viewer::Arbiter));
        }
        let mut out = stdout().lock();
        write_line(&mut out, &object)?;
        out.flush()
    }

    fn write_thinking_line(&self, elapsed: Duration, thinking: &Thinking) -> io::Result<()> {
        let line = Some(Line::new(elapsed, thinking));
        self.write(notation::json::Analysis { line, ..notation::json::Analysis::default() })
    }

    fn write_ending(&self, game: &dyn TableGame, ending: &Ending) -> CommandResult {
        self.write_position_name(game)?;
        if self.arguments.json {
            let outcome = Some(ending.into());
            let end = notation::json::Analysis { is_final: true, outcome, ..Default::default() };
            self.write(end)?;
        } else {
            writeln!(stdout(), "{}", sentences::ending_sentence(game, ending))?;
        }
        Ok(())
    }

    fn write_chance(&self) -> CommandResult {
        if self.arguments.json {
            let turn = Some(TurnJson::Chance(Chance::Chance));
            self.write(notation::json::Analysis { is_final: true, turn, ..Default::default() })?;
        } else {
            writeln!(stdout(), "Chance to move.")?;
        }
        Ok(())
    }

    fn write_position_name(&self, game: &dyn TableGame) -> CommandResult {
        if !self.arguments.json && self.is_one_of_many() {
            let position = self.state.position(Viewer::Arbiter);
            writeln!(stdout(), "\n{}: {position}", game.name())?;
        }
        if let Some(opening) = self.opening.filter(|_| !self.arguments.json) {
            writeln!(stdout(), "{opening}")?;
        }
        Ok(())
    }

    /// In JSON, a depth's lines are written when the next depth begins. `write_choice` writes the last depth's lines.
    fn write_thinking(
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
                self.write_thinking_line(*elapsed, known)?;
            }
        }
        known.add(elapsed, thinking.clone());
        Ok(())
    }

    /// Writes the last depth's lines. In JSON, the best line comes last.
    fn write_choice(&self, game: &dyn TableGame, mover: Seat, found: &Analysis) -> CommandResult {
        if !self.arguments.json {
            let quote = found.table.map(|value| format!(" ({})", table_phrase(value)));
            let (seat, quote) = (game.seat_name(mover), quote.unwrap_or_default());
            writeln!(stdout(), "Best move for {seat}: {}{quote}", found.chosen)?;
            if let Some(moves) = book_phrase(&found.book) {
                writeln!(stdout(), "{moves}")?;
            }
            return Ok(());
        }
        for (elapsed, known) in found.lines.iter().skip(1) {
            self.write_thinking_line(*elapsed, known)?;
        }
        let opening = self.opening.map(opening_json);
        Ok(self.write(notation::json::Analysis { opening, ..result_json(found) })?)
    }
}

/// The result of an analysis: its best line, starting with the player's chosen move.
pub(super) fn result_json(found: &Analysis) -> notation::json::Analysis {
    let line = found.lines.best().map(|(elapsed, best)| Line::new(*elapsed, best));
    let line = line.unwrap_or_else(|| Line::unreported(&found.chosen));
    let line = Line { mv: Some(found.chosen.clone()), ..line };
    notation::json::Analysis {
        line: Some(line),
        is_final: true,
        table: found.table.map(Into::into),
        book: found.book.iter().map(book_move_json).collect(),
        ..notation::json::Analysis::default()
    }
}
