//! Schedules a study's analyses: of the current position, and of the whole match in the background.

use std::time::Duration;

use board_engine::{NotationError, Turn};
use games_package::Thinking;

use crate::match_analysis::MatchAnalysis;
use crate::references::References;
use crate::report::MatchReport;
use crate::result::{Analysis, AnalysisError};
use crate::running::AnalysisUpdate;
use crate::study::Study;

/// An analysis's purpose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// The best lines in the current position.
    Position,
    /// The opponent's move in the current position if the mover passed.
    Threat,
    /// A position in the whole match.
    Match,
}

/// An analysis to start. Pass its updates to [`StudyAnalysis::update`] with its number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnalysisRequest {
    /// The request number, unique within the study.
    pub number: usize,
    /// The purpose of the analysis.
    pub purpose: Purpose,
    /// The position where the match started.
    pub start: String,
    /// The moves since the start.
    pub moves: Vec<String>,
}

/// The change made by an update.
#[derive(Debug)]
pub enum StudyChange {
    /// No change, because the update belongs to an analysis that is no longer needed.
    Nothing,
    /// A line in the current position, and the time since its analysis started.
    Line(Duration, Thinking),
    /// The analysis of the current position has ended.
    PositionEnded(Result<Analysis, AnalysisError>),
    /// The analysis of the opponent's threat has ended. The [lines](Self::Line) are from the opponent's side.
    ThreatEnded(Result<Analysis, AnalysisError>),
    /// A position in the match was analyzed; this position is next.
    MatchContinues(AnalysisRequest),
    /// The whole match was analyzed and its record annotated.
    MatchEnded,
    /// The analysis of the match was aborted. The results so far remain.
    MatchFailed(AnalysisError),
}

/// A study's analyses, with the results for the whole match. A study doesn't start analyses itself: the caller runs the
/// requested analyses, and stops analyses that it no longer [wants](Self::wants).
#[derive(Debug, Default)]
pub struct StudyAnalysis {
    references: References,
    /// The newest analysis's number.
    newest: usize,
    /// The running analysis of the current position or its threat.
    position: Option<RunningPosition>,
    running_match: Option<RunningMatch>,
    /// The results from the last whole-match analysis.
    report: MatchReport,
}

/// An analysis of the current position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct RunningPosition {
    number: usize,
    purpose: Purpose,
}

/// An analysis of the match as it was when the analysis began, without later variations.
#[derive(Debug)]
struct RunningMatch {
    analysis: MatchAnalysis,
    start: String,
    /// The analysis number.
    number: usize,
}

impl StudyAnalysis {
    /// An empty state without analyses. Reports quote the references.
    pub fn new(references: References) -> Self {
        Self { references, ..Self::default() }
    }

    /// The sources quoted in reports.
    pub const fn references(&self) -> &References {
        &self.references
    }

    /// Returns `true` if this analysis must continue.
    pub fn wants(&self, number: usize) -> bool {
        let of_match = self.running_match.as_ref().map(|running| running.number);
        let of_position = self.position.map(|running| running.number);
        of_position == Some(number) || of_match == Some(number)
    }

    /// Returns `true` if any analysis must continue.
    pub const fn is_running(&self) -> bool {
        self.position.is_some() || self.running_match.is_some()
    }

    /// Returns `true` if the whole match is being analyzed.
    pub const fn is_match_running(&self) -> bool {
        self.running_match.is_some()
    }

    /// Requests the best lines in the current position, replacing the lines from another position. `None` if no seat is
    /// to move.
    pub fn request_position(&mut self, study: &Study) -> Option<AnalysisRequest> {
        self.stop_position();
        let state = study.state();
        if state.outcome().is_some() || state.turn() == Turn::Chance {
            return None;
        }
        let (start, moves) = (study.record().start.clone(), study.moves());
        Some(self.request(Purpose::Position, start, moves))
    }

    /// Requests the opponent's move if the mover passed, replacing the lines in the current position. `None` if
    /// [passing is impossible](Study::position_after_pass).
    pub fn request_threat(&mut self, study: &Study) -> Option<AnalysisRequest> {
        self.stop_position();
        let passed = study.position_after_pass()?;
        Some(self.request(Purpose::Threat, passed, Vec::new()))
    }

    fn request(&mut self, purpose: Purpose, start: String, moves: Vec<String>) -> AnalysisRequest {
        let number = self.next_number();
        self.position = Some(RunningPosition { number, purpose });
        AnalysisRequest { number, purpose, start, moves }
    }

    /// Ends the analysis of the current position or its threat.
    pub const fn stop_position(&mut self) {
        self.position = None;
    }

    /// Requests the analysis of the whole match, from its start. `None` if no position needs a search, in which case
    /// the [report](Self::report) is already complete.
    ///
    /// # Errors
    /// [`NotationError`] if a move in the match is not legal.
    pub fn request_match(
        &mut self,
        study: &mut Study,
    ) -> Result<Option<AnalysisRequest>, NotationError> {
        let (game, record) = (study.game().clone(), study.record());
        let start = record.start.clone();
        let analysis = MatchAnalysis::new(game, record)?.with_references(self.references.clone());
        self.running_match = Some(RunningMatch { analysis, start, number: 0 });
        self.continue_match(study)
    }

    /// Ends the analysis of the match. The results so far remain.
    pub fn stop_match(&mut self) {
        if let Some(running) = self.running_match.take() {
            self.report = running.analysis.into_report();
        }
    }

    /// Ends all analyses and drops their results, because another study replaces this one.
    pub fn restart(&mut self) {
        let Self { references, newest, .. } = std::mem::take(self);
        *self = Self { references, newest, ..Self::default() };
    }

    /// The results for the whole match so far.
    pub fn report(&self) -> &MatchReport {
        self.running_match.as_ref().map_or(&self.report, |running| running.analysis.report())
    }

    /// Returns `true` if the whole match was analyzed.
    pub fn is_match_complete(&self, study: &Study) -> bool {
        self.running_match.is_none() && self.report.position_count() > study.record().plies.len()
    }

    /// Handles an update from the analysis with this number.
    ///
    /// # Errors
    /// [`NotationError`] if a move in the match is not legal.
    pub fn update(
        &mut self,
        number: usize,
        update: AnalysisUpdate,
        study: &mut Study,
    ) -> Result<StudyChange, NotationError> {
        if !self.wants(number) {
            return Ok(StudyChange::Nothing);
        }
        let position = self.position.filter(|running| running.number == number);
        match update {
            AnalysisUpdate::Thinking(elapsed, thinking) if position.is_some() => {
                Ok(StudyChange::Line(elapsed, thinking))
            }
            AnalysisUpdate::Thinking(..) => Ok(StudyChange::Nothing),
            AnalysisUpdate::End(end) if position.is_some() => {
                self.position = None;
                let is_threat = position.is_some_and(|it| it.purpose == Purpose::Threat);
                Ok(if is_threat {
                    StudyChange::ThreatEnded(end)
                } else {
                    StudyChange::PositionEnded(end)
                })
            }
            AnalysisUpdate::End(Ok(found)) => self.add_position_of_match(found, study),
            AnalysisUpdate::End(Err(why)) => {
                self.stop_match();
                Ok(StudyChange::MatchFailed(why))
            }
        }
    }

    /// Adds the results for a position in the match, and requests the next position.
    fn add_position_of_match(
        &mut self,
        found: Analysis,
        study: &mut Study,
    ) -> Result<StudyChange, NotationError> {
        if let Some(running) = &mut self.running_match {
            running.analysis.add(found);
        }
        let next = self.continue_match(study)?;
        Ok(next.map_or(StudyChange::MatchEnded, StudyChange::MatchContinues))
    }

    /// Requests the next position in the match. At the end of the match, annotates the record.
    fn continue_match(
        &mut self,
        study: &mut Study,
    ) -> Result<Option<AnalysisRequest>, NotationError> {
        let Some(mut running) = self.running_match.take() else { return Ok(None) };
        if let Some(moves) = running.analysis.advance()? {
            let (number, start) = (self.next_number(), running.start.clone());
            running.number = number;
            self.running_match = Some(running);
            return Ok(Some(AnalysisRequest { number, purpose: Purpose::Match, start, moves }));
        }
        self.report = running.analysis.into_report();
        let game = study.game().clone();
        self.report.annotate(study.record_mut(), &*game);
        Ok(None)
    }

    const fn next_number(&mut self) -> usize {
        self.newest += 1;
        self.newest
    }
}

#[cfg(test)]
mod tests {
    use games_package::{Ply, Valuation};

    use super::*;

    /// A tic-tac-toe match where X misses a win.
    fn study() -> Study {
        let game = game_catalog::table_game("tic-tac-toe").unwrap();
        let mut study = Study::of_position(game, None, "human").unwrap();
        for mv in ["a1", "b1", "a2", "b2", "c1"] {
            study.play(mv).unwrap();
        }
        study
    }

    fn update(mv: &str, value: Valuation) -> AnalysisUpdate {
        let thinking =
            Thinking { rank: 1, valuation: value, line: mv.into(), ..Thinking::default() };
        let lines = [(Duration::ZERO, thinking)].into_iter().collect();
        let (chosen, elapsed) = (mv.into(), Duration::ZERO);
        let analysis =
            Analysis { lines, chosen, elapsed, is_forced: false, table: None, book: Vec::new() };
        AnalysisUpdate::End(Ok(analysis))
    }

    #[test]
    fn lines_belong_to_the_newest_position() {
        let mut study = study();
        let mut analysis = StudyAnalysis::default();
        let first = analysis.request_position(&study).unwrap();
        study.back();
        let second = analysis.request_position(&study).unwrap();
        assert!(!analysis.wants(first.number) && analysis.wants(second.number));
        let line = || AnalysisUpdate::Thinking(Duration::ZERO, Thinking::default());
        let change = analysis.update(first.number, line(), &mut study).unwrap();
        assert!(matches!(change, StudyChange::Nothing));
        let change = analysis.update(second.number, line(), &mut study).unwrap();
        assert!(matches!(change, StudyChange::Line(..)));
        assert_eq!(second.moves, ["a1", "b1", "a2", "b2"]);
    }

    #[test]
    fn a_threat_is_the_opponents_move_after_a_pass() {
        let game = game_catalog::table_game("checkers").unwrap();
        let mut study = Study::of_position(game, Some("W:W22,K18:B9,K1"), "human").unwrap();
        let mut analysis = StudyAnalysis::default();
        let lines = analysis.request_position(&study).unwrap();
        let threat = analysis.request_threat(&study).unwrap();
        assert_eq!((threat.purpose, threat.start.as_str()), (Purpose::Threat, "B:W22,K18:B9,K1"));
        assert!(threat.moves.is_empty() && !analysis.wants(lines.number));
        let end = update("9-13", Valuation::Centi(0));
        let change = analysis.update(threat.number, end, &mut study).unwrap();
        assert!(matches!(change, StudyChange::ThreatEnded(Ok(_))));
        assert!(!analysis.is_running());
    }

    #[test]
    fn a_match_is_analyzed_position_by_position_and_annotated() {
        let mut study = study();
        let mut analysis = StudyAnalysis::default();
        let mut request = analysis.request_match(&mut study).unwrap();
        let mut searched = 0;
        while let Some(wanted) = request {
            searched += 1;
            // After four moves, a3 wins; after the played c1, O wins.
            let update = match wanted.moves.len() {
                4 => update("a3", Valuation::WinIn(1)),
                5 => update("b3", Valuation::WinIn(1)),
                _ => update("c3", Valuation::Centi(0)),
            };
            request = match analysis.update(wanted.number, update, &mut study).unwrap() {
                StudyChange::MatchContinues(next) => Some(next),
                StudyChange::MatchEnded => None,
                change => panic!("{change:?}"),
            };
        }
        assert_eq!(searched, 6);
        assert!(analysis.is_match_complete(&study));
        assert_eq!(analysis.report().mistakes().last(), Some(4));
        let marks: Vec<&Ply> =
            study.record().plies.iter().filter(|ply| ply.note.mark.is_some()).collect();
        assert_eq!(marks.last().map(|ply| ply.mv.as_str()), Some("c1"));
    }

    #[test]
    fn a_stopped_analysis_keeps_what_it_has_found() {
        let mut study = study();
        let mut analysis = StudyAnalysis::default();
        let request = analysis.request_match(&mut study).unwrap().unwrap();
        let update = update("a1", Valuation::Centi(0));
        analysis.update(request.number, update, &mut study).unwrap();
        analysis.stop_match();
        assert!(!analysis.is_running() && !analysis.is_match_complete(&study));
        assert_eq!(analysis.report().position_count(), 1);
    }
}
