//! Tests that only the secret identifies the server's owner.

use serde_json::json;
use tokio::net::{UnixListener, UnixStream};
use web_server::{Listener, Settings};

use crate::client::{Answer, TestServer};

/// Returns `true` if a client with these header lines sees the whole library.
async fn sees_all(server: TestServer, headers: &str) -> bool {
    let request = format!("GET /api/library HTTP/1.1\r\nConnection: close\r\n{headers}\r\n");
    let answer = server.raw(&request).await;
    assert_eq!(answer.status, 200, "{headers}: {}", answer.text);
    answer.json()["sees_all"].as_bool().unwrap()
}

/// The response to a request to become the owner.
async fn claim(server: TestServer, origin: &str, token: &str) -> Answer {
    let body = json!({"token": token}).to_string();
    let head = format!("POST /api/owner HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n{origin}");
    let kind = format!("Content-Type: application/json\r\nContent-Length: {}", body.len());
    server.raw(&format!("{head}{kind}\r\n\r\n{body}")).await
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_secret_makes_an_owner() {
    let folder = tempfile::tempdir().unwrap();
    let (server, _stop) = TestServer::keeping(Settings::default(), Some(folder.path())).await;
    for headers in [
        "Host: localhost\r\n",
        "Host: HOST\r\n",
        "Host: [::1]\r\n",
        "Host: 127.0.0.1\r\nX-Forwarded-For: 127.0.0.1\r\nX-Real-IP: ::1\r\nForwarded: for=127.0.0.1\r\n",
        "Host: localhost\r\nOrigin: http://localhost\r\nSec-Fetch-Site: same-origin\r\n",
        "Host: localhost\r\nCookie: rival-owner=; rival-owner-8080=x\r\n",
        "Host: localhost\r\nAuthorization: Bearer owner\r\n",
    ] {
        assert!(!sees_all(server, headers).await, "{headers}");
    }
    let wrong = format!("Host: HOST\r\nCookie: rival-owner-{}=\r\n", server.address.port());
    assert!(!sees_all(server, &wrong).await);
    assert!(sees_all(server, &format!("Host: HOST\r\n{}", server.owner())).await);
    let players = json!([{"player": "random"}, {"player": "random"}]);
    let body = json!({"game": "tic-tac-toe", "players": players}).to_string();
    let kind = format!("Content-Type: application/json\r\nContent-Length: {}", body.len());
    let head = "POST /api/tournaments HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n";
    let begun = server.raw(&format!("{head}{kind}\r\n\r\n{body}")).await;
    assert_eq!(begun.status, 403, "{}", begun.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_token_is_exchanged_for_a_cookie_that_only_this_server_gets() {
    let server = TestServer::start().await;
    let wrong = claim(server, "", "guessed").await;
    assert_eq!(wrong.status, 403);
    assert!(!wrong.headers.contains("set-cookie"), "{}", wrong.headers);
    let right = claim(server, "Origin: http://HOST\r\n", server.token).await;
    assert_eq!((right.status, right.json()), (200, json!({"owner": true})));
    let (port, token) = (server.address.port(), server.token);
    let cookie =
        format!("set-cookie: rival-owner-{port}={token}; path=/; httponly; samesite=strict");
    assert!(right.headers.lines().any(|line| line == cookie), "{}", right.headers);
    let secure = claim(server, "Origin: https://HOST\r\n", server.token).await;
    assert!(secure.headers.contains(&format!("{cookie}; secure")), "{}", secure.headers);
    let foreign = claim(server, "Origin: http://evil.example\r\n", server.token).await;
    assert_eq!(foreign.status, 403);
    assert!(!foreign.headers.contains("set-cookie"));
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_owners_socket_file_makes_an_owner() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let listeners = vec![
        Listener::Owner(UnixListener::bind(path("owner")).unwrap()),
        Listener::Unix(UnixListener::bind(path("visitors")).unwrap()),
    ];
    let settings =
        Settings { proxy: Some("unix=X-Forwarded-For".parse().unwrap()), ..Settings::default() };
    let (server, _stop) = TestServer::listening(settings, Some(folder.path()), listeners).await;
    for (name, is_owner) in [("owner", true), ("visitors", false)] {
        let stream = UnixStream::connect(path(name)).await.unwrap();
        let request = "GET /api/library HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
        let answer = server.ask(stream, request).await;
        assert_eq!(answer.json()["sees_all"], is_owner, "{name}");
    }
}
