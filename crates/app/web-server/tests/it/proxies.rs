//! Limits behind a proxy, and with forged headers without a proxy.

use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::time::timeout;
use web_server::Settings;

use crate::client::{PATIENCE, TestServer};

/// A server that lets each address create only one match at a time.
async fn server(proxy: Option<&str>) -> TestServer {
    let proxy = proxy.map(|proxy| proxy.parse().unwrap());
    TestServer::with(Settings { new_matches_per_client: 1, proxy, ..Settings::default() }).await
}

/// Creates a match as a client with these headers that connects from this address. Returns the response status.
async fn make(server: TestServer, from: &str, headers: &str) -> u16 {
    let seats = json!([{"kind": "me"}, {"kind": "me"}]);
    let body = json!({"game": "tic-tac-toe", "seats": seats}).to_string();
    let head =
        format!("POST /api/matches HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n{headers}");
    let kind = format!("Content-Type: application/json\r\nContent-Length: {}", body.len());
    let stream = server.connection_from(from).await;
    server.ask(stream, &format!("{head}{kind}\r\n\r\n{body}")).await.status
}

/// Creates matches until the client's limit is reached. The limit allows one more match per second, so a slow computer
/// needs several attempts.
async fn exhaust(server: TestServer, from: &str, headers: &str) {
    for _ in 0..100 {
        if make(server, from, headers).await == 429 {
            return;
        }
    }
    panic!("{from} {headers} has no limit");
}

#[tokio::test(flavor = "multi_thread")]
async fn forged_headers_change_no_address() {
    let server = server(None).await;
    let mut forged = 0;
    let is_limited = loop {
        forged += 1;
        let headers =
            format!("X-Forwarded-For: 192.0.2.{forged}\r\nForwarded: for=192.0.2.{forged}\r\n");
        if make(server, "127.0.0.1", &headers).await == 429 {
            break true;
        }
        if forged == 100 {
            break false;
        }
    };
    assert!(is_limited);
    assert_eq!(make(server, "127.0.0.2", "").await, 201, "another address");
}

#[tokio::test(flavor = "multi_thread")]
async fn behind_a_proxy_each_address_has_its_own_limits() {
    let server = server(Some("127.0.0.1=X-Forwarded-For")).await;
    exhaust(server, "127.0.0.1", "X-Forwarded-For: 192.0.2.1\r\n").await;
    // The client has forged all addresses except the last.
    exhaust(server, "127.0.0.1", "X-Forwarded-For: 192.0.2.77, 192.0.2.2\r\n").await;
    exhaust(server, "127.0.0.1", "X-Forwarded-For: 192.0.2.78, 192.0.2.2\r\n").await;
    assert_eq!(make(server, "127.0.0.1", "X-Forwarded-For: 192.0.2.77\r\n").await, 201);
    // Hosts in the same IPv6 network count as one client.
    exhaust(server, "127.0.0.1", "X-Forwarded-For: 2001:db8::1\r\n").await;
    exhaust(server, "127.0.0.1", "X-Forwarded-For: 2001:db8::2\r\n").await;
    assert_eq!(make(server, "127.0.0.1", "X-Forwarded-For: 2001:db8:0:1::1\r\n").await, 201);
    // The header is ignored if it comes from another peer.
    exhaust(server, "127.0.0.9", "X-Forwarded-For: 192.0.2.50\r\n").await;
    assert_eq!(make(server, "127.0.0.1", "X-Forwarded-For: 192.0.2.50\r\n").await, 201);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_has_a_limited_number_of_requests_at_once_behind_a_proxy() {
    let proxy = Some("127.0.0.1=X-Forwarded-For".parse().unwrap());
    let settings = Settings { connections_per_client: 2, proxy, ..Settings::default() };
    let server = TestServer::with(settings).await;
    let seats = json!([{"kind": "me"}, {"kind": "me"}]);
    let made = server.make(&json!({"game": "tic-tac-toe", "seats": seats})).await;
    let path = format!("/api/matches/{}/events", made["match"].as_str().unwrap());
    let host = server.address;
    let mut streams = Vec::new();
    for _ in 0..2 {
        let mut stream = server.connection_from("127.0.0.1").await;
        let head =
            format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nX-Forwarded-For: 192.0.2.1\r\n\r\n");
        stream.write_all(head.as_bytes()).await.unwrap();
        let mut begin = [0; 12];
        timeout(PATIENCE, stream.read_exact(&mut begin)).await.unwrap().unwrap();
        assert_eq!(&begin, b"HTTP/1.1 200");
        streams.push(stream);
    }
    let status = async |client: &str| {
        let head = format!("GET /api/games HTTP/1.1\r\nHost: HOST\r\nX-Forwarded-For: {client}");
        server.raw(&format!("{head}\r\nConnection: close\r\n\r\n")).await.status
    };
    assert_eq!((status("192.0.2.1").await, status("192.0.2.2").await), (429, 200));
}
