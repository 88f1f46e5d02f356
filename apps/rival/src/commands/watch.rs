//! `rival watch`: shows a match between computer players.

mod default_budget;

use std::io::{self, IsTerminal, Write, stderr, stdin};
use std::path::Path;
use std::sync::Arc;

use analysis::MoveNumbers;
use app_context::{AppContext, CommandResult, Failure, FailureKind, Limits, PlayerSpec};
use board_engine::Viewer;
use games_package::{Event, MatchSetup, SeatSetup, TableGame};
use match_library::SaveTarget;
use match_view::History;
use match_view::sentences::{self, notice};
use tui::full_screen::{self, Match, Start};
use tui::live::{Inbox, Input, LiveMatch, Message};
use tui::plain_text::{BoardStyle, board_text};
use tui::verdict::{no_input_failure, report_failures};

use self::default_budget::DefaultBudget;
use crate::arguments::WatchArguments;
use crate::commands::{board_style, menu, named_game, named_player, show, write_line};
use crate::match_files::{check_folder_of, save_to};

/// The output format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum OutputFormat {
    Text,
    /// Text that includes the players' thinking.
    TextWithThinking,
    Json,
}

/// The output format, and the style of printed boards.
#[derive(Clone, Copy, Debug)]
struct OutputForm {
    format: OutputFormat,
    board: BoardStyle,
}

pub(crate) fn run(app: &Arc<AppContext>, arguments: &WatchArguments) -> CommandResult {
    let Some(name) = &arguments.game else {
        if arguments.json || !stdin().is_terminal() {
            let why = "name a game to watch, like \"rival watch GAME\"; \"rival games\" lists them";
            return Err(Failure::message(FailureKind::Usage, why));
        }
        return menu(app, arguments.plain, arguments.words, arguments.limits.limits().time);
    };
    let game = named_game(name, arguments.seed)?;
    let named = |text: &String| named_player(app, game.name(), text);
    let mut players: Vec<PlayerSpec> = arguments.players.iter().map(named).collect();
    if players.is_empty() {
        players = vec![app.default_opponent(game.name()); game.seat_count()];
    }
    let mut setup = app.match_setup(game, &players, arguments.limits.limits(), arguments.seed)?;
    setup.position.clone_from(&arguments.position);
    let budget = DefaultBudget::add(app, &mut setup);
    let format = match (arguments.json, arguments.thinking) {
        (true, _) => OutputFormat::Json,
        (false, true) => OutputFormat::TextWithThinking,
        (false, false) => OutputFormat::Text,
    };
    let people = setup.seats.iter().any(|seat| app.is_person(&seat.spec));
    let is_line_by_line = arguments.plain || arguments.words;
    if !is_line_by_line && format == OutputFormat::Text && !people && full_screen::is_possible() {
        check_folder_of(arguments.save.as_deref())?;
        let target = arguments.save.clone().map_or_else(SaveTarget::nowhere, SaveTarget::file);
        let delay = arguments.delay.unwrap_or(full_screen::WATCH_DELAY);
        let shown = Match { setup, viewer: Viewer::Arbiter, target, delay };
        let inbox = Inbox::open(Input::Keys)?;
        let result = show(app, &inbox, Start::Match(Box::new(shown)));
        if let Some(note) = budget.note() {
            writeln!(stderr(), "{note}")?;
        }
        return result;
    }
    setup.pace = arguments.delay.unwrap_or_default();
    let form = OutputForm { format, board: board_style(arguments.words) };
    watch(app, setup, form, arguments.save.as_deref(), &budget)
}

/// Runs `rival` without a terminal: a match between two plugins, as text.
pub(crate) fn demonstration(app: &AppContext) -> CommandResult {
    let game = app.first_game()?;
    let players = app.demo_players(game.name());
    let setup = app.match_setup(game, &players, Limits::default(), None)?;
    let form = OutputForm { format: OutputFormat::Text, board: BoardStyle::Drawn };
    watch(app, setup, form, None, &DefaultBudget::default())
}

fn watch(
    app: &AppContext,
    setup: MatchSetup,
    form: OutputForm,
    save: Option<&Path>,
    budget: &DefaultBudget,
) -> CommandResult {
    check_folder_of(save)?;
    let (game, plugins) = (setup.game.clone(), plugins(&setup));
    let live = LiveMatch::begin(setup, Input::None)?;
    let shown = write_events(&live, &game, &plugins, form);
    let finished = live.finish()?;
    if let Some(note) = budget.note() {
        writeln!(stderr(), "{note}")?;
    }
    save_to(&finished.record, save)?;
    shown?;
    report_failures(app, &*game, &finished, &mut stderr())
}

/// Each seat's plugin, if any, such as "textbook/alpha-beta, a plugin".
fn plugins(setup: &MatchSetup) -> Vec<Option<String>> {
    let plugin = |seat: &SeatSetup| {
        let asked = PlayerSpec::from_user(&seat.spec).request().ok()?;
        asked.is_from_plugin().then(|| format!("{}, a plugin", seat.spec))
    };
    setup.seats.iter().map(plugin).collect()
}

/// Writes the match events until the match is over.
fn write_events(
    live: &LiveMatch,
    game: &Arc<dyn TableGame>,
    plugins: &[Option<String>],
    form: OutputForm,
) -> CommandResult {
    let mut out = io::stdout().lock();
    let mut numbers = MoveNumbers::of(&**game);
    for message in &live.messages {
        match message {
            Message::Table(sequenced) => {
                let event = &sequenced.event;
                match form.format {
                    OutputFormat::Json => {
                        write_line(&mut out, &notation::json::SequencedEvent::from(&*sequenced))?;
                    }
                    OutputFormat::Text if matches!(event, Event::ThinkingReported { .. }) => {}
                    OutputFormat::Text | OutputFormat::TextWithThinking => {
                        write_event(&mut out, (game, &mut numbers), (plugins, form.board), event)?;
                    }
                }
                if let Event::InputRequested { seat, .. } = *event {
                    return Err(no_input_failure(&**game, seat));
                }
                if matches!(event, Event::MovePlayed(_)) {
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

/// Writes an event as text, with the number of the move after `numbers`. Draws the board only at the start, because a board after every move would fill the screen.
fn write_event(
    out: &mut impl Write,
    (game, numbers): (&Arc<dyn TableGame>, &mut MoveNumbers),
    (plugins, board): (&[Option<String>], BoardStyle),
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
            *numbers = history.numbers();
            let _last = numbers.add_all(table.movers.iter().copied());
            writeln!(out, "{}", board_text(history.picture(), board))
        }
        Event::MovePlayed(played) | Event::ChanceDecided(played) => {
            let number = numbers.add(played.turn);
            writeln!(out, "{}", sentences::move_sentence(&**game, number, played))?;
            match sentences::round_end_sentence(&**game, played) {
                Some(sentence) => writeln!(out, "{sentence}"),
                None => Ok(()),
            }
        }
        Event::ThinkingReported { seat, elapsed, thinking } => {
            writeln!(out, "{}", sentences::thinking_sentence(&**game, *seat, *elapsed, thinking))
        }
        Event::Resynchronized(table) => {
            *numbers = MoveNumbers::of(&**game);
            let _last = numbers.add_all(table.movers.iter().copied());
            writeln!(out, "(…) {}", table.moves.join(" "))
        }
        Event::MatchEnded(ending) => {
            writeln!(out, "\n{}", sentences::ending_sentence(&**game, ending))
        }
        event => match notice(&**game, event) {
            Some(notice) => writeln!(out, "{}", notice.text),
            None => Ok(()),
        },
    }
}
