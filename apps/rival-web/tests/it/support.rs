//! Servers that run side by side, and clients that send raw HTTP.

mod http;

use std::path::Path;
use std::process::Command;

pub(crate) use integration_tests::{Process, free_port};

pub(crate) use self::http::{Client, Target};

/// A server with its own home folder, and its output so far.
pub(crate) struct Server {
    /// The address and port, or the path of the socket file.
    pub(crate) place: String,
    /// The owner link's token; empty if there is no link.
    pub(crate) token: String,
    _process: Process,
}

impl Server {
    /// Starts `rival-web` with these arguments. All of the server's files are in the folder.
    pub(crate) fn start(folder: &Path, arguments: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_rival-web"));
        command.args(arguments).current_dir(folder).env_clear();
        for name in ["HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"] {
            command.env(name, folder);
        }
        let mut process = Process::start(command);
        let line = process.line_with("Rival is at ");
        let address = line.trim_start_matches("Rival is at ");
        let (address, _) = address.split_once(" (").unwrap();
        let (place, mut token) = address.split_once("/owner#").unwrap_or((address, ""));
        let path;
        if token.is_empty() && arguments.contains(&"--owner-token") {
            path = process.line_with("/owner#");
            token = path.split_once("/owner#").unwrap().1.split(' ').next().unwrap();
        }
        let place = place.trim_start_matches("http://").trim_end_matches('/');
        Self { place: place.into(), token: token.into(), _process: process }
    }
}
