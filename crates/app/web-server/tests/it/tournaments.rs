//! Tests tournaments: starting, watching, stopping and resuming them, and refusals.

use std::path::Path;

use arena::journal::Journal;
use arena::run_folder::folder::Folder;
use integration_tests::{uci_script, write_script};
use serde_json::{Value, json};
use web_server::Settings;

use crate::client::{Socket, TestServer};

/// A server that stores its tournaments in this folder.
async fn server(folder: &Path, change: impl FnOnce(Settings) -> Settings) -> TestServer {
    let own = Settings { own_tournaments: Some(folder.into()), ..Settings::default() };
    TestServer::with(change(own)).await
}

fn request(pairs: u32) -> Value {
    let players = json!([{"player": "greedy"}, {"player": "random", "name": "Lot"}]);
    json!({"game": "tic-tac-toe", "name": "friday", "players": players, "pairs": pairs, "seed": 1, "openings": "random:2"})
}

/// A tournament that would take an hour.
fn long_request() -> Value {
    let players = json!([{"player": "alpha-beta"}, {"player": "alpha-beta", "name": "Lot"}]);
    json!({"game": "checkers", "name": "friday", "players": players, "pairs": 10_000, "seed": 1, "nodes": 1_000})
}

async fn watch(server: TestServer, name: &str) -> Socket {
    server.socket(&format!("/api/tournaments/{name}/socket")).await
}

/// The first message with this status.
async fn until(socket: &mut Socket, status: &str) -> Value {
    socket.until(|message| message["status"] == status).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tournament_is_played_and_its_games_are_seen() {
    let folder = tempfile::tempdir().unwrap();
    let server = server(folder.path(), |own| own).await;
    let begun = server.post("/api/tournaments", &request(3)).await;
    assert_eq!(
        (begun.status, &begun.json()["tournament"]),
        (201, &json!("friday")),
        "{}",
        begun.text
    );
    let over = until(&mut watch(server, "friday").await, "over").await;
    assert_eq!((&over["finished"], &over["known"]), (&json!(6), &json!(6)));
    assert_eq!(over["settings"]["players"][1]["name"], "Lot");
    assert_eq!(over["standings"]["players"].as_array().unwrap().len(), 2);
    assert_eq!(over["cross"][0][1][1], 6.0, "{over}");
    assert!(!over["history"].as_array().unwrap().is_empty());
    let list = server.get("/api/tournaments").await.json();
    assert_eq!(
        (&list["may_run"], &list["tournaments"][0]["status"]),
        (&json!(true), &json!("over"))
    );
    let games = server.get("/api/tournaments/friday/games?players=0,1").await.json();
    assert_eq!(games["total"], 6);
    let id = games["games"][0]["game"].as_str().unwrap();
    let game = server.get(&format!("/api/tournaments/friday/games/{id}")).await.json();
    let moves = game["moves"].as_array().unwrap().len();
    assert!(moves > 4, "{game}");
    assert_eq!(game["positions"]["steps"].as_array().unwrap().len(), moves + 1);
    assert_eq!((&game["previous"], &game["next"]), (&Value::Null, &games["games"][1]["game"]));
    assert!(folder.path().join("friday/report.html").exists());
    let again = server.post("/api/tournaments/friday/resume", &json!({})).await;
    assert_eq!((again.status, again.error()), (409, "the tournament is over".into()));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stopped_tournament_resumes_even_on_another_server() {
    let folder = tempfile::tempdir().unwrap();
    let first = server(folder.path(), |own| own).await;
    assert_eq!(first.post("/api/tournaments", &long_request()).await.status, 201);
    let mut socket = watch(first, "friday").await;
    socket.until(|message| message["finished"].as_u64().unwrap() > 10).await;
    let second = first.post("/api/tournaments", &request(1)).await;
    assert_eq!(second.status, 429, "one at a time");
    assert!(
        second.error().starts_with("the server is already running one tournament"),
        "{}",
        second.error()
    );
    assert_eq!(first.post("/api/tournaments/friday/stop", &json!({})).await.status, 200);
    let stopped = until(&mut socket, "stopped").await;
    let played = stopped["finished"].as_u64().unwrap();
    assert!(played < 20_000);
    let refused = first.post("/api/tournaments/friday/stop", &json!({})).await;
    assert_eq!((refused.status, refused.error()), (409, "the tournament is not running".into()));
    let other = server(folder.path(), |own| own).await;
    assert_eq!(other.post("/api/tournaments/friday/resume", &json!({})).await.status, 200);
    let mut socket = watch(other, "friday").await;
    socket.until(|message| message["finished"].as_u64().unwrap() > played).await;
    // The first server detects that another server is playing the tournament.
    let elsewhere = until(&mut watch(first, "friday").await, "elsewhere").await;
    assert!(elsewhere["finished"].as_u64().unwrap() > played);
    let refused = first.post("/api/tournaments/friday/resume", &json!({})).await;
    assert!(refused.error().contains("another run is using"), "{}", refused.error());
    let refused = first.post("/api/tournaments/friday/stop", &json!({})).await;
    assert!(refused.error().starts_with("another program is running"), "{}", refused.error());
    assert_eq!(other.post("/api/tournaments/friday/stop", &json!({})).await.status, 200);
    until(&mut socket, "stopped").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn deleting_an_engine_stops_the_tournament_and_loses_nothing() {
    let (folder, engines) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let file = engines.path().join("engine.sh");
    let starts = engines.path().join("starts");
    let starts = starts.display();
    let at_start = format!("echo >> {starts}; [ $(wc -l < {starts}) -ne 4 ] || rm \"$0\"");
    write_script(&file, &uci_script(&at_start, ""), 0o755);
    let player = format!("player = 'engine:uci:{}'", file.display());
    let config = format!("[players]\nmine = {{ {player}, options = {{ restart = true }} }}\n");
    let own = Settings { own_tournaments: Some(folder.path().into()), ..Settings::default() };
    let (server, _stop) = TestServer::configured(own, &config, None, Vec::new()).await;
    let players = json!([{"player": "mine"}, {"player": "random"}]);
    let request = json!({"game": "chess", "name": "friday", "players": players, "pairs": 20,
        "seed": 1, "openings": "start", "time_control": "10s"});
    let begun = server.post("/api/tournaments", &request).await;
    assert_eq!(begun.status, 201, "{}", begun.text);
    let failed = until(&mut watch(server, "friday").await, "failed").await;
    assert!(failed["why"].as_str().unwrap().contains("can't start"), "{failed}");
    let entries = |folder: &Path| {
        let folder = Folder::existing(folder.join("friday"));
        let tournament = folder.tournament().unwrap();
        folder.entries(&tournament).unwrap()
    };
    let before = entries(folder.path());
    assert!((1..40).contains(&before.len()), "{} games", before.len());
    assert!(!format!("{before:?}").contains("StartFailed"), "{before:?}");
    write_script(&file, &uci_script("", ""), 0o755);
    let resumed = server.post("/api/tournaments/friday/resume", &json!({})).await;
    assert_eq!(resumed.status, 200, "{}", resumed.text);
    until(&mut watch(server, "friday").await, "over").await;
    let after = entries(folder.path());
    assert_eq!(after.len(), 40);
    assert_eq!(format!("{:?}", &after[..before.len()]), format!("{before:?}"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_named_run_folder_is_watched_while_it_grows() {
    let (own, given) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let player = server(given.path(), |settings| settings).await;
    assert_eq!(player.post("/api/tournaments", &long_request()).await.status, 201);
    let one = given.path().join("friday");
    let watcher =
        server(own.path(), |settings| Settings { tournaments: vec![one], ..settings }).await;
    let mut socket = watch(watcher, "1:friday").await;
    let before = until(&mut socket, "elsewhere").await["finished"].as_u64().unwrap();
    socket.until(|message| message["finished"].as_u64().unwrap() > before + 3).await;
    assert_eq!(player.post("/api/tournaments/friday/stop", &json!({})).await.status, 200);
    until(&mut socket, "stopped").await;
    // A killed program leaves no lock but leaves half a line.
    let journal = given.path().join("friday/journal.jsonl");
    let text = std::fs::read(&journal).unwrap();
    std::fs::write(&journal, &text[..text.len() - 7]).unwrap();
    let tournament = Folder::existing(given.path().join("friday")).tournament().unwrap();
    assert!(!Journal::is_in_use(&journal).unwrap());
    assert!(Journal::read(&journal, tournament.fingerprint()).unwrap().len() > 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn bad_choices_are_refused_with_their_field() {
    let folder = tempfile::tempdir().unwrap();
    let server = server(folder.path(), |own| own).await;
    let changed = |field: &str, value: Value| {
        let mut request = request(1);
        request[field] = value;
        request
    };
    for (field, value) in [
        ("name", json!("../x")),
        ("game", json!("nonsense")),
        ("players", json!([{"player": "greedy"}])),
        ("openings", json!("/etc/passwd")),
        ("time_control", json!("soon")),
        ("pairs", json!(0)),
        ("format", json!({"name": "swiss", "rounds": 0})),
    ] {
        let refused = server.post("/api/tournaments", &changed(field, value)).await;
        assert_eq!(refused.status, 400, "{field}: {}", refused.text);
        assert!(refused.error().starts_with(&format!("{field}: ")), "{}", refused.error());
    }
    let engine = json!([{"player": "greedy"}, {"player": "engine:uci:touch never"}]);
    let refused = server.post("/api/tournaments", &changed("players", engine)).await;
    assert!(refused.error().starts_with("players 2: "), "{}", refused.error());
    for body in [json!([]), json!({"game": 1}), changed("unknown", json!(1))] {
        assert!((400..=422).contains(&server.post("/api/tournaments", &body).await.status));
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "nothing was begun");
    let fine = server.post("/api/tournaments", &request(1)).await;
    assert_eq!(fine.status, 201, "the slot is free: {}", fine.text);
    until(&mut watch(server, "friday").await, "over").await;
    let taken = server.post("/api/tournaments", &request(1)).await;
    assert_eq!(
        (taken.status, taken.error()),
        (409, "name: tournament \"friday\" already exists".into())
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn names_lead_nowhere_else_and_strangers_change_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let own = folder.path().join("own");
    std::fs::create_dir_all(own.join("damaged")).unwrap();
    std::fs::write(own.join("damaged/tournament.toml"), "players = 3").unwrap();
    std::fs::write(own.join("damaged/openings.txt"), "").unwrap();
    std::fs::create_dir(folder.path().join("secret")).unwrap();
    std::fs::write(folder.path().join("secret/tournament.toml"), "game = 'chess'").unwrap();
    let server = server(&own, |settings| settings).await;
    for name in ["..%2Fsecret", "%2e%2e%2Fsecret", "secret", "%00", "..", "a%5C..", "%ff"] {
        for path in ["games", "games/0", "socket"] {
            let answer = server.get(&format!("/api/tournaments/{name}/{path}")).await;
            assert!((400..=426).contains(&answer.status), "{name}/{path}: {}", answer.text);
        }
        let answer = server.post(&format!("/api/tournaments/{name}/resume"), &json!({})).await;
        assert!((400..=405).contains(&answer.status), "{name}: {}", answer.text);
    }
    let damaged = server.get("/api/tournaments").await.json();
    assert_eq!(damaged["tournaments"][0]["status"], "damaged");
    assert!(damaged["tournaments"][0]["why"].as_str().unwrap().contains("line 1"), "{damaged}");
    let wrong = server.get("/api/tournaments/damaged/games").await;
    assert_eq!(wrong.status, 400);
    let body = request(1).to_string();
    let foreign = format!(
        "POST /api/tournaments HTTP/1.1\r\nHost: HOST\r\nOrigin: http://evil.example\r\nConnection: close\r\n{}\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        server.owner(),
        body.len()
    );
    assert_eq!(server.raw(&foreign).await.status, 403);
    let socket = "GET /api/tournaments/damaged/socket HTTP/1.1\r\nHost: HOST\r\nOrigin: http://evil.example\r\n\
        Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n";
    assert_eq!(
        server
            .raw(&socket.replace("Connection: Upgrade", "Connection: close, Upgrade"))
            .await
            .status,
        403
    );
    assert_eq!(std::fs::read_dir(&own).unwrap().count(), 1, "nothing was begun");
}
