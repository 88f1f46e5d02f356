//! `rival engine`: a player as an engine for another program.

use std::io::{BufReader, stdin, stdout};

use engine_protocols::{Engine, ServeError, serve};

use crate::arguments::EngineArguments;
use crate::failure::{CommandResult, Failure, FailureKind};
use crate::house::{self, House};

/// Protocols are told apart here when there is more than the one that the command line lets through.
pub(crate) fn run(house: &House, arguments: &EngineArguments) -> CommandResult {
    let game = house::game(&arguments.game)?;
    let default = || house.default_opponent(game.name());
    let spec = arguments.player.clone().unwrap_or_else(default);
    let offer = house.offer(game.name(), &spec, &arguments.options)?;
    let engine = Engine {
        name: format!("Rival {spec}"),
        version: env!("CARGO_PKG_VERSION").into(),
        game: game.name().into(),
        options: offer.options,
        values: offer.values,
        make: offer.make,
    };
    serve(engine, BufReader::new(stdin()), stdout()).map_err(|error| match error {
        ServeError::Output(error) => error.into(),
        ServeError::Player(_) => Failure::new(FailureKind::Player, error),
        _ => Failure::new(FailureKind::Usage, error),
    })
}
