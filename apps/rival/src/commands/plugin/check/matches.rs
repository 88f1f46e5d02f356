//! Matches with a driver, and the failures of the player in them.

use std::time::{Duration, Instant};

use anyhow::anyhow;
use board_engine::{Seat, Turn};
use crossbeam_channel::RecvTimeoutError;
use games_package::{Command, Control, EndReason, Event, FailureKind, Finished, Record};
use house::Failure;

use super::error::CheckError;
use super::observed_player::{Observations, ObservedMatch};
use crate::live::{Input, LiveMatch, Message};

/// The time without an event after which a player is told to move now.
pub(super) const MOVE_NOW_AFTER: Duration = Duration::from_millis(100);

/// A match without an event for this long is given up.
const SILENCE_TIME_MAX: Duration = Duration::from_mins(1);

/// Sends commands to a match while it is played.
pub(super) trait MatchDriver {
    /// Called for each event.
    fn on_event(&mut self, event: &Event, control: &Control);

    /// Called after [`MOVE_NOW_AFTER`] without an event.
    fn on_timeout(&mut self, control: &Control) {
        send(control, Command::MoveNow);
    }
}

/// Sends a command. A match that is over needs none.
pub(super) fn send(control: &Control, command: Command) {
    let _over = control.send(command);
}

/// Ends the match after `max` plies.
pub(super) struct PlyLimit {
    max: usize,
    /// The number of moves of the observed player.
    pub(super) own: usize,
    /// The longest time for one of them.
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

/// Plays the match until it is over or the player has failed.
///
/// # Errors
/// The player's fault, or a failure of this program.
pub(super) fn play(
    observed_match: ObservedMatch,
    driver: &mut dyn MatchDriver,
) -> Result<Record, CheckError> {
    let ObservedMatch { setup, seat, observations } = observed_match;
    let live = LiveMatch::begin(setup, Input::None)?;
    let mut last_event_at = Instant::now();
    let mut next = last_event_at + MOVE_NOW_AFTER;
    loop {
        match live.messages.recv_deadline(next) {
            Ok(Message::Table(sequenced)) => {
                last_event_at = Instant::now();
                let event = &sequenced.event;
                if has_failed_player(event) {
                    send(&live.control, Command::Stop);
                } else {
                    driver.on_event(event, &live.control);
                }
            }
            Ok(Message::TableClosed) | Err(RecvTimeoutError::Disconnected) => break,
            Ok(Message::Interrupted(by)) => return Err(Failure::from(by).into()),
            Ok(_) => continue,
            Err(RecvTimeoutError::Timeout) if last_event_at.elapsed() > SILENCE_TIME_MAX => {
                let silent = "nothing has happened at its table for a minute";
                return Err(CheckError::Fault(silent.into()));
            }
            Err(RecvTimeoutError::Timeout) => driver.on_timeout(&live.control),
        }
        next = Instant::now() + MOVE_NOW_AFTER;
    }
    verdict_on(live.finish()?, seat, &observations)
}

/// Whether the match ended since a player failed: no command restarts it then.
fn has_failed_player(event: &Event) -> bool {
    let Event::MatchEnded(ending) = event else { return false };
    matches!(ending.reason, EndReason::PlayerFailed(..) | EndReason::TimeExpired(..))
}

fn verdict_on(
    finished: Finished,
    seat: Seat,
    observations: &Observations,
) -> Result<Record, CheckError> {
    let Finished { record, abandoned, .. } = finished;
    let fault = |text: &str| Err(CheckError::Fault(text.into()));
    match record.ending.as_ref().map(|ending| &ending.reason) {
        Some(EndReason::PlayerFailed(who, failure)) if *who == seat => Err(check_error(failure)),
        Some(EndReason::TimeExpired(who, _)) if *who == seat => {
            let late = "it didn't answer in time, though it was told to";
            Err(CheckError::Late(late.into()))
        }
        _ if abandoned.contains(&seat) => {
            fault("it didn't return from its last call when the match was over")
        }
        _ => match observations.failure() {
            Some(failure) => Err(check_error(&failure)),
            None => Ok(record),
        },
    }
}

/// Classifies a failure in the match. A host fault, like a process that can't be started, is not the player's.
fn check_error(failure: &games_package::Failure) -> CheckError {
    match failure.kind {
        FailureKind::HostFault => {
            Failure::new(house::FailureKind::Failed, anyhow!(failure.to_string())).into()
        }
        FailureKind::Error => CheckError::Refusal(failure.to_string()),
        FailureKind::TimedOut | FailureKind::Unresponsive => CheckError::Late(failure.to_string()),
        _ => CheckError::Fault(failure.to_string()),
    }
}
