//! If the disk with the library is full, the server refuses changes that it can't save, and keeps acknowledged changes.

use std::path::Path;
use std::process::Command;

use integration_tests::can_mount;
use serde_json::json;

use crate::server::{WebServer, command};

/// The size of the disk, and the maximum number of matches that fit on it.
const DISK: &str = "2m";
const MATCHES_MAX: usize = 3_000;

/// The command in its own namespace with the state folder in `home` on a small disk.
fn on_small_disk(command: &Command, home: &Path) -> Command {
    let state = home.join(".local/state");
    std::fs::create_dir_all(&state).unwrap();
    let line = format!("mount -t tmpfs -o size={DISK} none '{}' && exec \"$@\"", state.display());
    let mut mounted = Command::new("unshare");
    mounted.args(["-Urm", "sh", "-c", &line, "sh"]).arg(command.get_program());
    mounted.args(command.get_args()).env("HOME", home).env_remove("XDG_STATE_HOME");
    mounted.env_remove("RIVAL_PLUGINS").current_dir(home);
    mounted
}

#[test]
fn a_full_disk_is_named_and_nothing_that_was_acknowledged_is_lost() {
    if !can_mount() {
        return;
    }
    let home = tempfile::tempdir().unwrap();
    let server = WebServer::start(on_small_disk(&command(home.path()), home.path()));
    let seats = json!([{"kind": "me"}, {"kind": "me"}]);
    let request = json!({"game": "tic-tac-toe", "seats": seats});
    let mut made = Vec::new();
    let refused = loop {
        let answer = server.client.post("/api/matches", &request);
        if answer.status != 201 {
            break answer;
        }
        made.push(answer.json()["match"].as_str().unwrap().to_owned());
        assert!(made.len() < MATCHES_MAX, "the disk is not full");
    };
    let why = "the match cannot be saved: the server's disk is full; try again later";
    assert_eq!((refused.status, refused.json()["error"].as_str()), (503, Some(why)));
    assert!(!made.is_empty());
    for name in made.iter().rev().take(20) {
        let file = format!("/api/matches/{name}/file?format=record");
        assert_eq!(server.client.get(&file).status, 200);
    }
}
