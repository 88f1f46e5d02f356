//! Serves one of our players over DXP.

use std::io::{self, Write};
use std::net::TcpListener;
use std::thread;
use std::time::{Duration, Instant};

use board_engine::Color;
use games_package::Thinking;
use notation::HubGame;

use crate::command_queue::{CommandSender, Commands, IfFull, NotQueued, command_queue};
use crate::control::Control;
use crate::dxp::address::{Endpoint, Role, accept, bind, connect};
use crate::dxp::connection::{Connection, ConnectionError};
use crate::dxp::message::Message;
use crate::dxp::notation::line_of;
use crate::searcher::{Engine, Searcher, ServeError, Wording};

mod game;
mod session;

use self::session::{Session, Step};

/// The assumed size of a queued message in bytes. Hundreds of messages can wait before the connection is closed.
const QUEUED_BYTES: usize = 8 << 10;

/// The time limit for connecting.
const CONNECT_TIME_MAX: Duration = Duration::from_mins(1);

/// The connection to other programs, and the proposed games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Service {
    /// The connecting side.
    pub endpoint: Endpoint,
    /// The side that proposes the games.
    pub role: Role,
    /// The initiator's color in the first game; colors alternate.
    pub color: Color,
    /// Minutes per game that an initiator proposes, from 1 to 999.
    pub minutes: u16,
    /// Number of moves in those minutes, after which the game ends; 0 for no limit.
    pub moves: u16,
    /// The number of games that an initiator proposes.
    pub games: u32,
}

/// Lets the player of `engine` play its game, in the Hub `notation`, against the programs that connect through
/// `service`. Writes one event per line to `output`, beginning with the address on which the service listens.
///
/// A listening service ends only when `output` is closed. A connecting service ends with its connection. An initiator
/// ends after its games.
///
/// # Errors
/// [`ServeError`] if the game is not supported, the player can't be created, no connection can be made, or `output` is
/// closed.
pub fn serve(
    engine: Engine<'_>,
    notation: Option<HubGame>,
    service: &Service,
    output: impl Write + Send,
) -> Result<(), ServeError> {
    let (line, initial) = line_of(notation).ok_or_else(|| ServeError::Game {
        protocol: "DXP",
        games: "draughts on 10×10",
        game: engine.game.clone(),
    })?;
    let control = Control::new(output);
    let wording = Wording { info: no_info, error: |text| format!("error: {text}") };
    let mut searcher = Searcher::new(engine, line, &control, wording);
    searcher.make()?;
    let mut session = Session::new(searcher, service, initial);
    let failed = |what: &str, error: io::Error| ServeError::Connection {
        address: service.endpoint.to_string(),
        what: what.into(),
        error,
    };
    match &service.endpoint {
        Endpoint::Connect { host, port } => {
            let now = Instant::now();
            let until = now + Duration::from_secs(2);
            let stream = connect(host, *port, until, now + CONNECT_TIME_MAX)
                .map_err(|error| failed("connect to", error))?;
            let connection = Connection::new(stream, service.endpoint.to_string())
                .map_err(|error| failed("connect to", error))?;
            converse(&mut session, connection, &control)
        }
        Endpoint::Listen { host, port } => {
            let listener = bind(host, *port).map_err(|error| failed("listen on", error))?;
            let at = listener.local_addr().map_err(|error| failed("listen on", error))?;
            control.send(&format!("listening at {at}"))?;
            listen(&mut session, &listener, &control, service)
        }
    }
}

/// Serves one program after another.
fn listen<W: Write + Send>(
    session: &mut Session<'_, W>,
    listener: &TcpListener,
    control: &Control<W>,
    service: &Service,
) -> Result<(), ServeError> {
    loop {
        let accepted = accept(listener, None).map_err(|error| ServeError::Connection {
            address: service.endpoint.to_string(),
            what: "listen on".into(),
            error,
        })?;
        let Some(stream) = accepted else { continue };
        let name = stream
            .peer_addr()
            .map_or_else(|_| "an unknown address".into(), |peer| peer.to_string());
        // Continue if the program has already disconnected.
        if let Ok(connection) = Connection::new(stream, name) {
            converse(session, connection, control)?;
        }
        if service.role == Role::Initiator {
            return Ok(());
        }
    }
}

/// Plays over a connection until it ends.
fn converse<W: Write + Send>(
    session: &mut Session<'_, W>,
    mut connection: Connection,
    control: &Control<W>,
) -> Result<(), ServeError> {
    control.send(&format!("connected to {}", connection.name))?;
    let writer = connection.writer()?;
    let closer = connection.writer()?;
    let (to_session, from_reader) = command_queue();
    let conversation = thread::scope(|scope| {
        let reader = thread::Builder::new().name("dxp-messages".into());
        reader.spawn_scoped(scope, || read(&mut connection, to_session, control))?;
        let conversation = play(session, writer, from_reader);
        // This ends the reading thread.
        let _closed = closer.shutdown(std::net::Shutdown::Both);
        conversation
    });
    let why = conversation?;
    control.send(&format!("connection ended: {why}"))?;
    Ok(())
}

/// An item from the reading thread.
pub(super) type Incoming = Result<Message, ConnectionError>;

/// Reads messages until the connection ends. Stops the running search if a message makes it pointless.
#[expect(
    clippy::needless_pass_by_value,
    reason = "dropping it tells the receiver that reading has ended"
)]
fn read<W: Write>(connection: &mut Connection, to: CommandSender<Incoming>, control: &Control<W>) {
    loop {
        let incoming = match connection.receive(None) {
            Ok(Some(message)) => Ok(message),
            Ok(None) => continue,
            Err(error) => Err(error),
        };
        let is_chat = matches!(incoming, Ok(Message::Chat(_)));
        let is_pressing = !matches!(incoming, Ok(Message::Chat(_) | Message::Move(_)));
        let is_end = incoming.is_err();
        // The reading thread must not wait for a search, because a later message can end the search.
        let is_end = match to.send(incoming, QUEUED_BYTES, IfFull::Refuse) {
            Ok(()) => is_end,
            Err(NotQueued::Closed) => return,
            // Excess chat is dropped.
            Err(NotQueued::Full) if is_chat => continue,
            Err(NotQueued::Full) => true,
        };
        if is_pressing || is_end {
            control.stop_running();
        }
        if is_end {
            return;
        }
    }
}

/// Handles messages, and moves when it is our turn and no message is waiting. Returns the reason why the conversation
/// ended.
#[expect(
    clippy::needless_pass_by_value,
    reason = "dropping it tells the sender that receiving has ended"
)]
fn play<W: Write + Send>(
    session: &mut Session<'_, W>,
    writer: std::net::TcpStream,
    messages: Commands<Incoming>,
) -> Result<String, ServeError> {
    let mut step = session.meet(writer);
    loop {
        if let Step::End(why) = step {
            return Ok(why);
        }
        step = match messages.try_receive() {
            Some(incoming) => session.obey(incoming)?,
            None if session.is_our_turn() => session.take_turn()?,
            // If the queue has room, the reading thread sends the reason before it ends.
            None => match messages.receive() {
                Some(incoming) => session.obey(incoming)?,
                None => Step::End("it sent too many messages out of turn".into()),
            },
        };
    }
}

/// The protocol has no search reports.
fn no_info(_: &Thinking, _: Duration, _: &str) -> String {
    String::new()
}
