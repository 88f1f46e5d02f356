//! Intentionally slow clients lose their connections and don't delay other clients.

use std::time::Duration;

use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{interval, timeout};
use web_server::{Settings, Timeouts};

use crate::client::{PATIENCE, TestServer};

/// Longer than any test.
const LONG: Duration = Duration::from_hours(1);

/// A short timeout keeps the tests short.
const SHORT: Duration = Duration::from_millis(300);

/// The interval between a slow client's bytes.
const TRICKLE: Duration = Duration::from_millis(20);

const PATIENT: Timeouts = Timeouts { header: LONG, body: LONG, response: LONG };

async fn server(timeouts: Timeouts) -> TestServer {
    TestServer::with(Settings { timeouts, ..Settings::default() }).await
}

/// Sends text to the server, with `HOST` replaced by the server's address.
async fn send(server: TestServer, stream: &mut TcpStream, text: &str) {
    let text = text.replace("HOST", &server.address.to_string());
    stream.write_all(text.as_bytes()).await.unwrap();
}

/// Sends text, then one byte at a time until the server closes the connection. Returns the server's response.
async fn trickle(server: TestServer, text: &str) -> String {
    let mut stream = server.connection_from("127.0.0.1").await;
    send(server, &mut stream, text).await;
    let (mut reader, mut writer) = stream.split();
    let (mut answer, mut ticks) = (Vec::new(), interval(TRICKLE));
    let ended = async {
        loop {
            tokio::select! {
                // A reset also ends the connection.
                read = reader.read_buf(&mut answer) => if !matches!(read, Ok(1..)) { return },
                _ = ticks.tick() => { let _closed = writer.write(b"a").await; }
            }
        }
    };
    timeout(PATIENCE, ended).await.expect("the server closes the connection");
    String::from_utf8(answer).unwrap()
}

/// Returns `true` if a visitor from this address gets the list of games.
async fn is_served(server: TestServer, from: &str) -> bool {
    let stream = server.connection_from(from).await;
    let request = "GET /api/games HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n";
    server.ask(stream, request).await.status == 200
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thousand_half_sent_requests_do_not_delay_other_visitors() {
    let server = server(PATIENT).await;
    let mut half_sent = Vec::new();
    for number in 0..1_000 {
        let mut stream = server.connection_from("127.0.0.2").await;
        let heads = [
            "GET / HTTP/1.1\r\nHost: ",
            "POST /api/files HTTP/1.1\r\nHost: HOST\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{",
            "GET /api/study/socket HTTP/1.1\r\nHost: HOST\r\nUpgrade: websocket\r\n",
        ];
        let text = heads[number % heads.len()].replace("HOST", &server.address.to_string());
        // The server may close a connection beyond the limit before the request is sent.
        let _closed = stream.write_all(text.as_bytes()).await;
        half_sent.push(stream);
    }
    assert!(is_served(server, "127.0.0.3").await);
    // All connections beyond the address's limit are refused immediately. The other connections stay open.
    let mut refused = 0;
    for stream in &mut half_sent[64..] {
        let mut answer = Vec::new();
        let read = timeout(PATIENCE, stream.read_to_end(&mut answer)).await.unwrap();
        refused += usize::from(read.is_err() || answer.starts_with(b"HTTP/1.1 429 "));
    }
    assert_eq!(refused, 1_000 - 64);
    let mut byte = [0];
    for stream in &half_sent[..64] {
        assert!(stream.try_read(&mut byte).is_err(), "it waits for the rest of its request");
    }
    drop(half_sent);
    // Closed connections don't count any more.
    let mut ticks = interval(TRICKLE);
    let free = async {
        loop {
            ticks.tick().await;
            let mut stream = server.connection_from("127.0.0.2").await;
            let host = server.address;
            let head =
                format!("GET /api/games HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
            let _closed = stream.write_all(head.as_bytes()).await;
            let mut answer = Vec::new();
            if stream.read_to_end(&mut answer).await.is_ok() && answer.starts_with(b"HTTP/1.1 200")
            {
                return;
            }
        }
    };
    timeout(PATIENCE, free).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_websocket_does_not_count_as_a_plain_connection() {
    let settings = Settings { connections_per_client: 2, timeouts: PATIENT, ..Settings::default() };
    let server = TestServer::with(settings).await;
    let mut sockets = Vec::new();
    for _ in 0..10 {
        sockets.push(server.socket("/api/study/socket").await);
    }
    assert!(is_served(server, "127.0.0.1").await);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_endless_request_head_is_cut_off() {
    let server = server(Timeouts { header: SHORT, ..PATIENT }).await;
    let socket = "GET /api/study/socket HTTP/1.1\r\nHost: HOST\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nX: ";
    for head in ["G", "GET / HTTP/1.1\r\nHost: HOST\r\nX: ", socket] {
        assert_eq!(trickle(server, head).await, "", "{head}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_connection_without_a_request_is_closed() {
    let server = server(Timeouts { header: SHORT, ..PATIENT }).await;
    let mut silent = server.connection_from("127.0.0.1").await;
    let mut answer = String::new();
    timeout(PATIENCE, silent.read_to_string(&mut answer)).await.unwrap().unwrap();
    assert_eq!(answer, "");
    let mut idle = server.connection_from("127.0.0.1").await;
    send(server, &mut idle, "GET /healthz HTTP/1.1\r\nHost: HOST\r\n\r\n").await;
    timeout(PATIENCE, idle.read_to_string(&mut answer)).await.unwrap().unwrap();
    assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_that_trickles_is_refused() {
    let server = server(Timeouts { body: SHORT, ..PATIENT }).await;
    let head = "POST /api/files HTTP/1.1\r\nHost: HOST\r\nContent-Type: application/json\r\n";
    for length in ["Content-Length: 100000", "Transfer-Encoding: chunked"] {
        let text = format!("{head}{length}\r\n\r\n");
        // A chunk of a hundred thousand characters.
        let text = if length.starts_with('T') { format!("{text}186a0\r\n") } else { text };
        let answer = trickle(server, &text).await;
        assert!(answer.starts_with("HTTP/1.1 408 "), "{length}: {answer}");
        assert!(answer.contains("the request timed out"), "{answer}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_reads_no_response_loses_its_connection() {
    let server = server(Timeouts { response: SHORT, ..PATIENT }).await;
    let mut deaf = server.connection_from("127.0.0.1").await;
    let request = format!("GET /main.js HTTP/1.1\r\nHost: {}\r\n\r\n", server.address);
    let text = request.repeat(1_000);
    let cut_off = async { while deaf.write_all(text.as_bytes()).await.is_ok() {} };
    timeout(PATIENCE, cut_off).await.expect("the server closes the connection");
    assert!(is_served(server, "127.0.0.1").await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_browser_that_stops_answering_pings_is_soon_away() {
    // Other clients have 30 seconds for an answer.
    const SOON: Duration = Duration::from_secs(25);
    let server = TestServer::start().await;
    let seats = json!([{"kind": "me"}, {"kind": "me"}]);
    let made = server.make(&json!({"game": "tic-tac-toe", "seats": seats})).await;
    let mut browser = server.join(&made["match"], &[&made["seats"][0]["token"]]).await;
    let mut other = server.join(&made["match"], &[&made["seats"][1]["token"]]).await;
    browser.send(&json!({"type": "ping"})).await;
    browser.until(|message| message["type"] == "pong").await;
    // A socket that isn't read doesn't answer pings.
    let away = other.until(|message| {
        message["type"] == "presence" && message["players"][0]["connected"] == json!(false)
    });
    timeout(SOON, away).await.expect("the browser counts as lost");
    drop(browser);
}
