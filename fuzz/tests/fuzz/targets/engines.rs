//! Our players as engines. An input is everything that another program writes to the engine.

use std::io::{Cursor, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use board_engine::Color;
use engine_protocols::dxp::{Endpoint, Role, Service};
use engine_protocols::{Engine, ServeError};
use engine_protocols::{dxp as dxp_protocol, hub as hub_protocol, uci as uci_protocol};
use game_catalog::engine_notations;
use games_package::{OptionSpec, Options, Player};

use crate::target::{Answer, Check, Verdict, must};

/// The maximum total number of bytes in all answers. Each input line gets only a few bytes.
const OUTPUT_BYTES_MAX: usize = 8 << 20;

/// An output that the test can read.
#[derive(Clone, Default)]
pub(super) struct Output(Arc<Mutex<Vec<u8>>>);

impl Output {
    pub(super) fn text(&self) -> String {
        let bytes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// A player of this game that answers immediately and has one option of each type.
pub(super) fn engine(game: &str) -> Engine<'static> {
    let game = game.to_owned();
    let options = vec![
        OptionSpec::integer("hash", "", 3, 1, 9),
        OptionSpec::flag("book", "", false),
        OptionSpec::choice("style", "", "calm", &["calm", "wild"]),
        OptionSpec::text("name", "", ""),
    ];
    let full_name = game.clone();
    let make = move |_: &Options| -> Result<Box<dyn Player>, String> {
        game_catalog::new_player(&full_name, "random", &Options::default())
            .map_err(|error| error.to_string())
    };
    Engine {
        name: "Rival random".into(),
        version: "1".into(),
        game,
        options,
        values: Options::default(),
        seed: 1,
        make: Box::new(make),
    }
}

pub(super) fn hub() -> Check {
    served("checkers:international", |engine, input, output| {
        let hub = engine_notations(&engine.game).hub;
        hub_protocol::serve(engine, hub, input, output)
    })
}

pub(super) fn uci() -> Check {
    served("chess:standard", |engine, input, output| {
        let uci = engine_notations(&engine.game).uci;
        uci_protocol::serve(engine, uci, input, output)
    })
}

/// Serves a session.
type Serve = fn(Engine<'static>, Cursor<Vec<u8>>, Output) -> Result<(), ServeError>;

/// A session with lines as input.
fn served(game: &'static str, serve: Serve) -> Check {
    Box::new(move |input| {
        let output = Output::default();
        let ended = serve(engine(game), Cursor::new(input.to_vec()), output.clone());
        judged(&output.text(), ended.err())
    })
}

/// Checks that an engine's answers are printable lines of limited length.
pub(super) fn judged(answers: &str, error: Option<ServeError>) -> Verdict {
    if answers.len() > OUTPUT_BYTES_MAX {
        return Err(format!("{} bytes of answers", answers.len()));
    }
    if let Some(line) = answers.lines().find(|line| line.chars().any(char::is_control)) {
        return Err(format!("an answer with control characters: {line:?}"));
    }
    if !answers.is_empty() && !answers.ends_with('\n') {
        return Err("the last answer has no end".into());
    }
    if let Some(error) = error {
        return Ok(Answer::refused(error));
    }
    let mut kinds: Vec<String> = answers.lines().map(|line| Answer::refused(line).kind).collect();
    for kind in &mut kinds {
        kind.truncate(24);
    }
    kinds.sort();
    kinds.dedup();
    kinds.truncate(6);
    Ok(Answer::accepted(kinds.join(" ")))
}

/// A session over a connection. Messages end with a zero byte.
pub(super) fn dxp() -> Check {
    let listener = TcpListener::bind("127.0.0.1:0");
    Box::new(move |input| {
        let listener = listener.as_ref().map_err(ToString::to_string)?;
        let port = must("a port", listener.local_addr())?.port();
        let service = Service {
            endpoint: Endpoint::Connect { host: "127.0.0.1".into(), port },
            role: Role::Follower,
            color: Color::White,
            minutes: 1,
            moves: 0,
            games: 1,
        };
        let output = Output::default();
        let ended = thread::scope(|scope| {
            let other = scope.spawn(|| accepted(listener, input));
            let game = "checkers:international";
            let hub = engine_notations(game).hub;
            let ended = dxp_protocol::serve(engine(game), hub, &service, output.clone());
            let _other = other.join();
            ended
        });
        judged(&output.text(), ended.err())
    })
}

/// Accepts a connection, writes the input, and reads until the connection ends.
pub(super) fn accepted(listener: &TcpListener, input: &[u8]) {
    if let Ok((stream, _)) = listener.accept() {
        converse(stream, input);
    }
}

fn converse(mut stream: TcpStream, input: &[u8]) {
    // The other side can close the connection after any byte.
    let _gone = stream.write_all(input);
    let _gone = stream.shutdown(Shutdown::Write);
    let _gone = stream.read_to_end(&mut Vec::new());
}
