//! The analysis of a whole match, position by position.

use std::mem;
use std::sync::Arc;

use board_engine::{NotationError, Seat, Turn, Viewer};
use games_package::{MatchState, Record, TableGame};

use crate::forced::Forced;
use crate::references::References;
use crate::report::MatchReport;
use crate::result::Analysis;

/// A match analysis, which returns the next position to search and receives the result.
///
/// A position with a choice is searched only once, even though forced moves before it also get their scores from that
/// search.
#[derive(Debug)]
pub struct MatchAnalysis {
    game: Arc<dyn TableGame>,
    /// The moves of the match.
    moves: Vec<String>,
    state: Box<dyn MatchState>,
    /// The mover of the move that led to the position of `state`.
    mover: Option<Turn>,
    /// The moves up to the position being searched.
    asked: Vec<String>,
    /// The moves up to the last searched position, and its analysis.
    searched: Option<(Vec<String>, Analysis)>,
    is_complete: bool,
    report: MatchReport,
    references: References,
}

impl MatchAnalysis {
    /// An analysis of this match, before any search.
    ///
    /// # Errors
    /// [`NotationError`] if the match's start is not a valid position.
    pub fn new(game: Arc<dyn TableGame>, record: &Record) -> Result<Self, NotationError> {
        let state = game.open(Some(&record.start))?;
        Ok(Self {
            game,
            moves: record.moves().map(String::from).collect(),
            state,
            mover: None,
            asked: Vec::new(),
            searched: None,
            is_complete: false,
            report: MatchReport::default(),
            references: References::default(),
        })
    }

    /// Adds references for the report to quote. Tablebases affect the appraisal of moves; the book doesn't.
    #[must_use]
    pub fn with_references(self, references: References) -> Self {
        Self { references, ..self }
    }

    /// The report so far.
    pub const fn report(&self) -> &MatchReport {
        &self.report
    }

    /// The report.
    pub fn into_report(self) -> MatchReport {
        self.report
    }

    /// The seat to move in the position being analyzed.
    pub fn mover(&self) -> Option<Seat> {
        match self.state.turn() {
            Turn::Seat(seat) => Some(seat),
            Turn::Chance => None,
        }
    }

    /// The moves up to the next position to search; pass its analysis to [`add`](Self::add). On the way, reports
    /// positions that don't need a search. `None` at the end of the match.
    ///
    /// # Errors
    /// [`NotationError`] if a move in the match is not legal.
    pub fn advance(&mut self) -> Result<Option<Vec<String>>, NotationError> {
        while !self.is_complete {
            let is_searched = self.state.outcome().is_none() && self.mover().is_some();
            let analysis = if is_searched {
                let forced = Forced::new(&*self.state, self.game.seat_count());
                match self.analysis_without_search(&forced) {
                    Some(known) => Some(known),
                    None => return Ok(Some(self.asked.clone())),
                }
            } else {
                None
            };
            self.report_position(analysis)?;
        }
        Ok(None)
    }

    /// Adds the analysis of the position that [`advance`](Self::advance) returned.
    pub fn add(&mut self, found: Analysis) {
        self.searched = Some((mem::take(&mut self.asked), found));
    }

    /// The analysis of the position before these forced moves. If there is none, the position after these moves is
    /// searched next.
    fn analysis_without_search(&mut self, forced: &Forced) -> Option<Analysis> {
        if let Some(known) = forced.analysis() {
            return Some(known);
        }
        let moves = [self.state.moves(Viewer::Arbiter).as_slice(), forced.moves()].concat();
        match &self.searched {
            Some((searched, found)) if *searched == moves => {
                Some(forced.analysis_before(found.clone()))
            }
            _ => {
                self.asked = moves;
                None
            }
        }
    }

    /// Reports the position and advances to the next one.
    fn report_position(&mut self, analysis: Option<Analysis>) -> Result<(), NotationError> {
        let ply = self.state.ply();
        let book = self.references.book_moves(&*self.state);
        let analysis = analysis.map(|found| Analysis { book, ..found });
        let analysis = match self.references.tables.lookup(&*self.state) {
            Some(ending) => analysis.map(|found| ending.correct(found)),
            None => analysis,
        };
        let last = ply.checked_sub(1).and_then(|last| self.moves.get(last)).map(String::as_str);
        self.report.add(&*self.state, self.game.seat_count(), last.zip(self.mover), analysis);
        let Some(next) = self.moves.get(ply) else {
            self.is_complete = true;
            return Ok(());
        };
        self.mover = Some(self.state.turn());
        self.state.play_on(next).map(drop)
    }
}
