//! `rival watch`: players against each other.

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use anyhow::anyhow;
use board_engine::{Seat, Viewer};
use games_package::{Event, MatchSetup, SeatSetup, TableGame};
use house::{CommandResult, Failure, FailureKind, House, Limits, PlayerSpec};
use match_library::SaveTarget;
use match_view::History;
use match_view::sentences::{self, notice};

use crate::arguments::WatchArguments;
use crate::boards::picture;
use crate::commands::json::write_line;
use crate::failures::tell_failures;
use crate::full_screen::{self, Match};
use crate::live::{Input, LiveMatch, Message};
use crate::match_files::{check_folder_of, save_to};

/// How events are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    Text,
    /// With what players think.
    TextWithThinking,
    Json,
}

pub(crate) fn run(house: &House, arguments: &WatchArguments) -> CommandResult {
    let game = house::game(&arguments.game)?;
    let players: Vec<_> = arguments.players.iter().map(PlayerSpec::from_user).collect();
    let mut setup = house.match_setup(game, &players, arguments.limits.limits(), arguments.seed)?;
    setup.position.clone_from(&arguments.position);
    let form = match (arguments.json, arguments.thinking) {
        (true, _) => Form::Json,
        (false, true) => Form::TextWithThinking,
        (false, false) => Form::Text,
    };
    let people = setup.seats.iter().any(|seat| house.is_person(&seat.spec));
    if !arguments.plain && form == Form::Text && !people && full_screen::is_possible() {
        check_folder_of(arguments.save.as_deref())?;
        let target = arguments.save.clone().map_or(SaveTarget::Nowhere, SaveTarget::File);
        let delay = arguments.delay.unwrap_or(full_screen::WATCH_DELAY);
        return full_screen::run(
            house,
            Some(Match { setup, viewer: Viewer::Arbiter, target, delay }),
        );
    }
    setup.pace = arguments.delay.unwrap_or_default();
    watch(house, setup, form, arguments.save.as_deref())
}

/// What `rival` does where nobody can play: a whole match between two loaded plugins, as text.
pub(crate) fn demonstration(house: &House) -> CommandResult {
    let game = house.first_game()?;
    let players = house.demo_players(game.name());
    let setup = house.match_setup(game, &players, Limits::default(), None)?;
    watch(house, setup, Form::Text, None)
}

fn watch(house: &House, setup: MatchSetup, form: Form, save: Option<&Path>) -> CommandResult {
    check_folder_of(save)?;
    let (game, plugins) = (setup.game.clone(), plugins(&setup));
    let live = LiveMatch::begin(setup, Input::None)?;
    let shown = show_all(&live, &game, &plugins, form);
    let finished = live.finish()?;
    save_to(&finished.record, save, &None)?;
    shown?;
    tell_failures(house, &*game, &finished)
}

/// For each seat that a plugin plays, which one: "textbook/alpha-beta, a plugin".
fn plugins(setup: &MatchSetup) -> Vec<Option<String>> {
    let plugin = |seat: &SeatSetup| {
        let asked = PlayerSpec::from_user(&seat.spec).request().ok()?;
        asked.is_from_plugin().then(|| format!("{}, a plugin", seat.spec))
    };
    setup.seats.iter().map(plugin).collect()
}

/// Shows the match until it is over.
fn show_all(
    live: &LiveMatch,
    game: &Arc<dyn TableGame>,
    plugins: &[Option<String>],
    form: Form,
) -> CommandResult {
    let mut out = io::stdout().lock();
    for message in &live.messages {
        match message {
            Message::Table(event) => {
                match form {
                    Form::Json => write_line(&mut out, &match_json::Event::from(&*event))?,
                    Form::Text if matches!(*event, Event::ThinkingReported { .. }) => {}
                    Form::Text | Form::TextWithThinking => {
                        show(&mut out, game, plugins, &event)?;
                    }
                }
                if let Event::InputRequested { seat, .. } = *event {
                    return Err(nobody_answers(&**game, seat));
                }
                if matches!(*event, Event::MovePlayed(_)) {
                    out.flush()?;
                }
            }
            Message::TableClosed => break,
            Message::Interrupted(by) => return Err(by.into()),
            _ => {}
        }
    }
    Ok(out.flush()?)
}

/// A person sits where nobody can type.
pub(crate) fn nobody_answers(game: &dyn TableGame, seat: Seat) -> Failure {
    let name = game.seat_name(seat);
    Failure::new(
        FailureKind::Usage,
        anyhow!("{name} is a person, whom nobody can answer for here: use rival play"),
    )
}

/// The board after every move would fill the screen: it is shown at the start and at the end.
fn show(
    out: &mut impl Write,
    game: &Arc<dyn TableGame>,
    plugins: &[Option<String>],
    event: &Event,
) -> io::Result<()> {
    match event {
        Event::MatchStarted(table) => {
            let name =
                |(own, plugin): (&String, &Option<String>)| plugin.as_ref().unwrap_or(own).clone();
            let names: Vec<String> = table.players.iter().zip(plugins).map(name).collect();
            writeln!(out, "{}\n", sentences::match_title(&**game, &names, table.time_control))?;
            let mut history = History::new(Arc::clone(game));
            history.set(table);
            writeln!(out, "{}", picture(history.picture()))
        }
        Event::MovePlayed(played) | Event::ChanceDecided(played) => {
            writeln!(out, "{}", sentences::move_sentence(&**game, played))
        }
        Event::ThinkingReported { seat, elapsed, thinking } => {
            writeln!(out, "{}", sentences::thinking_sentence(&**game, *seat, *elapsed, thinking))
        }
        Event::Resynchronized(table) => writeln!(out, "(…) {}", table.moves.join(" ")),
        Event::MatchEnded(ending) => {
            writeln!(out, "\n{}", sentences::ending_sentence(&**game, ending))
        }
        event => match notice(&**game, event) {
            Some(notice) => writeln!(out, "{}", notice.text),
            None => Ok(()),
        },
    }
}
