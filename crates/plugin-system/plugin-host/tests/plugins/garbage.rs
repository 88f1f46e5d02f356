//! A plugin with the right layout that answers with nonsense. The player's name selects the nonsense.

#![expect(unsafe_code, reason = "it exports by hand what `export_players!` exports in plugins")]

use abi_stable::library::{CheckTypeLayout, LibHeader, RootModuleError};
use abi_stable::marker_type::ErasedPrefix;
use abi_stable::prefix_type::{PrefixRef, PrefixRefTrait, PrefixTypeTrait};
use abi_stable::sabi_trait::TD_Opaque;
use abi_stable::std_types::{RResult, RSlice, RVec};
use plugin_abi::message::{
    FromPlayer, GamesV1, MESSAGE_BYTES_MAX, Manifest, ManifestV1, NewPlayer, PlayerInfoV1, decode,
    encode,
};
use plugin_abi::{
    HostObject, PlayerCalls, PlayerCalls_TO, PlayerObject, PluginModule, PluginModuleRef, Stamp,
};

const PLAYERS: [&str; 6] = ["nothing", "noise", "trailing", "huge", "started", "nonsense"];

struct Garbage(String);

impl PlayerCalls for Garbage {
    fn call(&mut self, _message: RSlice<'_, u8>, host: HostObject<'_>) -> RVec<u8> {
        match self.0.as_str() {
            "nothing" => RVec::new(),
            "trailing" => vec![2, 0].into(),
            "huge" => vec![0; MESSAGE_BYTES_MAX + 1].into(),
            "started" => encode(&FromPlayer::StartedV1("me".into())).unwrap_or_default().into(),
            "nonsense" => host.call(RSlice::from_slice(b"\xff\xff")),
            _ => vec![0xff; 9].into(),
        }
    }
}

extern "C" fn manifest(_host_revision: u32) -> RResult<RVec<u8>, RVec<u8>> {
    let player = |name: &str| PlayerInfoV1 {
        name: name.into(),
        description: String::new(),
        games: GamesV1::All,
        options: Vec::new(),
    };
    let players = PLAYERS.into_iter().map(player).collect();
    let manifest = ManifestV1 { name: "garbage".into(), version: "1".into(), players };
    RResult::ROk(encode(&Manifest::V1(manifest)).unwrap_or_default().into())
}

extern "C" fn new_player(message: RSlice<'_, u8>) -> RResult<PlayerObject, RVec<u8>> {
    match decode(message.as_slice()) {
        Ok(NewPlayer::V1(order)) => {
            RResult::ROk(PlayerCalls_TO::from_value(Garbage(order.player), TD_Opaque))
        }
        Err(_) => RResult::RErr(RVec::new()),
    }
}

extern "C" fn root_module() -> RResult<PrefixRef<ErasedPrefix>, RootModuleError> {
    let prefix = PluginModule { manifest, new_player }.leak_into_prefix().to_prefix_ref();
    // SAFETY: `LibHeader` restores the type of the prefix after it has compared the layouts.
    RResult::ROk(unsafe { prefix.cast::<ErasedPrefix>() })
}

#[unsafe(no_mangle)]
static RIVAL_PLUGIN_STAMP: Stamp = Stamp::new("0.0.1");

#[unsafe(no_mangle)]
static RIVAL_PLUGIN_HEADER: LibHeader = {
    // SAFETY: the constructor returns the `PluginModuleRef` that this call names.
    unsafe { LibHeader::from_constructor::<PluginModuleRef>(root_module, CheckTypeLayout::Yes) }
};
