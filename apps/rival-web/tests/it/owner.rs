//! Tests the links that the server prints for its owner, and its socket files.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use crate::support::{Client, Server, Target};

fn port_of(server: &Server) -> u16 {
    server.place.rsplit(':').next().unwrap().parse().unwrap()
}

/// Returns `true` if the client sees the whole library.
fn sees_all(client: &Client) -> bool {
    client.get("/api/library").json()["sees_all"].as_bool().unwrap()
}

#[test]
fn on_loopback_the_printed_link_makes_the_owner() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &["--port", "0"]);
    let client = Client::new(Target::Port(port_of(&server)));
    assert!(!sees_all(&client));
    let cookie = format!("Cookie: rival-owner-{}={}\r\n", port_of(&server), server.token);
    assert!(sees_all(&client.with(&cookie)));
}

#[test]
fn a_public_server_prints_no_owner_link_by_default() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("visitors").display().to_string();
    for arguments in [
        &["--port", "0", "--address", "0.0.0.0"][..],
        &["--port", "0", "--behind-proxy", "127.0.0.1=X-Forwarded-For"],
        &["--port", "0", "--owner-token=never"],
        &["--socket", &file],
    ] {
        assert_eq!(Server::start(folder.path(), arguments).token, "", "{arguments:?}");
    }
    let asked = ["--port", "0", "--address", "0.0.0.0", "--owner-token"];
    assert_eq!(Server::start(folder.path(), &asked).token.len(), 26);
}

#[test]
fn socket_files_are_closed_to_other_users() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (visitors, owner) = (path("visitors"), path("owner"));
    let arguments = ["--socket", &visitors, "--owner-socket", &owner];
    let server = Server::start(folder.path(), &arguments);
    let mode = |path: &str| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&visitors), 0o660);
    assert!(!sees_all(&Client::new(Target::SocketFile(visitors.clone()))));
    drop(server);
    // The socket files of a dead server are replaced.
    let port = ["--port", "0", "--owner-socket", &owner];
    let _server = Server::start(folder.path(), &port);
    assert_eq!(mode(&owner), 0o600);
    assert!(sees_all(&Client::new(Target::SocketFile(owner.clone()))));
    let refused = |path: &str| {
        let mut second = Command::new(env!("CARGO_BIN_EXE_rival-web"));
        second.args(["--socket", path]).env("XDG_STATE_HOME", folder.path());
        let ended = second.output().unwrap();
        assert_eq!(ended.status.code(), Some(1));
        String::from_utf8(ended.stderr).unwrap()
    };
    let taken =
        format!("rival-web: cannot listen on {owner}: another server is already listening there\n");
    assert_eq!(refused(&owner), taken);
    let other = path("notes");
    fs::write(&other, "mine").unwrap();
    assert!(refused(&other).contains("a file with this name exists and is not a socket"));
    assert_eq!(fs::read_to_string(&other).unwrap(), "mine");
}
