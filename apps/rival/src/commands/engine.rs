//! `rival engine`: runs a player as an engine for another program.

use std::io::{BufRead, BufReader, Cursor, Read as _, stdin, stdout};
use std::sync::Arc;

use anyhow::anyhow;
use app_context::{AppContext, CommandResult, Failure, FailureKind, OrFail, PlayerSpec};
use board_engine::Color;
use engine_protocols::dxp::{Endpoint, PORT, Role, Service};
use engine_protocols::{Engine, ServeError, dxp, hub, plain, uci, xboard};
use games_package::Options;
use notation::EngineNotations;

use crate::arguments::{DxpArguments, DxpRole, EngineArguments, Protocol, Side};

/// The number of bytes to read from the first line in order to detect the protocol.
const FIRST_LINE_BYTES_MAX: u64 = 1024;

pub(crate) fn run(app: &AppContext, arguments: &EngineArguments) -> CommandResult {
    let game = app_context::game(&arguments.game)?;
    let named = arguments.player.as_deref().map(PlayerSpec::from_user);
    let spec = named.unwrap_or_else(|| app.analyst(game.name()));
    let seed = arguments.seed.unwrap_or_else(app_context::any_seed);
    let engine = new_engine(app, game.name(), &spec, &arguments.options, seed)?;
    let EngineNotations { hub: in_hub, uci: in_uci } = game_catalog::engine_notations(game.name());
    let by_game = match (&in_uci, &in_hub) {
        (Some(_), _) => Protocol::Uci,
        (None, Some(_)) => Protocol::Hub,
        (None, None) => Protocol::Plain,
    };
    let mut input = BufReader::new(stdin());
    let mut first = Vec::new();
    let protocol = match arguments.protocol {
        Some(protocol) => protocol,
        None if by_game == Protocol::Uci => {
            // The first line shows which of two protocols the other program uses.
            input.by_ref().take(FIRST_LINE_BYTES_MAX).read_until(b'\n', &mut first)?;
            if first.trim_ascii() == b"xboard" { Protocol::Xboard } else { Protocol::Uci }
        }
        None => by_game,
    };
    let input = Cursor::new(first).chain(input);
    let DxpArguments { listen, connect, .. } = &arguments.dxp;
    if protocol != Protocol::Dxp && (listen.is_some() || connect.is_some()) {
        let error = anyhow!("--listen and --connect require --protocol dxp");
        return Err(Failure::new(FailureKind::Usage, error));
    }
    let served = match protocol {
        Protocol::Hub => hub::serve(engine, in_hub, input, stdout()),
        Protocol::Uci => uci::serve(engine, in_uci, input, stdout()),
        Protocol::Xboard => xboard::serve(engine, in_uci, input, stdout()),
        Protocol::Plain => plain::serve(engine, Arc::clone(&game), input, stdout()),
        Protocol::Dxp => dxp::serve(engine, in_hub, &service(&arguments.dxp)?, stdout()),
    };
    served.map_err(|error| match error {
        ServeError::Output(error) => error.into(),
        ServeError::Connection { .. } => Failure::new(FailureKind::Failed, error),
        ServeError::Player(_) => Failure::new(FailureKind::Player, error),
        _ => Failure::new(FailureKind::Usage, error),
    })
}

/// The DXP connection.
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

/// An engine for the player of `spec` with the seed `seed`. `options` override the options in `spec`.
fn new_engine<'a>(
    app: &'a AppContext,
    game: &'a str,
    spec: &PlayerSpec,
    options: &[String],
    seed: u64,
) -> Result<Engine<'a>, Failure> {
    let mut request = app.find(spec)?;
    let given: Options = options.join(",").parse().or_fail(FailureKind::Usage)?;
    request.set_options(&given);
    // Report invalid options now rather than when the first game starts.
    app.new_player(game, &request)?;
    let known = app.players(Some(game))?;
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
            app.new_player(game, &player).map_err(|failure| failure.to_string())
        }),
    })
}
