//! A match that is directed, and what the player did wrong in it.

use std::time::{Duration, Instant};

use anyhow::anyhow;
use board_engine::{Seat, Turn};
use crossbeam_channel::RecvTimeoutError;
use games_package::{Command, Control, EndReason, Event, FailureKind, Finished, Record};
use house::Failure;

use super::trials::Trouble;
use super::witness::{Seen, Watched};
use crate::live::{Input, LiveMatch, Message};

/// After so long a player is told to answer.
pub(super) const HURRY_AFTER: Duration = Duration::from_millis(100);

/// A table at which nothing happens for so long is given up.
const SILENCE_MAX: Duration = Duration::from_mins(1);

/// What a match is made to do besides being played.
pub(super) trait Director {
    /// Something has happened.
    fn heard(&mut self, event: &Event, control: &Control);

    /// Nothing has happened for [`HURRY_AFTER`].
    fn waited(&mut self, control: &Control) {
        tell(control, Command::MoveNow);
    }
}

/// Sends a command. A match that is over needs none.
pub(super) fn tell(control: &Control, command: Command) {
    let _over = control.send(command);
}

/// Ends the match after so many plies.
pub(super) struct Plies {
    max: usize,
    /// How many moves the player that is watched has made.
    pub(super) own: usize,
    /// The longest that one of them took.
    pub(super) longest: Duration,
    seat: Seat,
}

impl Plies {
    pub(super) fn of(seat: Seat, max: usize) -> Self {
        Self { max, own: 0, longest: Duration::ZERO, seat }
    }
}

impl Director for Plies {
    fn heard(&mut self, event: &Event, control: &Control) {
        if let Event::MovePlayed(played) = event {
            if played.turn == Turn::Seat(self.seat) {
                self.own += 1;
                self.longest = self.longest.max(played.elapsed);
            }
            if played.ply + 1 >= self.max {
                tell(control, Command::Stop);
            }
        }
    }
}

/// Plays the match to its end, or to the end of its player.
///
/// # Errors
/// What the player did wrong, or the program's own failure.
pub(super) fn play(watched: Watched, director: &mut dyn Director) -> Result<Record, Trouble> {
    let Watched { setup, seat, seen } = watched;
    let live = LiveMatch::begin(setup, Input::None)?;
    let mut heard = Instant::now();
    let mut next = heard + HURRY_AFTER;
    loop {
        match live.messages.recv_deadline(next) {
            Ok(Message::Table(event)) => {
                heard = Instant::now();
                if is_lost(&event) {
                    tell(&live.control, Command::Stop);
                } else {
                    director.heard(&event, &live.control);
                }
            }
            Ok(Message::TableClosed) | Err(RecvTimeoutError::Disconnected) => break,
            Ok(Message::Interrupted(by)) => return Err(Failure::from(by).into()),
            Ok(_) => continue,
            Err(RecvTimeoutError::Timeout) if heard.elapsed() > SILENCE_MAX => {
                let silent = "nothing has happened at its table for a minute";
                return Err(Trouble::Fault(silent.into()));
            }
            Err(RecvTimeoutError::Timeout) => director.waited(&live.control),
        }
        next = Instant::now() + HURRY_AFTER;
    }
    judged(live.finish()?, seat, &seen)
}

/// Whether a player has failed: no command brings it back.
fn is_lost(event: &Event) -> bool {
    let Event::MatchEnded(ending) = event else { return false };
    matches!(ending.reason, EndReason::PlayerFailed(..) | EndReason::TimeExpired(_))
}

fn judged(finished: Finished, seat: Seat, seen: &Seen) -> Result<Record, Trouble> {
    let Finished { record, abandoned, .. } = finished;
    let fault = |text: &str| Err(Trouble::Fault(text.into()));
    match record.ending.as_ref().map(|ending| &ending.reason) {
        Some(EndReason::PlayerFailed(who, failure)) if *who == seat => Err(trouble(failure)),
        Some(EndReason::TimeExpired(who)) if *who == seat => {
            fault("it didn't answer in time, though it was told to")
        }
        _ if abandoned.contains(&seat) => {
            fault("it didn't return from its last call when the match was over")
        }
        _ => match seen.failure() {
            Some(failure) => Err(trouble(&failure)),
            None => Ok(record),
        },
    }
}

/// Whose trouble a failure at the table is: a player without a process, say, has done nothing wrong.
fn trouble(failure: &games_package::Failure) -> Trouble {
    match failure.kind {
        FailureKind::HostFault => {
            Failure::new(house::FailureKind::Failed, anyhow!(failure.to_string())).into()
        }
        FailureKind::Error => Trouble::Refusal(failure.to_string()),
        _ => Trouble::Fault(failure.to_string()),
    }
}
