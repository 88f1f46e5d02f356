//! A library with the right stamp but a different layout, as if it were built by hand.

#![expect(unsafe_code, reason = "it exports by hand what `export_players!` exports in plugins")]
#![expect(clippy::pedantic, reason = "the code that abi_stable's derives write")]

use abi_stable::StableAbi;
use abi_stable::library::{LibHeader, RootModule, RootModuleError};
use abi_stable::marker_type::ErasedPrefix;
use abi_stable::prefix_type::PrefixRef;
use abi_stable::sabi_types::VersionStrings;
use abi_stable::std_types::RResult;
use plugin_abi::Stamp;

/// A root module with a function that plugins don't have.
#[repr(C)]
#[derive(Debug, StableAbi)]
#[sabi(kind(Prefix(prefix_ref = OtherModuleRef)))]
pub struct OtherModule {
    /// Returns a number.
    #[sabi(last_prefix_field)]
    pub number: extern "C" fn() -> u32,
}

impl RootModule for OtherModuleRef {
    abi_stable::declare_root_module_statics! {OtherModuleRef}
    const BASE_NAME: &'static str = "rival_plugin";
    const NAME: &'static str = "rival_plugin";
    const VERSION_STRINGS: VersionStrings = VersionStrings::new("1.0.0");
}

extern "C" fn root_module() -> RResult<PrefixRef<ErasedPrefix>, RootModuleError> {
    RResult::RErr(RootModuleError::Unwound)
}

#[unsafe(no_mangle)]
static RIVAL_PLUGIN_STAMP: Stamp = Stamp::new("0.0.1");

#[unsafe(no_mangle)]
static RIVAL_PLUGIN_HEADER: LibHeader = {
    use abi_stable::library::CheckTypeLayout;
    // SAFETY: the constructor returns no module.
    unsafe { LibHeader::from_constructor::<OtherModuleRef>(root_module, CheckTypeLayout::Yes) }
};
