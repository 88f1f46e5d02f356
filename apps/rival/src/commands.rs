//! The commands, one file each.

mod analyze;
mod book;
mod check_engine;
mod compare;
mod convert;
mod documents;
mod engine;
mod game;
mod json;
mod lists;
mod matches;
mod moves;
mod perft;
mod play;
mod plugin;
mod project;
mod puzzles;
mod replay;
mod solve;
mod tablebase;
mod watch;

use std::io::{IsTerminal, stdin, stdout};
use std::sync::Arc;

use house::{CommandResult, House};

use crate::arguments::Command;
use crate::full_screen::{self, Start};
use crate::live::{Inbox, Input};
use crate::menu;

/// Runs the command. Without one: the full screen, the menu or a demonstration, whichever the terminal allows.
pub(crate) fn run(house: &Arc<House>, command: Option<Command>) -> CommandResult {
    match command {
        Some(Command::Play(arguments)) => play::run(house, &arguments),
        Some(Command::Analyze(arguments)) => analyze::run(house, &arguments),
        Some(Command::Watch(arguments)) => watch::run(house, &arguments),
        Some(Command::Replay(arguments)) => replay::run(house, &arguments),
        Some(Command::Matches(arguments)) => matches::run(&arguments),
        Some(Command::Puzzles(arguments)) => puzzles::run(house, &arguments),
        Some(Command::Convert(arguments)) => convert::run(&arguments),
        Some(Command::Moves(arguments)) => moves::run(&arguments),
        Some(Command::Tablebase(command)) => tablebase::run(&command),
        Some(Command::Book(command)) => book::run(&command),
        Some(Command::Solve(arguments)) => solve::run(&arguments),
        Some(Command::Perft(arguments)) => perft::run(&arguments),
        Some(Command::Compare(arguments)) => compare::run(house, &arguments),
        Some(Command::Engine(arguments)) => engine::run(house, &arguments),
        Some(Command::CheckEngine(arguments)) => check_engine::run(&arguments),
        Some(Command::Games(arguments)) => lists::games(house, &arguments),
        Some(Command::Players(arguments)) => lists::players(house, &arguments),
        Some(Command::Plugins(arguments)) => lists::plugins(house, &arguments),
        Some(Command::Completions(arguments)) => documents::completions(arguments.shell),
        Some(Command::Man(arguments)) => documents::manual(&arguments.folder),
        Some(Command::Plugin(command)) => plugin::run(house, &command),
        Some(Command::Game(command)) => game::run(&command),
        None if full_screen::is_possible() => {
            full_screen::run(house, &Inbox::open(Input::Keys)?, Start::Menu)
        }
        None if stdin().is_terminal() && stdout().is_terminal() => {
            menu::choose(house)?.map_or(Ok(()), |arguments| play::run(house, &arguments))
        }
        None => watch::demonstration(house),
    }
}
