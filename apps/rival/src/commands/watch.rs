//! `rival watch`: players against each other.

use std::io::{self, Write};
use std::path::Path;
use std::thread;
use std::time::Duration;

use anyhow::anyhow;
use games_package::{EndReason, Event, MatchSetup, Record, TableGame};

use crate::arguments::{LimitArguments, WatchArguments};
use crate::commands::json::event_json;
use crate::failure::{CommandResult, Failure, FailureKind, OrFail};
use crate::house::{self, House};
use crate::live::{Input, LiveMatch, Message};
use crate::sentences;

/// How events are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    Text,
    Json,
}

pub(crate) fn run(house: &House, arguments: &WatchArguments) -> CommandResult {
    let game = house::game(&arguments.game)?;
    let mut setup =
        house.match_setup(game, &arguments.players, &arguments.limits, arguments.seed)?;
    setup.position.clone_from(&arguments.position);
    let form = if arguments.json { Form::Json } else { Form::Text };
    watch(setup, form, arguments.delay, arguments.save.as_deref())
}

/// What `rival` does where nobody can play: a whole game of checkers between two loaded plugins, as text.
pub(crate) fn demonstration(house: &House) -> CommandResult {
    let game = house::game("checkers")?;
    let players = house.shown_players(game.name());
    let setup = house.match_setup(game, &players, &LimitArguments::default(), None)?;
    watch(setup, Form::Text, Duration::ZERO, None)
}

fn watch(setup: MatchSetup, form: Form, delay: Duration, save: Option<&Path>) -> CommandResult {
    let game = setup.game.clone();
    let live = LiveMatch::begin(setup, Input::None)?;
    let mut out = io::stdout().lock();
    for message in &live.messages {
        match message {
            Message::Table(event) => {
                match form {
                    Form::Json => writeln!(out, "{}", event_json(&event))?,
                    Form::Text => show(&mut out, &*game, &event)?,
                }
                if matches!(*event, Event::MovePlayed(_)) && !delay.is_zero() {
                    out.flush()?;
                    thread::sleep(delay);
                }
            }
            Message::TableClosed => break,
            Message::Interrupted => return Err(Failure::interrupted()),
            Message::Line(_) | Message::EndOfInput => {}
        }
    }
    out.flush()?;
    let record = live.finish()?.record;
    if let Some(path) = save {
        record.save(path).or_fail(FailureKind::Failed)?;
    }
    player_failure(&*game, &record)
}

/// The board after every move would fill the screen: it is shown at the start and at the end.
fn show(out: &mut impl Write, game: &dyn TableGame, event: &Event) -> io::Result<()> {
    match event {
        Event::MatchStarted(table) => {
            writeln!(
                out,
                "{}\n",
                sentences::match_title(game, &table.players, table.time_control)
            )?;
            writeln!(out, "{}", sentences::board(game, &table.position))
        }
        Event::MovePlayed(played) | Event::ChanceDecided(played) => {
            writeln!(out, "{}", sentences::move_sentence(game, played))
        }
        Event::MoveRejected { seat, text, why } => {
            writeln!(out, "{}: {text} is refused: {why}", game.seat_name(*seat))
        }
        Event::Resynchronized(table) => writeln!(out, "(…) {}", table.moves.join(" ")),
        Event::MatchEnded(ending) => {
            writeln!(out, "\n{}", sentences::ending_sentence(game, ending))
        }
        _ => Ok(()),
    }
}

/// A player that failed is this command's failure.
pub(crate) fn player_failure(game: &dyn TableGame, record: &Record) -> CommandResult {
    match record.ending.as_ref().map(|ending| &ending.reason) {
        Some(EndReason::PlayerFailed(seat, failure)) => {
            let names: Vec<String> =
                record.players.iter().map(|player| player.spec.clone()).collect();
            let who = sentences::seat_with_player(game, &names, *seat);
            Err(Failure::new(FailureKind::Player, anyhow!("the player of {who} failed: {failure}")))
        }
        _ => Ok(()),
    }
}
