//! Requests and messages that are invalid, too frequent, or from another origin.

use serde_json::{Value, json};
use web_server::Settings;

use crate::client::TestServer;

#[tokio::test(flavor = "multi_thread")]
async fn pages_from_other_origins_can_do_nothing() {
    let server = TestServer::start().await;
    let post = |origin: &str| {
        let head = format!("POST /api/matches HTTP/1.1\r\nHost: HOST\r\nOrigin: {origin}\r\n");
        format!("{head}Connection: close\r\nContent-Length: 0\r\n\r\n")
    };
    assert_eq!(server.raw(&post("http://evil.example")).await.status, 403);
    assert_eq!(server.raw(&post("null")).await.status, 403);
    assert_eq!(server.raw(&post("http://HOST")).await.status, 400);
    let rebound = "GET /api/games HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n";
    assert_eq!(server.raw(rebound).await.status, 403);
    let socket = "GET /api/matches/x/socket HTTP/1.1\r\nHost: HOST\r\nOrigin: http://evil.example\r\n\
                  Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
                  Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    assert_eq!(
        server
            .raw(&socket.replace("Connection: Upgrade", "Connection: Upgrade, close"))
            .await
            .status,
        403
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_starts_no_program() {
    let server = TestServer::start().await;
    let seats =
        json!([{"kind": "me"}, {"kind": "player", "player": "engine:uci:touch /tmp/started"}]);
    let refused = server.post("/api/matches", &json!({"game": "chess", "seats": seats})).await;
    assert_eq!(refused.status, 400);
    assert!(refused.error().contains("starts a program"), "{}", refused.error());
}

/// A stranger's request with this body.
fn by_stranger(path: &str, body: &Value) -> String {
    let body = body.to_string();
    let length = body.len();
    format!(
        "POST {path} HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn strangers_players_use_no_more_than_their_share() {
    let server = TestServer::start().await;
    let against = |player: &str| json!({"game": "checkers", "seats": [{"kind": "me"}, {"kind": "player", "player": player}]});
    for (player, wrong) in [
        ("pvs:hash=17", "pvs: hash is at most 16 for visitors to this server"),
        ("monte-carlo:threads=2", "monte-carlo: threads is at most 1 for visitors to this server"),
    ] {
        let refused = server.raw(&by_stranger("/api/matches", &against(player))).await;
        assert_eq!((refused.status, refused.error().as_str()), (400, wrong));
        assert_eq!(server.post("/api/matches", &against(player)).await.status, 201, "by the owner");
    }
    assert_eq!(server.raw(&by_stranger("/api/matches", &against("pvs:depth=1"))).await.status, 201);
    let players = json!([{"player": "random"}, {"player": "random"}]);
    let tournament = json!({"game": "tic-tac-toe", "players": players});
    assert_eq!(server.raw(&by_stranger("/api/tournaments", &tournament)).await.status, 403);
}

#[tokio::test(flavor = "multi_thread")]
async fn invalid_requests_are_answered_with_the_problem() {
    let server = TestServer::start().await;
    for path in [
        "/../../etc/passwd",
        "/%2e%2e/Cargo.toml",
        "/api/nothing",
        "/x.js",
        "/api/matches/none/file",
    ] {
        let answer = server.get(path).await;
        assert_eq!(answer.status, 404, "{path}");
        assert!(!answer.error().is_empty());
    }
    let broken = server.raw("POST /api/files HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{\"text\":1").await;
    assert_eq!(broken.status, 400);
    let seats = json!([{"kind": "me"}, {"kind": "player", "player": "level:name=genius"}]);
    let unknown = server.post("/api/matches", &json!({"game": "checkers", "seats": seats})).await;
    assert!(unknown.error().contains("genius"), "{}", unknown.error());
    let seats = json!([{"kind": "me"}, {"kind": "me"}]);
    let position = json!({"game": "checkers", "seats": seats, "position": "B:W99:B1"});
    assert_eq!(server.post("/api/matches", &position).await.status, 400);
}

#[tokio::test(flavor = "multi_thread")]
async fn misbehaving_sockets_are_closed_with_a_reason() {
    let server = TestServer::start().await;
    let seats = json!([{"kind": "me"}, {"kind": "me"}]);
    let made = server.make(&json!({"game": "tic-tac-toe", "seats": seats})).await;
    let name = made["match"].as_str().unwrap();
    let mut rude = server.connect(name).await;
    rude.send(&json!({"type": "show", "ply": 1})).await;
    assert_eq!(rude.next().await.unwrap()["type"], "error");
    assert_eq!(rude.next().await, None);
    let mut wrong = server.join(&made["match"], &[]).await;
    wrong.send_text("{\"type\":".into()).await;
    let error = wrong.until(|message| message["type"] == "error").await;
    assert!(error["why"].as_str().unwrap().starts_with("invalid message"), "{error}");
    let flood = server.join(&made["match"], &[]).await;
    assert_eq!(flood.flood(&json!({"type": "show", "ply": 0})).await, "too many messages");
    let mut spectator = server.join(&made["match"], &[]).await;
    let refused = spectator.command(1, json!({"command": "resign", "seat": 1})).await;
    assert_eq!(refused["why"], "this is not your seat");
}

#[tokio::test(flavor = "multi_thread")]
async fn one_client_makes_a_limited_number_of_matches() {
    let server =
        TestServer::with(Settings { new_matches_per_client: 2, ..Settings::default() }).await;
    let request = json!({"game": "tic-tac-toe", "seats": [{"kind": "me"}, {"kind": "me"}]});
    let mut statuses = Vec::new();
    for _ in 0..4 {
        statuses.push(server.post("/api/matches", &request).await.status);
    }
    assert_eq!(statuses[..2], [201, 201]);
    assert!(statuses.contains(&429), "{statuses:?}");
}
