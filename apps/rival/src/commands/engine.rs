//! `rival engine`: a player as an engine for another program.

use std::io::{BufReader, stdin, stdout};

use engine_protocols::{Engine, ServeError, serve};
use games_package::Options;
use house::{CommandResult, Failure, FailureKind, House, OrFail, PlayerSpec};

use crate::arguments::EngineArguments;

/// Protocols are told apart here when there is more than the one that the command line lets through.
pub(crate) fn run(house: &House, arguments: &EngineArguments) -> CommandResult {
    let game = house::game(&arguments.game)?;
    let named = arguments.player.as_deref().map(PlayerSpec::from_user);
    let spec = named.unwrap_or_else(|| house.analyst(game.name()));
    let seed = arguments.seed.unwrap_or_else(house::any_seed);
    let engine = offer(house, game.name(), &spec, &arguments.options, seed)?;
    serve(engine, BufReader::new(stdin()), stdout()).map_err(|error| match error {
        ServeError::Output(error) => error.into(),
        ServeError::Player(_) => Failure::new(FailureKind::Player, error),
        _ => Failure::new(FailureKind::Usage, error),
    })
}

/// The player that `spec` asks for, with these options on top of those in it, whose chance comes from `seed`.
fn offer<'a>(
    house: &'a House,
    game: &'a str,
    spec: &PlayerSpec,
    options: &[String],
    seed: u64,
) -> Result<Engine<'a>, Failure> {
    let mut asked = house.find(spec)?;
    let given: Options = options.join(",").parse().or_fail(FailureKind::Usage)?;
    for (name, value) in given.iter() {
        asked.options.set(name, value);
    }
    // What doesn't fit is said now, not when the other program is ready to play.
    house.new_player(game, &asked)?;
    let known = house.players(Some(game))?;
    let specs = known.into_iter().find(|(name, _)| *name == asked.name);
    Ok(Engine {
        name: format!("Rival {}", spec.text()),
        version: env!("CARGO_PKG_VERSION").into(),
        game: game.into(),
        options: specs.map(|(_, info)| info.options).unwrap_or_default(),
        values: asked.options.clone(),
        seed,
        make: Box::new(move |options| {
            let mut player = asked.clone();
            player.options.clone_from(options);
            house.new_player(game, &player).map_err(|failure| failure.to_string())
        }),
    })
}
