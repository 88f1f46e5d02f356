//! A program that holds a seat over plain HTTP.

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::net::TcpStream;
use web_server::Settings;

use crate::client::TestServer;

/// The lines of an event stream, after its headers. HTTP 1.0 avoids chunked encoding.
async fn events(server: TestServer, name: &Value, token: &str) -> Lines<BufReader<TcpStream>> {
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    let path = format!("/api/matches/{}/events", name.as_str().unwrap());
    let head =
        format!("GET {path} HTTP/1.0\r\nHost: {}\r\nAuthorization: Bearer {token}", server.address);
    stream.write_all(format!("{head}\r\n\r\n").as_bytes()).await.unwrap();
    let mut lines = BufReader::new(stream).lines();
    let status = lines.next_line().await.unwrap().unwrap();
    assert!(status.contains(" 200 "), "{status}");
    while !lines.next_line().await.unwrap().unwrap().is_empty() {}
    lines
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_plays_a_match_over_plain_http() {
    let server = TestServer::start().await;
    let seats = json!([{"kind": "me"}, {"kind": "player", "player": "random"}]);
    let made = server.make(&json!({"game": "tic-tac-toe", "seats": seats})).await;
    let (name, token) = (&made["match"], made["seats"][0]["token"].as_str().unwrap());
    let mut lines = events(server, name, token).await;
    let path = format!("/api/matches/{}/messages", name.as_str().unwrap());
    let (mut id, mut ply, mut moves) = (0, json!(0), json!([]));
    loop {
        let line = lines.next_line().await.unwrap().unwrap();
        let message: Value = serde_json::from_str(&line).unwrap();
        if message["view"].is_object() {
            moves = message["view"]["legal_moves"].clone();
            ply = message.get("ply").cloned().unwrap_or(json!(0));
        }
        if message["event"] == "match_ended" {
            break;
        }
        let is_asked =
            message["event"] == "input_requested" || message["table"]["prompt"].is_object();
        if is_asked {
            id += 1;
            let command = json!({"command": "answer", "ply": ply, "text": moves[0]["move"]});
            let body = json!({"type": "command", "id": id, "command": command});
            let answer = server.post_as(token, &path, &body).await;
            assert_eq!((answer.status, answer.json()), (200, json!({"type": "done", "id": id})));
            // A repeated request gets an answer but plays no second move.
            assert_eq!(server.post_as(token, &path, &body).await.status, 200);
        }
    }
    assert!(id >= 3, "{id} moves were played");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_without_the_right_token_does_nothing() {
    let server = TestServer::with(Settings::default()).await;
    let seats = json!([{"kind": "me"}, {"kind": "player", "player": "random"}]);
    let made = server.make(&json!({"game": "tic-tac-toe", "seats": seats})).await;
    let path = format!("/api/matches/{}/messages", made["match"].as_str().unwrap());
    let resign = json!({"type": "command", "id": 1, "command": {"command": "resign", "seat": 1}});
    let wrong = server.post_as("guessed", &path, &resign).await;
    assert_eq!(
        (wrong.status, wrong.error()),
        (403, "this token is not valid for this match".into())
    );
    let without = server.post(&path, &resign).await;
    assert_eq!((without.status, &without.json()["why"]), (409, &json!("this is not your seat")));
    let no_message = server.post(&path, &json!({"type": "dance"})).await;
    assert_eq!(no_message.status, 400);
    let no_ply = server.post(&path, &json!({"type": "show", "ply": 99})).await;
    assert_eq!((no_ply.status, no_ply.error()), (404, "no such move in the match".into()));
    let start = server.post(&path, &json!({"type": "show", "ply": 0})).await;
    assert_eq!(start.json()["type"], "position");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_operator_sees_the_state_of_the_server() {
    let server = TestServer::start().await;
    assert_eq!(server.get("/healthz").await.text, "ok\n");
    let answer = server.get("/api/games/chekers").await;
    assert!(answer.headers.contains("x-request-id: "), "{}", answer.headers);
    let metrics = server.get("/metrics").await;
    assert!(metrics.headers.contains("content-type: application/openmetrics-text"));
    assert!(metrics.text.contains("rival_requests_total{status=\"400\"} 1"), "{}", metrics.text);
    assert!(metrics.text.contains("rival_matches 0"), "{}", metrics.text);
}
