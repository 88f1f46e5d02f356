//! The player that analyzes positions and gives advice, and its running analyses.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use analysis::{
    Advice, AdviceError, Analysis, AnalysisError, AnalysisPosition, AnalysisRequest,
    AnalysisUpdate, EndgameTables, PlayedMove, PlayedMoves, PreparedAnalysis, Question, References,
    RunningAnalysis, StudyAnalysis,
};
use app_context::{
    AppContext, CommandResult, Failure, FailureKind, Limits, OrFail, PlayerSpec, endgame_tables,
    name_unusable_files, openings,
};
use board_engine::Seat;
use crossbeam_channel::Sender;
use games_package::{MatchState, TableGame, Thinking, ThinkingLimits, TimeControl};
use match_library::{ExploredMove, Library};

use crate::kept_matches::library;
use crate::live::{Inbox, Message};
use crate::verdict::no_input_failure;

/// The number of analysis lines that a study shows.
pub const LINES_COUNT: u32 = 3;

/// The analyzing player and its limits.
#[derive(Debug)]
pub struct Analyst<'a> {
    pub(crate) app: &'a AppContext,
    /// The analyzed game.
    pub game: Arc<dyn TableGame>,
    player: PlayerSpec,
    /// The limits for one analysis.
    pub limits: Limits,
    /// The game's tablebases, opening books and named openings.
    pub references: References,
    seed: u64,
    /// The inbox that receives its reports.
    inbox: Sender<Message>,
}

impl<'a> Analyst<'a> {
    /// Creates an analyst with this player and these limits.
    pub fn new(
        app: &'a AppContext,
        game: Arc<dyn TableGame>,
        player: PlayerSpec,
        limits: Limits,
        seed: u64,
        inbox: &Inbox,
    ) -> Self {
        let references = references(app, game.name(), &player);
        Self { app, game, player, limits, references, seed, inbox: inbox.sender() }
    }

    /// Creates an analyst with this game's default analysis player, set to three lines if it has that option.
    pub fn of_game(app: &'a AppContext, game: Arc<dyn TableGame>, inbox: &Inbox) -> Self {
        let player = app.analyst_with_lines(game.name(), LINES_COUNT);
        Self::new(app, game, player, Limits::default(), 0, inbox)
    }

    /// Creates a study's analyses, without results so far.
    pub(crate) fn study_analysis(&self) -> StudyAnalysis {
        let matches = LibraryMoves::of_game(Arc::clone(&self.game));
        StudyAnalysis::new(References { matches, ..self.references.clone() })
    }

    /// This analyst's limits, or `time` per move without limits.
    pub fn limits_or_time(&self, time: Duration) -> Limits {
        let Limits { time: given, thinking, .. } = self.limits;
        let is_limited = given.is_some() || thinking != ThinkingLimits::default();
        let time = if is_limited { given } else { Some(TimeControl::PerMove(time)) };
        Limits { time, ..self.limits }
    }

    /// Starts analyzing the position after these moves. Sends the updates to the inbox under this number.
    fn start(
        &self,
        position: AnalysisPosition<'_>,
        limits: Limits,
        number: usize,
    ) -> Result<RunningAnalysis, Failure> {
        let setup = self.app.analysis_setup(&self.game, &self.player, limits, self.seed)?;
        let prepared = PreparedAnalysis::with_references(setup, position, &self.references);
        let sender = self.inbox.clone();
        let report = move |update| {
            // The inbox may be closed after an interruption.
            let _gone = sender.send(Message::AnalysisUpdate(number, Box::new(update)));
        };
        let prepared = prepared.or_fail(FailureKind::Input)?;
        prepared.start(report).or_fail(FailureKind::Failed)
    }

    /// Analyzes the position after these moves, and calls `report` with each line found. Reports unusable tablebases
    /// and books. `inbox` is the inbox that this analyst reports to.
    ///
    /// # Errors
    /// [`Failure`] if the position is invalid, the player fails, or the user interrupts.
    pub fn analyze(
        &self,
        inbox: &Inbox,
        position: AnalysisPosition<'_>,
        mover: Seat,
        limits: Limits,
        mut report: impl FnMut(Duration, &Thinking) -> CommandResult,
    ) -> Result<Analysis, Failure> {
        let wanted = position.moves.len();
        let _running = self.start(position, limits, wanted)?;
        for message in &inbox.messages {
            match message {
                Message::AnalysisUpdate(number, update) if number == wanted => match *update {
                    AnalysisUpdate::Thinking(elapsed, thinking) => report(elapsed, &thinking)?,
                    AnalysisUpdate::End(Ok(analysis)) => {
                        name_unusable_files();
                        return Ok(analysis);
                    }
                    AnalysisUpdate::End(Err(why)) => return Err(self.analysis_failure(why, mover)),
                },
                Message::Interrupted(by) => return Err(by.into()),
                _ => {}
            }
        }
        Err(Failure::interrupted())
    }

    fn analysis_failure(&self, why: AnalysisError, mover: Seat) -> Failure {
        let (seat, player) = (self.game.seat_name(mover), self.player.text());
        let player = format!("the player of {seat} ({player})");
        match why {
            AnalysisError::Person => no_input_failure(&*self.game, mover),
            AnalysisError::Stopped => Failure::interrupted(),
            why => Failure::message(FailureKind::Player, format!("{player} failed: {why}")),
        }
    }
}

/// A study's running analyses.
#[derive(Debug, Default)]
pub(crate) struct RunningAnalyses(BTreeMap<usize, RunningAnalysis>);

impl RunningAnalyses {
    /// Starts the analysis that a study requests.
    pub(crate) fn start(
        &mut self,
        analyst: &Analyst<'_>,
        request: &AnalysisRequest,
        limits: Limits,
    ) -> CommandResult {
        let AnalysisRequest { number, start, moves, .. } = request;
        let position = AnalysisPosition { start: Some(start), moves };
        let running = analyst.start(position, limits, *number)?;
        self.0.insert(*number, running);
        Ok(())
    }

    /// Stops all analyses that the study no longer wants.
    pub(crate) fn keep_wanted(&mut self, analysis: &StudyAnalysis) {
        self.0.retain(|number, _| analysis.wants(*number));
    }
}

/// Answers a question about a match in `game`. `deliver` is called once, usually on another thread.
///
/// Returns an error if the analysis can't be set up. If the analysis ends without a result, the advice reports that.
pub(crate) fn advise(
    app: &AppContext,
    game: &Arc<dyn TableGame>,
    question: Question,
    deliver: impl FnOnce(Advice) + Send + 'static,
) -> CommandResult {
    let player = app.analyst(game.name());
    let setup = |time: Duration| {
        let limits = Limits { time: Some(TimeControl::PerMove(time)), ..Limits::default() };
        app.analysis_setup(game, &player, limits, 0)
    };
    let references = references(app, game.name(), &player);
    analysis::advise(game, question, &references, setup, deliver).map_err(|error| match error {
        AdviceError::Setup(failure) => failure,
        error => Failure::new(FailureKind::Failed, error),
    })
}

/// The user's tablebases, an opening book other than this player's, and the opening names.
fn references(app: &AppContext, game: &str, player: &PlayerSpec) -> References {
    References {
        tables: EndgameTables::new(endgame_tables(game)),
        book: app.quoted_book(game, player),
        openings: openings(game),
        matches: None,
    }
}

/// Maximum number of matches to index before a study begins. `rival matches` indexes the rest.
const ADDED_MAX: usize = 1_000;

/// The library matches in one game.
#[derive(Debug)]
struct LibraryMoves {
    library: Library,
    game: Arc<dyn TableGame>,
}

impl LibraryMoves {
    /// The matches in this game; `None` if the library is unusable. Studying works without matches from the library.
    fn of_game(game: Arc<dyn TableGame>) -> Option<Arc<dyn PlayedMoves>> {
        static LIBRARY: OnceLock<Option<Library>> = OnceLock::new();
        let library = LIBRARY.get_or_init(up_to_date).clone()?;
        Some(Arc::new(Self { library, game }))
    }
}

/// The library with an up-to-date index; `None` if the library is unusable. The index is updated once per program run,
/// so only the next run finds matches from this run.
fn up_to_date() -> Option<Library> {
    let library = library().ok()?;
    library.update_index(|left| left <= ADDED_MAX).ok()?;
    Some(library)
}

impl PlayedMoves for LibraryMoves {
    fn played_moves(&self, state: &dyn MatchState) -> Vec<PlayedMove> {
        let moves = self.library.explore(&*self.game, state).unwrap_or_default();
        moves.into_iter().map(played).collect()
    }
}

fn played(explored: ExploredMove) -> PlayedMove {
    let ExploredMove { mv, matches, first_wins, draws, second_wins, .. } = explored;
    PlayedMove { mv, matches, first_wins, draws, second_wins }
}
