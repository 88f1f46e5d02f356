//! The commands, one module each.

mod analyze;
mod book;
mod check_engine;
mod compare;
mod convert;
mod engine;
mod learn;
mod lists;
mod matches;
mod moves;
mod perft;
mod play;
mod projects;
mod puzzles;
mod replay;
mod solve;
mod tablebase;
mod watch;

use std::io::{self, IsTerminal, Write, stderr, stdin, stdout};
use std::sync::Arc;

use app_context::{AppContext, CommandResult, Failure, PlayerSpec, write_manual};
use clap::CommandFactory;
use games_package::{TableGame, TimeControl};
use opening_book::{BookMove, Opening};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::Serialize;
use tui::full_screen::{self, Start, line_by_line};
use tui::live::{Inbox, Input};
use tui::plain_text::BoardStyle;

use crate::arguments::{Arguments, Command};
use crate::completion;

/// Runs the command. Without a command, runs the full screen, the menu or a demonstration, depending on what the
/// terminal allows.
pub(crate) fn run(app: &Arc<AppContext>, arguments: Arguments) -> CommandResult {
    let Arguments { plain, words, command, .. } = arguments;
    match command {
        Some(Command::Play(arguments)) => play::run(app, &arguments),
        Some(Command::Analyze(arguments)) => analyze::run(app, arguments),
        Some(Command::Watch(arguments)) => watch::run(app, &arguments),
        Some(Command::Replay(arguments)) => replay::run(app, &arguments),
        Some(Command::Matches(arguments)) => matches::run(&arguments),
        Some(Command::Puzzles(arguments)) => puzzles::run(app, &arguments),
        Some(Command::Convert(arguments)) => convert::run(&arguments),
        Some(Command::Moves(arguments)) => moves::run(&arguments),
        Some(Command::Tablebase(command)) => tablebase::run(&command),
        Some(Command::Book(command)) => book::run(&command),
        Some(Command::Learn(arguments)) => learn::run(&arguments),
        Some(Command::Solve(arguments)) => solve::run(&arguments),
        Some(Command::Perft(arguments)) => perft::run(&arguments),
        Some(Command::Compare(arguments)) => compare::run(app, &arguments),
        Some(Command::Engine(arguments)) => engine::run(app, &arguments),
        Some(Command::CheckEngine(arguments)) => check_engine::run(&arguments),
        Some(Command::Games(arguments)) => lists::games(app, &arguments),
        Some(Command::Players(arguments)) => lists::players(app, &arguments),
        Some(Command::Plugins(arguments)) => lists::plugins(app, &arguments),
        Some(Command::Completions(arguments)) => completion::print_script(arguments.shell),
        Some(Command::Man(arguments)) => write_manual(Arguments::command(), &arguments.folder),
        Some(Command::Plugin(command)) => projects::plugin(app, &command),
        Some(Command::Game(command)) => projects::game(&command),
        None if plain || words => line_by_line(app, words, None),
        None if full_screen::is_possible() => show(app, &Inbox::open(Input::Keys)?, Start::Menu),
        None if stdin().is_terminal() && stdout().is_terminal() => line_by_line(app, false, None),
        None => watch::demonstration(app),
    }
}

/// Runs the menu in the form that the options and the terminal allow, with this preselected time control.
fn menu(
    app: &Arc<AppContext>,
    plain: bool,
    words: bool,
    time: Option<TimeControl>,
) -> CommandResult {
    if !plain && !words && full_screen::is_possible() {
        let start = time.map_or(Start::Menu, Start::MenuWithTime);
        return show(app, &Inbox::open(Input::Keys)?, start);
    }
    line_by_line(app, words, time)
}

/// Runs the menu line by line.
fn line_by_line(app: &Arc<AppContext>, words: bool, time: Option<TimeControl>) -> CommandResult {
    let mut settings = line_by_line::settings(board_style(words));
    line_by_line::run(app, &Inbox::open(Input::Lines)?, &mut settings, time, &mut stdout())
}

/// The game with this name. If the name stands for several games, draws one of them.
fn named_game(name: &str, seed: Option<u64>) -> Result<Arc<dyn TableGame>, Failure> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed.unwrap_or_else(rand::random));
    let drawn = game_catalog::drawn_game(name, &mut |count| rng.random_range(0..count));
    app_context::game(drawn.as_deref().unwrap_or(name))
}

/// The player that this text names: a player of the game, or one of its levels.
fn named_player(app: &AppContext, game: &str, text: &str) -> PlayerSpec {
    let is_player = app.configuration().players.contains_key(text)
        || app.players(Some(game)).is_ok_and(|known| known.iter().any(|(name, _)| name == text));
    match level_named(app, game, text).filter(|_| !is_player) {
        Some(level) => PlayerSpec::from_user(app_context::level(&level)),
        None => PlayerSpec::from_user(text),
    }
}

/// The level with this name or number; 1 is the weakest. Words from other programs also work: "hard" is "expert".
fn level_named(app: &AppContext, game: &str, text: &str) -> Option<String> {
    let levels = app.levels(game).unwrap_or_default().into_iter().map(|level| level.name);
    let mut numbered = (1..).zip(levels);
    let text = players::level_meant(text).unwrap_or(text);
    let is_it =
        |number: i32, name: &str| name.eq_ignore_ascii_case(text) || number.to_string() == text;
    numbered.find(|(number, name)| is_it(*number, name)).map(|(_, name)| name)
}

/// The style of printed boards.
const fn board_style(words: bool) -> BoardStyle {
    if words { BoardStyle::InWords } else { BoardStyle::Drawn }
}

/// Shows the full screen, beginning with `start`, until the user leaves.
fn show<'a>(app: &'a Arc<AppContext>, inbox: &'a Inbox, start: Start<'a>) -> CommandResult {
    full_screen::run(app, inbox, start, &mut stdout(), &mut stderr())
}

/// Writes the object and a newline.
pub(crate) fn write_line(out: &mut impl Write, object: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, object)?;
    writeln!(out)
}

/// An opening's code and name.
pub(crate) fn opening_json(opening: &Opening) -> notation::json::Opening {
    notation::json::Opening::new(opening.code, opening.name)
}

/// A move from an opening book.
pub(crate) fn book_move_json(known: &BookMove) -> notation::json::BookMove {
    let BookMove { mv, valuation, depth, positions, line } = known;
    let (mv, line) = (mv.clone(), line.clone());
    notation::json::BookMove {
        mv,
        score: (*valuation).into(),
        depth: *depth,
        positions: *positions,
        line,
    }
}
