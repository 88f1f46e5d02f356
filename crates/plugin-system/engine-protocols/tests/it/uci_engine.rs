//! Our players as engines for chess.

use std::io::{BufRead, BufReader, Write};
use std::thread;

use engine_protocols::{Engine, ServeError, uci};

use crate::as_engine::{Output, all_answers_of, engine, pipe};

const START: &str = "ucinewgame\nposition startpos\n";

/// Sends these lines and returns the engine's answers without reports.
fn serve(
    engine: Engine<'_>,
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
) -> Result<(), ServeError> {
    let uci = game_catalog::engine_notations(&engine.game).uci;
    uci::serve(engine, uci, input, output)
}

fn answers(game: &str, input: &str) -> Vec<String> {
    let all = all_answers_of(game, input, serve);
    all.into_iter().filter(|line| !line.starts_with("info depth")).collect()
}

fn check(input: &str, expected: &[&str]) {
    assert_eq!(answers("chess:standard", input), expected, "{input}");
}

#[test]
fn an_engine_introduces_itself_with_its_options() {
    check(
        "uci\nisready\n",
        &[
            "id name Rival last 1",
            "id author the authors of Rival",
            "option name size type spin default 3 min 1 max 9",
            "option name waits type check default false",
            "option name plays type string default <empty>",
            "option name Seed type spin default 0 min 0 max 2147483647",
            "option name UCI_Chess960 type check default false",
            "uciok",
            "readyok",
        ],
    );
}

#[test]
fn a_search_without_a_report_repeats_the_score_of_its_game_only() {
    let input = "setoption name plays value once\nposition startpos\ngo depth 1\n\
        position startpos moves e2e4 e7e5\ngo depth 1\n\
        position startpos moves e2e4\ngo depth 1\n\
        position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\ngo depth 1\n";
    let all = all_answers_of("chess:standard", input, serve);
    let scores = all.iter().filter_map(|line| line.split(" score cp ").nth(1)?.split(' ').next());
    assert_eq!(scores.collect::<Vec<_>>(), ["33", "33", "0", "0"], "{all:?}");
}

#[test]
fn every_answer_follows_a_report() {
    // The player reports unless its option silences it.
    for plays in ["<empty>", "silent"] {
        let input = format!("setoption name plays value {plays}\n{START}go depth 1\n");
        let all = all_answers_of("chess:standard", &input, serve);
        let [report, best] = all.as_slice() else { unreachable!("two lines: {all:?}") };
        assert_eq!(best, "bestmove g1h3", "{plays}");
        for word in ["info depth ", " score cp 0 ", " nodes 0 ", " time ", " pv g1h3"] {
            assert!(report.contains(word), "{plays}, {word}: {report}");
        }
    }
}

#[test]
fn the_player_is_started_before_it_is_ready() {
    let starts = "setoption name plays value starts\n";
    let found = answers("chess:standard", &format!("{starts}{START}isready\n"));
    assert_eq!(found, ["readyok"]);
    // The number of starts selects the move. The first `go` changes the limits since the last start.
    let twice = format!("{starts}{START}isready\ngo depth 1\n{START}isready\ngo depth 1\n");
    let found = answers("chess:standard", &twice);
    // During a search, the second `isready` is answered at once, so before or after the move.
    let (ready, moves): (Vec<&str>, Vec<&str>) =
        found.iter().map(String::as_str).partition(|line| *line == "readyok");
    assert_eq!((ready.len(), moves), (2, vec!["bestmove b2b3", "bestmove b2b4"]), "{found:?}");
}

#[test]
fn setting_a_seed_determines_the_next_games() {
    let seeded = "setoption name plays value seed\nsetoption name Seed value 1\n";
    let game = format!("{START}go depth 1\n");
    check(&format!("{seeded}{game}{game}"), &["bestmove b2b3", "bestmove b2b4"]);
    check(
        "setoption name Seed value -1\n",
        &[
            "info string error: Rival last: option seed can't be \"-1\": expected a whole number from 0 to 2147483647",
        ],
    );
}

#[test]
fn a_position_is_followed_and_answered() {
    check(&format!("{START}go depth 3\n"), &["bestmove g1h3"]);
    check("position startpos moves e2e4 e7e5\ngo movetime 10\nquit\n", &["bestmove e1e2"]);
    let promotes = "position fen 8/P6k/8/8/8/8/8/K7 w - - 0 1\nsetoption name plays value a8=Q\n";
    check(&format!("{promotes}go depth 1\n"), &["bestmove a7a8q"]);
}

#[test]
fn castling_is_written_as_the_other_program_requests() {
    let place = "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1\n";
    let plays = "setoption name plays value O-O\n";
    check(&format!("{plays}{place}go depth 1\n"), &["bestmove e1g1"]);
    let asked = "setoption name UCI_Chess960 value true\n";
    check(&format!("{asked}{plays}{place}go depth 1\n"), &["bestmove e1h1"]);
}

#[test]
fn searchmoves_limits_the_choice() {
    check(&format!("{START}go depth 1 searchmoves e2e4 d2d4\n"), &["bestmove e2e4"]);
    check(&format!("{START}go depth 1 searchmoves h2h4 d2d4\n"), &["bestmove h2h4"]);
    let refused = "info string error: illegal move e2e5 in ";
    let found = answers("chess:standard", &format!("{START}go depth 1 searchmoves e2e5 a2a3\n"));
    assert!(found[0].starts_with(refused), "{found:?}");
    assert_eq!(found[1], "bestmove a2a3");
}

#[test]
fn every_go_is_answered() {
    let none = "bestmove 0000";
    for (position, why) in [
        ("position", "expected position startpos or position fen FEN"),
        ("position fen 8/8", "malformed position \"8/8\" at column 4: "),
        ("position startpos moves e2e5", "illegal move e2e5 in "),
        ("position fen 7k/8/8/8/8/8/8/K6R b - - 0 1 moves h8h7", "illegal move h8h7 in "),
    ] {
        let found =
            answers("chess:standard", &format!("{position}\ngo depth 1\n{START}go depth 1\n"));
        assert!(found[0].starts_with(&format!("info string error: {why}")), "{found:?}");
        let refused = "info string error: send a valid position first: the last one was malformed";
        assert_eq!(found[1..], [refused, none, "bestmove g1h3"], "{position}");
    }
    check(
        "position fen 7k/5K2/6Q1/8/8/8/8/8 b - - 0 1\ngo depth 1\n",
        &["info string error: the game is over in this position", none],
    );
}

#[test]
fn malformed_commands_are_answered_with_errors() {
    check("setoption name Bogus value 1\n", &["info string error: unknown option Bogus"]);
    check("setoption Hash\n", &["info string error: expected setoption name NAME value VALUE"]);
    check(
        "setoption name size value 99\n",
        &[
            "info string error: Rival last: option size can't be \"99\": expected a whole number from 1 to 9",
        ],
    );
    check("\nnonsense\n\u{0}\ndebug on\nregister later\nisready\n", &["readyok"]);
}

#[test]
fn a_failed_player_is_replaced_by_the_first_move() {
    let first = answers("chess:standard", &format!("{START}go depth 13\n"));
    assert_eq!(first[0], "info string error: thirteen is too deep");
    assert!(first[1].starts_with("bestmove "), "{first:?}");
    let found =
        answers("chess:standard", &format!("setoption name plays value Qh5\n{START}go depth 1\n"));
    assert_eq!(found[0], "info string error: the player's move Qh5 is not legal");
}

#[test]
fn a_running_search_answers_stop_and_isready() {
    for (go, end) in [
        ("go infinite", "stop"),
        ("go", "stop"),
        ("go ponder wtime 1000 btime 1000", "stop"),
        ("go ponder movetime 20", "ponderhit"),
        ("go movetime 100000", "stop"),
    ] {
        for waits in [true, false] {
            let ((mut to, input), (output, from)) = (pipe(), pipe());
            let serving = thread::spawn(move || {
                serve(engine("chess:standard"), BufReader::new(input), output)
            });
            let mut lines = BufReader::new(from)
                .lines()
                .map(Result::unwrap)
                .filter(|line| !line.starts_with("info"));
            write!(to, "setoption name waits value {waits}\nisready\n").unwrap();
            assert_eq!(lines.next().unwrap(), "readyok");
            let is_early = !waits && go == "go movetime 100000";
            writeln!(to, "{START}{go}").unwrap();
            if !is_early {
                // The engine waits for a stop or a ponder hit before it answers.
                writeln!(to, "isready").unwrap();
                assert_eq!(lines.next().unwrap(), "readyok", "{go}");
            }
            writeln!(to, "{end}").unwrap();
            assert_eq!(lines.next().unwrap(), "bestmove g1h3", "{go}, {end}");
            writeln!(to, "quit").unwrap();
            serving.join().unwrap().unwrap();
        }
    }
}

#[test]
fn other_games_are_refused() {
    let refused = serve(engine("checkers:english"), &b""[..], Output::default());
    assert!(matches!(refused, Err(ServeError::Game { .. })));
    assert_eq!(
        refused.unwrap_err().to_string(),
        "the UCI protocol supports chess, not checkers:english"
    );
}
