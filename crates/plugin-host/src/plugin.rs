//! One plugin that is loaded.

use std::fmt;
use std::path::{Path, PathBuf};

use games_package::{Failure, FailureKind, Games, Options, PlayerInfo};
use plugin_abi::message::{FromPlayer, NewPlayer, NewPlayerV1, decode, encode};

use crate::error::shown;
use crate::library::{self, Module};
use crate::manifest::{self, Account};
use crate::{Cache, PluginError, PluginPlayer, SeatError, preflight, wire};

/// A plugin that is loaded, with what it says of itself.
pub struct Plugin {
    account: Account,
    file: PathBuf,
    hash: blake3::Hash,
    module: Module,
    revision: u32,
}

impl Plugin {
    /// Checks the file, keeps a private copy of it and loads that. Code of the plugin runs here for the first
    /// time; it stays loaded until the program ends.
    ///
    /// # Errors
    /// [`PluginError`] with the first thing that is wrong.
    pub fn load(file: &Path, cache: &Cache) -> Result<Self, PluginError> {
        let content = preflight::read(file)?;
        let revision = preflight::check(file, &content)?;
        Self::load_checked(file, &content, revision, cache)
    }

    /// Loads the content of a file that has passed the preflight, which has found this revision.
    pub(crate) fn load_checked(
        file: &Path,
        content: &[u8],
        revision: u32,
        cache: &Cache,
    ) -> Result<Self, PluginError> {
        let hash = blake3::hash(content);
        let copy = cache.store(content, &hash).map_err(|error| PluginError::Copy {
            file: file.into(),
            folder: cache.folder().into(),
            error,
        })?;
        let module = library::load(&copy, file)?;
        let account = match module.manifest() {
            Ok(bytes) => manifest::read(bytes.as_slice()),
            Err(answer) => Err(failure(answer.as_slice()).to_string()),
        };
        let account = account.map_err(|why| PluginError::Manifest { file: file.into(), why })?;
        tracing::debug!(file = %shown(file), name = account.name, %hash, "plugin loaded");
        Ok(Self { account, file: file.into(), hash, module, revision })
    }

    /// Its name: of `a-z`, `0-9`, `-`, `_` and `.`.
    pub fn name(&self) -> &str {
        &self.account.name
    }

    /// Its own version, which may be any line of text.
    pub fn version(&self) -> &str {
        &self.account.version
    }

    /// The file in which it was found.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// The BLAKE3 hash of the file's content, in 64 hexadecimal digits: what a record names it by.
    pub fn hash(&self) -> String {
        self.hash.to_hex().to_string()
    }

    /// The players that it can make, in its own order; never empty.
    pub fn players(&self) -> &[PlayerInfo] {
        &self.account.players
    }

    /// One of its players.
    ///
    /// # Errors
    /// [`SeatError::UnknownPlayer`] if it has none of this name.
    pub fn player(&self, name: &str) -> Result<&PlayerInfo, SeatError> {
        self.players().iter().find(|player| player.name == name).ok_or_else(|| {
            let names = self.players().iter().map(|player| player.name.as_str());
            SeatError::UnknownPlayer {
                plugin: self.name().into(),
                name: name.into(),
                suggestion: games_package::suggestion(name, names.clone()),
                known: names.collect::<Vec<_>>().join(", "),
            }
        })
    }

    /// Makes a player for a game ("checkers:english").
    ///
    /// # Errors
    /// [`SeatError`] if there is none of this name, it doesn't play the game, an option can't be set like this, or
    /// the plugin fails.
    pub fn new_player(
        &self,
        name: &str,
        game: &str,
        options: &Options,
    ) -> Result<PluginPlayer, SeatError> {
        let info = self.player(name)?;
        let label = format!("{}/{}", self.name(), info.name);
        if let Games::Named(games) = &info.games
            && !info.games.include(game)
        {
            let games = games.join(", ");
            return Err(SeatError::Game { player: label, game: game.into(), games });
        }
        let options = options.checked(&label, &info.options)?;
        match self.construct(&info.name, game, &options) {
            Ok(object) => Ok(PluginPlayer::new(label, object, self.revision)),
            Err(failure) => Err(SeatError::PlayerRefused { player: label, failure }),
        }
    }

    fn construct(
        &self,
        player: &str,
        game: &str,
        options: &Options,
    ) -> Result<plugin_abi::PlayerObject, Failure> {
        let options = options.iter().map(|(name, value)| (name.into(), value.into())).collect();
        let order = NewPlayerV1 { player: player.into(), game: game.into(), options };
        let order = encode(&NewPlayer::V1(order))
            .map_err(|error| Failure::new(FailureKind::LoadRefused, error.to_string()))?;
        self.module.new_player(&order).map_err(|answer| failure(answer.as_slice()))
    }
}

/// The failure in an answer that should tell one.
fn failure(answer: &[u8]) -> Failure {
    match decode(answer) {
        Ok(FromPlayer::FailedV1(failure)) => wire::failure(&failure),
        Ok(_) => Failure::new(FailureKind::ProtocolError, "it failed without a reason"),
        Err(error) => Failure::new(FailureKind::ProtocolError, format!("it sent {error}")),
    }
}

/// Name, version, file and hash.
impl fmt::Debug for Plugin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Plugin")
            .field("name", &self.name())
            .field("version", &self.version())
            .field("file", &self.file)
            .field("hash", &self.hash())
            .finish_non_exhaustive()
    }
}
