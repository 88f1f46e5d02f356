//! One socket: a client of a match.

use std::convert::Infallible;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{ConnectInfo, Path, State};
use axum::response::Response;
use tokio::sync::mpsc;
use tokio::time::timeout;

use crate::error::Refused;
use crate::feed::Feed;
use crate::frames::{FromClient, FromServer};
use crate::limits::Permit;
use crate::room::{Client, Room};
use crate::server::Server;
use crate::session::Session;
use crate::wire::{self, Closed, Ended, Wire};

/// The longest message of a client.
const MESSAGE_BYTES_MAX: usize = 16 * 1024;

/// How much a socket reads at once: more than most messages have.
const READ_BUFFER_BYTES: usize = 512;

/// How long the first message may take.
const HELLO_TIME_MAX: Duration = Duration::from_secs(10);

/// How many answers wait for a client that doesn't read.
const ANSWERS_WAITING_MAX: usize = 16;

/// `GET /api/matches/{match}/socket`
pub(crate) async fn open(
    State(server): State<Server>,
    Path(name): Path<String>,
    ConnectInfo(client): ConnectInfo<SocketAddr>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Refused> {
    let room = server.find_match(name).await?;
    let permit = server.limits().open_socket(client.ip())?;
    let upgrade = wire::bounded(upgrade, MESSAGE_BYTES_MAX, READ_BUFFER_BYTES);
    Ok(upgrade.on_upgrade(move |socket| serve(server, room, socket, client.ip(), permit)))
}

async fn serve(
    server: Server,
    room: Arc<Room>,
    mut socket: WebSocket,
    address: IpAddr,
    _permit: Permit,
) {
    let Some(tokens) = hello(&mut socket).await else {
        let why = "the first message must be {\"type\":\"hello\",\"tokens\":[…]}".into();
        let _gone = socket.send(Message::Text(FromServer::Error { why }.text())).await;
        return;
    };
    let rights = room.rights(&tokens);
    let _client = Client::enter(&room, rights.seats.clone(), server.settings().abandon_after);
    let (later, waiting) = mpsc::channel(ANSWERS_WAITING_MAX);
    let mut connection = Connection {
        feed: Feed::new(Arc::clone(&room), rights.clone()),
        session: Session::new(server, room, rights, address),
        wire: Wire::new(socket),
        later,
        waiting,
    };
    if let Err(Ended::Misused(why)) = connection.run().await {
        connection.wire.close(FromServer::Error { why }.text()).await;
    }
}

/// The tokens of the first message.
async fn hello(socket: &mut WebSocket) -> Option<Vec<String>> {
    let Ok(Some(Ok(Message::Text(text)))) = timeout(HELLO_TIME_MAX, socket.recv()).await else {
        return None;
    };
    match serde_json::from_str(&text) {
        Ok(FromClient::Hello { tokens }) => Some(tokens),
        _ => None,
    }
}

/// A client that is connected.
#[derive(Debug)]
struct Connection {
    session: Session,
    wire: Wire,
    feed: Feed,
    /// Where answers go that are found elsewhere.
    later: mpsc::Sender<Utf8Bytes>,
    waiting: mpsc::Receiver<Utf8Bytes>,
}

impl Connection {
    async fn run(&mut self) -> Result<Infallible, Ended> {
        loop {
            let text = tokio::select! {
                received = self.wire.receive() => match received?.text() {
                    Ok(Some(text)) => self.answer(&text).await?,
                    Ok(None) => None,
                    Err(why) => return Err(Ended::Misused(why.into())),
                },
                message = self.feed.next() => Some(message.ok_or(Closed)?),
                Some(answer) = self.waiting.recv() => Some(answer),
            };
            self.wire.keep_alive().await?;
            if let Some(text) = text {
                self.wire.send(text).await?;
            }
        }
    }

    /// Carries a message out.
    async fn answer(&mut self, text: &str) -> Result<Option<Utf8Bytes>, Ended> {
        let message = serde_json::from_str(text);
        let message = message.map_err(|error| Ended::Misused(format!("not a message: {error}")))?;
        match Box::pin(self.session.answer(message, &self.later)).await {
            Some(FromServer::Error { why }) => Err(Ended::Misused(why)),
            answer => Ok(answer.map(|answer| answer.text())),
        }
    }
}
