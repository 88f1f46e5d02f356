//! Limits on engines, and unloading them while the match has no clients.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::timeout;
use web_server::Settings;

use crate::client::{Answer, PATIENCE, Socket, TestServer};

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

/// Creates a match as a remote client, and watches it.
async fn watch_from_elsewhere(server: TestServer, request: &Value) -> Socket {
    let made = make_from_elsewhere(server, request).await;
    assert_eq!(made.status, 201, "{}", made.text);
    server.join(&made.json()["match"], &[]).await
}

#[tokio::test(flavor = "multi_thread")]
async fn one_address_gets_its_share_of_the_memory() {
    let server = TestServer::start().await;
    let _first = watch_from_elsewhere(server, &between("pvs:hash=16")).await;
    let _second = watch_from_elsewhere(server, &between("pvs:hash=16")).await;
    assert_eq!(engine_mebibytes(server).await, 64);
    let refused = make_from_elsewhere(server, &between("pvs:hash=1")).await;
    let why = "your open matches and analyses use the 64 MiB of engine memory that you may use, and this needs 2 MiB more; close the page of another match, which stays saved, and try again";
    assert_eq!((refused.status, refused.error()), (429, why.into()));
    let people = json!({"game": "checkers", "seats": [{"kind": "me"}, {"kind": "me"}]});
    assert_eq!(make_from_elsewhere(server, &people).await.status, 201);
}

#[tokio::test(flavor = "multi_thread")]
async fn one_address_has_a_few_matches_between_programs() {
    let server = TestServer::start().await;
    let mut watched = Vec::new();
    for _ in 0..4 {
        watched.push(watch_from_elsewhere(server, &between("pvs:hash=1")).await);
    }
    let refused = make_from_elsewhere(server, &between("pvs:hash=1")).await;
    let why =
        "you already have 4 matches between engines open; close the page of one and try again";
    assert_eq!((refused.status, refused.error()), (429, why.into()));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_that_its_player_left_makes_room_for_another() {
    let folder = tempfile::tempdir().unwrap();
    let (server, _stop) = TestServer::keeping(Settings::default(), Some(folder.path())).await;
    let seats = json!([{"kind": "me"}, {"kind": "player", "player": "pvs:hash=16"}]);
    let timed = json!({"game": "checkers", "seats": seats, "time_control": "1h+1s"});
    let mut made = Vec::new();
    for count in 1..=10 {
        let next = make_from_elsewhere(server, &timed).await;
        assert_eq!(next.status, 201, "{}", next.text);
        assert_eq!(next.json()["paused"], u8::from(count > 4), "{count}");
        assert!(engine_mebibytes(server).await <= 64);
        made.push(next.json());
    }
    // The paused match continues for its player.
    let mut socket = server.join(&made[0]["match"], &[&made[0]["seats"][0]["token"]]).await;
    socket.until_asked(0).await;
    let answer = json!({"command": "answer", "ply": 0, "text": "11-15"});
    let answered = socket.command(1, answer).await;
    assert_eq!(answered["type"], "done", "{answered}");
}

#[tokio::test(flavor = "multi_thread")]
async fn all_engines_together_have_a_total() {
    let settings = Settings { engine_memory_mib: 10, ..Settings::default() };
    let server = TestServer::with(settings).await;
    let refused = server.post("/api/matches", &between("pvs:hash=8")).await;
    let why = "the server is busy: all 10 MiB for engines are in use; try again in a few minutes";
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
