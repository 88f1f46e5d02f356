//! What went wrong with the players of a match that is over: the exit code and the messages.

use std::io::{self, Write};

use anyhow::anyhow;
use board_engine::Seat;
use games_package::{EndReason, FailureKind, Finished, Record, TableGame};
use house::{CommandResult, Failure, House, one_line};
use match_view::sentences;

/// The fault by which a player lost, or by which its match has no result.
#[derive(Debug)]
pub(crate) struct Verdict {
    pub(crate) seat: Seat,
    pub(crate) kind: FailureKind,
    /// The kind, with what the author of the player can act on.
    pub(crate) text: String,
}

impl Verdict {
    /// The verdict on a match. None if nobody has failed: a person who runs out of time has lost a game and nothing else.
    pub(crate) fn of(house: &House, finished: &Finished) -> Option<Self> {
        let Finished { record, late_failures, .. } = finished;
        let reason = &record.ending.as_ref()?.reason;
        let (seat, kind) = reason.fault()?;
        let text = match reason {
            EndReason::PlayerFailed(_, failure) => failure.to_string(),
            _ if house.is_person(&record.players[seat.index()].spec) => return None,
            // The player's process was ended just after its clock had ended the match, and that says more.
            reason => late_failures
                .iter()
                .find(|(late, failure)| (*late, failure.kind) == (seat, kind))
                .map_or_else(|| reason.name().into(), |(_, failure)| failure.to_string()),
        };
        Some(Self { seat, kind, text })
    }

    /// Whether the match has no result, which is not the player's fault.
    pub(crate) fn is_void(&self) -> bool {
        self.kind == FailureKind::HostFault
    }
}

/// What is said of a player whose thread was left to itself.
const STILL_CALLED: &str = "it had not returned from its last call when the match was over";

/// Writes what went wrong when the match was over.
///
/// # Errors
/// The verdict on the match, as the failure of the command that has played it.
pub(crate) fn tell_failures(
    house: &House,
    game: &dyn TableGame,
    finished: &Finished,
) -> CommandResult {
    let Finished { record, abandoned, late_failures } = finished;
    let verdict = Verdict::of(house, finished);
    let is_told = |text: &String| verdict.as_ref().is_some_and(|verdict| verdict.text == *text);
    let late = late_failures.iter().map(|(seat, failure)| (*seat, failure.to_string()));
    let abandoned = abandoned.iter().map(|seat| (*seat, STILL_CALLED.to_owned()));
    for (seat, text) in late.filter(|(_, text)| !is_told(text)).chain(abandoned) {
        let told = format!("{}: {text}", player_of(game, record, seat));
        // Nobody may be reading.
        let _unread = writeln!(io::stderr(), "rival: {}", one_line(&told));
    }
    verdict.map_or(Ok(()), |verdict| {
        let kind =
            if verdict.is_void() { house::FailureKind::Failed } else { house::FailureKind::Player };
        let player = player_of(game, record, verdict.seat);
        Err(Failure::new(kind, anyhow!("{player} failed: {}", verdict.text)))
    })
}

/// "the player of White (alpha-beta)", as it was asked for.
fn player_of(game: &dyn TableGame, record: &Record, seat: Seat) -> String {
    let names: Vec<String> = record.players.iter().map(|player| player.spec.clone()).collect();
    format!("the player of {}", sentences::seat_with_player(game, &names, seat))
}
