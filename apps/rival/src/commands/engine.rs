//! `rival engine`: a player as an engine for another program.

use std::io::{BufReader, stdin, stdout};
use std::sync::Arc;

use anyhow::anyhow;
use board_engine::Color;
use engine_protocols::dxp::{Endpoint, PORT, Role, Service};
use engine_protocols::{Engine, ServeError, dxp, hub, plain, uci};
use games_package::Options;
use house::{CommandResult, Failure, FailureKind, House, OrFail, PlayerSpec};

use crate::arguments::{DxpArguments, DxpRole, EngineArguments, Protocol, Side};

pub(crate) fn run(house: &House, arguments: &EngineArguments) -> CommandResult {
    let game = house::game(&arguments.game)?;
    let named = arguments.player.as_deref().map(PlayerSpec::from_user);
    let spec = named.unwrap_or_else(|| house.analyst(game.name()));
    let seed = arguments.seed.unwrap_or_else(house::any_seed);
    let engine = new_engine(house, game.name(), &spec, &arguments.options, seed)?;
    let by_game = match game.name() {
        name if uci::supports(name) => Protocol::Uci,
        name if hub::supports(name) => Protocol::Hub,
        _ => Protocol::Plain,
    };
    let input = BufReader::new(stdin());
    let protocol = arguments.protocol.unwrap_or(by_game);
    let DxpArguments { listen, connect, .. } = &arguments.dxp;
    if protocol != Protocol::Dxp && (listen.is_some() || connect.is_some()) {
        let error = anyhow!("--listen and --connect are for --protocol dxp");
        return Err(Failure::new(FailureKind::Usage, error));
    }
    let served = match protocol {
        Protocol::Hub => hub::serve(engine, input, stdout()),
        Protocol::Uci => uci::serve(engine, input, stdout()),
        Protocol::Plain => plain::serve(engine, Arc::clone(&game), input, stdout()),
        Protocol::Dxp => dxp::serve(engine, &service(&arguments.dxp)?, stdout()),
    };
    served.map_err(|error| match error {
        ServeError::Output(error) => error.into(),
        ServeError::Connection { .. } => Failure::new(FailureKind::Failed, error),
        ServeError::Player(_) => Failure::new(FailureKind::Player, error),
        _ => Failure::new(FailureKind::Usage, error),
    })
}

/// How programs that speak DXP are met.
fn service(arguments: &DxpArguments) -> Result<Service, Failure> {
    let DxpArguments { listen, connect, role, minutes, moves, games, side } = arguments;
    let (endpoint, asked) = match (connect, listen) {
        (Some(address), _) => (Endpoint::connect(address), address.clone()),
        (None, Some(address)) => (Endpoint::listen(address), address.clone()),
        (None, None) => (Endpoint::listen(&PORT.to_string()), String::new()),
    };
    let malformed =
        || anyhow!("expected an address like localhost:{PORT} or [::1]:{PORT}, not \"{asked}\"");
    let role = match role {
        Some(DxpRole::Initiator) => Role::Initiator,
        None if connect.is_some() => Role::Initiator,
        Some(DxpRole::Follower) | None => Role::Follower,
    };
    let color = match side {
        Side::White => Color::White,
        Side::Black => Color::Black,
    };
    let endpoint = endpoint.ok_or_else(malformed).or_fail(FailureKind::Usage)?;
    Ok(Service { endpoint, role, color, minutes: *minutes, moves: *moves, games: *games })
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
    request.set_options(&given);
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
