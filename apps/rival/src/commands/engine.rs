//! `rival engine`: a player as an engine for another program.

use std::io::{BufReader, stdin, stdout};

use engine_protocols::{Engine, ServeError, hub, uci};
use games_package::Options;
use house::{CommandResult, Failure, FailureKind, House, OrFail, PlayerSpec};

use crate::arguments::{EngineArguments, Protocol};

pub(crate) fn run(house: &House, arguments: &EngineArguments) -> CommandResult {
    let game = house::game(&arguments.game)?;
    let named = arguments.player.as_deref().map(PlayerSpec::from_user);
    let spec = named.unwrap_or_else(|| house.analyst(game.name()));
    let seed = arguments.seed.unwrap_or_else(house::any_seed);
    let engine = new_engine(house, game.name(), &spec, &arguments.options, seed)?;
    let speaks_uci = match arguments.protocol {
        Some(Protocol::Hub) => false,
        Some(Protocol::Uci) => true,
        None => uci::supports(game.name()),
    };
    let input = BufReader::new(stdin());
    let served = if speaks_uci {
        uci::serve(engine, input, stdout())
    } else {
        hub::serve(engine, input, stdout())
    };
    served.map_err(|error| match error {
        ServeError::Output(error) => error.into(),
        ServeError::Player(_) => Failure::new(FailureKind::Player, error),
        _ => Failure::new(FailureKind::Usage, error),
    })
}

/// The engine for the player of `spec`, whose options these ones override, seeded with `seed`.
fn new_engine<'a>(
    house: &'a House,
    game: &'a str,
    spec: &PlayerSpec,
    options: &[String],
    seed: u64,
) -> Result<Engine<'a>, Failure> {
    let mut request = house.find(spec)?;
    let given: Options = options.join(",").parse().or_fail(FailureKind::Usage)?;
    for (name, value) in given.iter() {
        request.options.set(name, value);
    }
    // Invalid options are reported now, not when the first game starts.
    house.new_player(game, &request)?;
    let known = house.players(Some(game))?;
    let specs = known.into_iter().find(|(name, _)| *name == request.name);
    Ok(Engine {
        name: format!("Rival {}", spec.text()),
        version: env!("CARGO_PKG_VERSION").into(),
        game: game.into(),
        options: specs.map(|(_, info)| info.options).unwrap_or_default(),
        values: request.options.clone(),
        seed,
        make: Box::new(move |options| {
            let mut player = request.clone();
            player.options.clone_from(options);
            house.new_player(game, &player).map_err(|failure| failure.to_string())
        }),
    })
}
