//! The program that tests run plugins of strangers in: a guest and nothing else.

use std::process::ExitCode;

fn main() -> ExitCode {
    plugin_host::guest_main().unwrap_or(ExitCode::from(2))
}
