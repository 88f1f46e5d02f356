//! Other programs' engines as players. Only the user may start engines.

use std::path::Path;

use anyhow::anyhow;
use engine_protocols::{DxpPlayer, Launch, hub, plain, uci, xboard};
use games_package::{Options, Player};

use crate::failure::{Failure, FailureKind, OrFail};
use crate::message::one_line;
use crate::player_pool::PlayerPool;
use crate::player_request::Origin;
use crate::player_request::{ENGINE, PlayerRequest};

/// The prefixes of the known engine protocols.
const DXP: &str = "dxp:";
const HUB: &str = "hub:";
const UCI: &str = "uci:";
const PLAIN: &str = "plain:";
const XBOARD: &str = "xboard:";

/// Whether programs named in a file are allowed to start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FileEngines {
    Refused,
    Allowed,
}

/// An engine that is allowed to start.
#[derive(Debug)]
pub(crate) struct Engine<'a> {
    /// The protocol and the command.
    text: &'a str,
    /// The folder where the engine program starts; this process's folder by default.
    folder: Option<&'a Path>,
    options: &'a Options,
}

impl<'a> Engine<'a> {
    /// Returns `true` if the player is a child process, not a program on the other end of a DXP connection.
    pub(crate) fn is_child_process(player: &PlayerRequest) -> bool {
        player.engine().is_some_and(|engine| !engine.starts_with(DXP))
    }

    /// The requested engine; `None` if the player is not an engine.
    ///
    /// # Errors
    /// [`Failure`] if a file names the engine without permission, or if the engine is requested over the network.
    pub(crate) fn permitted(
        player: &'a PlayerRequest,
        of_files: FileEngines,
    ) -> Result<Option<Self>, Failure> {
        let Some(text) = player.engine() else { return Ok(None) };
        let refused = |place: &str, advice: &str| {
            let name = one_line(&player.name);
            let does =
                if text.starts_with(DXP) { "opens a connection" } else { "starts a program" };
            let what = anyhow!("{place}: \"{name}\" {does}: {advice}");
            Err(Failure::new(FailureKind::Input, what))
        };
        match &player.origin {
            Origin::File(place) if of_files == FileEngines::Refused => {
                refused(place, "add --allow-engines if you trust it")
            }
            Origin::Network => refused("a request", "define it under [players] in rival.toml"),
            Origin::User | Origin::File(_) => {
                let folder = player.folder.as_deref();
                Ok(Some(Self { text, folder, options: &player.options }))
            }
        }
    }

    /// Creates the player. The player's program starts when the match begins, or comes from `pool`.
    pub(crate) fn player(&self, pool: &PlayerPool, game: &str) -> Result<Box<dyn Player>, Failure> {
        let usage = |error: anyhow::Error| Failure::new(FailureKind::Usage, error);
        let (engine, folder) = (self.text, self.folder.map(Path::to_path_buf));
        let (options, timeouts, pool) = (self.options, pool.timeouts, &pool.engines);
        let notations = game_catalog::engine_notations(game);
        if let Some(command) = engine.strip_prefix(UCI) {
            let launch = Launch { command, options, folder, timeouts, pool };
            return uci::player(game, notations.uci, launch).or_fail(FailureKind::Usage);
        }
        if let Some(command) = engine.strip_prefix(XBOARD) {
            let launch = Launch { command, options, folder, timeouts, pool };
            return xboard::player(game, notations.uci, launch).or_fail(FailureKind::Usage);
        }
        if let Some(address) = engine.strip_prefix(DXP) {
            let player = DxpPlayer::new(game, notations.hub, address, options, timeouts);
            return Ok(Box::new(player.or_fail(FailureKind::Usage)?));
        }
        if let Some(command) = engine.strip_prefix(PLAIN) {
            let player = plain::player(pool, game, command, folder, (options, timeouts));
            return Ok(Box::new(player.or_fail(FailureKind::Usage)?));
        }
        let Some(command) = engine.strip_prefix(HUB) else {
            let why = "speaks an unknown protocol: expected";
            return Err(usage(anyhow!(
                "{ENGINE}{engine} {why} {ENGINE}{HUB}COMMAND, {ENGINE}{UCI}COMMAND, {ENGINE}{XBOARD}COMMAND, {ENGINE}{PLAIN}COMMAND or {ENGINE}{DXP}HOST:PORT"
            )));
        };
        let launch = Launch { command, options, folder, timeouts, pool };
        hub::player(game, notations.hub, launch).or_fail(FailureKind::Usage)
    }
}

/// The protocol and command for an engine that starts a program; `None` for an engine that opens a connection.
pub(crate) fn protocol_and_command(engine: &str) -> Option<(&str, &str)> {
    [UCI, HUB, PLAIN, XBOARD].into_iter().find_map(|protocol| {
        engine.split_at_checked(protocol.len()).filter(|(before, _)| *before == protocol)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::PlayerSpec;

    #[test]
    fn a_request_over_the_network_starts_no_program_even_if_files_may() {
        let spec = PlayerSpec::from_network("engine:uci:stockfish");
        let refused =
            Engine::permitted(&spec.request().unwrap(), FileEngines::Allowed).unwrap_err();
        let expected = "a request: \"engine:uci:stockfish\" starts a program: define it under [players] in rival.toml";
        assert_eq!(refused.to_string(), expected);
    }

    #[test]
    fn a_file_opens_no_connection_unless_it_may() {
        let origin = Origin::File("games.pdn: line 5".into());
        let request = PlayerRequest::parse("engine:dxp:localhost", origin, None).unwrap();
        let refused = Engine::permitted(&request, FileEngines::Refused).unwrap_err();
        let expected = "games.pdn: line 5: \"engine:dxp:localhost\" opens a connection: add --allow-engines if you trust it";
        assert_eq!(refused.to_string(), expected);
        assert!(Engine::permitted(&request, FileEngines::Allowed).is_ok());
    }
}
