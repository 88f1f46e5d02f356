//! The code that `export_players!` generates.

#![expect(
    unsafe_code,
    reason = "a header with C layout is made for the program that loads the plugin"
)]

use abi_stable::library::{CheckTypeLayout, LibHeader, RootModuleError};
use abi_stable::marker_type::ErasedPrefix;
use abi_stable::prefix_type::{PrefixRef, PrefixRefTrait, PrefixTypeTrait};
use abi_stable::sabi_trait::TD_Opaque;
use abi_stable::std_types::{RResult, RSlice, RVec};
use games_package::{Options, Player, PlayerError, PlayerInfo};
use plugin_abi::message::{Manifest, ManifestV1, NewPlayer, decode};
use plugin_abi::{PlayerCalls_TO, PlayerObject, PluginModule, PluginModuleRef, Stamp};

use crate::calls::{ExportedPlayer, failed, panicked};
use crate::panic_report::{self, guarded};
use crate::wire;

/// The stamp of every plugin built with this crate.
pub const STAMP: Stamp = Stamp::new(env!("CARGO_PKG_VERSION"));

/// Creates a player for a game such as "checkers:english" from its options. Every declared option has a value.
pub type Constructor = fn(game: &str, options: &Options) -> Result<Box<dyn Player>, PlayerError>;

/// A kind of player with its constructor.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its description.
    pub info: PlayerInfo,
    /// Creates a player.
    pub constructor: Constructor,
}

/// The exports of a plugin; [`export_players!`](crate::export_players) implements them.
pub trait Exports {
    /// The plugin's name.
    const NAME: &'static str;
    /// The plugin's version.
    const VERSION: &'static str;

    /// The plugin's players.
    fn entries() -> Vec<Entry>;
}

/// Exports players from a `cdylib` crate, with one `PlayerInfo => constructor` for each kind of player.
///
/// The plugin has the name and version of its crate unless the call begins with `plugin: "name", version: "1.0.0";`. A
/// crate can call this macro only once.
///
/// See the [crate](crate) for an example.
#[macro_export]
macro_rules! export_players {
    (plugin: $name:expr, version: $version:expr; $($info:expr => $constructor:expr),+ $(,)?) => {
        const _: () = {
            struct Exported;

            impl $crate::__private::Exports for Exported {
                const NAME: &'static str = $name;
                const VERSION: &'static str = $version;

                fn entries() -> ::std::vec::Vec<$crate::__private::Entry> {
                    ::std::vec![
                        $($crate::__private::Entry { info: $info, constructor: $constructor }),+
                    ]
                }
            }

            #[unsafe(no_mangle)]
            static RIVAL_PLUGIN_STAMP: $crate::__private::Stamp = $crate::__private::STAMP;

            #[unsafe(no_mangle)]
            static RIVAL_PLUGIN_HEADER: $crate::__private::LibHeader =
                $crate::__private::header::<Exported>();
        };
    };
    ($($info:expr => $constructor:expr),+ $(,)?) => {
        $crate::export_players! {
            plugin: env!("CARGO_PKG_NAME"), version: env!("CARGO_PKG_VERSION");
            $($info => $constructor),+
        }
    };
}

/// The header through which a program finds a plugin's functions.
pub const fn header<E: Exports>() -> LibHeader {
    // SAFETY: `root_module::<E>` returns a `PrefixRef` made from a `PluginModuleRef`, which is the `M` of this call.
    unsafe {
        LibHeader::from_constructor::<PluginModuleRef>(root_module::<E>, CheckTypeLayout::Yes)
    }
}

extern "C" fn root_module<E: Exports>() -> RResult<PrefixRef<ErasedPrefix>, RootModuleError> {
    panic_report::install();
    let module = PluginModule { manifest: manifest::<E>, new_player: new_player::<E> };
    let prefix = module.leak_into_prefix().to_prefix_ref();
    // SAFETY: by its contract, `LibHeader` erases the type of a prefix and restores it after comparing the layouts.
    RResult::ROk(unsafe { prefix.cast::<ErasedPrefix>() })
}

extern "C" fn manifest<E: Exports>(_host_revision: u32) -> RResult<RVec<u8>, RVec<u8>> {
    let account = || {
        let players = E::entries().iter().map(|entry| wire::player_info(&entry.info)).collect();
        Manifest::V1(ManifestV1 { name: E::NAME.into(), version: E::VERSION.into(), players })
    };
    match guarded(account).map(|manifest| plugin_abi::message::encode(&manifest)) {
        Ok(Ok(bytes)) => RResult::ROk(bytes.into()),
        Ok(Err(error)) => RResult::RErr(failed(&error.into())),
        Err(text) => RResult::RErr(panicked(text)),
    }
}

extern "C" fn new_player<E: Exports>(message: RSlice<'_, u8>) -> RResult<PlayerObject, RVec<u8>> {
    match guarded(|| construct::<E>(message.as_slice())) {
        Ok(Ok(player)) => {
            RResult::ROk(PlayerCalls_TO::from_value(ExportedPlayer::new(player), TD_Opaque))
        }
        Ok(Err(error)) => RResult::RErr(failed(&error)),
        Err(text) => RResult::RErr(panicked(text)),
    }
}

fn construct<E: Exports>(message: &[u8]) -> Result<Box<dyn Player>, PlayerError> {
    let NewPlayer::V1(wanted) = decode(message)?;
    let mut options = Options::default();
    for (name, value) in wanted.options {
        options.set(name, value);
    }
    let entry = E::entries().into_iter().find(|entry| entry.info.name == wanted.player);
    let entry = entry.ok_or_else(|| {
        PlayerError::new(format!("plugin {} has no player \"{}\"", E::NAME, wanted.player))
    })?;
    (entry.constructor)(&wanted.game, &options)
}
