//! Checks a DXP program over a connection.

mod talk;

use board_engine::Color;
use games_package::{Options, ThinkingLimits, TimeControl};
use notation::HubGame;

use self::talk::Talk;
use super::table::{Checks, Rule};
use super::{Check, CheckTimes};
use crate::dxp::Role;
use crate::dxp::message::Message;
use crate::dxp::notation::{line_of, usual_start};
use crate::dxp::settings::Settings;
use crate::process::CommandError;

/// A position in Hub notation in which Black must capture 23 and 33 with its man on 18.
const CAPTURE: &str = "Beeeeeeeeeeeeeeeeebeeeeweeeeeeeeeweeeeeeeeeeeeeewew";

/// The checks' names and expectations.
const RULES: [Rule; 11] = [
    ("connection", "It listens on the address, or connects if the address says listen."),
    (
        "game",
        "It accepts a proposed game (R) with A and code 0; as initiator it sends R and waits for A.",
    ),
    ("waits", "It sends no move before its turn: White moves first."),
    ("legal move", "It answers a move (M) with one well-formed legal move."),
    ("one answer", "It sends one move, then waits for the opponent's."),
    ("chat", "It accepts chat (C) at any time, even together with a move."),
    ("take back", "It answers a take-back request (B) with K: yes, no, or not supported."),
    ("end", "It acknowledges the end of a game (E) with E."),
    ("parts", "It accepts another game on the connection, even if R arrives in two parts."),
    ("capture", "It plays from a given position and lists all captured squares of a forced move."),
    ("last game", "It acknowledges the end of the last game."),
];

/// Checks the program at `address` in `game`. `game` is a full name, and `notation` its form in Hub. As in a player
/// name, options can follow the address after a question mark.
///
/// # Errors
/// [`CommandError`] if the protocol doesn't support the game, or the address or an option is malformed.
pub fn dxp(
    game: &str,
    notation: Option<HubGame>,
    address: &str,
    times: CheckTimes,
) -> Result<Vec<Check>, CommandError> {
    let (line, initial) = line_of(notation).ok_or_else(|| CommandError::Game {
        protocol: "DXP",
        games: "draughts on 10×10",
        game: game.into(),
    })?;
    let settings = Settings::parse(address, &Options::default())?;
    let mut checks = Checks::of(&RULES);
    let time = settings.time(TimeControl::PerMove(times.search), ThinkingLimits::default());
    match Talk::open(&settings, line, time, times) {
        // `checks` already contains the failure.
        Ok(mut talk) => drop(run(&mut talk, &settings, &initial, &mut checks)),
        Err(why) => drop(checks.add(Err(why))),
    }
    Ok(checks.all())
}

/// Runs all checks. Returns `None` if a failed check makes the rest pointless.
fn run(talk: &mut Talk, settings: &Settings, initial: &str, checks: &mut Checks) -> Option<()> {
    checks.add(Ok(format!("with {}", settings.endpoint)))?;
    // The protocol has its own letter for the usual start.
    let position = (initial != usual_start()).then_some(initial);
    let begun = match settings.role {
        Role::Initiator => talk.propose(Color::Black, position, false),
        Role::Follower => talk.accept(),
    };
    checks.add(begun)?;
    if talk.is_ours() {
        checks.add(talk.silent("nothing before its turn"))?;
        checks.add(talk.play().and_then(|()| talk.answer()))?;
    } else {
        checks.skip("it has the first move");
        checks.add(talk.answer())?;
    }
    checks.add(talk.silent("no second move"))?;
    checks.add(talk.play_with_chat().and_then(|()| talk.answer()))?;
    checks.add(talk.take_back())?;
    checks.add(talk.end(false))?;
    if settings.role == Role::Follower {
        (0..3).for_each(|_| checks.skip("it proposes the games"));
        return Some(());
    }
    if talk.has_stopped {
        (0..3).for_each(|_| checks.skip("it refused another game"));
        return Some(());
    }
    checks.add(talk.propose(Color::Black, Some(CAPTURE), true))?;
    checks.add(talk.answer())?;
    checks.add(talk.end(true))
}

/// Describes an unexpected message.
fn instead(message: &Message) -> String {
    format!("\"{}\" instead", message.text())
}
