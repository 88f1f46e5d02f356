//! The player that analyzes positions, and the analyses that it is busy with.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use analysis::{
    Analysis, AnalysisError, AnalysisPosition, AnalysisRequest, AnalysisUpdate, PreparedAnalysis,
    References, RunningAnalysis, StudyAnalysis,
};
use anyhow::anyhow;
use board_engine::Seat;
use crossbeam_channel::Sender;
use games_package::{TableGame, Thinking, ThinkingLimits, TimeControl};
use house::{
    CommandResult, Failure, FailureKind, House, Limits, OrFail, PlayerSpec, name_unusable_files,
};

use crate::adviser::references;
use crate::arguments::AnalyzeArguments;
use crate::failures::no_input_failure;
use crate::library_moves::LibraryMoves;
use crate::live::{Inbox, Message};

/// How many lines a study shows.
pub(crate) const LINES_COUNT: u32 = 3;

/// The player that analyzes, and its limits.
pub(crate) struct Analyst<'a> {
    house: &'a House,
    pub(crate) game: Arc<dyn TableGame>,
    player: PlayerSpec,
    pub(crate) limits: Limits,
    /// What is quoted on the game.
    pub(crate) references: References,
    seed: u64,
    /// Where its reports go.
    inbox: Sender<Message>,
}

impl<'a> Analyst<'a> {
    /// The player that the command line names or else the default one, with the options `lines` and `threads` if they are given.
    pub(crate) fn new(
        house: &'a House,
        arguments: &AnalyzeArguments,
        game: Arc<dyn TableGame>,
        default: PlayerSpec,
        inbox: &Inbox,
    ) -> Self {
        let AnalyzeArguments { time, depth, nodes, seed, .. } = *arguments;
        let named = arguments.player.as_deref().map(PlayerSpec::from_user);
        let player = named.unwrap_or(default);
        let lines = arguments.lines.map(|count| format!("lines={count}"));
        let threads = arguments.threads.map(|count| format!("threads={count}"));
        let options = lines.into_iter().chain(threads);
        let player = options.fold(player, |player, option| player.with_option(&option));
        let thinking = ThinkingLimits { depth, nodes };
        let limits = Limits { time, thinking, pondering: false };
        let references = references(house, game.name(), &player);
        Self { house, game, player, limits, references, seed, inbox: inbox.sender() }
    }

    /// The default player for the analysis of this game, with three lines if it has the option.
    pub(crate) fn of_game(house: &'a House, game: Arc<dyn TableGame>, inbox: &Inbox) -> Self {
        let player = house.analyst_with_lines(game.name(), LINES_COUNT);
        let references = references(house, game.name(), &player);
        let limits = Limits::default();
        Self { house, game, player, limits, references, seed: 0, inbox: inbox.sender() }
    }

    /// A study's analyses, without any result.
    pub(crate) fn study_analysis(&self) -> StudyAnalysis {
        let matches = LibraryMoves::of_game(Arc::clone(&self.game));
        StudyAnalysis::new(References { matches, ..self.references.clone() })
    }

    /// The limits of the command line, or `time` per move if it sets none.
    pub(crate) fn limits_or_time(&self, time: Duration) -> Limits {
        let Limits { time: given, thinking, .. } = self.limits;
        let is_limited = given.is_some() || thinking != ThinkingLimits::default();
        let time = if is_limited { given } else { Some(TimeControl::PerMove(time)) };
        Limits { time, ..self.limits }
    }

    /// Starts the analysis of the position after these moves. Its updates go to the inbox with this number.
    fn start(
        &self,
        position: AnalysisPosition<'_>,
        limits: Limits,
        number: usize,
    ) -> Result<RunningAnalysis, Failure> {
        let setup = self.house.analysis_setup(&self.game, &self.player, limits, self.seed)?;
        let prepared = PreparedAnalysis::with_references(setup, position, &self.references);
        let sender = self.inbox.clone();
        let report = move |update| {
            // The inbox may be closed after an interruption.
            let _gone = sender.send(Message::AnalysisUpdate(number, Box::new(update)));
        };
        let prepared = prepared.or_fail(FailureKind::Input)?;
        prepared.start(report).or_fail(FailureKind::Failed)
    }

    /// Analyzes the position after these moves, and calls `report` with each line that is found. Endgame tables and
    /// books that turn out to be unusable are named. `inbox` is the one that this analyst reports to.
    pub(crate) fn analyze(
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
            why => Failure::new(FailureKind::Player, anyhow!("{player} failed: {why}")),
        }
    }
}

/// The analyses of a study that run now.
#[derive(Default)]
pub(crate) struct RunningAnalyses(BTreeMap<usize, RunningAnalysis>);

impl RunningAnalyses {
    /// Starts what a study requests.
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

    /// Stops all that the study no longer wants.
    pub(crate) fn keep_wanted(&mut self, analysis: &StudyAnalysis) {
        self.0.retain(|number, _| analysis.wants(*number));
    }
}
