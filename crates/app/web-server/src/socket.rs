//! A socket for one client in a match.

use std::convert::Infallible;
use std::future::{pending, ready};
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use axum::extract::{Path, State};
use axum::response::Response;
use tokio::sync::mpsc;
use tokio::time::timeout;

use crate::budget::Payer;
use crate::error::Refused;
use crate::feed::Feed;
use crate::frames::{FromClient, FromServer};
use crate::limits::Permit;
use crate::room::{Client, Rights, Room};
use crate::server::Server;
use crate::session::ClientSession;
use crate::upgrade::{Bounds, Socket, Upgrade};
use crate::wire::{Closed, Ended, Wire};

/// The maximum length of a client message, and the read buffer size, which exceeds most messages.
const BOUNDS: Bounds = Bounds { message_bytes_max: 16 * 1024, read_bytes: 512 };

/// The time limit for the first message.
const HELLO_TIME_MAX: Duration = Duration::from_secs(10);

/// The maximum number of attempts to enter a match that keeps being unloaded.
const ENTRIES_MAX: usize = 3;

/// The maximum number of advice messages waiting for a slow client.
const ANSWERS_WAITING_MAX: usize = 16;

/// `GET /api/matches/{match}/socket`
pub(crate) async fn open(
    State(server): State<Server>,
    Path(name): Path<String>,
    payer: Payer,
    upgrade: Upgrade,
) -> Result<Response, Refused> {
    let permit = server.limits().open_socket(payer.client)?;
    let room = server.find_match(name, payer).await?;
    Ok(upgrade.accept(BOUNDS, move |socket| {
        // Spawn a separate task, because the upgrade's task occupies several times the socket's memory as long as it
        // runs.
        tokio::spawn(serve(server, room, socket, payer, permit));
        ready(())
    }))
}

async fn serve(server: Server, room: Arc<Room>, socket: Socket, payer: Payer, permit: Permit) {
    let mut wire = Wire::new(socket);
    let Ok(Some(tokens)) = timeout(HELLO_TIME_MAX, hello(&mut wire)).await else {
        let why = "the first message must be {\"type\":\"hello\",\"tokens\":[…]}".into();
        let _gone = wire.send(FromServer::Error { why }.text()).await;
        return;
    };
    let Some((room, rights, client)) = enter(&server, room, &tokens, payer).await else { return };
    let connection = Connection {
        advice: rights.is_director.then(|| mpsc::channel(ANSWERS_WAITING_MAX)),
        feed: Feed::new(Arc::clone(&room), rights.clone()),
        session: ClientSession::new(server, room, rights, payer),
        wire,
        _client: client,
        _permit: permit,
    };
    // Spawn another task, which is only as large as the rest of the connection requires.
    tokio::spawn(Box::new(connection).serve());
}

/// Lets the client enter the match. Restores the match if it has just been unloaded. Returns `None` if that fails. The
/// client then learns the reason when it reconnects.
async fn enter(
    server: &Server,
    mut room: Arc<Room>,
    tokens: &[String],
    payer: Payer,
) -> Option<(Arc<Room>, Rights, Client)> {
    let abandon_after = server.settings().abandon_after;
    for _ in 0..ENTRIES_MAX {
        let rights = room.rights(tokens);
        if let Some(client) = Client::enter(&room, rights.seats.clone(), abandon_after) {
            return Some((room, rights, client));
        }
        room = server.find_match(room.name().to_owned(), payer).await.ok()?;
    }
    None
}

/// Reads the tokens in the first message.
async fn hello(wire: &mut Wire) -> Option<Vec<String>> {
    let text = loop {
        if let Some(text) = wire.receive().await.ok()?.text().ok()? {
            break text;
        }
    };
    match serde_json::from_str(&text) {
        Ok(FromClient::Hello { tokens }) => Some(tokens),
        _ => None,
    }
}

/// A connected client.
#[derive(Debug)]
struct Connection {
    session: ClientSession,
    wire: Wire,
    feed: Feed,
    /// The channel for advice; `None` for a client that gets no advice.
    advice: Option<(mpsc::Sender<Utf8Bytes>, mpsc::Receiver<Utf8Bytes>)>,
    _client: Client,
    _permit: Permit,
}

impl Connection {
    async fn serve(mut self: Box<Self>) {
        if let Err(Ended::Misused(why)) = self.run().await {
            Box::pin(self.wire.close(FromServer::Error { why }.text())).await;
        }
    }

    async fn run(&mut self) -> Result<Infallible, Ended> {
        loop {
            let text = tokio::select! {
                received = self.wire.receive() => match received?.text() {
                    Ok(Some(text)) => self.answer(&text).await?,
                    Ok(None) => None,
                    Err(why) => return Err(Ended::Misused(why.into())),
                },
                message = self.feed.next() => Some(message.ok_or(Closed)?),
                Some(advice) = next_advice(&mut self.advice) => Some(advice),
            };
            self.wire.keep_alive().await?;
            if let Some(text) = text {
                self.wire.send(text).await?;
            }
        }
    }

    /// Processes a message.
    async fn answer(&mut self, text: &str) -> Result<Option<Utf8Bytes>, Ended> {
        let message = serde_json::from_str(text);
        let message =
            message.map_err(|error| Ended::Misused(format!("invalid message: {error}")))?;
        if matches!(message, FromClient::Ping) {
            self.wire.expect_browser();
        }
        let advice = self.advice.as_ref().map(|(later, _)| later);
        match Box::pin(self.session.answer(message, advice)).await {
            Some(FromServer::Error { why }) => Err(Ended::Misused(why)),
            answer => Ok(answer.map(|answer| answer.text())),
        }
    }
}

/// The next advice. Waits forever for a client that gets no advice.
async fn next_advice(
    advice: &mut Option<(mpsc::Sender<Utf8Bytes>, mpsc::Receiver<Utf8Bytes>)>,
) -> Option<Utf8Bytes> {
    match advice {
        Some((_, waiting)) => waiting.recv().await,
        None => pending().await,
    }
}
