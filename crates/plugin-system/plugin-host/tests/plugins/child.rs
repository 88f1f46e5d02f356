//! The program in which tests run untrusted plugins: a child and nothing else.

use std::process::ExitCode;

fn main() -> ExitCode {
    plugin_host::child_main(Some(game_catalog::line_of_play)).unwrap_or(ExitCode::from(2))
}
