//! `rival plugin`: commands for authors of players.

use house::{CommandResult, House};

mod check;
mod new;

use crate::arguments::PluginCommand;

pub(crate) fn run(house: &House, command: &PluginCommand) -> CommandResult {
    match command {
        PluginCommand::New(arguments) => new::run(arguments),
        PluginCommand::Check(arguments) => check::run(house, arguments),
    }
}
