//! The fault suite: faults in untrusted plugins, and their consequences. `docs/operator/reliability.md` has the same
//! rows, word for word.

use std::sync::Arc;
use std::time::Duration;

use games_package::{Ending, Event, FailureKind, Options, Player, PlayerError, Reply, Request};
use plugin_host::{Isolation, Plugin, Step};

use crate::support::{Table, cache, fault_option, library, request, sandboxed, setup, shown, turn};

/// A short time limit after which an unresponsive player is killed.
const SHORT: Duration = Duration::from_millis(300);

/// A time that is long enough for any answer on a busy machine.
const LONG: Duration = Duration::from_mins(1);

/// The maximum number of turns until a fault shows.
const TURNS_MAX: usize = 5_000;

/// The verdict on a plugin whose attempts are refused or cause no harm.
const PLAYS: &str = "plays on";

fn isolation() -> Arc<Isolation> {
    Arc::new(Isolation { memory_bytes_max: 1 << 30, ..Isolation::clone(&sandboxed()) })
}

/// Returns `true` if this system can't prevent the fault.
fn is_not_preventable(fault: &str, plugin: &Plugin) -> bool {
    if fault == "system call of 32 bits" && !cfg!(target_arch = "x86_64") {
        return true;
    }
    let confinement = plugin.confinement().unwrap();
    let is_counted = confinement.failed().all(|(step, _)| step != Step::Threads);
    !confinement.is_full() || (fault == "5000 threads" && !is_counted)
}

/// Plays with a plugin that has this fault, until it fails or enough turns have passed.
fn check(fault: &str, expected: &str) {
    let plugin = Plugin::load(library("scripted"), cache(), &isolation()).unwrap();
    if is_not_preventable(fault, &plugin) {
        return;
    }
    let mut player = plugin.new_player("scripted", "any", &fault_option(fault)).unwrap();
    let time_left = Some(if expected == "timed out" { SHORT } else { LONG });
    let request = Request { time_left, ..request() };
    let table = Table { runs: true, ..Table::default() };
    let turns = if expected == PLAYS { 2 } else { TURNS_MAX };
    let failure = (0..turns).find_map(|_| {
        player.observe(&Event::MatchEnded(Ending::draw_agreed(2)));
        match player.choose_move(&request, &table) {
            Ok(reply) if reply == Reply::play("22-18") => None,
            // The table judges the reply.
            Ok(reply) => Some(PlayerError::of_kind(
                FailureKind::IllegalMove,
                board_engine::excerpt(&format!("{reply:?}")),
            )),
            Err(error) => Some(error),
        }
    });
    let verdict = failure.as_ref().map_or(PLAYS, |error| error.kind().name());
    let received = failure.as_ref().map(shown).unwrap_or_default();
    assert_eq!(verdict, expected, "{fault}: {received}");
    assert_eq!(received.lines().count(), failure.iter().count(), "{fault}: {received}");
    drop(player);
    let mut after = plugin.new_player("second", "any", &Options::default()).unwrap();
    assert_eq!(after.choose_move(&request, &table), Ok(Reply::play("22-18")), "{fault}");
}

/// Defines a test for each row.
macro_rules! rows {
    ($($name:ident: $fault:literal => $verdict:literal;)+) => {
        const ROWS: &[(&str, &str)] = &[$(($fault, $verdict)),+];
        $(
            #[test]
            fn $name() {
                check($fault, $verdict);
            }
        )+
    };
}

rows! {
    nothing: "none" => "plays on";
    error: "error in choose" => "error";
    panic: "panic in choose" => "panicked";
    panic_that_panics: "bomb in choose" => "panicked";
    panics_at_length: "panics at length" => "panicked";
    blames_its_host: "blames its host" => "error";
    panic_in_observe: "panic in observe" => "panicked";
    abort_in_observe: "abort in observe" => "crashed";
    hangs_in_observe: "hangs in observe" => "timed out";
    panic_in_drop: "panic in drop" => "plays on";
    hangs_on_quit: "hangs on quit" => "plays on";
    long_reply: "long reply" => "error";
    nul: "NUL in its move" => "illegal move";
    escape_codes: "escape codes in its move" => "illegal move";
    right_to_left: "right-to-left text in its move" => "illegal move";
    long_move: "megabyte of a move" => "illegal move";
    strange_name: "names itself strangely" => "plays on";
    asks: "asks" => "plays on";
    reports_nonsense: "reports nonsense" => "plays on";
    abort: "abort" => "crashed";
    segmentation_fault: "segmentation fault" => "crashed";
    stack_overflow: "stack overflow" => "crashed";
    illegal_instruction: "illegal instruction" => "crashed";
    late_crash: "late crash" => "crashed";
    kills_itself: "kills itself" => "crashed";
    unwinds_its_main_thread: "unwinds its main thread" => "crashed";
    old_system_call: "system call of 32 bits" => "crashed";
    exit: "exit 0" => "exited";
    exit_with_code: "exit 3" => "exited";
    exit_in_a_thread: "exits in another thread" => "exited";
    endless_loop: "endless loop" => "timed out";
    sleeps: "sleep" => "timed out";
    deadlock: "deadlock" => "timed out";
    ignores_sigterm: "ignores SIGTERM" => "timed out";
    blocks_signals: "blocks every signal and loops" => "timed out";
    handles_sigsegv: "handles SIGSEGV" => "timed out";
    handles_signals: "handles every signal" => "plays on";
    sets_an_alarm: "sets an alarm" => "plays on";
    stops_itself: "stops itself" => "timed out";
    ends_its_main_thread: "ends its main thread" => "timed out";
    answers_in_time: "answers in time" => "plays on";
    answers_too_late: "answers too late" => "timed out";
    memory: "30 GB" => "out of memory";
    leak: "leak" => "out of memory";
    shared_memory: "shares memory" => "plays on";
    threads: "5000 threads" => "plays on";
    fork: "forks" => "plays on";
    fork_bomb: "fork bomb" => "plays on";
    runs_a_program: "runs a program" => "plays on";
    becomes_a_program: "becomes a program" => "plays on";
    reads_a_file: "reads /etc/passwd" => "plays on";
    holds_a_file: "holds /etc/passwd" => "plays on";
    lists_a_folder: "lists the root folder" => "plays on";
    reads_environment: "reads its host's environment" => "plays on";
    writes_a_file: "writes a file" => "plays on";
    writes_memory: "writes its host's memory" => "plays on";
    connects: "connects" => "plays on";
    listens: "listens" => "plays on";
    kills_its_host: "kills its host" => "plays on";
    stops_its_host: "stops its host" => "plays on";
    kills_everybody: "kills everybody" => "plays on";
    traces_its_host: "traces its host" => "plays on";
    takes_processors: "takes its host's processors" => "plays on";
    has_its_host_signalled: "has its host signalled" => "plays on";
    outlives_its_host: "outlives its host" => "plays on";
    x32_system_call: "system call of x32" => "plays on";
    reads_links: "reads where links lead" => "plays on";
    looks_for_files: "looks for the user's files" => "plays on";
    reads_host_name: "reads the host's name" => "plays on";
    prints: "prints 1 GB" => "plays on";
    closes_all_descriptors: "closes all descriptors" => "protocol error";
    floods_the_log: "floods the log" => "plays on";
    floods_its_host: "floods its host" => "timed out";
    length_of_nothing: "length 0" => "protocol error";
    greatest_length: "length 2^32-1" => "protocol error";
    length_above_the_limit: "length limit+1" => "protocol error";
    unknown_kind: "unknown kind" => "protocol error";
    kind_of_the_host: "kind of the host" => "protocol error";
    another_number: "another number" => "protocol error";
    duplicate_answer: "duplicate answer" => "protocol error";
    trailing_bytes: "trailing bytes" => "protocol error";
    unknown_message: "unknown message" => "protocol error";
    bad_utf8: "bad UTF-8" => "protocol error";
    sends_after_its_answer: "tells after its answer" => "plays on";
    asks_after_its_answer: "asks after its answer" => "protocol error";
    takes_its_requests_away: "takes its requests away" => "timed out";
    asks_and_never_listens: "asks and never listens" => "timed out";
    unknown_question: "unknown question" => "timed out";
    half_a_frame: "half a frame" => "timed out";
    drip_feed: "drip-feed" => "timed out";
}

#[test]
fn a_player_that_fails_while_it_is_made_is_refused_and_the_next_player_starts() {
    let check = |fault: &str, expected: &str| {
        let is_late = expected.starts_with("timed out");
        let preparation_time_max = if is_late { Duration::from_secs(2) } else { LONG };
        let isolation = Isolation { preparation_time_max, ..Isolation::clone(&sandboxed()) };
        let plugin = Plugin::load(library("scripted"), cache(), &Arc::new(isolation)).unwrap();
        let refused = plugin.new_player("scripted", "any", &fault_option(fault)).unwrap_err();
        let (received, expected) =
            (refused.to_string(), format!("scripted/scripted can't be created: {expected}"));
        assert!(received.starts_with(&expected), "{received}");
        assert!(received.ends_with(" when it was created"), "{received}");
        let mut after = plugin.new_player("second", "any", &Options::default()).unwrap();
        assert_eq!(turn(&mut after), Ok(Reply::play("22-18")));
    };
    check("hangs in new", "timed out: scripted/scripted was killed after 2.");
    check("stops itself in new", "timed out: scripted/scripted was killed after 2.");
    check("abort in new", "crashed: scripted/scripted was killed by SIGABRT, an abort,");
}

#[test]
fn a_reported_player_name_is_a_short_line() {
    let plugin = Plugin::load(library("scripted"), cache(), &isolation()).unwrap();
    let options = fault_option("names itself strangely");
    let mut player = plugin.new_player("scripted", "any", &options).unwrap();
    player.start(&setup()).unwrap();
    assert_eq!(
        player.name(),
        format!("«\u{fffd}]0;t\u{fffd}\u{fffd}\u{fffd}../../etc{}…", "x".repeat(46))
    );
}

#[test]
fn reports_arrive_when_the_log_is_full() {
    let plugin = Plugin::load(library("scripted"), cache(), &isolation()).unwrap();
    let mut player =
        plugin.new_player("scripted", "any", &fault_option("floods its host")).unwrap();
    let table = Table { runs: true, ..Table::default() };
    let request = Request { time_left: Some(Duration::from_secs(2)), ..request() };
    assert!(player.choose_move(&request, &table).is_err());
    let received = table.received.into_inner().unwrap();
    let lines = received.iter().filter(|line| *line == "again").count();
    assert!((1..=64 * 1024 / 100).contains(&lines), "{lines} lines were heard");
    assert!(received.len() > 2 * lines, "reports arrive when the log is full");
}

/// The rows on the page: a quoted fault in the first column and its verdict in the second column.
fn rows_of_the_page() -> Vec<(String, String)> {
    let page = include_str!("../../../../../docs/operator/reliability.md");
    let row = |line: &str| {
        let mut cells = line.strip_prefix("| `")?.split(" | ");
        let fault = cells.next()?.strip_suffix('`')?;
        Some((fault.to_owned(), cells.next()?.to_owned()))
    };
    page.lines().filter_map(row).collect()
}

#[test]
fn the_page_on_reliability_has_these_rows() {
    let rows: Vec<_> =
        ROWS.iter().map(|(fault, verdict)| ((*fault).to_owned(), (*verdict).to_owned())).collect();
    assert_eq!(rows_of_the_page(), rows);
}
