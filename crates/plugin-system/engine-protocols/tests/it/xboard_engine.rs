//! Our players as XBoard engines.

use std::io::{BufRead, BufReader, Write};

use engine_protocols::{Engine, ServeError, xboard};

use crate::as_engine::{Output, all_answers_of, engine, pipe};

fn serve(
    engine: Engine<'_>,
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
) -> Result<(), ServeError> {
    let uci = game_catalog::engine_notations(&engine.game).uci;
    xboard::serve(engine, uci, input, output)
}

fn check(input: &str, expected: &[&str]) {
    assert_eq!(all_answers_of("chess:standard", input, serve), expected, "{input}");
}

#[test]
fn an_engine_introduces_itself_with_its_options() {
    let features = [
        "feature myname=\"Rival last 1\" variants=\"normal,fischerandom\"",
        "feature ping=1 setboard=1 usermove=1 playother=1 reuse=1 analyze=0 colors=0",
        "feature san=0 sigint=0 sigterm=0 draw=0 nps=0 time=1",
        "feature option=\"size -spin 3 1 9\"",
        "feature option=\"waits -check 0\"",
        "feature option=\"plays -string \"",
        "feature option=\"seed -spin 0 0 2147483647\"",
        "feature done=1",
        "pong 7",
    ];
    check("xboard\nprotover 2\naccepted done\nping 7\n", &features);
}

#[test]
fn the_engine_answers_its_opponents_moves() {
    check("xboard\nnew\nusermove e2e4\nping 1\n", &["move g8h6", "pong 1"]);
    check("new\ngo\nusermove e7e5\n", &["move g1h3", "move h1g1"]);
    check("new\nforce\nusermove e2e4\nusermove e7e5\ngo\n", &["move e1e2"]);
    check("new\nusermove e2e5\n", &["Illegal move: e2e5"]);
    check("new\nforce\nusermove e2e4\nundo\nusermove d2d4\nplayother\nping 1\n", &["pong 1"]);
}

#[test]
fn positions_reports_and_results_follow_the_protocol() {
    let mate = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
    check(&format!("new\nforce\nsetboard {mate}\ngo\n"), &["1/2-1/2 {draw}"]);
    check(
        "setboard nonsense\nping 1\nfly\n",
        &[
            "tellusererror malformed position \"nonsense\" at column 2: expected P, N, B, R, Q, K in upper or lower case or a number of empty squares",
            "pong 1",
            "Error (unknown command): fly",
        ],
    );
    let castling = "variant fischerandom\nforce\nsetboard 4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1\nusermove O-O\nping 1\n";
    check(castling, &["pong 1"]);
    let all = all_answers_of("chess:standard", "new\npost\nsd 1\nst 1\ngo\n", serve);
    let [report, mv] = all.as_slice() else { unreachable!("two lines: {all:?}") };
    assert_eq!(mv, "move g1h3");
    assert!(report.ends_with(" 0 g1h3"), "{report}");
}

#[test]
fn a_command_that_changes_the_game_ends_a_search_without_a_move() {
    let (mut input, read) = pipe();
    let output = Output::default();
    let written = output.clone();
    let thread = std::thread::spawn(move || {
        serve(engine("chess:standard"), BufReader::new(read), written).unwrap();
    });
    input.write_all(b"option waits=1\nnew\ngo\n").unwrap();
    input.write_all(b"force\nusermove e2e4\nping 3\n").unwrap();
    drop(input);
    thread.join().unwrap();
    assert_eq!(output.text(), "pong 3\n");
}
