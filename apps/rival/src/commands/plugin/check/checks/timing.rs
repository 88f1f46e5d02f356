//! The checks in which time passes: pondering, resting, stopping and being in time.

use std::time::{Duration, Instant};

use board_engine::{Seat, Turn};
use games_package::{Command, Control, Event, SeatSetup, ThinkingLimits, TimeControl};

use super::super::error::CheckError;
use super::super::matches::{MatchDriver, PlyLimit, play, send};
use super::super::observed_player::{Observations, ObservedMatch};
use super::super::subject::{DelayedPlayer, STOP_TIME_MAX, Subject};
use super::CheckResult;

/// How long the others think while the player ponders.
const OTHERS_TIME: Duration = Duration::from_millis(80);

/// The player ponders while the others think.
pub(super) fn pondering(subject: &Subject<'_>, game: &str) -> CheckResult {
    let mut observed_match = against_slow(subject, game, OTHERS_TIME)?;
    observed_match.setup.pondering = true;
    play(observed_match, &mut PlyLimit::of(Seat::FIRST, 6))?;
    Ok(String::new())
}

/// A match in which the player moves first and the others take `time` for each move.
fn against_slow(
    subject: &Subject<'_>,
    game: &str,
    time: Duration,
) -> Result<ObservedMatch, CheckError> {
    let mut observed_match = subject.setup(game, Seat::FIRST, None)?;
    let seats = std::mem::take(&mut observed_match.setup.seats).into_iter().zip(0..);
    let slowed = seats.map(|(seat, number)| match number {
        0 => seat,
        _ => SeatSetup { player: Box::new(DelayedPlayer(seat.player, time)), ..seat },
    });
    observed_match.setup.seats = slowed.collect();
    Ok(observed_match)
}

/// How long the others think while the player should be idle: long enough to measure it on a busy machine.
const REST_TIME: Duration = Duration::from_millis(300);

/// The most plies until the player has moved and the others have thought.
const REST_PLIES_MAX: usize = 9;

/// Ends the match as soon as the others have thought after a move of the player: one sample is taken then, and the next one
/// would be due only after seconds.
struct UntilRested {
    limit: PlyLimit,
    seat: Seat,
}

impl MatchDriver for UntilRested {
    fn on_event(&mut self, event: &Event, control: &Control) {
        self.limit.on_event(event, control);
        if let Event::MovePlayed(played) = event
            && matches!(played.turn, Turn::Seat(seat) if seat != self.seat && self.limit.own > 0)
        {
            send(control, Command::Stop);
        }
    }
}

/// The player uses no processor time between its moves.
pub(super) fn rest(subject: &Subject<'_>, game: &str) -> CheckResult {
    if !subject.plugin.has_samples() {
        let is_stopped = subject.plugin.has_own_processes();
        let why =
            if is_stopped { "it is stopped then" } else { "not measured: it runs in this process" };
        return Ok(why.into());
    }
    let observed_match = against_slow(subject, game, REST_TIME)?;
    let observations = observed_match.observations.clone();
    let seat = observed_match.seat;
    play(observed_match, &mut UntilRested { limit: PlyLimit::of(seat, REST_PLIES_MAX), seat })?;
    match observations.idle_usage().filter(|usage| !usage.sampled.is_zero()) {
        None => Ok("not measured".into()),
        Some(idle_usage) if idle_usage.is_notable() => {
            Err(CheckError::Fault(format!("it thinks in its opponent's time: {idle_usage}")))
        }
        Some(idle_usage) => Ok(idle_usage.to_string()),
    }
}

/// How long to wait until the player stops. A player in this process can't be killed after [`STOP_TIME_MAX`].
const STOP_DELAY_MAX: Duration = STOP_TIME_MAX.saturating_add(Duration::from_secs(1));

/// Pauses the match while the player thinks, which withdraws the request. The match ends when the player has stopped,
/// or after [`STOP_DELAY_MAX`].
struct PauseWhileThinking {
    observations: Observations,
    paused_at: Option<Instant>,
    /// How long the player went on after that.
    lasted: Option<Duration>,
}

impl PauseWhileThinking {
    fn stop_when_idle(&mut self, control: &Control) {
        let Some(paused_at) = self.paused_at else { return };
        if !self.observations.is_thinking() || paused_at.elapsed() >= STOP_DELAY_MAX {
            self.lasted.get_or_insert(paused_at.elapsed());
            send(control, Command::Stop);
        }
    }
}

impl MatchDriver for PauseWhileThinking {
    fn on_event(&mut self, event: &Event, control: &Control) {
        match event {
            // This player answers too fast to be interrupted.
            Event::TurnStarted { ply, .. } if *ply > 2 => send(control, Command::Stop),
            _ => self.stop_when_idle(control),
        }
    }

    fn on_timeout(&mut self, control: &Control) {
        if self.paused_at.is_none() && self.observations.is_thinking() {
            self.paused_at = Some(Instant::now());
            send(control, Command::Pause);
        }
        self.stop_when_idle(control);
    }
}

/// Thinks without limits: first told to move now, then paused.
pub(super) fn stop(subject: &Subject<'_>, game: &str) -> CheckResult {
    let unlimited = || -> Result<ObservedMatch, CheckError> {
        let mut observed_match = subject.setup(game, Seat::FIRST, None)?;
        observed_match.setup.thinking = ThinkingLimits::default();
        Ok(observed_match)
    };
    let observed_match = unlimited()?;
    play(observed_match, &mut PlyLimit::of(Seat::FIRST, 3))?;
    let mut observed_match = unlimited()?;
    observed_match.setup.time_control = TimeControl::Unlimited;
    let mut pause = PauseWhileThinking {
        observations: observed_match.observations.clone(),
        paused_at: None,
        lasted: None,
    };
    let played = play(observed_match, &mut pause);
    match pause.lasted {
        Some(lasted) if lasted >= STOP_DELAY_MAX => {
            let advice = "it should ask is_stopped often while it thinks";
            let lasted = lasted.as_secs_f64();
            Err(CheckError::Fault(format!(
                "it went on {lasted:.2} s after it was told to stop: {advice}"
            )))
        }
        Some(lasted) => played.map(|_| format!("{} ms after it was told to", lasted.as_millis())),
        None => played.map(|_| "it answers at once".into()),
    }
}

/// The time for a move if the player is not told to move now.
const MOVE_TIME: Duration = Duration::from_millis(500);

/// Never tells the player to move now.
pub(super) struct WithoutHurry(pub(super) PlyLimit);

impl MatchDriver for WithoutHurry {
    fn on_event(&mut self, event: &Event, control: &Control) {
        self.0.on_event(event, control);
    }

    fn on_timeout(&mut self, _: &Control) {}
}

/// The player must answer before its time runs out, without being told to.
pub(super) fn deadline(subject: &Subject<'_>, game: &str) -> CheckResult {
    let mut observed_match = subject.setup(game, Seat::FIRST, None)?;
    observed_match.setup.thinking = ThinkingLimits::default();
    observed_match.setup.time_control = TimeControl::PerMove(MOVE_TIME);
    let mut unhurried = WithoutHurry(PlyLimit::of(Seat::FIRST, 5));
    play(observed_match, &mut unhurried)?;
    let longest = unhurried.0.longest.as_millis();
    Ok(format!("{longest} ms of {} ms at most", MOVE_TIME.as_millis()))
}
