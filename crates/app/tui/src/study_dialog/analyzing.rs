//! Starts analyses, and prints their results.

use std::io;
use std::time::Duration;

use analysis::{
    Analysis, AnalysisRequest, AnalysisUpdate, StudyChange, book_phrase, refusal_sentence,
    table_phrase, threat_sentence,
};
use app_context::{CommandResult, FailureKind, OrFail};
use board_engine::{Seat, Turn};
use match_view::sentences;

use super::StudyDialog;
use crate::plain_text::columns;

/// The time for finding the lines in a position, if the command line sets no limit.
const LINES_TIME: Duration = Duration::from_secs(2);

/// The time per position when analyzing a whole match, if the command line sets no limit.
const MATCH_TIME: Duration = Duration::from_millis(500);

/// The graph width in characters if the output is not a terminal.
const GRAPH_WIDTH: usize = 78;

impl StudyDialog<'_> {
    pub(super) fn handle_update(&mut self, number: usize, update: AnalysisUpdate) -> CommandResult {
        let change = self.analysis.update(number, update, &mut self.study);
        let change = change.or_fail(FailureKind::Input)?;
        self.running.keep_wanted(&self.analysis);
        match change {
            StudyChange::Nothing | StudyChange::Line(..) => {}
            StudyChange::MatchContinues(request) => {
                let limits = self.analyst.limits_or_time(MATCH_TIME);
                self.running.start(self.analyst, &request, limits)?;
            }
            StudyChange::PositionEnded(Ok(analysis)) => {
                writeln!(self.out.borrow_mut())?;
                self.show_lines(&analysis)?;
            }
            StudyChange::ThreatEnded(Ok(analysis)) => {
                writeln!(self.out.borrow_mut())?;
                let (mover, opponent) = self.sides();
                self.write_wrapped(&threat_sentence(&mover, &opponent, &analysis))?;
                self.prompt()?;
            }
            StudyChange::PositionEnded(Err(why))
            | StudyChange::ThreatEnded(Err(why))
            | StudyChange::MatchFailed(why) => {
                self.tells_moments &= self.analysis.is_match_running();
                writeln!(self.out.borrow_mut())?;
                self.answer(&refusal_sentence(&why))?;
            }
            StudyChange::MatchEnded => self.tell_marked()?,
        }
        Ok(())
    }

    pub(super) fn find_lines(&mut self) -> CommandResult {
        if self.exercise.is_some() {
            return Ok(self.answer("The lines are hidden until you find the move.")?);
        }
        let request = self.analysis.request_position(&self.study);
        self.running.keep_wanted(&self.analysis);
        let Some(request) = request else {
            return Ok(self.answer("There is no side to move here.")?);
        };
        self.start(&request, "Searching for the best lines; type stop to stop.")
    }

    /// Searches for the opponent's best move if the mover passed.
    pub(super) fn find_threat(&mut self) -> CommandResult {
        if self.exercise.is_some() {
            return Ok(self.answer("Threats are hidden until you find the move.")?);
        }
        let request = self.analysis.request_threat(&self.study);
        self.running.keep_wanted(&self.analysis);
        let (mover, opponent) = self.sides();
        let Some(request) = request else {
            return Ok(self.answer("Passing is not allowed here, so there is no threat to show.")?);
        };
        let what = format!("Searching for {opponent}'s move if {mover} passed.");
        self.start(&request, &what)
    }

    /// Starts analyzing a position and prints the purpose.
    pub(super) fn start(&mut self, request: &AnalysisRequest, what: &str) -> CommandResult {
        let limits = self.analyst.limits_or_time(LINES_TIME);
        match self.running.start(self.analyst, request, limits) {
            Ok(()) => Ok(self.answer(what)?),
            Err(failure) => {
                self.analysis.stop_position();
                Ok(self.answer(&format!("That is not possible: {failure}"))?)
            }
        }
    }

    /// The names of the mover and the opponent in a two-player game.
    pub(super) fn sides(&self) -> (String, String) {
        let (game, turn) = (self.study.game(), self.study.state().turn());
        let mover = if turn == Turn::Seat(Seat::SECOND) { Seat::SECOND } else { Seat::FIRST };
        (game.seat_name(mover), game.seat_name(mover.opponent()))
    }

    pub(super) fn show_lines(&self, analysis: &Analysis) -> io::Result<()> {
        if analysis.lines.is_empty() {
            self.write_wrapped(&format!("The best move is {}.", analysis.chosen))?;
        }
        if let Some(value) = analysis.table {
            self.write_wrapped(&format!("The position is {}.", table_phrase(value)))?;
        }
        if let Some(moves) = book_phrase(&analysis.book) {
            self.write_wrapped(&format!("{moves}."))?;
        }
        for (_, thinking) in &analysis.lines {
            self.write_wrapped(&sentences::line_sentence(thinking))?;
        }
        self.prompt()
    }

    pub(super) fn list_mistakes(&mut self) -> CommandResult {
        let count = self.study.record().plies.len();
        if count == 0 {
            return Ok(self.answer("No moves have been played.")?);
        }
        if !self.analysis.is_match_running() && !self.analysis.is_match_complete(&self.study) {
            return self.analyze_match();
        }
        let (game, record) = (self.study.game().clone(), self.study.record());
        let report = self.analysis.report();
        let plies: Vec<usize> = report.mistakes().collect();
        for ply in &plies {
            self.write_wrapped(&report.ply_sentence(&*game, *ply, &record.plies[*ply]))?;
        }
        if self.analysis.is_match_running() {
            let so_far = report.position_count().saturating_sub(1);
            let share = 100 * so_far / count;
            return Ok(self.answer(&format!("{share}% of the match has been analyzed."))?);
        }
        if plies.is_empty() {
            self.write_wrapped("No mistakes found.")?;
        }
        Ok(self.answer(&report.summary(&*game))?)
    }

    /// Starts analyzing the whole match.
    pub(super) fn analyze_match(&mut self) -> CommandResult {
        let moves = self.study.counted_moves();
        self.write_wrapped(&format!("Analyzing {moves} in the background."))?;
        let request = self.analysis.request_match(&mut self.study).or_fail(FailureKind::Input)?;
        let Some(request) = request else { return Ok(self.tell_marked()?) };
        self.running.start(self.analyst, &request, self.analyst.limits_or_time(MATCH_TIME))?;
        Ok(self.prompt()?)
    }

    pub(super) fn tell_marked(&mut self) -> io::Result<()> {
        writeln!(self.out.borrow_mut())?;
        let marked = match self.analysis.report().mistakes().count() {
            1 => "1 move is marked".into(),
            count => format!("{count} moves are marked"),
        };
        let sentence = format!("The match is analyzed: {marked}; type mistakes to list them.");
        if self.tells_moments {
            self.write_wrapped(&sentence)?;
            return self.tell_moments();
        }
        self.answer(&sentence)
    }

    pub(super) fn draw_graph(&self) -> io::Result<()> {
        let width = columns().unwrap_or(GRAPH_WIDTH);
        let graph = self.analysis.report().graph(&**self.study.game(), width);
        if graph.is_empty() {
            return self.answer("The score is unknown; type mistakes to analyze the match.");
        }
        write!(self.out.borrow_mut(), "{graph}")?;
        self.prompt()
    }
}
