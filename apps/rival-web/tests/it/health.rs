//! `rival-web --check-health`.

use std::path::Path;
use std::process::{Command, Output};

use crate::support::{Server, free_port};

fn check_health(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rival-web"));
    command.arg("--check-health").args(arguments).current_dir(folder).env_clear();
    command.env("HOME", folder).output().unwrap()
}

#[test]
fn a_running_server_is_healthy_at_its_port_and_its_socket() {
    let folder = tempfile::tempdir().unwrap();
    let port = free_port().to_string();
    let socket = folder.path().join("socket");
    let socket = socket.to_str().unwrap();
    for (start, place) in [
        (vec!["--port", &port, "--address", "0.0.0.0"], vec!["--port", &port]),
        (vec!["--socket", socket], vec!["--socket", socket]),
    ] {
        let server = Server::start(folder.path(), &start);
        let output = check_health(folder.path(), &place);
        assert!(output.status.success(), "{output:?}");
        assert_eq!(String::from_utf8_lossy(&output.stdout), "ok\n");
        drop(server);
    }
}

#[test]
fn a_missing_server_is_unhealthy() {
    let folder = tempfile::tempdir().unwrap();
    let port = free_port().to_string();
    let output = check_health(folder.path(), &["--port", &port]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    let expected = format!("rival-web: the server at 127.0.0.1:{port} is unhealthy: ");
    assert!(message.starts_with(&expected), "{message}");
}

#[test]
fn the_manual_page_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_rival-web"));
    let output = command.args(["--man", "pages"]).current_dir(folder.path()).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let page = std::fs::read_to_string(folder.path().join("pages/rival-web.1")).unwrap();
    assert!(page.contains("check\\-health"), "{page}");
}
