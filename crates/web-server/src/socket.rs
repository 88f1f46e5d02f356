//! One socket: a client of a match.

use std::convert::Infallible;
use std::future::{pending, ready};
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
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
use crate::upgrade::{Bounds, Socket, Upgrade};
use crate::wire::{Closed, Ended, Wire};

/// How long a message of a client may be; what is read at once is more than most messages have.
const BOUNDS: Bounds = Bounds { message_bytes_max: 16 * 1024, read_bytes: 512 };

/// How long the first message may take.
const HELLO_TIME_MAX: Duration = Duration::from_secs(10);

/// How many pieces of advice wait for a client that doesn't read.
const ANSWERS_WAITING_MAX: usize = 16;

/// `GET /api/matches/{match}/socket`
pub(crate) async fn open(
    State(server): State<Server>,
    Path(name): Path<String>,
    ConnectInfo(client): ConnectInfo<SocketAddr>,
    upgrade: Upgrade,
) -> Result<Response, Refused> {
    let room = server.find_match(name).await?;
    let permit = server.limits().open_socket(client.ip())?;
    Ok(upgrade.accept(BOUNDS, move |socket| {
        // A task of its own: that of the upgrade has room for the socket several times over, as long as it lives.
        tokio::spawn(serve(server, room, socket, client.ip(), permit));
        ready(())
    }))
}

async fn serve(server: Server, room: Arc<Room>, socket: Socket, address: IpAddr, permit: Permit) {
    let mut wire = Wire::new(socket);
    let Ok(Some(tokens)) = timeout(HELLO_TIME_MAX, hello(&mut wire)).await else {
        let why = "the first message must be {\"type\":\"hello\",\"tokens\":[…]}".into();
        let _gone = wire.send(FromServer::Error { why }.text()).await;
        return;
    };
    let rights = room.rights(&tokens);
    let client = Client::enter(&room, rights.seats.clone(), server.settings().abandon_after);
    let connection = Connection {
        advice: rights.is_director.then(|| mpsc::channel(ANSWERS_WAITING_MAX)),
        feed: Feed::new(Arc::clone(&room), rights.clone()),
        session: Session::new(server, room, rights, address),
        wire,
        _client: client,
        _permit: permit,
    };
    // Once more a task of its own, which is as large as what it needs from now on.
    tokio::spawn(Box::new(connection).serve());
}

/// The tokens of the first message.
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

/// A client that is connected.
#[derive(Debug)]
struct Connection {
    session: Session,
    wire: Wire,
    feed: Feed,
    /// Where advice goes, and where it comes from; none for a client that gets none.
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

    /// Carries a message out.
    async fn answer(&mut self, text: &str) -> Result<Option<Utf8Bytes>, Ended> {
        let message = serde_json::from_str(text);
        let message = message.map_err(|error| Ended::Misused(format!("not a message: {error}")))?;
        let advice = self.advice.as_ref().map(|(later, _)| later);
        match Box::pin(self.session.answer(message, advice)).await {
            Some(FromServer::Error { why }) => Err(Ended::Misused(why)),
            answer => Ok(answer.map(|answer| answer.text())),
        }
    }
}

/// The next advice; never for a client that gets none.
async fn next_advice(
    advice: &mut Option<(mpsc::Sender<Utf8Bytes>, mpsc::Receiver<Utf8Bytes>)>,
) -> Option<Utf8Bytes> {
    match advice {
        Some((_, waiting)) => waiting.recv().await,
        None => pending().await,
    }
}
