//! Analysis of a position by a player, in a match of its own.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use board_engine::Viewer;
use games_package::{
    Command, Control, EndReason, Event, MatchSetup, Moderator, PlayedMove, Ply, Subscription,
    TableGame, Thinking, TimeControl, Valuation,
};
use house::{Failure, FailureKind, House, Limits, OrFail, PlayerSpec};

use crate::forced::Forced;

/// What is looked at, and how long.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Question<'a> {
    pub(crate) game: &'a Arc<dyn TableGame>,
    /// Where the match started; none for the start of the game.
    pub(crate) start: Option<&'a str>,
    /// What has been played since then.
    pub(crate) moves: &'a [String],
    /// Who analyzes.
    pub(crate) player: &'a PlayerSpec,
    /// The time for the move, and how deep or how many nodes to search.
    pub(crate) limits: Limits,
    pub(crate) seed: u64,
}

/// News of an analysis that is running.
#[derive(Debug)]
pub(crate) enum AnalysisUpdate {
    /// A line, and the time since the start.
    Thinking(Duration, Thinking),
    /// The result. Nothing follows.
    End(Result<Analysis, AnalysisError>),
}

/// Why an analysis has no result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum AnalysisError {
    /// It was stopped.
    Withdrawn,
    /// A person was asked.
    Person,
    /// The player failed, or gave up.
    Failed(String),
}

/// The result of an analysis.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Analysis {
    /// The newest report on each line with its time, the best line first.
    pub(crate) lines: Vec<(Duration, Thinking)>,
    /// What the player would play, in the game's notation.
    pub(crate) chosen: String,
    /// After so much time.
    pub(crate) elapsed: Duration,
    /// Whether the rules left no choice.
    pub(crate) is_forced: bool,
}

impl Analysis {
    /// What the chosen move is worth to the mover; none if the player doesn't say.
    pub(crate) fn valuation(&self) -> Option<Valuation> {
        self.lines.first().map(|(_, best)| best.valuation)
    }

    /// How deep the player has looked, in plies; none if it doesn't say.
    pub(crate) fn depth(&self) -> Option<u32> {
        self.lines.first().map(|(_, best)| best.depth)
    }

    /// The line that the player expects; the chosen move alone if it doesn't say.
    pub(crate) fn line(&self) -> &str {
        self.lines.first().map_or(&self.chosen, |(_, best)| &best.line)
    }
}

/// The newest report takes the place of all of a lesser depth, or of the same line.
pub(crate) fn note(lines: &mut Vec<(Duration, Thinking)>, elapsed: Duration, thinking: Thinking) {
    lines.retain(|(_, known)| known.depth == thinking.depth && known.rank != thinking.rank);
    lines.push((elapsed, thinking));
    lines.sort_by_key(|(_, known)| known.rank);
}

/// An analysis that can begin.
#[derive(Debug)]
pub(crate) struct PreparedAnalysis {
    moderator: Moderator,
    events: Subscription,
    /// What comes before the choice.
    forced: Forced,
}

impl PreparedAnalysis {
    /// Sets the player at a table of its own.
    ///
    /// # Errors
    /// If there is no such player, or the moves can't be played.
    pub(crate) fn prepare(house: &House, question: &Question<'_>) -> Result<Self, Failure> {
        let forced = forced(question);
        let setup = setup(house, question, forced.moves())?;
        let mut moderator = Moderator::new(setup).or_fail(FailureKind::Input)?;
        let events = moderator.subscribe(Viewer::Arbiter);
        Ok(Self { moderator, events, forced })
    }

    /// Runs the analysis to its end.
    ///
    /// # Errors
    /// If nothing comes of it.
    pub(crate) fn ask(self) -> Result<Analysis, AnalysisError> {
        self.listen(&mut |_| {})
    }

    /// Runs the analysis on another thread, which calls `tell` with each update, and with the end in any case.
    ///
    /// # Errors
    /// If there is no thread for it.
    pub(crate) fn begin(
        self,
        mut tell: impl FnMut(AnalysisUpdate) + Send + 'static,
    ) -> Result<RunningAnalysis, Failure> {
        let control = self.moderator.control();
        let listener = thread::Builder::new().name("analysis".into()).spawn(move || {
            let end = self.listen(&mut tell);
            tell(AnalysisUpdate::End(end));
        });
        listener.map(|_left_alone| RunningAnalysis { control }).or_fail(FailureKind::Failed)
    }

    fn listen(self, tell: &mut dyn FnMut(AnalysisUpdate)) -> Result<Analysis, AnalysisError> {
        let Self { moderator, events, forced } = self;
        if let Some(known) = forced.known() {
            for (elapsed, thinking) in known.lines.iter().cloned() {
                tell(AnalysisUpdate::Thinking(elapsed, thinking));
            }
            return Ok(known);
        }
        let mut tell = |elapsed, thinking| {
            if let Some(thinking) = forced.before(thinking) {
                tell(AnalysisUpdate::Thinking(elapsed, thinking));
            }
        };
        let control = moderator.control();
        let table = thread::Builder::new().name("analysis".into());
        let table = table.spawn(move || moderator.run()).map_err(|error| {
            AnalysisError::Failed(format!("there is no thread for it: {error}"))
        })?;
        let end = first_choice(events, &mut tell);
        // One move is enough; the match may be over already.
        let _gone = control.send(Command::Stop);
        match table.join() {
            Ok(_finished) => end.map(|found| forced.analysis_before(found)),
            Err(_panic) => Err(AnalysisError::Failed("the table broke down".into())),
        }
    }
}

/// An analysis that is running. Dropping it stops the player.
#[derive(Debug)]
pub(crate) struct RunningAnalysis {
    control: Control,
}

impl Drop for RunningAnalysis {
    fn drop(&mut self) {
        // It may have ended already.
        let _gone = self.control.send(Command::Stop);
    }
}

/// What comes before the choice that is asked about; nothing if the moves can't be played, of which the table tells.
fn forced(question: &Question<'_>) -> Forced {
    let Question { game, start, moves, .. } = *question;
    let Ok(mut state) = game.open(start) else { return Forced::default() };
    let is_played = moves.iter().all(|mv| state.play_on(mv).is_ok());
    if is_played { Forced::from(&*state, game.seat_count()) } else { Forced::default() }
}

/// How much later than its time an answer may come. The time of an analysis is a wish: an answer that comes late, on a
/// busy machine for example, is as good.
const MARGIN: Duration = Duration::from_hours(24);

/// The same player sits at every seat, and the first who is asked tells, after these `forced` moves.
fn setup(house: &House, question: &Question<'_>, forced: &[String]) -> Result<MatchSetup, Failure> {
    let Question { game, start, moves, player, limits, seed } = *question;
    let players = vec![player.clone(); game.seat_count()];
    let mut setup = house.match_setup(Arc::clone(game), &players, limits, Some(seed))?;
    setup.time_control = limits.time.unwrap_or(TimeControl::Unlimited);
    setup.margin = MARGIN;
    setup.position = start.map(String::from);
    setup.opening = moves.iter().chain(forced).map(|mv| Ply::from(mv.as_str())).collect();
    Ok(setup)
}

/// The first move that is played. Tells all that comes before it.
fn first_choice(
    events: impl Iterator<Item = Event>,
    tell: &mut dyn FnMut(Duration, Thinking),
) -> Result<Analysis, AnalysisError> {
    let mut lines = Vec::new();
    for event in events {
        match event {
            Event::ThinkingReported { elapsed, thinking, .. } => {
                note(&mut lines, elapsed, thinking.clone());
                tell(elapsed, thinking);
            }
            Event::MovePlayed(PlayedMove { mv: chosen, elapsed, .. }) => {
                return Ok(Analysis { lines, chosen, elapsed, is_forced: false });
            }
            Event::InputRequested { .. } => return Err(AnalysisError::Person),
            Event::MatchEnded(ending) => {
                return Err(match ending.reason {
                    EndReason::Stopped => AnalysisError::Withdrawn,
                    EndReason::PlayerFailed(_, failure) => {
                        AnalysisError::Failed(failure.to_string())
                    }
                    reason @ EndReason::TimeExpired(_) => {
                        AnalysisError::Failed(format!("it {}", reason.name()))
                    }
                    _ => AnalysisError::Failed("it has not answered".into()),
                });
            }
            _ => {}
        }
    }
    Err(AnalysisError::Withdrawn)
}
