//! Journals that are checked, and games of workers that are not believed.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use arena::journal::Entry;
use arena_queue::Access;
use arena_queue::message::{Build, Finding, Pair, RunId, Sight, Spec};
use arena_queue::worker::{Troupe, work};
use tokio::runtime::Builder;
use tokio::sync::oneshot;

use crate::support::{Server, arena, output, run, table};

/// A tournament of which the second round follows from the first one.
fn swiss(folder: &Path, out: &str) -> Command {
    let players = ["alpha-beta", "negascout", "greedy", "random"];
    let mut command = arena(folder, &["tournament", "tic-tac-toe:5,5,4"]);
    command.args(players).args(["--format", "swiss", "--rounds", "2", "--nodes", "100"]);
    command.args(["--pairs", "3", "--seed", "3", "--openings", "random:3", "--out", out]);
    command
}

#[test]
fn a_journal_is_checked_and_a_wrong_line_is_named_by_all() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    output(swiss(folder, "a"));
    let tables = table(folder, "a");
    let verified = |code| {
        let output = run(folder, &["verify", "a"], code);
        [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap())
    };
    let [said, _] = verified(0);
    assert_eq!(
        said,
        "a/journal.jsonl: 24 of 24 games, all of them by the rules and the schedule\n"
    );
    let path = folder.join("a/journal.jsonl");
    let whole = fs::read_to_string(&path).unwrap();
    fs::write(&path, whole.clone() + "{\"id\":\"01").unwrap();
    let [said, _] = verified(0);
    assert!(said.contains("a/journal.jsonl: the last line was not written to its end"), "{said}");
    let mut lines: Vec<String> = whole.lines().map(Into::into).collect();
    lines[20] = lines[20].replacen("\"payoffs\":[", "\"payoffs\":[ ", 1);
    fs::write(&path, lines.join("\n") + "\n").unwrap();
    let [said, failed] = verified(1);
    let fault = "a/journal.jsonl, line 21: the checksum is wrong: the line was damaged or changed after it was written";
    assert_eq!(said.lines().next(), Some(fault));
    assert_eq!(failed, "rival-arena: 1 fault in a/journal.jsonl\n");
    let advice = "delete the line to have its game played again";
    let why = format!(
        "rival-arena: a/journal.jsonl, line 21: its checksum is wrong, so it was damaged or changed: {advice}\n"
    );
    for command in ["resume", "table", "report", "games", "training"] {
        let refused = run(folder, &[command, "a"], 3);
        assert_eq!(String::from_utf8(refused.stderr).unwrap(), why, "{command}");
    }
    lines.remove(20);
    fs::write(&path, lines.join("\n") + "\n").unwrap();
    run(folder, &["resume", "a"], 0);
    assert_eq!(table(folder, "a"), tables);
    verified(0);
    let absent = run(folder, &["verify", "nowhere"], 3);
    let said = String::from_utf8(absent.stderr).unwrap();
    assert!(said.ends_with("nowhere is no folder of a run: there is no tournament.toml in it\n"));
}

/// A worker that has the games of a run, and says of some that the others won.
struct Liar {
    games: BTreeMap<(usize, usize), Entry>,
    /// How many lies are left.
    lies: AtomicUsize,
    is_leaving: AtomicBool,
}

impl Troupe for Liar {
    fn slots(&self) -> usize {
        1
    }

    fn take_up(&self, _: &RunId, _: &Spec) -> Result<(), String> {
        Ok(())
    }

    fn play(&self, _: &RunId, pair: Pair, done: oneshot::Sender<Finding>) {
        let mut entries: Vec<Entry> =
            pair.jobs().map(|job| self.games[&(job.round, job.number)].clone()).collect();
        let lie = |left: usize| left.checked_sub(1);
        if self.lies.fetch_update(Ordering::SeqCst, Ordering::SeqCst, lie).is_ok() {
            entries[0].payoffs = vec![7, -7];
        }
        // Nobody waits for a run that is over.
        let _unwanted = done.send(Finding::Played { entries, cant_start: Vec::new() });
    }

    fn sight(&self, _: &RunId) -> Option<Sight> {
        None
    }

    fn give_up(&self, _: &RunId) {}

    fn is_leaving(&self) -> bool {
        self.is_leaving.load(Ordering::Relaxed)
    }

    fn note(&self, _: &str) {}
}

/// Has the tournament played by a worker that lies so many times. The exit code and what the scheduler says.
fn with_liar(folder: &Path, lies: usize, out: &str) -> (Option<i32>, String) {
    let server = Server::start(folder);
    let journal = fs::read_to_string(folder.join("here/journal.jsonl")).unwrap();
    let entry = |line: &str| {
        let (content, _) = line.rsplit_once(",\"checksum\"").unwrap();
        let entry: Entry = serde_json::from_str(&format!("{content}}}")).unwrap();
        ((entry.round, entry.number), entry)
    };
    let games = journal.lines().skip(1).map(entry).collect();
    let (lies, is_leaving) = (AtomicUsize::new(lies), AtomicBool::new(false));
    let liar = Arc::new(Liar { games, lies, is_leaving });
    let troupe = Arc::clone(&liar);
    let access = Access { url: server.url(), credentials: None, authorities: None };
    let worker = std::thread::spawn(move || {
        let runtime = Builder::new_current_thread().enable_all().build().unwrap();
        let build = Build::new(env!("CARGO_PKG_VERSION"));
        runtime.block_on(work(&access, "liar", &build, troupe)).unwrap();
    });
    let mut command = swiss(folder, out);
    let played = command.args(["--queue", &server.url()]).output().unwrap();
    liar.is_leaving.store(true, Ordering::Relaxed);
    worker.join().unwrap();
    (played.status.code(), String::from_utf8(played.stderr).unwrap())
}

#[test]
fn games_of_workers_are_played_again_by_the_rules_before_they_count() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    output(swiss(folder, "here"));
    let (code, said) = with_liar(folder, 2, "there");
    assert_eq!(code, Some(0), "{said}");
    let refused = "refused from the worker liar, to be played again: game ";
    assert_eq!(said.matches(refused).count(), 2, "{said}");
    assert_eq!(table(folder, "there"), table(folder, "here"));
    let (code, said) = with_liar(folder, usize::MAX, "nowhere");
    assert_eq!(code, Some(1), "{said}");
    let last = said.lines().last().unwrap();
    assert!(last.starts_with("rival-arena: gave up after 3 attempts: game "), "{said}");
    assert!(last.ends_with("(the last time on the worker liar)"), "{said}");
}
