//! Adapts a plugin in C to the messages: its manifest and its players.

use std::ffi::CString;
use std::ptr;

use abi_stable::sabi_trait::TD_Opaque;
use abi_stable::std_types::RVec;
use games_package::{FailureKind, check_count};
use plugin_abi::message::{
    GamesV1, Manifest, ManifestV1, NewPlayer, NewPlayerV1, OptionKindV1, OptionSpecV1,
    PlayerInfoV1, decode, encode,
};
use plugin_abi::{
    COption, COptionKind, COptionSpec, CPlayerInfo, CPlugin, PlayerCalls_TO, PlayerObject,
};

use super::c_host::CHostOfPlayer;
use super::c_player::{CPlayer, failed};
use super::c_text::{c_text, list, text};
use crate::isolation::RulesSource;

/// The functions of a plugin in C.
#[derive(Clone, Copy)]
pub(crate) struct CModule {
    table: &'static CPlugin,
    rules: Option<RulesSource>,
}

// SAFETY: the table is constant, and the header allows calls from any thread.
unsafe impl Send for CModule {}

// SAFETY: the same as above.
unsafe impl Sync for CModule {}

impl CModule {
    /// Creates the plugin with this table. The plugin's players get their game's rules from `rules`.
    ///
    /// # Safety
    /// The table obeys `rival_plugin.h`: it never changes while the program runs, and its strings, lists and functions
    /// are as described there.
    pub(super) unsafe fn at(table: *const CPlugin, rules: Option<RulesSource>) -> Self {
        // SAFETY: by this function's contract.
        Self { table: unsafe { &*table }, rules }
    }

    /// # Errors
    /// A `FromPlayer` with the reason.
    pub(super) fn manifest(self) -> Result<RVec<u8>, RVec<u8>> {
        let bytes = self
            .account()
            .and_then(|account| encode(&Manifest::V1(account)).map_err(|error| error.to_string()));
        bytes.map(RVec::from).map_err(|why| failed(FailureKind::Error, why))
    }

    fn account(self) -> Result<ManifestV1, String> {
        self.check_functions()?;
        check_count("players", self.table.player_count).map_err(|error| error.to_string())?;
        // SAFETY: the header's contract, which the caller of `at` assured.
        let players = unsafe { list(self.table.players, self.table.player_count) };
        Ok(ManifestV1 {
            name: self.name(),
            // SAFETY: the same as above.
            version: unsafe { text(self.table.version) },
            players: players.iter().map(player_info).collect::<Result<_, _>>()?,
        })
    }

    /// # Errors
    /// Checks that all required functions exist. The error mentions the first missing function.
    fn check_functions(self) -> Result<(), String> {
        let missing = [
            ("new_player", self.table.new_player.is_none()),
            ("choose_move", self.table.choose_move.is_none()),
        ];
        match missing.iter().find(|(_, is_missing)| *is_missing) {
            Some((name, _)) => {
                Err(format!("its table has no function {name}; set RivalPlugin.{name}"))
            }
            None => Ok(()),
        }
    }

    fn name(self) -> String {
        // SAFETY: the header's contract, which the caller of `at` assured.
        unsafe { text(self.table.name) }
    }

    /// # Errors
    /// A `FromPlayer` with the reason.
    pub(super) fn new_player(self, order: &[u8]) -> Result<PlayerObject, RVec<u8>> {
        let NewPlayer::V1(order) = decode(order)
            .map_err(|error| failed(FailureKind::ProtocolError, format!("it was sent {error}")))?;
        let player = self.construct(&order).map_err(|why| failed(FailureKind::Error, why))?;
        Ok(PlayerCalls_TO::from_value(player, TD_Opaque))
    }

    fn construct(self, order: &NewPlayerV1) -> Result<CPlayer, String> {
        let new_player = self.table.new_player.ok_or("it has no function new_player")?;
        let (player, game) = (c_text(&order.player)?, c_text(&order.game)?);
        let texts = |(name, value): &(String, String)| Ok((c_text(name)?, c_text(value)?));
        let options: Vec<(CString, CString)> =
            order.options.iter().map(texts).collect::<Result<_, String>>()?;
        let option = |(name, value): &(CString, CString)| COption {
            name: name.as_ptr(),
            value: value.as_ptr(),
        };
        let values: Vec<COption> = options.iter().map(option).collect();
        let first = if values.is_empty() { ptr::null() } else { values.as_ptr() };
        let mut host = CHostOfPlayer::new(self.rules, &order.game);
        let lent = host.lend_without_host();
        // SAFETY: the function is the header's, and all arguments outlive the call.
        let made = unsafe {
            new_player(player.as_ptr(), game.as_ptr(), first, values.len(), lent.as_ptr())
        };
        if made.is_null() {
            return Err(lent.reason());
        }
        drop(lent);
        // SAFETY: the table's function created this player.
        Ok(unsafe { CPlayer::new(self.table, self.name(), made, host) })
    }
}

fn player_info(info: &CPlayerInfo) -> Result<PlayerInfoV1, String> {
    check_count("games", info.game_count).map_err(|error| error.to_string())?;
    check_count("options", info.option_count).map_err(|error| error.to_string())?;
    // SAFETY: the header's contract, which the caller of `CModule::at` assured.
    let games = unsafe { list(info.games, info.game_count) };
    // SAFETY: the same as above.
    let options = unsafe { list(info.options, info.option_count) };
    // SAFETY: the same as above.
    let games: Vec<String> = games.iter().map(|game| unsafe { text(*game) }).collect();
    Ok(PlayerInfoV1 {
        // SAFETY: the same as above.
        name: unsafe { text(info.name) },
        // SAFETY: the same as above.
        description: unsafe { text(info.description) },
        games: if games.is_empty() { GamesV1::All } else { GamesV1::Named(games) },
        options: options.iter().map(option_spec).collect::<Result<_, _>>()?,
    })
}

fn option_spec(spec: &COptionSpec) -> Result<OptionSpecV1, String> {
    check_count("choices", spec.choice_count).map_err(|error| error.to_string())?;
    // SAFETY: the header's contract, which the caller of `CModule::at` assured.
    let name = unsafe { text(spec.name) };
    // SAFETY: the same as above.
    let default = unsafe { text(spec.default_value) };
    // SAFETY: the same as above.
    let choices = unsafe { list(spec.choices, spec.choice_count) };
    let wrong =
        |expected| format!("its option {name} has the default \"{default}\": expected {expected}");
    let kind = match spec.kind {
        kind if kind == COptionKind::Integer as u32 => OptionKindV1::Integer {
            default: default.parse().map_err(|_error| wrong("a whole number"))?,
            min: spec.min,
            max: spec.max,
        },
        kind if kind == COptionKind::Flag as u32 => OptionKindV1::Flag {
            default: default.parse().map_err(|_error| wrong("true or false"))?,
        },
        kind if kind == COptionKind::Choice as u32 => OptionKindV1::Choice {
            default,
            // SAFETY: the same as above.
            choices: choices.iter().map(|choice| unsafe { text(*choice) }).collect(),
        },
        kind if kind == COptionKind::Text as u32 => OptionKindV1::Text { default },
        kind => return Err(format!("its option {name} has kind {kind}; expected 0 to 3")),
    };
    // SAFETY: the same as above.
    let description = unsafe { text(spec.description) };
    Ok(OptionSpecV1 { name, description, kind })
}
