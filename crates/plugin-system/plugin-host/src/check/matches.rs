//! Plays matches with a driver, and detects the player's failures.

use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use board_engine::{Seat, Turn, Viewer};
use games_package::{
    Command, Control, EndReason, Event, Failure, FailureKind, Finished, Moderator, NoEvent, Record,
};

use super::error::{CheckError, CheckFailure};
use super::observed_player::{Observations, ObservedMatch};

/// Commands the player to move after this time without an event.
pub(super) const MOVE_NOW_AFTER: Duration = Duration::from_millis(100);

/// Abandons a match after this time without an event.
const SILENCE_TIME_MAX: Duration = Duration::from_mins(1);

/// Sends commands to a match that is being played.
pub(super) trait MatchDriver {
    /// Called for each event.
    fn on_event(&mut self, event: &Event, control: &Control);

    /// Called after [`MOVE_NOW_AFTER`] without an event.
    fn on_timeout(&mut self, control: &Control) {
        send(control, Command::MoveNow);
    }
}

/// Sends a command. Ignores a finished match.
pub(super) fn send(control: &Control, command: Command) {
    let _over = control.send(command);
}

/// Ends the match after `max` plies.
pub(super) struct PlyLimit {
    max: usize,
    /// Number of moves that the observed player has made.
    pub(super) own: usize,
    /// The longest time that one of these moves took.
    pub(super) longest: Duration,
    seat: Seat,
}

impl PlyLimit {
    pub(super) fn of(seat: Seat, max: usize) -> Self {
        Self { max, own: 0, longest: Duration::ZERO, seat }
    }
}

impl MatchDriver for PlyLimit {
    fn on_event(&mut self, event: &Event, control: &Control) {
        if let Event::MovePlayed(played) = event {
            if played.turn == Turn::Seat(self.seat) {
                self.own += 1;
                self.longest = self.longest.max(played.elapsed);
            }
            if played.ply + 1 >= self.max {
                send(control, Command::Stop);
            }
        }
    }
}

/// Plays the match until it ends, the player fails or the user interrupts.
///
/// # Errors
/// The player's fault, or this program's failure.
pub(super) fn play(
    observed_match: ObservedMatch<'_>,
    driver: &mut dyn MatchDriver,
) -> Result<Record, CheckError> {
    let ObservedMatch { setup, seat, observations, late_hint, is_interrupted } = observed_match;
    let mut moderator = Moderator::new(setup).map_err(CheckFailure::from)?;
    let control = moderator.control();
    let mut events = moderator.subscribe_unbounded(Viewer::Public);
    let thread = thread::Builder::new().name("moderator".into());
    let moderator = thread.spawn(move || moderator.run()).map_err(CheckFailure::Thread)?;
    let mut last_event_at = Instant::now();
    loop {
        if is_interrupted.load(Ordering::Relaxed) {
            return Err(CheckFailure::Interrupted.into());
        }
        match events.recv_timeout(MOVE_NOW_AFTER) {
            Ok(sequenced) => {
                last_event_at = Instant::now();
                let event = &sequenced.event;
                if has_failed_player(event) {
                    send(&control, Command::Stop);
                } else {
                    driver.on_event(event, &control);
                }
            }
            Err(NoEvent::Ended) => break,
            Err(NoEvent::Timeout) if last_event_at.elapsed() > SILENCE_TIME_MAX => {
                let silent = "nothing happened in its match for a minute";
                return Err(CheckError::Fault(silent.into()));
            }
            Err(NoEvent::Timeout) => driver.on_timeout(&control),
        }
    }
    send(&control, Command::Stop);
    let finished = moderator.join().map_err(|_panic| CheckFailure::Panicked)?;
    verdict_on(finished.map_err(CheckFailure::from)?, seat, &observations, late_hint)
}

/// Returns `true` if the match ended because a player failed. No command can restart such a match.
fn has_failed_player(event: &Event) -> bool {
    let Event::MatchEnded(ending) = event else { return false };
    matches!(ending.reason, EndReason::PlayerFailed(..) | EndReason::TimeExpired(..))
}

fn verdict_on(
    finished: Finished,
    seat: Seat,
    observations: &Observations,
    late_hint: &str,
) -> Result<Record, CheckError> {
    let Finished { record, abandoned, .. } = finished;
    let fault = |text: &str| Err(CheckError::Fault(text.into()));
    match record.ending.as_ref().map(|ending| &ending.reason) {
        Some(EndReason::PlayerFailed(who, failure)) if *who == seat => Err(check_error(failure)),
        Some(EndReason::TimeExpired(who, _)) if *who == seat => {
            Err(CheckError::Late(format!("it didn't answer in time after stop{late_hint}")))
        }
        _ if abandoned.contains(&seat) => {
            fault("it didn't return from its last call when the match ended")
        }
        _ => match observations.failure() {
            Some(failure) => Err(check_error(&failure)),
            None => Ok(record),
        },
    }
}

/// Classifies a failure in the match. A host fault, such as a process that fails to start, is not the player's fault.
fn check_error(failure: &Failure) -> CheckError {
    match failure.kind {
        FailureKind::HostFault => CheckFailure::Host(failure.to_string()).into(),
        FailureKind::StartFailed => {
            // Begin with the kind of failure, unless the player has refused.
            let cause = failure
                .detail
                .split_once(": ")
                .and_then(|(kind, why)| Some(Failure::new(FailureKind::from_name(kind)?, why)));
            let refused = || CheckError::Refusal(failure.detail.clone());
            cause.map_or_else(refused, |cause| check_error(&cause))
        }
        FailureKind::Error => CheckError::Refusal(failure.to_string()),
        FailureKind::TimedOut | FailureKind::Unresponsive => CheckError::Late(failure.to_string()),
        _ => CheckError::Fault(failure.to_string()),
    }
}
