//! One socket: a client of a match.

mod commands;

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{ConnectInfo, Path, State};
use axum::response::Response;
use match_json::SeatNumber;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{broadcast, mpsc};
use tokio::time::{MissedTickBehavior, interval, timeout};

use crate::audience::{Audience, EventText, first_view};
use crate::error::Refused;
use crate::frames::{FromClient, FromServer};
use crate::limits::{Bucket, Permit};
use crate::room::{Client, Notice, Room};
use crate::server::Server;

/// The longest message of a client.
const MESSAGE_BYTES_MAX: usize = 16 * 1024;

/// How much a socket reads at once. With the default of 128 kB ten thousand sockets need more than a gigabyte.
const READ_BUFFER_BYTES: usize = 4096;

/// How long the first message may take.
const HELLO_TIME_MAX: Duration = Duration::from_secs(10);

/// How long a message may take to be sent.
const SEND_TIME_MAX: Duration = Duration::from_secs(30);

/// How long a client may take to close its side.
const CLOSING_TIME_MAX: Duration = Duration::from_secs(2);

/// How often a client is asked for a sign of life; one that has given none between two questions is gone.
const PING_INTERVAL: Duration = Duration::from_secs(30);

/// How many answers wait for a client that doesn't read.
const ANSWERS_WAITING_MAX: usize = 16;

/// The socket is gone, or was closed for the client's mistakes.
#[derive(Debug)]
struct Closed;

/// `GET /api/matches/{match}/socket`
pub(crate) async fn open(
    State(server): State<Server>,
    Path(name): Path<String>,
    ConnectInfo(client): ConnectInfo<SocketAddr>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Refused> {
    let room = server.find_match(name).await?;
    let permit = server.limits().open_socket(client.ip())?;
    let upgrade = upgrade
        .max_message_size(MESSAGE_BYTES_MAX)
        .max_frame_size(MESSAGE_BYTES_MAX)
        .read_buffer_size(READ_BUFFER_BYTES)
        .write_buffer_size(0);
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
    let client = Client::enter(&room, &tokens);
    let seats = client.seats().to_vec();
    let (answers, waiting) = mpsc::channel(ANSWERS_WAITING_MAX);
    let connection = Connection {
        notices: room.subscribe(),
        session: Session { server: server.clone(), client, address, answers },
        socket,
        watched: None,
        bucket: Bucket::of_messages(),
        waiting,
    };
    // Whatever ended it, the client has left.
    let Err(Closed) = connection.run().await;
    for seat in seats {
        if room.has_opponent_of(seat) {
            tokio::spawn(leave(Arc::clone(&room), seat, server.settings().abandon_after));
        }
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

/// Ends the match against a person who has left it for too long.
async fn leave(room: Arc<Room>, seat: board_engine::Seat, patience: Duration) {
    const STEP: Duration = Duration::from_secs(1);
    let mut absent = Duration::ZERO;
    while absent < patience {
        tokio::time::sleep(STEP.min(patience)).await;
        absent += STEP;
        if room.is_connected(seat) {
            return;
        }
    }
    room.abandon(seat);
}

/// A client, and what is needed to carry out what it asks for.
#[derive(Debug)]
struct Session {
    server: Server,
    client: Client,
    address: IpAddr,
    /// Where answers go that are found elsewhere.
    answers: mpsc::Sender<Utf8Bytes>,
}

/// A client that is connected.
#[derive(Debug)]
struct Connection {
    session: Session,
    socket: WebSocket,
    notices: broadcast::Receiver<Notice>,
    /// What it watches, once the match has begun.
    watched: Option<Watched>,
    bucket: Bucket,
    /// Answers that are found elsewhere.
    waiting: mpsc::Receiver<Utf8Bytes>,
}

/// The messages that a client gets.
#[derive(Debug)]
struct Watched {
    audience: Arc<Audience>,
    frames: broadcast::Receiver<EventText>,
    /// The number of the newest event that the client knows.
    sequence: u64,
}

impl Connection {
    async fn run(mut self) -> Result<std::convert::Infallible, Closed> {
        self.send_state().await?;
        let mut pings = interval(PING_INTERVAL);
        pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut is_alive = true;
        loop {
            tokio::select! {
                received = self.socket.recv() => {
                    is_alive = true;
                    self.receive(received.and_then(Result::ok).ok_or(Closed)?).await?;
                }
                frame = next(&mut self.watched) => self.pass_on(frame).await?,
                notice = self.notices.recv() => self.notice(notice).await?,
                Some(answer) = self.waiting.recv() => self.send(answer).await?,
                _ = pings.tick() => {
                    if !std::mem::take(&mut is_alive) {
                        return Err(Closed);
                    }
                    self.send_message(Message::Ping(Vec::new().into())).await?;
                }
            }
        }
    }

    async fn receive(&mut self, message: Message) -> Result<(), Closed> {
        if !self.bucket.take() {
            return self.refuse("too many messages").await;
        }
        match message {
            Message::Text(text) => match serde_json::from_str(&text) {
                Ok(message) => self.handle(message).await,
                Err(error) => self.refuse(&format!("not a message: {error}")).await,
            },
            Message::Binary(_) => self.refuse("messages are texts").await,
            Message::Close(_) => Err(Closed),
            Message::Ping(_) | Message::Pong(_) => Ok(()),
        }
    }

    /// Says what is wrong and closes the socket.
    async fn refuse(&mut self, why: &str) -> Result<(), Closed> {
        self.send(FromServer::Error { why: why.into() }.text()).await?;
        self.send_message(Message::Close(None)).await?;
        // What the client has sent meanwhile is read: an unread message would make the system drop the error.
        let closing = async { while let Some(Ok(_)) = self.socket.recv().await {} };
        let _closed = timeout(CLOSING_TIME_MAX, closing).await;
        Err(Closed)
    }

    async fn pass_on(&mut self, frame: Result<EventText, RecvError>) -> Result<(), Closed> {
        match (frame, &mut self.watched) {
            (Ok(frame), Some(watched)) if frame.sequence > watched.sequence => {
                watched.sequence = frame.sequence;
                self.send(frame.text).await
            }
            (Err(RecvError::Lagged(_)), _) => self.send_state().await,
            (Err(RecvError::Closed), _) => {
                // The table is gone; nothing more will happen there.
                self.watched = None;
                Ok(())
            }
            _ => Ok(()),
        }
    }

    async fn notice(&mut self, notice: Result<Notice, RecvError>) -> Result<(), Closed> {
        match notice {
            Ok(Notice::Message(text)) => self.send(text).await,
            Ok(Notice::Begun) | Err(RecvError::Lagged(_)) => self.send_state().await,
            Err(RecvError::Closed) => Err(Closed),
        }
    }

    /// Sends everything.
    async fn send_state(&mut self) -> Result<(), Closed> {
        let room = Arc::clone(self.session.client.room());
        let seats: Vec<SeatNumber> =
            self.session.client.seats().iter().copied().map(SeatNumber::from).collect();
        let (director, presence) = (self.session.client.is_director(), room.presence());
        let Some(audience) = room.audience(self.session.client.seats()) else {
            let Some(view) = first_view(room.game(), room.start()) else { return Err(Closed) };
            let state = FromServer::State {
                sequence: 0,
                seats: &seats,
                director,
                presence: &presence,
                table: None,
                view: &view,
                say: "Waiting for the other player.",
            };
            return self.send(state.text()).await;
        };
        // First subscribe, then read the state: what happens in between is in both, and is sent once.
        let frames = audience.subscribe();
        let (of_room, of_audience) = (Arc::clone(&room), Arc::clone(&audience));
        let read = tokio::task::spawn_blocking(move || of_room.snapshot(&of_audience));
        let Ok(Some(snapshot)) = read.await else { return Err(Closed) };
        let state = FromServer::State {
            sequence: snapshot.sequence,
            seats: &seats,
            director,
            presence: &presence,
            table: Some(&snapshot.table_now()),
            view: &snapshot.view,
            say: &snapshot.say,
        };
        let text = state.text();
        self.watched = Some(Watched { audience, frames, sequence: snapshot.sequence });
        self.send(text).await
    }

    async fn send(&mut self, text: Utf8Bytes) -> Result<(), Closed> {
        self.send_message(Message::Text(text)).await
    }

    async fn send_message(&mut self, message: Message) -> Result<(), Closed> {
        match timeout(SEND_TIME_MAX, self.socket.send(message)).await {
            Ok(Ok(())) => Ok(()),
            _ => Err(Closed),
        }
    }
}

/// The next message; never before the match has begun.
async fn next(watched: &mut Option<Watched>) -> Result<EventText, RecvError> {
    match watched {
        Some(watched) => watched.frames.recv().await,
        None => std::future::pending().await,
    }
}
