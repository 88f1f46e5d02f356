//! Failures of players in a finished match: the exit code and the messages.

use std::io::{self, Write};

use anyhow::anyhow;
use board_engine::Seat;
use games_package::{EndReason, FailureKind, Finished, Record, TableGame};
use house::{CommandResult, Failure, House, one_line};
use match_view::sentences;

/// The failure of a match with a person in a command that reads no input.
pub(crate) fn no_input_failure(game: &dyn TableGame, seat: Seat) -> Failure {
    let name = game.seat_name(seat);
    Failure::new(
        house::FailureKind::Usage,
        anyhow!("{name} is a person, and nobody can answer here: use rival play"),
    )
}

/// The failure by which a player lost or its match became void.
#[derive(Debug)]
pub(crate) struct Verdict {
    pub(crate) seat: Seat,
    pub(crate) kind: FailureKind,
    /// The kind of failure, with details for the author of the player.
    pub(crate) text: String,
}

impl Verdict {
    /// The verdict on a match. None if no player failed. A person who runs out of time has lost, not failed.
    pub(crate) fn of(house: &House, finished: &Finished) -> Option<Self> {
        let record = &finished.record;
        let reason = &record.ending.as_ref()?.reason;
        let (seat, failure) = reason.failure()?;
        let is_late = matches!(reason, EndReason::TimeExpired(..));
        if is_late && house.is_person(&record.players[seat.index()].spec) {
            return None;
        }
        Some(Self { seat, kind: failure.kind, text: failure.to_string() })
    }

    /// Whether the match is void: the host failed, not the player.
    pub(crate) fn is_void(&self) -> bool {
        self.kind == FailureKind::HostFault
    }
}

/// The message about a player whose thread was abandoned.
const STILL_CALLED: &str = "it had not returned from its last call when the match was over";

/// Writes the failures that are not the verdict to stderr.
///
/// # Errors
/// The verdict on the match, as the failure of the command.
pub(crate) fn report_failures(
    house: &House,
    game: &dyn TableGame,
    finished: &Finished,
) -> CommandResult {
    let Finished { record, abandoned, late_failures } = finished;
    let verdict = Verdict::of(house, finished);
    let is_reported = |text: &String| verdict.as_ref().is_some_and(|verdict| verdict.text == *text);
    let late = late_failures.iter().map(|(seat, failure)| (*seat, failure.to_string()));
    let abandoned = abandoned.iter().map(|seat| (*seat, STILL_CALLED.to_owned()));
    for (seat, text) in late.filter(|(_, text)| !is_reported(text)).chain(abandoned) {
        let line = format!("{}: {text}", player_of(game, record, seat));
        // stderr may be closed.
        let _unread = writeln!(io::stderr(), "rival: {}", one_line(&line));
    }
    verdict.map_or(Ok(()), |verdict| {
        let kind =
            if verdict.is_void() { house::FailureKind::Failed } else { house::FailureKind::Player };
        let player = player_of(game, record, verdict.seat);
        Err(Failure::new(kind, anyhow!("{player} failed: {}", verdict.text)))
    })
}

/// "the player of White (alpha-beta)", with the specification that was given.
fn player_of(game: &dyn TableGame, record: &Record, seat: Seat) -> String {
    let names: Vec<String> = record.players.iter().map(|player| player.spec.clone()).collect();
    format!("the player of {}", sentences::seat_with_player(game, &names, seat))
}
