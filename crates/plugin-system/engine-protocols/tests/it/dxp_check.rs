//! Checks of DXP programs that accept or propose games.

use std::time::{Duration, Instant};

use engine_protocols::check::{self, Check, CheckTimes, Verdict};
use engine_protocols::dxp::Role;
use game_catalog::engine_notations;

use crate::check::{check_fault, failed};
use crate::dxp_engine::Served;
use crate::dxp_player::{Peer, accept, listening};

const GAME: &str = "checkers:international";

const TIMES: CheckTimes = CheckTimes {
    ready: Duration::from_millis(300),
    search: Duration::from_millis(10),
    answer: Duration::from_millis(300),
};

/// Checks a program that runs `script` after it has accepted the first game.
fn dxp(script: impl FnOnce(&mut Peer) + Send + 'static) -> Vec<Check> {
    dxp_from_the_start(|peer| {
        accept(peer);
        script(peer);
        peer.wait_for_end();
    })
}

fn dxp_from_the_start(script: impl FnOnce(&mut Peer) + Send + 'static) -> Vec<Check> {
    checked("", TIMES, script)
}

/// Checks a program that runs `script`. The options are appended to the program's address.
fn checked(
    options: &str,
    times: CheckTimes,
    script: impl FnOnce(&mut Peer) + Send + 'static,
) -> Vec<Check> {
    let (address, program) = listening(|mut peer| script(&mut peer));
    let checks =
        check::dxp(GAME, engine_notations(GAME).hub, &format!("{address}{options}"), times)
            .unwrap();
    program.join().unwrap();
    checks
}

/// Answers the check's first move.
fn reply(peer: &mut Peer) {
    assert!(peer.receive().starts_with("M0000"));
    peer.send("M0001202500");
}

/// Answers the first move, and then the next move, which arrives with a chat.
fn answer_to_the_chat(peer: &mut Peer) {
    reply(peer);
    assert_eq!(peer.receive(), "CThis is a check of the protocol.");
    assert!(peer.receive().starts_with('M'));
    // This answer must be a capture because our move offers a man.
    peer.send("M000217280122");
}

#[test]
fn a_faulty_dxp_program_fails_the_matching_check() {
    let begun = Instant::now();
    check_fault(&dxp_from_the_start(Peer::wait_for_end), "mute", "game", "didn't answer in time");
    let refuses = |peer: &mut Peer| peer.send("AFake                            2");
    check_fault(&dxp_from_the_start(refuses), "refuses", "game", "refused with the code 2");
    let proposes = |peer: &mut Peer| peer.send("R01Fake                            Z005000A");
    check_fault(&dxp_from_the_start(proposes), "proposes", "game", "add ?role=follower");
    check_fault(&dxp(|peer| peer.send("M0001182300")), "eager", "waits", "M0001182300");
    let name = "legal move";
    check_fault(&dxp(|_| ()), "silent", name, "it didn't answer in time");
    check_fault(&dxp(|peer| peer.send("hello?")), "garbage", "waits", "it sent \"hello?\"");
    let answer = |text: &'static str| {
        move |peer: &mut Peer| {
            peer.receive();
            peer.send(text);
        }
    };
    check_fault(&dxp(answer("M0001012300")), "illegal", name, "1-23: ");
    check_fault(&dxp(answer("M00011823")), "short", name, "expected M, seconds");
    check_fault(&dxp(answer("E10")), "resigns", name, "it ends the game as a loss for itself");
    let half = |peer: &mut Peer| {
        peer.receive();
        peer.send_raw(b"M00011");
    };
    check_fault(&dxp(half), "half", name, "it sent 6 characters of a message");
    let endless = |peer: &mut Peer| peer.send_raw(&[b'x'; 4096]);
    check_fault(&dxp(endless), "endless", "waits", "more than 127 characters");
    let chatter = |peer: &mut Peer| (0..100_000).for_each(|_| peer.send("CI am thinking"));
    check_fault(&dxp(chatter), "chatter", name, "it didn't answer in time");
    let twice = |peer: &mut Peer| {
        reply(peer);
        peer.send("M0001192400");
    };
    check_fault(&dxp(twice), "twice", "one answer", "\"M0001192400\", which was not asked for");
    check_fault(&dxp(reply), "deaf to chat", "chat", "it didn't answer in time");
    let leaves = |peer: &mut Peer| {
        accept(peer);
        peer.receive();
        peer.send_raw(b"M00");
    };
    let found = "it closed the connection in the middle of a message";
    check_fault(&dxp_from_the_start(leaves), "leaves", name, found);
    check_fault(
        &dxp(answer_to_the_chat),
        "no answer to B",
        "take back",
        "it didn't answer in time",
    );
    assert!(begun.elapsed() < Duration::from_mins(5), "no side waits forever");
}

#[test]
fn the_address_and_the_game_are_checked_first() {
    let unreachable = check::dxp(GAME, engine_notations(GAME).hub, "localhost:1", TIMES).unwrap();
    check_fault(&unreachable, "unreachable", "connection", "can't connect to localhost:1");
    assert!(
        check::dxp(
            "checkers:english",
            engine_notations("checkers:english").hub,
            "localhost",
            TIMES
        )
        .is_err()
    );
    assert!(check::dxp(GAME, engine_notations(GAME).hub, "localhost:x", TIMES).is_err());
}

/// Longer times, because many of these programs do send an answer.
const PROPOSING_TIMES: CheckTimes =
    CheckTimes { ready: Duration::from_secs(2), answer: Duration::from_secs(1), ..TIMES };

/// Asserts that a program that proposes games by running `script` fails the check `name`.
fn check_proposing(
    name: &str,
    found: &str,
    script: impl FnOnce(&mut Peer) + Send + 'static,
) -> Vec<Check> {
    let begun = Instant::now();
    let checks = checked("?role=follower", PROPOSING_TIMES, script);
    check_fault(&checks, "proposing", name, found);
    assert!(begun.elapsed() < Duration::from_mins(2), "no side waits forever");
    checks
}

/// Formats a proposal. `game` contains our color, the minutes, the moves, and the start.
fn proposal(version: &str, game: &str) -> String {
    format!("R{version}{:32}{game}", "Fake")
}

/// A program that proposes `game`, and runs `script` when we accept.
fn plays(game: &'static str, script: impl FnOnce(&mut Peer)) -> impl FnOnce(&mut Peer) {
    move |peer| {
        peer.send(&proposal("01", game));
        let answer = peer.receive();
        assert!(answer.starts_with("ARival ") && answer.ends_with('0'), "{answer}");
        script(peer);
        peer.wait_for_end();
    }
}

#[test]
fn a_program_that_proposes_an_invalid_game_fails_the_game_check() {
    let says = |text: String| {
        move |peer: &mut Peer| {
            peer.send_raw(text.as_bytes());
            peer.wait_for_end();
        }
    };
    let name = "game";
    check_proposing(name, "it proposed no game in time; omit role=follower", says(String::new()));
    check_proposing(name, "it sent 5 characters of a message", says("R01Fa".into()));
    check_proposing(name, "it sent \"hello?\"; expected", says("hello?\0".into()));
    check_proposing(name, "expected R, version", says("R01Fake\0".into()));
    check_proposing(name, "it sent more than 127 characters", says("x".repeat(4096)));
    let accepts = format!("A{:32}0\0", "Fake");
    check_proposing(name, &format!("\"A{:32}0\" instead", "Fake"), says(accepts));
    let short = proposal("01", &format!("Z001999BW{}\0", "e".repeat(49)));
    check_proposing(name, "expected R, version", says(short));
    let eager = format!("{}\0M0001322800\0", proposal("01", "Z001999A"));
    check_proposing(name, "\"M0001322800\" before its game was accepted", says(eager));
    check_proposing(name, "it closed the connection", |_| ());
    let leaves = |peer: &mut Peer| peer.send_raw(b"R01Fake");
    check_proposing(name, "it closed the connection in the middle of a message", leaves);
}

#[test]
fn an_unplayable_game_is_refused_with_the_right_code() {
    let refused = |proposal: String, code: char| {
        move |peer: &mut Peer| {
            peer.send(&proposal);
            let answer = peer.receive();
            assert!(answer.starts_with("ARival ") && answer.ends_with(code), "{answer}");
        }
    };
    let version = refused(proposal("02", "Z001999A"), '1');
    check_proposing("game", "it uses protocol version 2", version);
    let empty = format!("Z001999BW{}", "e".repeat(50));
    let found = format!("it proposes a game from W{}: ", "e".repeat(50));
    check_proposing("game", &found, refused(proposal("01", &empty), '2'));
    let alone = format!("Z001999BZ{}w", "e".repeat(49));
    let found = format!("it proposes a game from B{}w: ", "e".repeat(49));
    check_proposing("game", &found, refused(proposal("01", &alone), '2'));
}

#[test]
fn a_program_that_misplays_its_own_game_fails_the_matching_check() {
    // Our color is White, but the program moves for White.
    let both = plays("W001999A", |peer| peer.send("M0001322800"));
    check_proposing("waits", "\"M0001322800\", which was not asked for", both);
    // Our color is Black, but the program waits for our first move.
    let neither = plays("Z001999A", |_| ());
    check_proposing("legal move", "it didn't answer in time", neither);
    let illegal = plays("Z001999A", |peer| peer.send("M0001015000"));
    check_proposing("legal move", "1-50: ", illegal);
    let garbage = plays("Z001999A", |peer| peer.send("M00013228"));
    check_proposing("legal move", "expected M, seconds", garbage);
    let half = plays("Z001999A", |peer| peer.send_raw(b"M00013"));
    check_proposing("legal move", "it sent 6 characters of a message", half);
    let resigns = plays("Z001999A", |peer| peer.send("E10"));
    check_proposing("legal move", "it ends the game as a loss for itself instead", resigns);
    let silent = plays("W001999A", |peer| assert!(peer.receive().starts_with("M0000")));
    check_proposing("legal move", "it didn't answer in time", silent);
    let twice = plays("Z001999A", |peer| peer.send_raw(b"M0001322800\0M0001332900\0"));
    check_proposing("one answer", "\"M0001332900\", which was not asked for", twice);
    let leaves = |peer: &mut Peer| {
        peer.send(&proposal("01", "Z001999A"));
        assert!(peer.receive().ends_with('0'));
        peer.send("M0001322800");
    };
    check_proposing("one answer", "it closed the connection", leaves);
}

#[test]
fn the_check_does_not_wait_for_hours_that_a_program_proposes() {
    let sleeps = plays("Z999001A", |_| ());
    let checks = check_proposing("legal move", "it didn't answer in time", sleeps);
    assert_eq!(checks[1].found, "Fake proposes 999 minutes for 1 moves");
}

#[test]
fn rejected_messages_are_reported_for_a_proposing_program() {
    check_proposing("chat", "it didn't answer in time", plays("W001999A", reply));
    let nothing_back = plays("W001999A", answer_to_the_chat);
    check_proposing("take back", "it didn't answer in time", nothing_back);
    let no_end = plays("W001999A", |peer| {
        answer_to_the_chat(peer);
        assert_eq!(peer.receive(), "B002W");
        peer.send("K1");
        assert_eq!(peer.receive(), "E00");
        peer.send("M0001192400");
    });
    check_proposing("end", "\"M0001192400\" instead", no_end);
}

#[test]
fn our_engine_passes_when_it_proposes_the_games() {
    let served = Served::with_role(Role::Initiator, &[]);
    let address = format!("{}?role=follower", served.address);
    let times = CheckTimes { ready: Duration::from_secs(20), ..PROPOSING_TIMES };
    let checks = check::dxp(GAME, engine_notations(GAME).hub, &address, times).unwrap();
    assert_eq!(failed(&checks), ("", ""), "{checks:?}");
    assert_eq!(checks[1].found, "Rival last 1 proposes 5 minutes");
    let skipped = checks.iter().filter(|check| check.verdict == Verdict::Skipped);
    let skipped: Vec<&str> = skipped.map(|check| check.name).collect();
    assert_eq!(skipped, ["waits", "parts", "capture", "last game"]);
}
