//! Checks that workers' results are verified before they count.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use arena::journal::Entry;
use arena::observer::LiveGame;
use cluster::Access;
use cluster::message::{Build, Pair, PairResult, RunId, Spec};
use cluster::worker::{PairRunner, work};
use tokio::runtime::Builder;
use tokio::sync::oneshot;

use crate::support::{Server, output, table};
use crate::verifying::swiss;

/// A worker that copies games from a completed run but reports some wrong results.
struct Liar {
    games: BTreeMap<(usize, usize), Entry>,
    /// The number of wrong results left to report.
    lies: AtomicUsize,
    is_interrupted: AtomicBool,
}

impl PairRunner for Liar {
    fn slots(&self) -> usize {
        1
    }

    fn open_run(&self, _: &RunId, _: &Spec) -> Result<(), String> {
        Ok(())
    }

    fn play(&self, _: &RunId, pair: Pair, done: oneshot::Sender<PairResult>) {
        let mut entries: Vec<Entry> =
            pair.jobs().map(|job| self.games[&(job.round, job.number)].clone()).collect();
        let lie = |left: usize| left.checked_sub(1);
        if self.lies.fetch_update(Ordering::SeqCst, Ordering::SeqCst, lie).is_ok() {
            entries[0].payoffs = vec![7, -7];
        }
        // After the run, there is no receiver.
        let _unwanted = done.send(PairResult::Played { entries, cant_start: Vec::new() });
    }

    fn live_game(&self, _: &RunId) -> Option<LiveGame> {
        None
    }

    fn cancel_run(&self, _: &RunId) {}

    fn is_interrupted(&self) -> bool {
        self.is_interrupted.load(Ordering::Relaxed)
    }

    fn note(&self, _: &str) {}
}

/// Plays the tournament with a worker that reports this number of wrong results. Returns the scheduler's exit code and
/// output.
fn with_liar(folder: &Path, lies: usize, out: &str) -> (Option<i32>, String) {
    let server = Server::start(folder);
    let journal = fs::read_to_string(folder.join("here/journal.jsonl")).unwrap();
    let entry = |line: &str| {
        let (content, _) = line.rsplit_once(",\"checksum\"").unwrap();
        let entry: Entry = serde_json::from_str(&format!("{content}}}")).unwrap();
        ((entry.round, entry.number), entry)
    };
    let games = journal.lines().skip(1).map(entry).collect();
    let (lies, is_interrupted) = (AtomicUsize::new(lies), AtomicBool::new(false));
    let liar = Arc::new(Liar { games, lies, is_interrupted });
    let runner = Arc::clone(&liar);
    let access = Access { url: server.url(), credentials: None, authorities: None };
    let worker = std::thread::spawn(move || {
        let runtime = Builder::new_current_thread().enable_all().build().unwrap();
        let build = Build::new(env!("CARGO_PKG_VERSION"));
        runtime.block_on(work(&access, "liar", &build, runner, None)).unwrap();
    });
    let mut command = swiss(folder, out);
    let played = command.args(["--queue", &server.url()]).output().unwrap();
    liar.is_interrupted.store(true, Ordering::Relaxed);
    worker.join().unwrap();
    (played.status.code(), String::from_utf8(played.stderr).unwrap())
}

#[test]
fn workers_games_are_replayed_by_the_rules_before_they_count() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    output(swiss(folder, "here"));
    let (code, said) = with_liar(folder, 2, "there");
    assert_eq!(code, Some(0), "{said}");
    let refused = "refused a result from worker liar; replaying the game: game ";
    assert_eq!(said.matches(refused).count(), 2, "{said}");
    assert_eq!(table(folder, "there"), table(folder, "here"));
    let (code, said) = with_liar(folder, usize::MAX, "nowhere");
    assert_eq!(code, Some(1), "{said}");
    let last = said.lines().last().unwrap();
    assert!(last.starts_with("rival-arena: gave up after 3 attempts: game "), "{said}");
    assert!(last.ends_with("(the last one on worker liar)"), "{said}");
}
