//! Timing checks: pondering, idling, stopping and deadlines.

use std::time::{Duration, Instant};

use board_engine::{Seat, Turn};
use games_package::{Command, Control, Event, MoveLimit, SeatSetup, ThinkingLimits, TimeControl};

use super::super::error::CheckError;
use super::super::matches::{MatchDriver, PlyLimit, play, send};
use super::super::observed_player::{Observations, ObservedMatch};
use super::super::subject::{DelayedPlayer, Rules, STOP_TIME_MAX, Subject};
use super::CheckResult;

/// The opponents' thinking time while the player ponders.
const OTHERS_TIME: Duration = Duration::from_millis(80);

/// The player ponders while its opponents think.
pub(super) fn pondering(subject: &Subject<'_>, game: &Rules) -> CheckResult {
    let mut observed_match = against_slow(subject, game, OTHERS_TIME)?;
    observed_match.setup.pondering = true;
    play(observed_match, &mut PlyLimit::of(Seat::FIRST, 6))?;
    Ok(String::new())
}

/// A match in which the player moves first and its opponents take `time` per move.
fn against_slow<'a>(
    subject: &Subject<'a>,
    game: &Rules,
    time: Duration,
) -> Result<ObservedMatch<'a>, CheckError> {
    let mut observed_match = subject.setup(game, Seat::FIRST, None)?;
    let seats = std::mem::take(&mut observed_match.setup.seats).into_iter().zip(0..);
    let slowed = seats.map(|(seat, number)| match number {
        0 => seat,
        _ => SeatSetup { player: Box::new(DelayedPlayer(seat.player, time)), ..seat },
    });
    observed_match.setup.seats = slowed.collect();
    Ok(observed_match)
}

/// The opponents' thinking time while the player should be idle. The time is long enough to measure on a busy machine.
const REST_TIME: Duration = Duration::from_millis(300);

/// The maximum number of plies until the player has moved and its opponents have thought.
const REST_PLIES_MAX: usize = 9;

/// Ends the match as soon as the opponents have thought after one of the player's moves. This pause gives one sample;
/// the next one would take seconds.
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

/// The player must use no CPU time between its moves.
pub(super) fn rest(subject: &Subject<'_>, game: &Rules) -> CheckResult {
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
            Err(CheckError::Fault(format!("it thinks on its opponent's time: {idle_usage}")))
        }
        Some(idle_usage) => Ok(idle_usage.to_string()),
    }
}

/// Maximum wait for the player to stop. A player in this process can't be killed after [`STOP_TIME_MAX`].
const STOP_DELAY_MAX: Duration = STOP_TIME_MAX.saturating_add(Duration::from_secs(1));

/// Pauses the match while the player thinks, which withdraws the request. Ends the match when the player has stopped or
/// [`STOP_DELAY_MAX`] has passed.
struct PauseWhileThinking {
    observations: Observations,
    paused_at: Option<Instant>,
    /// The time for which the player continued after the pause.
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
            // This player answers too quickly to be interrupted.
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

/// Lets the player think without limits. Interrupts it first with a command to move, then with a pause.
pub(super) fn stop(subject: &Subject<'_>, game: &Rules) -> CheckResult {
    let unlimited = || -> Result<ObservedMatch<'_>, CheckError> {
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
            let advice = "it should call is_stopped often while it thinks";
            let lasted = lasted.as_secs_f64();
            Err(CheckError::Fault(format!("it continued for {lasted:.2} s after stop: {advice}")))
        }
        Some(lasted) => played.map(|_| format!("{} ms after stop", lasted.as_millis())),
        None => played.map(|_| "it answers at once".into()),
    }
}

/// Time per move, without a command to move.
const MOVE_TIME: Duration = Duration::from_millis(500);

/// Never commands the player to move.
pub(super) struct WithoutHurry(pub(super) PlyLimit);

impl MatchDriver for WithoutHurry {
    fn on_event(&mut self, event: &Event, control: &Control) {
        self.0.on_event(event, control);
    }

    fn on_timeout(&mut self, _: &Control) {}
}

/// The player must answer before its time runs out, without a command to move.
pub(super) fn deadline(subject: &Subject<'_>, game: &Rules) -> CheckResult {
    let mut observed_match = subject.setup(game, Seat::FIRST, None)?;
    observed_match.setup.thinking = ThinkingLimits::default();
    observed_match.setup.time_control = TimeControl::PerMove(MOVE_TIME);
    let mut unhurried = WithoutHurry(PlyLimit::of(Seat::FIRST, 5));
    play(observed_match, &mut unhurried)?;
    let longest = unhurried.0.longest.as_millis();
    Ok(format!("{longest} ms of {} ms at most", MOVE_TIME.as_millis()))
}

/// Maximum time for a move if nothing limits the player.
const UNTIMED_MOVE_MAX: Duration = Duration::from_secs(8);

/// The player must answer on its own if there is no clock, depth limit or node limit.
pub(super) fn untimed(subject: &Subject<'_>, game: &Rules) -> CheckResult {
    let mut observed_match = subject.setup(game, Seat::FIRST, None)?;
    observed_match.setup.thinking = ThinkingLimits::default();
    observed_match.setup.time_control = TimeControl::Unlimited;
    observed_match.setup.move_limit = MoveLimit::of(UNTIMED_MOVE_MAX);
    let mut unhurried = WithoutHurry(PlyLimit::of(Seat::FIRST, 3));
    match play(observed_match, &mut unhurried) {
        Err(CheckError::Late(_)) => {
            let limit = UNTIMED_MOVE_MAX.as_secs();
            Err(CheckError::Late(format!(
                "it thinks for more than {limit} s without a limit; make it stop on its own, or always play it with --time, --depth or --nodes"
            )))
        }
        played => played.map(|_| format!("{} ms without limits", unhurried.0.longest.as_millis())),
    }
}
