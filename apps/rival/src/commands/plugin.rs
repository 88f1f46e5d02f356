//! `rival plugin`: for those who write players.

mod check;
mod new;

use crate::arguments::PluginCommand;
use crate::failure::CommandResult;
use crate::house::House;

pub(crate) fn run(house: &House, command: &PluginCommand) -> CommandResult {
    match command {
        PluginCommand::New(arguments) => new::run(arguments),
        PluginCommand::Check(arguments) => check::run(house, arguments),
    }
}
