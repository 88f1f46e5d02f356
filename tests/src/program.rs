//! The built program.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use cargo_metadata::{Artifact, Message};
use tempfile::TempDir;

use crate::root;

/// The paths of the built program.
#[derive(Clone, Debug)]
pub struct Program {
    /// The file `rival`.
    pub rival: PathBuf,
    /// The folder with the shipped plugins.
    pub plugins: PathBuf,
}

/// The program in `$RIVAL_BIN`, and its plugins in `$RIVAL_PLUGIN_DIR`. If these variables are unset, cargo builds the
/// program and the plugins now.
///
/// # Panics
/// If the program can't be built.
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

/// Builds the arena and, like a bare `cargo build`, the default members (the program and the plugins).
fn build() -> Program {
    drop(artifacts(&["build", "--package", "rival-arena"]));
    let executable = artifacts(&["build"]).find_map(|artifact| artifact.executable);
    let rival = executable.expect("the default members have one program").into_std_path_buf();
    let plugins = rival.parent().expect("a program is in a folder").to_owned();
    Program { rival, plugins }
}

/// The artifacts of a cargo build with these arguments.
fn artifacts(arguments: &[&str]) -> impl Iterator<Item = Artifact> + use<> {
    let output = Command::new(env!("CARGO"))
        .args(arguments)
        .arg("--message-format=json")
        .current_dir(root())
        .stderr(Stdio::inherit())
        .output()
        .expect("cargo can be started");
    assert!(output.status.success(), "cargo {arguments:?} fails");
    let messages: Vec<_> = Message::parse_stream(output.stdout.as_slice()).collect();
    messages.into_iter().filter_map(|message| match message {
        Ok(Message::CompilerArtifact(artifact)) => Some(artifact),
        _ => None,
    })
}

/// The plugin with selectable faults: the example `scripted` in the crate plugin-host.
///
/// # Panics
/// If the program can't be built.
pub fn faulty_plugin() -> &'static Path {
    static PLUGIN: OnceLock<PathBuf> = OnceLock::new();
    PLUGIN.get_or_init(|| example("plugin-host", "scripted", "libscripted.so"))
}

/// The program that regenerates learned weights: the example `make` in the crate `learning`.
///
/// # Panics
/// If the program can't be built.
pub fn weights_maker() -> &'static Path {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(|| example("learning", "make", "make"))
}

/// An example's file. If the program was built with all examples, the file is next to the program. Otherwise, cargo
/// builds it now.
fn example(package: &str, name: &str, file: &str) -> PathBuf {
    let built = program().plugins.join("examples").join(file);
    if built.is_file() {
        return built;
    }
    artifacts(&["build", "--package", package, "--example", name])
        .find(|artifact| artifact.target.name == name)
        .and_then(|artifact| artifact.filenames.first().cloned())
        .expect("the package has this example")
        .into_std_path_buf()
}

/// An empty folder that is removed at the end of the test.
///
/// # Panics
/// If the folder can't be created.
pub fn scratch() -> TempDir {
    tempfile::tempdir().expect("a scratch folder can be made")
}

/// A script that plays e2e4 as White and e7e5 as Black over UCI. `at_start` runs at the start, and `at_go` before each
/// answer.
pub fn uci_script(at_start: &str, at_go: &str) -> String {
    format!(
        "#!/bin/sh\n{at_start}\nwhile read -r line; do\n  case $line in\n    uci) echo uciok;;\n    \
         isready) echo readyok;;\n    position*moves*) move=e7e5;;\n    position*) move=e2e4;;\n    \
         go*) {at_go}\n      echo \"bestmove $move\";;\n    quit) exit;;\n  esac\ndone\n"
    )
}

/// Writes or replaces a script with these permissions. A running script is not affected.
///
/// # Panics
/// If the script can't be written.
pub fn write_script(file: &Path, content: &str, mode: u32) {
    // A running script can't be overwritten.
    let draft = file.with_extension("draft");
    fs::write(&draft, content).expect("a draft");
    fs::set_permissions(&draft, Permissions::from_mode(mode)).expect("permissions");
    fs::rename(&draft, file).expect("a script");
}

/// Whether a file system can be mounted in a namespace. If not, prints why a test is skipped.
#[expect(clippy::print_stderr, reason = "the reason why a test is skipped")]
pub fn can_mount() -> bool {
    let mount = ["-Urm", "mount", "-t", "tmpfs", "none", "/mnt"];
    let mounted = Command::new("unshare").args(mount).stderr(Stdio::null()).status();
    let can = mounted.is_ok_and(|status| status.success());
    if !can {
        eprintln!("skipped: a small disk can't be mounted here");
    }
    can
}
