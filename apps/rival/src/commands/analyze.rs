//! `rival analyze`: analysis of positions and of whole matches.

mod positions;
mod session;
mod whole_match;

use std::io::{BufRead, IsTerminal, stdin, stdout};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use analysis::{
    Analysis, AnalysisError, AnalysisUpdate, PositionOf, PreparedAnalysis, RunningAnalysis, Study,
};
use anyhow::anyhow;
use board_engine::Seat;
use games_package::{TableGame, Thinking, ThinkingLimits, TimeControl};
use house::{CommandResult, Failure, FailureKind, HUMAN, House, Limits, OrFail, PlayerSpec};
use match_library::LoadedMatch;

use crate::arguments::{AnalyzeArguments, SourceArguments};
use crate::commands::watch::no_input_failure;
use crate::live::{Inbox, Input, Message};
use crate::match_files;

pub(crate) fn run(house: &House, arguments: &AnalyzeArguments) -> CommandResult {
    let game = arguments.game.as_deref().map(house::game).transpose()?;
    let is_session = arguments.interactive || wants_session(arguments);
    let input = if is_session { Input::Lines } else { Input::None };
    if let Some(file) = &arguments.record {
        let loaded = load(file, arguments, game.as_deref())?;
        let analyst = Analyst::new(house, arguments, Arc::clone(&loaded.game), input)?;
        return if is_session {
            let study = Study::of_match(loaded.record, loaded.game);
            let study = study.or_fail(FailureKind::Input)?;
            session::Session::new(&analyst, study, loaded.tags).run()
        } else {
            whole_match::run(&analyst, arguments, loaded)
        };
    }
    let game = game.map_or_else(|| house.first_game(), Ok)?;
    let analyst = Analyst::new(house, arguments, game, input)?;
    let position = arguments.position.as_deref();
    if is_session {
        let study = Study::of_position(Arc::clone(&analyst.game), position, HUMAN);
        let study = study.or_fail(FailureKind::Input)?;
        return session::Session::new(&analyst, study, None).run();
    }
    if arguments.positions.is_none() {
        return positions::analyze_position(&analyst, arguments, position);
    }
    stdin().lock().lines().try_for_each(|line| {
        let line = line?;
        match line.trim() {
            "" => Ok(()),
            position => positions::analyze_position(&analyst, arguments, Some(position)),
        }
    })
}

/// Whether to start a session: in a terminal, without limits or output options.
fn wants_session(arguments: &AnalyzeArguments) -> bool {
    let AnalyzeArguments { time, depth, nodes, positions, save, to, json, .. } = arguments;
    let is_limited = time.is_some() || depth.is_some() || nodes.is_some();
    let wants_output = *json || positions.is_some() || save.is_some() || to.is_some();
    !is_limited && !wants_output && stdin().is_terminal() && stdout().is_terminal()
}

/// The match of the command line.
///
/// # Errors
/// If it can't be loaded, or a game is named and the match is of another one.
fn load(
    file: &Path,
    arguments: &AnalyzeArguments,
    named: Option<&dyn TableGame>,
) -> Result<LoadedMatch, Failure> {
    let rules = arguments.source.rules.as_deref().or(arguments.game.as_deref());
    let source = SourceArguments { rules: rules.map(String::from), ..arguments.source.clone() };
    let loaded = match_files::load(file, &source)?;
    let (found, file) = (loaded.game.name(), file.display());
    match named {
        Some(game) if game.name() != found => {
            let error = anyhow!("{file}: the record is of {found}, not of {}", game.name());
            Err(Failure::new(FailureKind::Input, error))
        }
        _ => Ok(loaded),
    }
}

/// The player that analyzes, and its limits.
struct Analyst<'a> {
    house: &'a House,
    game: Arc<dyn TableGame>,
    player: PlayerSpec,
    limits: Limits,
    seed: u64,
    inbox: Inbox,
}

impl<'a> Analyst<'a> {
    /// The player that the command line names, with the options `lines` and `threads` if they are given.
    fn new(
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
        Ok(Self { house, game, player, limits, seed, inbox: Inbox::open(input)? })
    }

    /// The limits of the command line, or `time` per move if it sets none.
    fn limits_or_time(&self, time: Duration) -> Limits {
        let Limits { time: given, thinking, .. } = self.limits;
        let is_limited = given.is_some() || thinking != ThinkingLimits::default();
        let time = if is_limited { given } else { Some(TimeControl::PerMove(time)) };
        Limits { time, ..self.limits }
    }

    /// Starts the analysis of the position after these moves. Its updates go to the inbox with this number.
    fn start(
        &self,
        start: Option<&str>,
        moves: &[String],
        limits: Limits,
        number: usize,
    ) -> Result<RunningAnalysis, Failure> {
        let setup = self.house.analysis_setup(&self.game, &self.player, limits, self.seed)?;
        let prepared = PreparedAnalysis::new(setup, PositionOf { start, moves });
        let sender = self.inbox.sender();
        let report = move |update| {
            // The inbox may be closed after an interruption.
            let _gone = sender.send(Message::AnalysisUpdate(number, Box::new(update)));
        };
        let prepared = prepared.or_fail(FailureKind::Input)?;
        prepared.start(report).or_fail(FailureKind::Failed)
    }

    /// Analyzes the position after these moves, and calls `report` with each line that is found.
    fn analyze(
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
