//! Limits on engines, and unloading them while the match has no clients.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::timeout;
use web_server::Settings;

use crate::client::{Answer, PATIENCE, TestServer};

/// A match between this player and itself.
fn between(player: &str) -> Value {
    let seat = json!({"kind": "player", "player": player});
    // A move takes longer than the test.
    json!({"game": "checkers", "seats": [seat, seat], "time_control": "1h"})
}

/// Creates a match as a remote client.
async fn make_from_elsewhere(server: TestServer, request: &Value) -> Answer {
    let body = request.to_string();
    let length = body.len();
    let head = "POST /api/matches HTTP/1.1\r\nHost: HOST\r\nX-Forwarded-For: 192.0.2.1\r\nConnection: close\r\n";
    let kind = "Content-Type: application/json";
    server.raw(&format!("{head}{kind}\r\nContent-Length: {length}\r\n\r\n{body}")).await
}

/// The engine memory in MiB, from the metrics.
async fn engine_mebibytes(server: TestServer) -> u64 {
    let metrics = server.get("/metrics").await.text;
    let line = metrics.lines().find_map(|line| line.strip_prefix("rival_engine_mebibytes "));
    line.unwrap().parse().unwrap()
}

/// Waits until no engines are in memory.
async fn until_engines_are_gone(server: TestServer) {
    let gone = async { while engine_mebibytes(server).await > 0 {} };
    timeout(PATIENCE, gone).await.unwrap();
}

/// The names of the running matches.
async fn running(server: TestServer) -> Vec<Value> {
    let list = server.get("/api/matches").await.json();
    list["running"].as_array().unwrap().iter().map(|item| item["match"].clone()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn one_address_gets_its_share_of_the_memory() {
    let server = TestServer::start().await;
    for _ in 0..2 {
        let made = make_from_elsewhere(server, &between("pvs:hash=16")).await;
        assert_eq!(made.status, 201, "{}", made.text);
    }
    assert_eq!(engine_mebibytes(server).await, 64);
    let refused = make_from_elsewhere(server, &between("pvs:hash=1")).await;
    let why = "not enough engine memory: your limit is 64 MiB and this needs 2 MiB more; leave a match or choose a smaller hash";
    assert_eq!((refused.status, refused.error()), (429, why.into()));
    let people = json!({"game": "checkers", "seats": [{"kind": "me"}, {"kind": "me"}]});
    assert_eq!(make_from_elsewhere(server, &people).await.status, 201);
}

#[tokio::test(flavor = "multi_thread")]
async fn one_address_has_a_few_matches_between_programs() {
    let server = TestServer::start().await;
    for _ in 0..4 {
        let made = make_from_elsewhere(server, &between("pvs:hash=1")).await;
        assert_eq!(made.status, 201, "{}", made.text);
    }
    let refused = make_from_elsewhere(server, &between("pvs:hash=1")).await;
    let why = "cannot start the match: you already have 4 matches between engines; leave one and wait until it pauses";
    assert_eq!((refused.status, refused.error()), (429, why.into()));
}

#[tokio::test(flavor = "multi_thread")]
async fn all_engines_together_have_a_total() {
    let settings = Settings { engine_memory_mib: 10, ..Settings::default() };
    let server = TestServer::with(settings).await;
    let refused = server.post("/api/matches", &between("pvs:hash=8")).await;
    let why = "not enough engine memory: all 10 MiB on the server are in use; try again later or choose a smaller hash";
    assert_eq!((refused.status, refused.error()), (503, why.into()));
    // A refused request reserves nothing.
    assert_eq!(engine_mebibytes(server).await, 0);
    server.make(&between("pvs:hash=5")).await;
}

/// Checks that an unwatched match between programs is unloaded and continues when a client joins.
async fn check_pause(server: TestServer) {
    let made = server.make(&between("pvs:hash=1")).await;
    until_engines_are_gone(server).await;
    assert_eq!(running(server).await, [made["match"].clone()], "it is still in the list");
    for _ in 0..10 {
        let mut socket = server.join(&made["match"], &[&made["seats"][0]["token"]]).await;
        let state = socket.until(|message| message["type"] == "state").await;
        assert_eq!(state["director"], true, "its token is still valid");
        assert_eq!(engine_mebibytes(server).await, 2);
        drop(socket);
        until_engines_are_gone(server).await;
    }
    let file = format!("/api/matches/{}/file?format=pdn", made["match"].as_str().unwrap());
    assert_eq!(server.get(&file).await.status, 200);
    assert_eq!(engine_mebibytes(server).await, 0, "reading a match does not load it into memory");
    assert_eq!(running(server).await.len(), 1);
}

fn impatient() -> Settings {
    Settings { pause_after: Duration::from_millis(1), ..Settings::default() }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unwatched_match_pauses_until_a_client_opens_it() {
    let folder = tempfile::tempdir().unwrap();
    let (server, _stop) = TestServer::keeping(impatient(), Some(folder.path())).await;
    check_pause(server).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_pauses_without_a_library_too() {
    check_pause(TestServer::with(impatient()).await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_with_a_person_pauses_unless_a_clock_runs() {
    let folder = tempfile::tempdir().unwrap();
    let (server, _stop) = TestServer::keeping(impatient(), Some(folder.path())).await;
    let seats = json!([{"kind": "me"}, {"kind": "player", "player": "pvs:hash=1"}]);
    let clock = json!({"game": "checkers", "seats": seats, "time_control": "1h+1s"});
    let timed = server.make(&clock).await;
    let untimed = server.make(&json!({"game": "checkers", "seats": seats})).await;
    let paused = async { while engine_mebibytes(server).await > 1 {} };
    timeout(PATIENCE, paused).await.unwrap();
    assert_eq!(engine_mebibytes(server).await, 1);
    let mut socket = server.join(&untimed["match"], &[&untimed["seats"][0]["token"]]).await;
    socket.until_asked(0).await;
    let answered = socket.command(1, json!({"command": "answer", "ply": 0, "text": "9-13"})).await;
    assert_eq!(answered["type"], "done", "{answered}");
    let address = format!("/api/matches/{}/file?format=pdn", timed["match"].as_str().unwrap());
    assert_eq!(server.get(&address).await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_finished_match_leaves_memory_with_its_last_client() {
    let folder = tempfile::tempdir().unwrap();
    let (server, _stop) = TestServer::keeping(impatient(), Some(folder.path())).await;
    let seats = json!([{"kind": "me"}, {"kind": "player", "player": "pvs:hash=1"}]);
    let clock = json!({"game": "checkers", "seats": seats, "time_control": "1h+1s"});
    let made = server.make(&clock).await;
    let mut socket = server.join(&made["match"], &[&made["seats"][0]["token"]]).await;
    socket.until_asked(0).await;
    socket.command(1, json!({"command": "resign"})).await;
    assert_eq!(
        engine_mebibytes(server).await,
        1,
        "it can be restarted while a client is connected"
    );
    drop(socket);
    until_engines_are_gone(server).await;
    assert!(running(server).await.is_empty());
    let mut socket = server.join(&made["match"], &[&made["seats"][0]["token"]]).await;
    let state = socket.until(|message| message["type"] == "state").await;
    assert_eq!(state["table"]["ending"]["reason"], "resigned", "{state}");
}
