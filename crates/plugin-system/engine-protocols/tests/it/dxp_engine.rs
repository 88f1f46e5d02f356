//! Our players over DXP, with correct and faulty programs connecting to them.

use std::io::Write;
use std::net::TcpStream;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use board_engine::Color;
use engine_protocols::dxp::{Endpoint, Role, Service, serve};

use crate::as_engine::engine;
use crate::dxp_player::Peer;

const GAME: &str = "checkers:international";

/// Forwards the report, line by line.
struct Report(Sender<String>, String);

impl Write for Report {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.1.push_str(std::str::from_utf8(bytes).unwrap());
        while let Some(end) = self.1.find('\n') {
            let line: String = self.1.drain(..=end).collect();
            // This ends the service when the test ends.
            self.0.send(line.trim_end().into()).map_err(std::io::Error::other)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// A listening engine and its reported lines.
pub(crate) struct Served {
    pub(crate) address: String,
    lines: Receiver<String>,
}

impl Served {
    /// Starts a follower whose player has these option values.
    fn new(values: &'static [(&str, &str)]) -> Self {
        Self::with_role(Role::Follower, values)
    }

    pub(crate) fn with_role(role: Role, values: &'static [(&str, &str)]) -> Self {
        let (to, lines) = channel();
        // The thread ends when the test closes the report.
        thread::spawn(move || {
            let mut engine = engine(GAME);
            for (name, value) in values {
                engine.values.set(*name, *value);
            }
            let service = Service {
                endpoint: Endpoint::listen("127.0.0.1:0").unwrap(),
                role,
                color: Color::White,
                minutes: 5,
                moves: 0,
                games: 1,
            };
            let hub = game_catalog::engine_notations(GAME).hub;
            serve(engine, hub, &service, Report(to, String::new()))
        });
        let first = lines.recv().unwrap();
        let address = first.strip_prefix("listening at ").unwrap().to_owned();
        Self { address, lines }
    }

    fn connect(&self) -> Peer {
        let peer = Peer::new(TcpStream::connect(&self.address).unwrap());
        assert!(self.lines.recv().unwrap().starts_with("connected to "));
        peer
    }

    fn check_line(&self, expected: &str) {
        assert_eq!(self.lines.recv().unwrap(), expected);
    }
}

const PROPOSAL: &str = "R01Other                           Z005000A";

const ACCEPTED: &str = "ARival last 1                    0";

fn begun(served: &Served) -> Peer {
    let mut peer = served.connect();
    peer.send(PROPOSAL);
    assert_eq!(peer.receive(), ACCEPTED);
    served.check_line("game 1: Black against Other, 5 minutes");
    peer
}

#[test]
fn a_program_plays_several_games_with_takebacks_and_chat() {
    let served = Served::new(&[]);
    let mut peer = begun(&served);
    peer.send("M0001322800");
    let first = peer.receive();
    assert!(first.starts_with('M'), "{first}");
    peer.send("B001W");
    assert_eq!(peer.receive(), "K0");
    served.check_line("back to move 1 of White");
    peer.send("B007W");
    assert_eq!(peer.receive(), "K2", "the game was never there");
    peer.send("M0001332900");
    assert!(peer.receive().starts_with('M'));
    peer.send("Chello");
    served.check_line("chat: hello");
    assert!(peer.receive().starts_with('C'), "it is answered");
    peer.send("E30");
    served.check_line("game 1: ended by the other program as a win for itself");
    assert_eq!(peer.receive(), "E00");
    peer.send("R01Other                           W001002A");
    assert_eq!(peer.receive(), ACCEPTED);
    served.check_line("game 2: White against Other, 1 minutes for 2 moves");
    assert!(peer.receive().starts_with('M'), "it begins");
}

#[test]
fn a_search_stops_for_a_takeback_and_at_the_end() {
    let served = Served::new(&[("waits", "true")]);
    let mut peer = begun(&served);
    peer.send("M0001322800");
    peer.send("B001W");
    assert_eq!(peer.receive(), "K0");
    peer.send("M0001322800");
    peer.send("E00");
    assert_eq!(peer.receive(), "E00");
}

#[test]
fn faulty_programs_learn_the_reason_and_the_next_program_is_served() {
    let served = Served::new(&[]);
    let check = |bytes: &str, chat: &str, why: &str| {
        let mut peer = served.connect();
        peer.send(PROPOSAL);
        assert_eq!(peer.receive(), ACCEPTED);
        assert!(served.lines.recv().unwrap().starts_with("game "));
        peer.send(bytes);
        if !chat.is_empty() {
            assert_eq!(peer.receive(), chat);
        }
        assert_eq!(peer.receive(), "", "the connection is closed");
        served.check_line(&format!("connection ended: {why}"));
    };
    let why = "1-50 can't be played: no legal move has this start, end and captured pieces";
    check("M0001015000", &format!("Cerror: {why}"), why);
    let why = "it sent \"where am I\"; expected one of the letters R A M E C B K";
    check("where am I", "", why);
    let why = "it sent more than 127 characters without the zero byte that ends a message";
    check(&"x".repeat(10_000), "", why);
    let mut peer = served.connect();
    peer.send("M0001322800");
    assert_eq!(peer.receive(), "Cerror: 32-28 was sent out of turn");
    served.check_line("connection ended: 32-28 was sent out of turn");
    let mut peer = served.connect();
    peer.send("R02Other                           Z005000A");
    assert_eq!(peer.receive(), "ARival last 1                    1");
    served.check_line("error: a game was refused: unknown protocol version 2");
    drop(peer);
    served.check_line("connection ended: it closed the connection");
}
