//! The analysis of single positions.

use std::sync::Arc;
use std::time::Duration;

use analysis::{
    Analysis, AnalysisError, AnalysisPosition, AnalysisUpdate, PreparedAnalysis, References,
    RunningAnalysis,
};
use anyhow::anyhow;
use board_engine::Seat;
use games_package::{TableGame, Thinking, ThinkingLimits, TimeControl};
use house::{CommandResult, Failure, FailureKind, House, Limits, OrFail, PlayerSpec};

use crate::adviser::references;
use crate::arguments::AnalyzeArguments;
use crate::commands::watch::no_input_failure;
use crate::live::{Inbox, Input, Message};

/// The player that analyzes, and its limits.
pub(super) struct Analyst<'a> {
    house: &'a House,
    pub(super) game: Arc<dyn TableGame>,
    player: PlayerSpec,
    pub(super) limits: Limits,
    /// What is quoted on the game.
    pub(super) references: References,
    seed: u64,
    pub(super) inbox: Inbox,
}

impl<'a> Analyst<'a> {
    /// The player that the command line names, with the options `lines` and `threads` if they are given.
    pub(super) fn new(
        house: &'a House,
        arguments: &AnalyzeArguments,
        game: Arc<dyn TableGame>,
        input: Input,
    ) -> Result<Self, Failure> {
        let AnalyzeArguments { time, depth, nodes, seed, .. } = *arguments;
        let named = arguments.player.as_deref().map(PlayerSpec::from_user);
        let player = named.unwrap_or_else(|| house.analyst(game.name()));
        let lines = arguments.lines.map(|count| format!("lines={count}"));
        let threads = arguments.threads.map(|count| format!("threads={count}"));
        let options = lines.into_iter().chain(threads);
        let player = options.fold(player, |player, option| player.with_option(&option));
        let thinking = ThinkingLimits { depth, nodes };
        let limits = Limits { time, thinking, pondering: false };
        let references = references(game.name());
        Ok(Self { house, game, player, limits, references, seed, inbox: Inbox::open(input)? })
    }

    /// The limits of the command line, or `time` per move if it sets none.
    pub(super) fn limits_or_time(&self, time: Duration) -> Limits {
        let Limits { time: given, thinking, .. } = self.limits;
        let is_limited = given.is_some() || thinking != ThinkingLimits::default();
        let time = if is_limited { given } else { Some(TimeControl::PerMove(time)) };
        Limits { time, ..self.limits }
    }

    /// Starts the analysis of the position after these moves. Its updates go to the inbox with this number.
    pub(super) fn start(
        &self,
        start: Option<&str>,
        moves: &[String],
        limits: Limits,
        number: usize,
    ) -> Result<RunningAnalysis, Failure> {
        let setup = self.house.analysis_setup(&self.game, &self.player, limits, self.seed)?;
        let position = AnalysisPosition { start, moves };
        let prepared = PreparedAnalysis::with_references(setup, position, &self.references);
        let sender = self.inbox.sender();
        let report = move |update| {
            // The inbox may be closed after an interruption.
            let _gone = sender.send(Message::AnalysisUpdate(number, Box::new(update)));
        };
        let prepared = prepared.or_fail(FailureKind::Input)?;
        prepared.start(report).or_fail(FailureKind::Failed)
    }

    /// Analyzes the position after these moves, and calls `report` with each line that is found.
    pub(super) fn analyze(
        &self,
        start: Option<&str>,
        moves: &[String],
        mover: Seat,
        limits: Limits,
        mut report: impl FnMut(Duration, &Thinking) -> CommandResult,
    ) -> Result<Analysis, Failure> {
        let _running = self.start(start, moves, limits, moves.len())?;
        for message in &self.inbox.messages {
            match message {
                Message::AnalysisUpdate(number, update) if number == moves.len() => match *update {
                    AnalysisUpdate::Thinking(elapsed, thinking) => report(elapsed, &thinking)?,
                    AnalysisUpdate::End(Ok(analysis)) => return Ok(analysis),
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
