//! Our players as engines.

use std::io::{BufRead, BufReader, Cursor, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;

use engine_protocols::{Engine, ServeError, hub};
use games_package::{
    Host, OptionSpec, Options, Player, PlayerError, Reply, Request, Setup, Thinking, Urgency,
    Valuation,
};

/// A player that plays the last legal move, unless its option selects another behavior. "panic" panics, and "hang"
/// waits until it times out. "share" panics if it must stop at the recommended time. "seed" plays the move whose index
/// is the game's seed, and "starts" the move whose index is the number of starts. A waiting player waits for a stop.
/// The player reports its time in seconds as the number of nodes, except that "silent" reports nothing and "once"
/// reports only at the start.
struct Last {
    plays: Option<String>,
    waits: bool,
    seed: u64,
    starts: usize,
}

impl Player for Last {
    fn name(&self) -> String {
        "last".into()
    }

    fn start(&mut self, setup: &Setup) -> Result<(), PlayerError> {
        self.seed = setup.seed;
        self.starts += 1;
        match setup.thinking.depth {
            Some(13) => Err(PlayerError::new("thirteen is too deep")),
            _ => Ok(()),
        }
    }

    fn choose_move(&mut self, request: &Request, host: &dyn Host) -> Result<Reply, PlayerError> {
        let last = request.legal_moves.last().unwrap();
        let line = format!("{last} 17-21");
        let nodes = request.budget.map_or(0, |budget| budget.as_secs());
        if self.plays.as_deref() == Some("silent") {
            return Ok(Reply::play(last));
        }
        if self.plays.as_deref() == Some("once") {
            if request.moves.is_empty() && request.position.starts_with("rnbqkbnr") {
                let valuation = Valuation::Centi(33);
                host.report(&Thinking { depth: 1, valuation, ..Thinking::default() });
            }
            return Ok(Reply::play(last));
        }
        host.report(&Thinking { depth: 2, nodes, line, ..Thinking::default() });
        while self.waits && !host.is_stopped() {
            thread::yield_now();
        }
        assert!(self.plays.as_deref() != Some("panic"), "as requested");
        while self.plays.as_deref() == Some("share") {
            if host.is_stopped() {
                assert!(host.urgency() == Urgency::BudgetUsed, "the time is not managed here");
                return Ok(Reply::play(last));
            }
            thread::yield_now();
        }
        while self.plays.as_deref() == Some("hang") {
            if host.urgency() == Urgency::TimedOut {
                return Err(PlayerError::new("given up"));
            }
            thread::yield_now();
        }
        if self.plays.as_deref() == Some("seed") {
            let index = usize::try_from(self.seed).unwrap();
            return Ok(Reply::play(&request.legal_moves[index]));
        }
        if self.plays.as_deref() == Some("starts") {
            return Ok(Reply::play(&request.legal_moves[self.starts]));
        }
        Ok(Reply::play(self.plays.as_ref().unwrap_or(last)))
    }
}

pub(crate) fn engine(game: &str) -> Engine<'static> {
    let flag = OptionSpec::flag("waits", "", false);
    let text = OptionSpec::text("plays", "", "");
    Engine {
        name: "Rival last".into(),
        version: "1".into(),
        game: game.into(),
        options: vec![OptionSpec::integer("size", "", 3, 1, 9), flag, text],
        values: Options::default(),
        seed: 3,
        make: Box::new(|options| {
            let plays = options.get::<String>("plays").ok().filter(|text| !text.is_empty());
            let waits = options.get("waits").unwrap_or(false);
            if plays.as_deref() == Some("never") {
                Err("it won't".into())
            } else {
                Ok(Box::new(Last { plays, waits, seed: 0, starts: 0 }))
            }
        }),
    }
}

/// Sends these lines and returns all of the engine's answers.
fn all_answers(game: &str, input: &str) -> Vec<String> {
    all_answers_of(game, input, serve)
}

/// Serves an engine over Hub.
fn serve(
    engine: Engine<'_>,
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
) -> Result<(), ServeError> {
    let hub = game_catalog::engine_notations(&engine.game).hub;
    hub::serve(engine, hub, input, output)
}

/// The answers from an engine that is served with `serve`.
pub(crate) fn all_answers_of(
    game: &str,
    input: &str,
    serve: impl Fn(Engine<'static>, Cursor<String>, Output) -> Result<(), ServeError>,
) -> Vec<String> {
    let output = Output::default();
    serve(engine(game), Cursor::new(input.to_owned()), output.clone()).unwrap();
    output.text().lines().map(String::from).collect()
}

/// An output that another thread can read.
#[derive(Clone, Default)]
pub(crate) struct Output(Arc<Mutex<Vec<u8>>>);

impl Output {
    pub(crate) fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Sends these lines and returns the engine's answers without `info`.
fn answers(game: &str, input: &str) -> Vec<String> {
    let all = all_answers(game, input);
    all.into_iter().filter(|line| !line.starts_with("info")).collect()
}

fn check(input: &str, expected: &[&str]) {
    assert_eq!(answers("checkers:international", input), expected, "{input}");
}

const READY: &str = "init\nnew-game\n";

#[test]
fn an_engine_introduces_itself_with_its_options() {
    check(
        "hub\n",
        &[
            "id name=\"Rival last\" version=1",
            "param name=variant value=normal type=enum values=normal",
            "param name=size value=3 type=int min=1 max=9",
            "param name=waits value=false type=bool",
            "param name=plays value=\"\" type=string",
            "param name=seed value=0 type=int min=0 max=2147483647",
            "wait",
        ],
    );
    let input = "set-param name=size value=9\nset-param name=variant value=normal\ninit\nping\n";
    let mut answers = answers("checkers:international", input);
    // A ping is answered at once, so the engine may become ready before or after it.
    answers.sort();
    assert_eq!(answers, ["pong", "ready"]);
}

#[test]
fn a_position_is_followed_and_answered() {
    check(
        &format!("{READY}pos start\nlevel depth=3\ngo think\n"),
        &["ready", "done move=35-30 ponder=17-21"],
    );
    let start = format!("W{}{}{}", "b".repeat(20), "e".repeat(10), "w".repeat(20));
    check(
        &format!(
            "{READY}pos pos={start} moves=\"32-28 19-23\"\nlevel move-time=1\ngo think\nquit\n"
        ),
        &["ready", "done move=28x19x23"],
    );
}

#[test]
fn each_game_has_its_own_seed() {
    let moves = answers(
        "checkers:international",
        "set-param name=plays value=seed\ninit\nnew-game\npos start\ngo think\ngo think\n\
        new-game\npos start\ngo think\n",
    );
    // Each game adds its number to the seed 3.
    assert_eq!(moves[1..], ["done move=31-26", "done move=31-26", "done move=32-27"]);
}

#[test]
fn the_level_sets_the_players_time() {
    const YEAR: u64 = 365 * 24 * 3_600;
    for (level, go, seconds) in [
        ("move-time=40.05", "think", 40),
        ("time=60 inc=10", "think", 11),
        ("moves=9 time=100", "think", 10),
        ("depth=3", "think", 0),
        ("infinite", "think", YEAR),
        ("move-time=3", "analyze", YEAR),
        ("move-time=3", "ponder", YEAR),
    ] {
        let input = format!("{READY}pos start\nlevel {level}\ngo {go}\n");
        let told = all_answers("checkers:international", &input);
        let nodes = format!("nodes={seconds} ");
        assert!(told.iter().any(|line| line.contains(&nodes)), "{level}, {go}: {told:?}");
    }
}

#[test]
fn a_player_may_manage_its_clock() {
    let (done, refused) =
        ("done move=35-30 ponder=17-21", "error message=\"the time is not managed here\"");
    for (level, answer) in [
        ("time=3", done),
        ("time=3 inc=0.01", done),
        ("moves=20 time=2", done),
        ("move-time=0.05", refused),
    ] {
        let ((mut to, input), (output, from)) = (pipe(), pipe());
        let serving = thread::spawn(move || {
            serve(engine("checkers:international"), BufReader::new(input), output)
        });
        write!(to, "set-param name=plays value=share\n{READY}").unwrap();
        write!(to, "pos start\nlevel {level}\ngo think\n").unwrap();
        let mut lines = BufReader::new(from).lines().map(Result::unwrap);
        assert!(lines.any(|line| line == answer), "{level}");
        drop(to);
        serving.join().unwrap().unwrap();
    }
}

#[test]
fn all_boards_are_supported() {
    for info in checkers_variants() {
        let found = answers(&format!("checkers:{info}"), &format!("{READY}pos start\ngo think\n"));
        assert!(found.len() == 2 && found[1].starts_with("done move="), "{info}: {found:?}");
    }
    let refused = serve(engine("checkers:parlour"), &b""[..], Vec::new());
    assert!(matches!(refused, Err(ServeError::Game { .. })));
}

fn checkers_variants() -> impl Iterator<Item = &'static str> {
    let names = checkers::VARIANTS.iter().map(|info| info.name);
    names.filter(|name| !name.starts_with("parlour"))
}

#[test]
fn malformed_commands_are_answered_with_errors() {
    check(
        "set-param name=size value=99\n",
        &[
            "error message=\"Rival last: option size can't be 99: expected a whole number from 1 to 9\"",
        ],
    );
    check(
        "set-param name=variant value=bt\n",
        &["error message=\"unsupported variant bt: expected normal\""],
    );
    check("go think\n", &["error message=\"send init first\""]);
    check("pos\n", &["error message=\"expected pos=POSITION or start\""]);
    check(
        "pos pos=W\n",
        &["error message=\"malformed position W at column 2: expected a letter for each square\""],
    );
    check(&format!("\nnonsense\n\u{0}\n{READY}"), &["ready"]);
    let long = "x".repeat(1 << 20);
    check(
        &format!("{long}\n{READY}"),
        &["error message=\"a line has more than 65536 bytes\"", "ready"],
    );
    let lost = format!("W{}b{}", "e".repeat(24), "e".repeat(25));
    check(
        &format!("{READY}pos pos={lost}\ngo think\n"),
        &["ready", "error message=\"the game is over in this position\""],
    );
}

#[test]
fn a_failed_player_is_replaced_by_the_first_move() {
    let first = "done move=31-27";
    check(
        &format!("{READY}pos start\nlevel depth=13\ngo think\n"),
        &["ready", "error message=\"thirteen is too deep\"", first],
    );
    check(
        &format!("set-param name=plays value=1-50\n{READY}pos start\ngo think\n"),
        &["ready", "error message=\"the player's move 1-50 is not legal\"", first],
    );
    check(
        &format!("set-param name=plays value=panic\n{READY}pos start\ngo think\n"),
        &["ready", "error message=\"as requested\"", first],
    );
}

#[test]
fn the_engine_exits_if_the_player_cannot_be_created() {
    let ((mut to, input), output) = (pipe(), Output::default());
    write!(to, "set-param name=plays value=never\ninit\n").unwrap();
    let refused = serve(engine("checkers:international"), BufReader::new(input), output.clone());
    assert_eq!(refused.unwrap_err().to_string(), "it won't");
    assert_eq!(output.text(), "error message=\"it won't\"\n");
}

#[test]
fn no_position_is_searched_after_a_malformed_one() {
    let refused = "error message=\"send a valid position first: the last one was malformed\"";
    for (position, why) in [
        ("pos pos=W", "malformed position W at column 2: expected a letter for each square"),
        (
            "pos pos=WwebW",
            "malformed position WwebW at column 6: expected a letter for each square",
        ),
        ("pos", "expected pos=POSITION or start"),
        (
            "pos start moves=\"32-28 1-2\"",
            "illegal move 1-2 in Bbbbbbbbbbbbbbbbbbbbbeeeeeeeweewewwwwwwwwwwwwwwwwww: no legal move has this start, end and captured pieces",
        ),
    ] {
        check(
            &format!("{READY}pos start\n{position}\ngo think\npos start\ngo think\n"),
            &[
                "ready",
                &format!("error message=\"{why}\""),
                refused,
                "done move=35-30 ponder=17-21",
            ],
        );
    }
}

#[test]
fn the_player_is_started_for_a_new_game_and_after_a_failure() {
    let go = "pos start\nlevel depth=13\ngo think\n";
    let (error, first) = ("error message=\"thirteen is too deep\"", "done move=31-27");
    check(
        &format!("{READY}{go}{go}init\n{go}"),
        &["ready", error, first, error, first, "ready", error, first],
    );
}

#[test]
fn a_command_for_one_search_does_not_affect_the_next() {
    let ((mut to, input), (output, from)) = (pipe(), pipe());
    let serving = thread::spawn(move || {
        serve(engine("checkers:international"), BufReader::new(input), output)
    });
    let mut lines =
        BufReader::new(from).lines().map(Result::unwrap).filter(|line| !line.starts_with("info"));
    write!(to, "set-param name=waits value=true\n{READY}pos start\ngo ponder\n").unwrap();
    assert_eq!(lines.next().unwrap(), "ready");
    let go = "pos start\nlevel move-time=0.05\ngo think\n";
    write!(to, "stop\n{go}stop\n{go}quit\n").unwrap();
    for _ in 0..3 {
        assert_eq!(lines.next().unwrap(), "done move=35-30 ponder=17-21");
    }
    serving.join().unwrap().unwrap();
}

#[test]
fn a_stop_is_read_however_many_commands_wait_before_it() {
    for go in ["go ponder", "go analyze"] {
        let ((mut to, input), (output, from)) = (pipe(), pipe());
        let serving = thread::spawn(move || {
            serve(engine("checkers:international"), BufReader::new(input), output)
        });
        let mut lines = BufReader::new(from)
            .lines()
            .map(Result::unwrap)
            .filter(|line| !line.starts_with("info"));
        let waiting = "dance\n".repeat(1000);
        write!(to, "set-param name=waits value=true\n{READY}pos start\n{go}\n{waiting}stop\n")
            .unwrap();
        assert_eq!(lines.next().unwrap(), "ready");
        assert_eq!(lines.next().unwrap(), "done move=35-30 ponder=17-21", "{go}");
        writeln!(to, "quit").unwrap();
        serving.join().unwrap().unwrap();
    }
}

#[test]
fn each_search_has_its_own_ponder_hit_however_early_it_arrives() {
    let ((mut to, input), (output, from)) = (pipe(), pipe());
    let serving = thread::spawn(move || {
        serve(engine("checkers:international"), BufReader::new(input), output)
    });
    let mut lines =
        BufReader::new(from).lines().map(Result::unwrap).filter(|line| !line.starts_with("info"));
    let go = "pos start\nlevel move-time=0.05\ngo ponder\nponder-hit\n";
    write!(to, "set-param name=waits value=true\n{READY}{go}{go}").unwrap();
    assert_eq!(lines.next().unwrap(), "ready");
    for _ in 0..2 {
        assert_eq!(lines.next().unwrap(), "done move=35-30 ponder=17-21");
    }
    writeln!(to, "quit").unwrap();
    serving.join().unwrap().unwrap();
}

#[test]
fn a_hung_player_is_replaced_by_the_first_move() {
    check(
        &format!("set-param name=plays value=hang\n{READY}pos start\ngo ponder\nstop\n"),
        &["ready", "error message=\"given up\"", "done move=31-27"],
    );
}

/// A pipe within one process.
pub(crate) struct PipeIn(Receiver<u8>);
pub(crate) struct PipeOut(Sender<u8>);

impl Read for PipeIn {
    fn read(&mut self, bytes: &mut [u8]) -> std::io::Result<usize> {
        let Ok(first) = self.0.recv() else { return Ok(0) };
        bytes[0] = first;
        Ok(1)
    }
}

impl Write for PipeOut {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        // The other end may already be closed.
        let _lost = bytes.iter().try_for_each(|byte| self.0.send(*byte));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_running_search_can_be_stopped_and_pinged() {
    for (go, end) in [
        ("go analyze", "stop"),
        ("go ponder", "stop"),
        ("go ponder", "ponder-hit"),
        ("go think", "stop"),
    ] {
        let ((mut to, input), (output, from)) = (pipe(), pipe());
        let serving = thread::spawn(move || {
            serve(engine("checkers:international"), BufReader::new(input), output)
        });
        let mut lines = BufReader::new(from)
            .lines()
            .map(Result::unwrap)
            .filter(|line| !line.starts_with("info"));
        let limit = if end == "ponder-hit" { "move-time=0.05" } else { "infinite" };
        write!(to, "set-param name=waits value=true\n{READY}").unwrap();
        assert_eq!(lines.next().unwrap(), "ready");
        write!(to, "pos start\nlevel {limit}\n{go}\nping\n").unwrap();
        assert_eq!(lines.next().unwrap(), "pong", "{go}");
        writeln!(to, "{end}").unwrap();
        assert_eq!(lines.next().unwrap(), "done move=35-30 ponder=17-21", "{go}, {end}");
        writeln!(to, "quit").unwrap();
        serving.join().unwrap().unwrap();
    }
}

pub(crate) fn pipe() -> (PipeOut, PipeIn) {
    let (to, from) = channel();
    (PipeOut(to), PipeIn(from))
}
