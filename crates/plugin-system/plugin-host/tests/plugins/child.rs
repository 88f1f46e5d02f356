//! The child program in which tests run untrusted plugins.

use std::process::ExitCode;

fn main() -> ExitCode {
    plugin_host::child_main(Some(game_catalog::line_of_play)).unwrap_or(ExitCode::from(2))
}
