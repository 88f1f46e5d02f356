//! The frozen part of the interface: the C-layout types that cross the boundary.
//!
//! None of these types may change: `abi_stable` refuses a plugin even if a trait differs by one method. Extend the
//! [messages](crate::message) instead.

#![expect(
    unsafe_code,
    reason = "abi_stable's derives write the unsafe code of virtual tables into this module"
)]
#![expect(
    clippy::pedantic,
    non_local_definitions,
    reason = "the code that abi_stable's derives write"
)]

use abi_stable::library::RootModule;
use abi_stable::sabi_types::{RRef, VersionStrings};
use abi_stable::std_types::{RBox, RResult, RSlice, RVec};
use abi_stable::{StableAbi, sabi_trait};

use crate::INTERFACE;

/// The symbol that a plugin exports for its `abi_stable::library::LibHeader`.
pub const HEADER_SYMBOL: &str = "RIVAL_PLUGIN_HEADER";

/// A player inside a plugin.
#[sabi_trait]
pub trait PlayerCalls: Send {
    /// Takes a [`ToPlayer`](crate::message::ToPlayer) and returns a [`FromPlayer`](crate::message::FromPlayer). The
    /// function never unwinds.
    #[sabi(last_prefix_field)]
    fn call(&mut self, message: RSlice<'_, u8>, host: HostObject<'_>) -> RVec<u8>;
}

/// The services that the program offers to a player during a call.
#[sabi_trait]
pub trait HostCalls: Sync {
    /// Returns `true` if the player should answer now. Takes a few nanoseconds and never unwinds.
    fn is_stopped(&self) -> bool;

    /// Takes a [`ToHost`](crate::message::ToHost) and returns a [`FromHost`](crate::message::FromHost). The function
    /// never unwinds.
    #[sabi(last_prefix_field)]
    fn call(&self, message: RSlice<'_, u8>) -> RVec<u8>;
}

/// A player that the plugin has created; the program owns it.
pub type PlayerObject = PlayerCalls_TO<'static, RBox<()>>;

/// A host that the program lends to a player for one call.
pub type HostObject<'a> = HostCalls_TO<'a, RRef<'a, ()>>;

/// A plugin's functions.
#[repr(C)]
#[derive(Debug, StableAbi)]
#[sabi(kind(Prefix(prefix_ref = PluginModuleRef)))]
#[sabi(missing_field(panic))]
pub struct PluginModule {
    /// Returns a [`Manifest`](crate::message::Manifest) for a program with this message
    /// [`REVISION`](crate::message::REVISION), or a [`FromPlayer::FailedV1`](crate::message::FromPlayer::FailedV1). The
    /// function never unwinds.
    pub manifest: extern "C" fn(host_revision: u32) -> RResult<RVec<u8>, RVec<u8>>,
    /// Takes a [`NewPlayer`](crate::message::NewPlayer) and returns the player, or a
    /// [`FromPlayer::FailedV1`](crate::message::FromPlayer::FailedV1). The function never unwinds.
    #[sabi(last_prefix_field)]
    pub new_player: extern "C" fn(message: RSlice<'_, u8>) -> RResult<PlayerObject, RVec<u8>>,
}

impl RootModule for PluginModuleRef {
    abi_stable::declare_root_module_statics! {PluginModuleRef}
    const BASE_NAME: &'static str = "rival_plugin";
    const NAME: &'static str = "rival_plugin";
    /// The layout number, not the package version: a new version with the same layout must still load old plugins.
    const VERSION_STRINGS: VersionStrings = VersionStrings::new(match INTERFACE {
        1 => "1.0.0",
        _ => panic!("name the version of this interface"),
    });
}
