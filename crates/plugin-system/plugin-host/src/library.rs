//! Loads a library that has passed the preflight check.

#![expect(unsafe_code, reason = "a library is loaded, and an address in it is read")]

mod c_host;
mod c_player;
mod c_plugin;
mod c_text;

use std::error::Error as _;
use std::mem::ManuallyDrop;
use std::path::Path;

use abi_stable::library::{AbiHeaderRef, LibraryError, RootModule};
use abi_stable::std_types::{RSlice, RVec};
use libloading::os::unix::{Library, RTLD_LOCAL, RTLD_NOW};
use plugin_abi::message::REVISION;
use plugin_abi::{C_PLUGIN_SYMBOL, CPlugin, HEADER_SYMBOL, PlayerObject, PluginModuleRef, guarded};

use self::c_plugin::CModule;
use crate::PluginError;
use crate::isolation::RulesSource;

/// A loaded plugin's functions, in any language. Plugins exchange `plugin-abi` messages.
#[derive(Clone, Copy)]
pub(crate) enum Module {
    /// A plugin in Rust, with the `plugin-abi` interface.
    Rust(PluginModuleRef),
    /// A plugin in C, with a table of functions.
    C(CModule),
}

impl Module {
    /// The plugin's [`Manifest`](plugin_abi::message::Manifest).
    ///
    /// # Errors
    /// A [`FromPlayer`](plugin_abi::message::FromPlayer) with the reason.
    pub(crate) fn manifest(self) -> Result<RVec<u8>, RVec<u8>> {
        match self {
            Self::Rust(module) => module.manifest()(REVISION).into_result(),
            Self::C(module) => module.manifest(),
        }
    }

    /// Creates the player that a [`NewPlayer`](plugin_abi::message::NewPlayer) describes.
    ///
    /// # Errors
    /// A [`FromPlayer`](plugin_abi::message::FromPlayer) with the reason.
    pub(crate) fn new_player(self, order: &[u8]) -> Result<PlayerObject, RVec<u8>> {
        match self {
            Self::Rust(module) => module.new_player()(RSlice::from_slice(order)).into_result(),
            Self::C(module) => module.new_player(order),
        }
    }
}

/// Loads the library `copy` and checks that it has this program's layout. The library stays loaded. Players in C get
/// their game's rules from `rules`.
///
/// This doesn't use the `abi_stable` loader, which stores one library per root module type and would return the first
/// plugin for every file.
///
/// # Errors
/// A [`PluginError`] that mentions `file`.
pub(crate) fn load(
    copy: &Path,
    file: &Path,
    rules: Option<RulesSource>,
) -> Result<Module, PluginError> {
    let open_error = |error: libloading::Error| PluginError::Open {
        file: file.into(),
        why: loader_text(&error).replace(&*copy.to_string_lossy(), "the library"),
    };
    // SAFETY: the user asked to run the library's initializers by naming the plugin's folder. The library is a private
    // copy with an absolute path that no process writes to, and the preflight check found it complete.
    let library = unsafe { Library::open(Some(copy), RTLD_NOW | RTLD_LOCAL) };
    let library = ManuallyDrop::new(library.map_err(open_error)?);
    // SAFETY: a file with the stamp for C exports a `RivalPlugin`, which is a `CPlugin`, under this name. The table's
    // address is stable because the library is never unloaded.
    if let Ok(table) = unsafe { library.get::<*const CPlugin>(C_PLUGIN_SYMBOL) } {
        // SAFETY: the same as above, and the header obliges the author to meet the constructor's contract.
        return Ok(Module::C(unsafe { CModule::at(*table, rules) }));
    }
    // SAFETY: a file with our stamp exports a `LibHeader`, which begins with an `AbiHeader`, under this name. An
    // `AbiHeaderRef` is the address of an `AbiHeader`. It stays valid because the library is never unloaded.
    let header = unsafe { library.get::<AbiHeaderRef>(HEADER_SYMBOL) };
    let header = *header.map_err(open_error)?;
    let module = guarded(|| header.upgrade()?.init_root_module::<PluginModuleRef>());
    match module {
        Ok(Ok(module)) => Ok(Module::Rust(module)),
        Ok(Err(error)) => Err(refusal(file, &error)),
        Err(text) => Err(PluginError::Open { file: file.into(), why: text }),
    }
}

/// The loader's message, which libloading's own `Display` omits.
fn loader_text(error: &libloading::Error) -> String {
    let source = error.source().map(ToString::to_string);
    crate::error::one_line(&source.unwrap_or_else(|| error.to_string()))
}

/// Converts an `abi_stable` error. Logs the error's report, which is many pages long.
fn refusal(file: &Path, error: &LibraryError) -> PluginError {
    tracing::debug!(file = %file.display(), root_module = PluginModuleRef::NAME, "{error}");
    match error {
        LibraryError::RootModule { .. } => PluginError::Open {
            file: file.into(),
            why: "its root module panicked during initialization".into(),
        },
        _ => PluginError::Layout { file: file.into() },
    }
}
