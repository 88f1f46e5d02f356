//! Starts the program for a test.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::{Client, Process, Target};

/// Returns `true` if the slow tests run.
pub(crate) fn is_deep() -> bool {
    std::env::var("RIVAL_DEEP").is_ok_and(|value| value == "1")
}

/// The command that starts the program with this home folder on any free port.
pub(crate) fn command(home: &Path) -> Command {
    let config = home.join("rival.toml");
    fs::write(&config, "").unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_rival-web"));
    command.args(["--port", "0", "--matches-per-client", "10000", "--config"]).arg(config);
    command.current_dir(home).env("HOME", home).env_remove("XDG_STATE_HOME");
    command.env_remove("RIVAL_PLUGINS");
    command
}

/// The library file within this home folder.
pub(crate) fn library(home: &Path) -> PathBuf {
    home.join(".local/state/rival/matches.sqlite3")
}

/// A server that runs until it is killed.
pub(crate) struct WebServer {
    process: Process,
    pub(crate) client: Client,
}

impl WebServer {
    /// Starts the command and waits until the server is ready.
    pub(crate) fn start(command: Command) -> Self {
        let mut process = Process::start(command);
        let line = process.line_with("http://");
        let (_, address) = line.split_once("http://").unwrap();
        let (_, port) = address.split(['/', ' ']).next().unwrap().rsplit_once(':').unwrap();
        Self { process, client: Client::new(Target::Port(port.parse().unwrap())) }
    }

    /// Kills the server the way the system does when memory runs out.
    pub(crate) fn kill(&mut self) {
        self.process.kill();
    }
}
