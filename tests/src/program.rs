//! The built program.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use cargo_metadata::Message;
use tempfile::TempDir;

use crate::root;

/// Where the program lies.
#[derive(Clone, Debug)]
pub struct Program {
    /// The file `rival`.
    pub rival: PathBuf,
    /// The folder with the shipped plugins.
    pub plugins: PathBuf,
}

/// The program that `$RIVAL_BIN` names, with the plugins in `$RIVAL_PLUGIN_DIR`; without these, what cargo builds
/// now.
///
/// # Panics
/// If it can't be built.
pub fn program() -> &'static Program {
    static PROGRAM: OnceLock<Program> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        let named = (std::env::var_os("RIVAL_BIN"), std::env::var_os("RIVAL_PLUGIN_DIR"));
        match named {
            (Some(rival), Some(plugins)) => {
                Program { rival: rival.into(), plugins: plugins.into() }
            }
            _ => build(),
        }
    })
}

/// Builds the default members, as a bare `cargo build` does: the program and the plugins.
fn build() -> Program {
    let output = Command::new(env!("CARGO"))
        .args(["build", "--message-format=json"])
        .current_dir(root())
        .stderr(Stdio::inherit())
        .output()
        .expect("cargo can be started");
    assert!(output.status.success(), "cargo build fails");
    let executable =
        Message::parse_stream(output.stdout.as_slice()).find_map(|message| match message {
            Ok(Message::CompilerArtifact(artifact)) => artifact.executable,
            _ => None,
        });
    let rival = executable.expect("the default members have one program").into_std_path_buf();
    let plugins = rival.parent().expect("a program lies in a folder").to_owned();
    Program { rival, plugins }
}

/// An empty folder that is removed at the end of the test.
///
/// # Panics
/// If none can be made.
pub fn scratch() -> TempDir {
    tempfile::tempdir().expect("a scratch folder can be made")
}
