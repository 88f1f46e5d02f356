//! Correct and faulty DXP programs as players at a table.

use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use engine_protocols::{CommandError, DxpPlayer, Timeouts};
use game_catalog::engine_notations;
use games_package::{FailureKind, Options, Player, PlayerError, Reply, Request};

use crate::support::{self, TIMEOUTS, Table, setup};

const GAME: &str = "checkers:international";
const START: &str = "W:W31-50:B1-20";

/// A program at the other end of the connection.
pub(crate) struct Peer(TcpStream);

impl Peer {
    pub(crate) const fn new(stream: TcpStream) -> Self {
        Self(stream)
    }

    /// Our next message; empty if the connection has ended.
    pub(crate) fn receive(&mut self) -> String {
        let mut text = Vec::new();
        let mut byte = [0];
        while self.0.read(&mut byte).is_ok_and(|count| count == 1) && byte[0] != 0 {
            text.push(byte[0]);
        }
        String::from_utf8(text).unwrap()
    }

    /// Sends a message. Ignores a closed connection.
    pub(crate) fn send(&mut self, text: &str) {
        self.send_raw(format!("{text}\0").as_bytes());
    }

    pub(crate) fn send_raw(&mut self, bytes: &[u8]) {
        let _gone = self.0.write_all(bytes);
    }

    /// Waits until the other side disconnects.
    pub(crate) fn wait_for_end(&mut self) {
        while !self.receive().is_empty() {}
    }
}

/// Starts a listening program that runs `script` over one connection. Returns the program's address.
pub(crate) fn listening(script: impl FnOnce(Peer) + Send + 'static) -> (String, JoinHandle<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let program = thread::spawn(move || script(Peer(listener.accept().unwrap().0)));
    (address, program)
}

pub(crate) fn accept(peer: &mut Peer) {
    assert!(peer.receive().starts_with("R01Rival "));
    peer.send("AFake                            0");
}

fn request(moves: &str) -> Request {
    Request { moves: moves.into(), ..support::request(START, "32-28") }
}

fn player(address: &str, timeouts: Timeouts) -> DxpPlayer {
    DxpPlayer::new(GAME, engine_notations(GAME).hub, address, &Options::default(), timeouts)
        .unwrap()
}

/// Asks a program that runs this script for the first move.
fn play(script: impl FnOnce(Peer) + Send + 'static) -> Result<Reply, PlayerError> {
    let (address, program) = listening(script);
    let mut player = player(&address, TIMEOUTS);
    let begun = Instant::now();
    let reply = player
        .start(&setup(GAME))
        .and_then(|()| player.choose_move(&request(""), &Table::default()));
    assert!(begun.elapsed() < Duration::from_mins(2), "no side waits forever");
    drop(player);
    program.join().unwrap();
    reply
}

fn check_failure(kind: FailureKind, detail: &str, script: impl FnOnce(&mut Peer) + Send + 'static) {
    let error = play(move |mut peer| {
        accept(&mut peer);
        script(&mut peer);
    })
    .unwrap_err();
    assert_eq!((error.kind(), error.text()), (kind, detail));
}

#[test]
fn a_program_plays_and_receives_the_tables_moves() {
    let (address, program) = listening(|mut peer| {
        let request = peer.receive();
        assert!(request.starts_with("R01R"), "{request}");
        assert!(
            request.ends_with("W001600A"),
            "it has White, and a minute for 600 moves: {request}"
        );
        peer.send("AFake                            0");
        peer.send("Chello");
        peer.send("M0001322800");
        assert_eq!(peer.receive(), "M0000192300");
        // Send one message in two halves.
        peer.send_raw(b"M00012819");
        peer.send_raw(b"0123\0");
        peer.wait_for_end();
    });
    let mut player = player(&address, TIMEOUTS);
    player.start(&setup(GAME)).unwrap();
    let table = Table::default();
    assert_eq!(player.choose_move(&request(""), &table).unwrap(), Reply::play("32-28"));
    assert_eq!(player.name(), "Fake");
    let after = Request { position: "W:W28,31,33-50:B1-18,20,23".into(), ..request("32-28 19-23") };
    assert_eq!(player.choose_move(&after, &table).unwrap(), Reply::play("28x19"));
    drop(player);
    program.join().unwrap();
}

#[test]
fn a_program_may_propose_the_games() {
    let (address, program) = listening(|mut peer| {
        peer.send("R01Fake 2                          Z005000A");
        assert!(peer.receive().starts_with("ARival "));
        peer.send("M0001322800");
        peer.wait_for_end();
    });
    let mut player = player(&format!("{address}?role=follower"), TIMEOUTS);
    player.start(&setup(GAME)).unwrap();
    let reply = player.choose_move(&request(""), &Table::default());
    assert_eq!(reply.unwrap(), Reply::play("32-28"));
    drop(player);
    program.join().unwrap();
}

#[test]
fn consecutive_games_share_a_connection() {
    let (address, program) = listening(|mut peer| {
        for _ in 0..3 {
            accept(&mut peer);
            peer.send("M0001322800");
            assert_eq!(peer.receive(), "E00");
            peer.send("E00");
        }
        peer.wait_for_end();
    });
    let mut player = player(&address, TIMEOUTS);
    for _ in 0..3 {
        player.start(&setup(GAME)).unwrap();
        let reply = player.choose_move(&request(""), &Table::default());
        assert_eq!(reply.unwrap(), Reply::play("32-28"));
    }
    player.start(&setup(GAME)).unwrap();
    drop(player);
    program.join().unwrap();
}

#[test]
fn a_lost_connection_is_reopened_for_the_next_match() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let program = thread::spawn(move || {
        for _ in 0..2 {
            let mut peer = Peer(listener.accept().unwrap().0);
            accept(&mut peer);
            peer.send("M0001322800");
        }
    });
    let mut player = player(&address, TIMEOUTS);
    for _ in 0..2 {
        player.start(&setup(GAME)).unwrap();
        assert!(player.choose_move(&request(""), &Table::default()).is_ok());
    }
    program.join().unwrap();
}

#[test]
fn a_takeback_at_the_table_reaches_the_program() {
    let (address, program) = listening(|mut peer| {
        accept(&mut peer);
        peer.send("M0001322800");
        assert_eq!(peer.receive(), "M0000192300");
        peer.send("M0001281901 23".replace(' ', "").as_str());
        assert_eq!(peer.receive(), "B001Z", "back to before 19-23");
        peer.send("K0");
        assert_eq!(peer.receive(), "M0000172200");
        peer.send("M0001281701 22".replace(' ', "").as_str());
        // After its second refusal, a new game starts from the position.
        assert_eq!(peer.receive(), "B001Z");
        peer.send("K1");
        assert_eq!(peer.receive(), "E00");
        peer.send("E00");
        let request = peer.receive();
        let expected = format!("BW{}e{}e", "z".repeat(16), "z".repeat(4));
        assert!(request.get(42..).is_some_and(|rest| rest.starts_with(&expected)), "{request}");
        peer.send("AFake                            0");
        peer.send("M0001283000");
        peer.wait_for_end();
    });
    let mut player = player(&address, TIMEOUTS);
    player.start(&setup(GAME)).unwrap();
    let table = Table::default();
    player.choose_move(&request(""), &table).unwrap();
    for (moves, position, expected) in [
        ("32-28 19-23", "W:W28,31,33-50:B1-18,20,23", "28x19"),
        ("32-28 17-22", "W:W28,31,33-50:B1-16,18-20,22", "28x17"),
    ] {
        let request = Request { position: position.into(), ..request(moves) };
        assert_eq!(player.choose_move(&request, &table).unwrap(), Reply::play(expected));
    }
    let position = "W:W28,31,33-50:B1-16,18-21".into();
    let third = Request { position, ..request("32-28 17-21") };
    let error = player.choose_move(&third, &table).unwrap_err();
    assert_eq!(error.kind(), FailureKind::IllegalMove, "{error}");
    drop(player);
    program.join().unwrap();
}

#[test]
fn ending_the_game_as_lost_is_a_resignation() {
    let reply = play(|mut peer| {
        accept(&mut peer);
        peer.send("E10");
        assert_eq!(peer.receive(), "E00", "the end is acknowledged");
    });
    assert_eq!(reply.unwrap(), Reply::Resign);
}

#[test]
fn a_program_cannot_request_a_takeback() {
    let reply = play(|mut peer| {
        accept(&mut peer);
        peer.send("B001W");
        assert_eq!(peer.receive(), "K1");
        peer.send("M0001322800");
        peer.wait_for_end();
    });
    assert_eq!(reply.unwrap(), Reply::play("32-28"));
}

#[test]
fn failing_programs_are_reported_with_a_reason() {
    let name = "\"AFake                            0\"";
    let fails = |kind, detail: String, script: fn(&mut Peer)| {
        check_failure(kind, &detail.replace("NAME", name), script);
    };
    fails(
        FailureKind::Unresponsive,
        "Fake: it didn't answer in time, after NAME".into(),
        Peer::wait_for_end,
    );
    fails(FailureKind::Vanished, "Fake: it closed the connection, after NAME".into(), |_| {});
    fails(
        FailureKind::Vanished,
        "Fake: it closed the connection in the middle of a message, after NAME".into(),
        |peer| peer.send_raw(b"M0001"),
    );
    fails(
        FailureKind::IllegalMove,
        "Fake: no legal move has this start, end and captured pieces: 1-50, after NAME, \"M0001015000\"".into(),
        |peer| {
            peer.send("M0001015000");
            peer.wait_for_end();
        },
    );
    fails(
        FailureKind::ProtocolError,
        "Fake: it sent \"where am I\"; expected one of the letters R A M E C B K, after NAME, \"where am I\"".into(),
        |peer| {
            peer.send("where am I");
            peer.wait_for_end();
        },
    );
    fails(
        FailureKind::ProtocolError,
        "Fake: it sent more than 127 characters without the zero byte that ends a message, after NAME".into(),
        |peer| peer.send_raw(&vec![b'x'; 10_000_000]),
    );
    fails(
        FailureKind::Vanished,
        "Fake: it ended the unfinished game as a win for itself, after NAME, \"E31\"".into(),
        |peer| {
            peer.send("E31");
            peer.wait_for_end();
        },
    );
    fails(
        FailureKind::ProtocolError,
        "Fake: it sent \"A\"; expected A, a name and a digit, after NAME, \"A\"".into(),
        |peer| {
            peer.send("A");
            peer.wait_for_end();
        },
    );
}

#[test]
fn a_program_that_never_stops_talking_times_out() {
    let reply = play(|mut peer| {
        accept(&mut peer);
        while peer.0.write_all(b"Cnothing to say\0").is_ok() {}
    });
    assert_eq!(reply.unwrap_err().kind(), FailureKind::Unresponsive);
}

#[test]
fn a_move_before_the_request_is_out_of_turn() {
    let (address, program) = listening(|mut peer| {
        accept(&mut peer);
        peer.send_raw(b"M0001322800\0M0001332900\0");
        peer.wait_for_end();
    });
    let mut player = player(&address, TIMEOUTS);
    player.start(&setup(GAME)).unwrap();
    assert!(player.choose_move(&request(""), &Table::default()).is_ok());
    let after = Request { position: "W:W28,31,33-50:B1-18,20,23".into(), ..request("32-28 19-23") };
    let error = player.choose_move(&after, &Table::default()).unwrap_err();
    assert_eq!(error.kind(), FailureKind::OutOfTurn, "{error}");
    drop(player);
    program.join().unwrap();
}

#[test]
fn a_program_that_refuses_its_first_game_has_not_started() {
    for (answer, why) in [
        ("AFake                            1", "another protocol version"),
        ("AFake                            2", "refused this game"),
        ("AFake                            3", "to play any game"),
        ("R01Fake                            Z005000A", "add role=follower"),
    ] {
        let error = play(move |mut peer| {
            peer.receive();
            peer.send(answer);
            peer.wait_for_end();
        })
        .unwrap_err();
        assert_eq!(error.kind(), FailureKind::StartFailed, "{error}");
        assert!(error.text().contains(why), "{error}");
    }
}

#[test]
fn a_game_other_than_the_tables_is_refused() {
    for (proposal, why) in [
        ("R01Fake                            W005000A".to_string(), "the other color"),
        ("R02Fake                            Z005000A".to_string(), "version 2"),
        (
            format!("R01Fake                            Z005000BWz{}w", "e".repeat(48)),
            "but this game starts from",
        ),
    ] {
        let (address, program) = listening(move |mut peer| {
            peer.send(&proposal);
            let answer = peer.receive();
            assert!(answer.ends_with(['1', '2']), "{answer}");
        });
        let mut player = player(&format!("{address}?role=follower"), TIMEOUTS);
        player.start(&setup(GAME)).unwrap();
        let error = player.choose_move(&request(""), &Table::default()).unwrap_err();
        assert_eq!(error.kind(), FailureKind::StartFailed, "{error}");
        assert!(error.text().contains(why), "{error}");
        drop(player);
        program.join().unwrap();
    }
}

#[test]
fn a_malformed_address_is_refused() {
    let new = |game: &str, address: &str| {
        let hub = engine_notations(game).hub;
        DxpPlayer::new(game, hub, address, &Options::default(), TIMEOUTS).map(|_| ())
    };
    let (protocol, games) = ("DXP", "draughts on 10×10");
    for game in ["chess", "checkers:english"] {
        assert_eq!(new(game, "x"), Err(CommandError::Game { protocol, games, game: game.into() }));
    }
    assert_eq!(new(GAME, "x:y"), Err(CommandError::NoAddress { text: "x:y".into() }));
    // No program listens at port 1.
    let error = player("127.0.0.1:1", TIMEOUTS).start(&setup(GAME)).unwrap_err();
    assert_eq!(error.kind(), FailureKind::LoadRefused);
    assert!(error.text().starts_with("can't connect to 127.0.0.1:1: "), "{error}");
    let timeouts = Timeouts { ready: Duration::from_millis(100), ..TIMEOUTS };
    let error = player("127.0.0.1:0?listen=true", timeouts).start(&setup(GAME)).unwrap_err();
    assert_eq!(error.text(), "no program connected to 127.0.0.1:0");
}
