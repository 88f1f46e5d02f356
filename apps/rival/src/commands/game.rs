//! `rival game`: commands for authors of games.

mod new;

use house::CommandResult;

use crate::arguments::GameCommand;

pub(crate) fn run(command: &GameCommand) -> CommandResult {
    match command {
        GameCommand::New(arguments) => new::run(arguments),
    }
}
