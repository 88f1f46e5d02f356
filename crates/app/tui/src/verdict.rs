//! Player failures in a finished match: the exit code and the messages.

use std::io::Write;

use app_context::{AppContext, CommandResult, Failure, one_line};
use board_engine::Seat;
use games_package::{EndReason, FailureKind, Finished, Record, TableGame};
use match_view::sentences;

/// The failure if a command that reads no input gets a match with a person.
pub fn no_input_failure(game: &dyn TableGame, seat: Seat) -> Failure {
    let name = game.seat_name(seat);
    Failure::message(
        app_context::FailureKind::Usage,
        format_args!("{name} is a human player, but this command takes no input; use rival play"),
    )
}

/// The failure that lost the match for a player or made it void.
#[derive(Debug)]
pub struct Verdict {
    /// The player's seat.
    pub seat: Seat,
    /// The failure kind.
    pub kind: FailureKind,
    /// A message with the failure kind and details for the player's author.
    pub text: String,
}

impl Verdict {
    /// The verdict on the match. `None` if no player failed. A person who runs out of time has lost but not failed.
    pub fn of(app: &AppContext, finished: &Finished) -> Option<Self> {
        let record = &finished.record;
        let reason = &record.ending.as_ref()?.reason;
        let (seat, failure) = reason.failure()?;
        let is_late = matches!(reason, EndReason::TimeExpired(..));
        if is_late && app.is_person(&record.players[seat.index()].spec) {
            return None;
        }
        Some(Self { seat, kind: failure.kind, text: failure.to_string() })
    }

    /// Returns `true` if the match is void: the player failed to start, or the host failed.
    pub fn is_void(&self) -> bool {
        self.kind.is_void()
    }
}

/// The message about a player with an abandoned thread.
const STILL_CALLED: &str = "it had not returned from its last call when the match ended";

/// Writes all failures except the verdict to `err`.
///
/// # Errors
/// The match's verdict, as the command's failure.
pub fn report_failures(
    app: &AppContext,
    game: &dyn TableGame,
    finished: &Finished,
    err: &mut dyn Write,
) -> CommandResult {
    let Finished { record, abandoned, late_failures } = finished;
    let verdict = Verdict::of(app, finished);
    let is_reported = |text: &String| verdict.as_ref().is_some_and(|verdict| verdict.text == *text);
    let late = late_failures.iter().map(|(seat, failure)| (*seat, failure.to_string()));
    let abandoned = abandoned.iter().map(|seat| (*seat, STILL_CALLED.to_owned()));
    for (seat, text) in late.filter(|(_, text)| !is_reported(text)).chain(abandoned) {
        let line = format!("{}: {text}", player_of(game, record, seat));
        // The reader may have closed standard error.
        let _unread = writeln!(err, "rival: {}", one_line(&line));
    }
    verdict.map_or(Ok(()), |verdict| {
        let is_own = verdict.kind != FailureKind::HostFault;
        let kind = if is_own {
            app_context::FailureKind::Player
        } else {
            app_context::FailureKind::Failed
        };
        let player = player_of(game, record, verdict.seat);
        Err(Failure::message(kind, format_args!("{player} failed: {}", verdict.text)))
    })
}

/// Formats the player with its specification, such as "the player of White (alpha-beta)".
fn player_of(game: &dyn TableGame, record: &Record, seat: Seat) -> String {
    let names: Vec<String> = record.players.iter().map(|player| player.spec.clone()).collect();
    format!("the player of {}", sentences::seat_with_player(game, &names, seat))
}
