//! Tests the requests about games, match lists, and files.

use std::fs;

use serde_json::{Value, json};
use web_server::Settings;

use crate::client::TestServer;

#[tokio::test(flavor = "multi_thread")]
async fn every_game_is_described_with_its_players() {
    let server = TestServer::start().await;
    let games = server.get("/api/games").await.json();
    let games = games["games"].as_array().unwrap();
    assert!(games.len() > 20);
    for game in ["checkers:international", "dominoes", "backgammon"] {
        let described = server.get(&format!("/api/games/{game}")).await.json();
        assert!(described["levels"].as_array().unwrap().len() > 2, "{game}");
        assert!(described["players"].as_array().unwrap().len() > 2, "{game}");
        assert!(described["view"]["diagram"].is_object(), "{game}");
    }
    let unknown = server.get("/api/games/chekers").await;
    assert_eq!(unknown.status, 400);
    assert!(unknown.error().contains("checkers"), "{}", unknown.error());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_listed_match_is_found_and_joined() {
    let server = TestServer::start().await;
    let seats = json!([{"kind": "person"}, {"kind": "me"}]);
    let request = json!({"game": "othello", "seats": seats, "listed": true, "name": "Anna"});
    let made = server.make(&request).await;
    let list = server.get("/api/matches").await.json();
    assert_eq!(list["open"][0]["match"], made["match"]);
    assert_eq!(list["open"][0]["free"], json!([1]));
    let join = format!("/api/matches/{}/join", made["match"].as_str().unwrap());
    assert_eq!(server.post(&join, &json!({"name": "Ben"})).await.status, 200);
    let full = server.post(&join, &json!({"name": "Carl"})).await;
    assert_eq!((full.status, full.error()), (409, "all seats of this match are taken".into()));
    let list = server.get("/api/matches").await.json();
    assert_eq!(list["running"][0]["players"][0]["name"], "Ben");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_is_saved_and_loaded() {
    let server = TestServer::start().await;
    let moves = json!(["11-15", "23-18"]);
    let seats = json!([{"kind": "me"}, {"kind": "me"}]);
    let made = server.make(&json!({"game": "checkers", "seats": seats, "moves": moves})).await;
    let file = format!("/api/matches/{}/file", made["match"].as_str().unwrap());
    for format in ["record", "pdn"] {
        let text = server.get(&format!("{file}?format={format}")).await;
        assert_eq!(text.status, 200);
        assert!(text.headers.contains("content-disposition: attachment"), "{}", text.headers);
        let read = server.post("/api/files", &json!({"text": text.text})).await.json();
        assert_eq!(read["matches"][0]["moves"], moves, "{format}: {read}");
    }
    let wrong = server.get(&format!("{file}?format=gif")).await;
    assert_eq!(wrong.error(), "format: unknown format \"gif\"");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_match_in_a_file_is_shown_with_the_cause() {
    let server = TestServer::start().await;
    let match_of = |game: &str| format!("[Game \"{game}\"]\n[Result \"*\"]\n\n1. a1 b2 *\n\n");
    let text = match_of("tic-tac-toe") + &match_of("nosuch");
    let read = server.post("/api/files", &json!({"text": text})).await.json();
    assert_eq!(read["matches"][0]["game"], "tic-tac-toe:3,3,3", "{read}");
    let why = read["matches"][1]["error"].as_str().unwrap();
    assert!(why.starts_with("line ") && why.contains(": there is no game \"nosuch\""), "{why}");
    let opened = server.post("/api/study/open", &json!({"text": text, "number": 2})).await;
    assert!(opened.error().ends_with(why), "{}", opened.error());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_is_served_at_all_of_its_addresses() {
    let server = TestServer::start().await;
    let index = server.get("/").await;
    assert_eq!(index.status, 200);
    assert!(index.headers.contains("content-security-policy: default-src 'self'"));
    assert_eq!(server.get("/match/anything").await.text, index.text);
    let script = server.get("/main.js").await;
    assert!(script.headers.contains("content-type: text/javascript"), "{}", script.headers);
    let etag = script.headers.lines().find_map(|line| line.strip_prefix("etag: ")).unwrap();
    let again = format!(
        "GET /main.js HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\nIf-None-Match: {etag}\r\n\r\n"
    );
    assert_eq!(server.raw(&again).await.status, 304);
}

#[tokio::test(flavor = "multi_thread")]
async fn tokens_are_not_kept() {
    let folder = tempfile::tempdir().unwrap();
    let (server, _stop) = TestServer::keeping(Settings::default(), Some(folder.path())).await;
    let seats = json!([{"kind": "me"}, {"kind": "person"}]);
    let made = server.make(&json!({"game": "checkers", "seats": seats})).await;
    let read = |path: std::path::PathBuf| {
        if path.is_file() { fs::read(path).unwrap() } else { Vec::new() }
    };
    let files = fs::read_dir(folder.path()).unwrap().map(|file| read(file.unwrap().path()));
    let bytes: Vec<u8> = files.flatten().collect();
    let has = |text: &str| bytes.windows(text.len()).any(|part| part == text.as_bytes());
    assert!(has(made["match"].as_str().unwrap()), "the match is saved");
    for token in [&made["seats"][0]["token"], &made["invitations"][0]["token"]] {
        assert!(!has(token.as_str().unwrap()), "a token is saved");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_with_several_starts_is_drawn_for_each_match() {
    let server = TestServer::start().await;
    let games = server.get("/api/games").await.json();
    let all = games["games"].as_array().unwrap();
    let starts: Vec<&Value> =
        all.iter().map(|game| &game["starts"]).filter(|it| it.is_object()).collect();
    assert_eq!(starts, [&json!({"game": "chess:960", "count": 960})]);
    let seats = json!([{"kind": "me"}, {"kind": "me"}]);
    let made = server.make(&json!({"game": "chess:960", "seats": seats})).await;
    let state =
        server.join(&made["match"], &[&made["seats"][0]["token"]]).await.next().await.unwrap();
    let game = state["table"]["game"].as_str().unwrap();
    let number = game.strip_prefix("chess:960,").unwrap();
    assert!(number.parse::<u32>().unwrap() < 960, "{game}");
}
