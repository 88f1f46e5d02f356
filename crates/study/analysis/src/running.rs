//! Lets a player analyze one position, in a separate match.

use std::io;
use std::thread;
use std::time::Duration;

use board_engine::Viewer;
use games_package::{
    Command, Control, EndReason, Event, MatchError, MatchSetup, MatchState, Moderator, PlayedMove,
    Ply, Subscription, TableGame, Thinking,
};
use opening_book::BookMove;

use crate::endgame_tables::KnownEnding;
use crate::forced::Forced;
use crate::references::References;
use crate::result::{Analysis, AnalysisError, Lines};

/// The position after some moves.
#[derive(Clone, Copy, Debug)]
pub struct AnalysisPosition<'a> {
    /// The position where the match started; `None` for the game's start.
    pub start: Option<&'a str>,
    /// The moves since the start.
    pub moves: &'a [String],
}

/// A report from a running analysis.
#[derive(Debug)]
pub enum AnalysisUpdate {
    /// A line, and the time since the start.
    Thinking(Duration, Thinking),
    /// The result, which is the last update.
    End(Result<Analysis, AnalysisError>),
}

/// The margin on the time limit. An analysis's time limit is only a target: a late answer, for example on a busy
/// machine, is just as good.
const MARGIN: Duration = Duration::from_hours(24);

/// An analysis that is ready to start.
#[derive(Debug)]
pub struct PreparedAnalysis {
    moderator: Moderator,
    events: Subscription,
    /// The forced moves before the next choice.
    forced: Forced,
    /// The table values for the position.
    ending: Option<KnownEnding>,
    /// The book moves for the position.
    book: Vec<BookMove>,
}

impl PreparedAnalysis {
    /// Prepares the analysis of a position by the player in all seats of `setup`, within its time and limits.
    ///
    /// # Errors
    /// [`MatchError`] if the start is not a valid position, a move is illegal, or the seats don't fit the game.
    pub fn new(setup: MatchSetup, position: AnalysisPosition<'_>) -> Result<Self, MatchError> {
        Self::with_references(setup, position, &References::default())
    }

    /// Like [`new`](Self::new), with references for the result to quote.
    ///
    /// # Errors
    /// The same errors as [`new`](Self::new).
    pub fn with_references(
        mut setup: MatchSetup,
        position: AnalysisPosition<'_>,
        references: &References,
    ) -> Result<Self, MatchError> {
        let state = state_at(&*setup.game, position);
        let state = state.as_deref();
        let seat_count = setup.game.seat_count();
        let forced = state.map(|state| Forced::new(state, seat_count)).unwrap_or_default();
        let ending = state.and_then(|state| references.tables.lookup(state));
        let book = state.map(|state| references.book_moves(state)).unwrap_or_default();
        let plies = position.moves.iter().chain(forced.moves());
        setup.opening = plies.map(|mv| Ply::from(mv.as_str())).collect();
        setup.position = position.start.map(String::from);
        setup.margin = MARGIN;
        let mut moderator = Moderator::new(setup)?;
        let events = moderator.subscribe(Viewer::Arbiter);
        Ok(Self { moderator, events, forced, ending, book })
    }

    /// Runs the analysis on this thread.
    ///
    /// # Errors
    /// [`AnalysisError`] if the analysis has no result.
    pub fn finish(self) -> Result<Analysis, AnalysisError> {
        self.run(&mut |_| {})
    }

    /// Runs the analysis on another thread, which calls `update` with each report and finally with the result.
    ///
    /// # Errors
    /// If the system cannot start a thread.
    pub fn start(
        self,
        mut update: impl FnMut(AnalysisUpdate) + Send + 'static,
    ) -> io::Result<RunningAnalysis> {
        let control = self.moderator.control();
        thread::Builder::new().name("analysis".into()).spawn(move || {
            let end = self.run(&mut update);
            update(AnalysisUpdate::End(end));
        })?;
        Ok(RunningAnalysis { control })
    }

    fn run(self, update: &mut dyn FnMut(AnalysisUpdate)) -> Result<Analysis, AnalysisError> {
        let Self { moderator, events, forced, ending, book } = self;
        let corrected = |found| {
            let found = Analysis { book, ..found };
            match &ending {
                Some(ending) => ending.correct(found),
                None => found,
            }
        };
        if let Some(known) = forced.analysis() {
            for (elapsed, thinking) in known.lines.iter().cloned() {
                update(AnalysisUpdate::Thinking(elapsed, thinking));
            }
            return Ok(corrected(known));
        }
        let mut report = |elapsed, thinking| {
            if let Some(thinking) = forced.before(thinking) {
                update(AnalysisUpdate::Thinking(elapsed, thinking));
            }
        };
        let control = moderator.control();
        let runner = thread::Builder::new().name("analysis".into());
        let runner = runner
            .spawn(move || moderator.run())
            .map_err(|error| AnalysisError::Failed(format!("cannot start its thread: {error}")))?;
        let end = first_move(events.map(|sequenced| sequenced.event), &mut report);
        // The analysis needs only one move. The match may already be over.
        let _gone = control.send(Command::Stop);
        match runner.join() {
            Ok(_finished) => end.map(|found| corrected(forced.analysis_before(found))),
            Err(_panic) => Err(AnalysisError::Failed("an internal error occurred".into())),
        }
    }
}

/// A running analysis. Dropping this value stops the player.
#[derive(Debug)]
pub struct RunningAnalysis {
    control: Control,
}

impl Drop for RunningAnalysis {
    fn drop(&mut self) {
        // The match may already have ended.
        let _gone = self.control.send(Command::Stop);
    }
}

/// The match at the position; `None` if the moves leading to it can't be played. The Moderator reports that error.
fn state_at(game: &dyn TableGame, position: AnalysisPosition<'_>) -> Option<Box<dyn MatchState>> {
    let mut state = game.open(position.start).ok()?;
    position.moves.iter().all(|mv| state.play_on(mv).is_ok()).then_some(state)
}

/// The first move, and all reports before it.
fn first_move(
    events: impl Iterator<Item = Event>,
    report: &mut dyn FnMut(Duration, Thinking),
) -> Result<Analysis, AnalysisError> {
    let mut lines = Lines::default();
    for event in events {
        match event {
            Event::ThinkingReported { elapsed, thinking, .. } => {
                lines.add(elapsed, thinking.clone());
                report(elapsed, thinking);
            }
            Event::MovePlayed(PlayedMove { mv: chosen, elapsed, .. }) => {
                return Ok(Analysis {
                    lines,
                    chosen,
                    elapsed,
                    is_forced: false,
                    table: None,
                    book: Vec::new(),
                });
            }
            Event::InputRequested { .. } => return Err(AnalysisError::Person),
            Event::MatchEnded(ending) => return Err(error_of(ending.reason)),
            _ => {}
        }
    }
    Err(AnalysisError::Stopped)
}

/// The reason why a match that ended before its first move has no analysis.
fn error_of(reason: EndReason) -> AnalysisError {
    match reason {
        EndReason::Stopped => AnalysisError::Stopped,
        EndReason::PlayerFailed(_, failure) => AnalysisError::Failed(failure.to_string()),
        reason @ EndReason::TimeExpired(..) => {
            AnalysisError::Failed(format!("it {}", reason.name()))
        }
        _ => AnalysisError::Failed("it has not answered".into()),
    }
}
