//! A player's look at a position, at a table of its own beside whatever else goes on.

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
    /// Who looks.
    pub(crate) player: &'a PlayerSpec,
    /// The time for a move counts, and how deep or how much is looked.
    pub(crate) limits: Limits,
    pub(crate) seed: u64,
}

/// What a look tells.
#[derive(Debug)]
pub(crate) enum Insight {
    /// A line, after so much time.
    Thinking(Duration, Thinking),
    /// What came of it. Nothing follows.
    End(Result<Opinion, NoOpinion>),
}

/// Why a look has found nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum NoOpinion {
    /// Nobody wants to know any more.
    Withdrawn,
    /// A person was asked.
    Person,
    /// The player failed, or gave up.
    Failed(String),
}

/// What came of a look.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Opinion {
    /// The newest report on each line with its time, the best line first.
    pub(crate) lines: Vec<(Duration, Thinking)>,
    /// What the player would play, in the game's notation.
    pub(crate) chosen: String,
    /// After so much time.
    pub(crate) elapsed: Duration,
    /// Whether the rules left no choice.
    pub(crate) is_forced: bool,
}

impl Opinion {
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

/// A look that can begin.
#[derive(Debug)]
pub(crate) struct Look {
    moderator: Moderator,
    events: Subscription,
    /// What comes before the choice.
    forced: Forced,
}

impl Look {
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

    /// Lets the player look, and waits for what comes of it.
    ///
    /// # Errors
    /// If nothing comes of it.
    pub(crate) fn ask(self) -> Result<Opinion, NoOpinion> {
        self.hear_out(&mut |_| {})
    }

    /// Lets the player look. `tell` hears everything on another thread, and the end in any case.
    ///
    /// # Errors
    /// If there is no thread for it.
    pub(crate) fn begin(
        self,
        mut tell: impl FnMut(Insight) + Send + 'static,
    ) -> Result<Consultation, Failure> {
        let control = self.moderator.control();
        let listener = thread::Builder::new().name("insights".into()).spawn(move || {
            let end = self.hear_out(&mut tell);
            tell(Insight::End(end));
        });
        listener.map(|_left_alone| Consultation { control }).or_fail(FailureKind::Failed)
    }

    fn hear_out(self, tell: &mut dyn FnMut(Insight)) -> Result<Opinion, NoOpinion> {
        let Self { moderator, events, forced } = self;
        if let Some(known) = forced.known() {
            for (elapsed, thinking) in known.lines.iter().cloned() {
                tell(Insight::Thinking(elapsed, thinking));
            }
            return Ok(known);
        }
        let mut tell = |elapsed, thinking| {
            if let Some(thinking) = forced.before(thinking) {
                tell(Insight::Thinking(elapsed, thinking));
            }
        };
        let control = moderator.control();
        let table = thread::Builder::new().name("consultation".into());
        let table = table
            .spawn(move || moderator.run())
            .map_err(|error| NoOpinion::Failed(format!("there is no thread for it: {error}")))?;
        let end = first_choice(events, &mut tell);
        // One move is enough; the match may be over already.
        let _gone = control.send(Command::Stop);
        match table.join() {
            Ok(_finished) => end.map(|found| forced.opinion_before(found)),
            Err(_panic) => Err(NoOpinion::Failed("the table broke down".into())),
        }
    }
}

/// A look that goes on. When this is dropped the player is stopped.
#[derive(Debug)]
pub(crate) struct Consultation {
    control: Control,
}

impl Drop for Consultation {
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

/// How much later than its time an answer may come. The time for a look is what is wanted of the player, and nothing is
/// lost by an answer that comes late, on a busy machine say.
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
) -> Result<Opinion, NoOpinion> {
    let mut lines = Vec::new();
    for event in events {
        match event {
            Event::ThinkingReported { elapsed, thinking, .. } => {
                note(&mut lines, elapsed, thinking.clone());
                tell(elapsed, thinking);
            }
            Event::MovePlayed(PlayedMove { mv: chosen, elapsed, .. }) => {
                return Ok(Opinion { lines, chosen, elapsed, is_forced: false });
            }
            Event::InputRequested { .. } => return Err(NoOpinion::Person),
            Event::MatchEnded(ending) => {
                return Err(match ending.reason {
                    EndReason::Stopped => NoOpinion::Withdrawn,
                    EndReason::PlayerFailed(_, failure) => NoOpinion::Failed(failure.to_string()),
                    reason @ EndReason::TimeExpired(_) => {
                        NoOpinion::Failed(format!("it {}", reason.name()))
                    }
                    _ => NoOpinion::Failed("it has not answered".into()),
                });
            }
            _ => {}
        }
    }
    Err(NoOpinion::Withdrawn)
}
