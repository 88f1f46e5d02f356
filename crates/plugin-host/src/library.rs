//! Loads a library that has passed the preflight.

#![expect(unsafe_code, reason = "a library is loaded, and an address in it is read")]

use std::error::Error as _;
use std::mem::ManuallyDrop;
use std::path::Path;

use abi_stable::library::{AbiHeaderRef, LibraryError, RootModule};
use libloading::os::unix::{Library, RTLD_LOCAL, RTLD_NOW};
use plugin_abi::{HEADER_SYMBOL, PluginModuleRef, guarded};

use crate::PluginError;

/// The functions of the library `copy`, whose layout is that of this program. The library stays loaded.
///
/// `abi_stable`'s own loading is not used: it keeps one library for each type of root module, and would give the
/// first plugin for every file.
///
/// # Errors
/// [`PluginError`] that names `file`.
pub(crate) fn load(copy: &Path, file: &Path) -> Result<PluginModuleRef, PluginError> {
    let open_error = |error: libloading::Error| PluginError::Open {
        file: file.into(),
        why: loader_text(&error).replace(&*copy.to_string_lossy(), "the library"),
    };
    // SAFETY: running the library's initializers is what the user asked for by having the plugin found; it is a
    // private copy that nobody writes to, whole by the preflight, under an absolute path.
    let library = unsafe { Library::open(Some(copy), RTLD_NOW | RTLD_LOCAL) };
    let library = ManuallyDrop::new(library.map_err(open_error)?);
    // SAFETY: a file with our stamp exports a `LibHeader` under this name, which begins with an `AbiHeader`; an
    // `AbiHeaderRef` is the address of one. It stays valid, since the library is never unloaded.
    let header = unsafe { library.get::<AbiHeaderRef>(HEADER_SYMBOL) };
    let header = *header.map_err(open_error)?;
    let module = guarded(|| header.upgrade()?.init_root_module::<PluginModuleRef>());
    match module {
        Ok(Ok(module)) => Ok(module),
        Ok(Err(error)) => Err(refusal(file, &error)),
        Err(text) => Err(PluginError::Open { file: file.into(), why: text }),
    }
}

/// The loader's own text: libloading's says only that it failed.
fn loader_text(error: &libloading::Error) -> String {
    let source = error.source().map(ToString::to_string);
    crate::error::one_line(&source.unwrap_or_else(|| error.to_string()))
}

/// The report of `abi_stable` is many pages long: it goes to the log.
fn refusal(file: &Path, error: &LibraryError) -> PluginError {
    tracing::debug!(file = %file.display(), root_module = PluginModuleRef::NAME, "{error}");
    match error {
        LibraryError::RootModule { .. } => PluginError::Open {
            file: file.into(),
            why: "its root module panicked while it was made".into(),
        },
        _ => PluginError::Layout { file: file.into() },
    }
}
