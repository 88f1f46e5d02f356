//! Assesses all moves in a line.

use std::sync::Arc;

use analysis::{Analysis, Appraisal, MatchAnalysis, References, Study, appraisal_sentence};
use app_context::HUMAN;
use board_engine::NotationError;
use games_package::{Mark, MatchState, Ply, TableGame};

use super::line::PlayedLine;
use super::messages::{LineMove, ReviewedMove, StudyAnswer};

/// A line with some positions analyzed.
#[derive(Debug)]
pub(super) struct Review {
    game: Arc<dyn TableGame>,
    start: String,
    moves: Vec<String>,
    analysis: MatchAnalysis,
    /// The number of positions already reported.
    reported: usize,
}

impl Review {
    /// Creates the review of a line before any analysis.
    ///
    /// # Errors
    /// [`NotationError`] if the initial position is invalid.
    pub(super) fn new(
        line: &PlayedLine,
        moves: Vec<String>,
        references: References,
    ) -> Result<Self, NotationError> {
        let game = Arc::clone(&line.game);
        let study = Study::of_position(Arc::clone(&game), Some(&line.start), HUMAN)?;
        let mut record = study.record().clone();
        record.plies = moves.iter().map(|mv| Ply::from(mv.as_str())).collect();
        let analysis = MatchAnalysis::new(Arc::clone(&game), &record)?.with_references(references);
        Ok(Self { game, start: line.start.clone(), moves, analysis, reported: 0 })
    }

    /// Advances to the next position to search. Returns the moves before that position, or `None` at the end.
    ///
    /// # Errors
    /// [`NotationError`] if a move is illegal.
    pub(super) fn advance(&mut self) -> Result<Option<Vec<String>>, NotationError> {
        self.analysis.advance()
    }

    /// Adds the analysis of the position to search.
    pub(super) fn add(&mut self, found: Analysis) {
        self.analysis.add(found);
    }

    /// Reports the positions analyzed since the last report.
    pub(super) fn report(&mut self, id: u64) -> Vec<StudyAnswer> {
        let report = self.analysis.report();
        let new = self.reported..report.position_count();
        let points: Vec<Option<f64>> = report.expected_points().skip(new.start).collect();
        let answers = new.clone().zip(points).map(|(ply, points)| StudyAnswer::Reviewed {
            id,
            ply,
            of: self.moves.len(),
            points,
            appraisal: ply.checked_sub(1).and_then(|last| self.appraisal(last)),
        });
        let answers = answers.collect();
        self.reported = new.end;
        answers
    }

    /// The assessment for the move after `ply` moves.
    fn appraisal(&self, ply: usize) -> Option<ReviewedMove> {
        let report = self.analysis.report();
        let appraisal: &Appraisal = report.appraisal(ply)?;
        let before = report.analysis(ply)?;
        let mark = appraisal.mark();
        Some(ReviewedMove {
            score: appraisal.value.into(),
            depth: before.depth(),
            mark: mark.map(Mark::sign),
            loss: appraisal.loss(),
            sentence: appraisal_sentence(appraisal),
            better: if mark.is_some() { self.better(ply, before) } else { Vec::new() },
            better_score: appraisal.best_value.into(),
        })
    }

    /// The legal part of the best line after `ply` moves.
    fn better(&self, ply: usize, found: &Analysis) -> Vec<LineMove> {
        let Some(mut state) = self.state_after(ply) else { return Vec::new() };
        let play = |mv: &str| {
            let turn = state.turn().into();
            state.play(mv).ok().map(|mv| LineMove { mv, turn })
        };
        found.line().split_ascii_whitespace().map_while(play).collect()
    }

    fn state_after(&self, ply: usize) -> Option<Box<dyn MatchState>> {
        let mut state = self.game.open(Some(&self.start)).ok()?;
        self.moves.iter().take(ply).all(|mv| state.play_on(mv).is_ok()).then_some(state)
    }

    /// The summary at the end of the review.
    pub(super) fn summary(&self, id: u64) -> StudyAnswer {
        let summary = self.analysis.report().summary(&*self.game);
        StudyAnswer::Summary { id, sentences: summary.lines().map(String::from).collect() }
    }
}
