//! Tests several concurrent programs, including some that are killed.

use std::env;
use std::io::{BufRead, BufReader, Write, stdout};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};

use match_library::{Library, LibraryError, MatchFilter, MatchId, Page, Slot};

use crate::matches::{create, library, record};

/// The environment variable with the library folder where a child process adds plies.
const FOLDER: &str = "MATCH_LIBRARY_TEST_FOLDER";

/// The environment variable with the maximum number of plies to add.
const COUNT: &str = "MATCH_LIBRARY_TEST_COUNT";

/// The tests below start this process again with [`FOLDER`] set. The child process then adds plies to a new match and
/// prints the number of plies written. Without the variable, this test does nothing.
#[test]
fn a_child_process_adds_plies_until_it_is_killed() {
    let Some(folder) = env::var_os(FOLDER) else { return };
    let count: usize = env::var(COUNT).unwrap().parse().unwrap();
    let library = Library::open(Path::new(&folder), "child").unwrap();
    let id = create(&library, &record());
    let mut out = stdout();
    writeln!(out, "\nbegan {}", id.number()).unwrap();
    for ply in record().plies.len()..count {
        let mv = format!("move {ply}");
        let position = format!("position {}", ply + 1);
        library.write(|batch| batch.append(id, ply, &[mv.as_str().into()], &position)).unwrap();
        writeln!(out, "written {}", ply + 1).unwrap();
    }
}

/// A running child process.
struct Writer {
    child: Child,
    lines: std::io::Lines<BufReader<ChildStdout>>,
}

impl Writer {
    fn start(folder: &Path, count: usize) -> Self {
        let name = "programs::a_child_process_adds_plies_until_it_is_killed";
        let mut child = Command::new(env::current_exe().unwrap())
            .args(["--exact", name, "--nocapture"])
            .env(FOLDER, folder)
            .env(COUNT, count.to_string())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        Self { child, lines }
    }

    /// Reads lines until one contains this word, and returns its number; `None` if there are no more lines.
    fn next(&mut self, word: &str) -> Option<usize> {
        let number = |line: String| line.strip_prefix(word)?.trim().parse().ok();
        self.lines.by_ref().map_while(Result::ok).find_map(number)
    }

    fn began(&mut self) -> MatchId {
        MatchId::new(self.next("began").unwrap().try_into().unwrap())
    }
}

/// Checks that the match contains plies in order: all confirmed plies and at most one more.
fn check_plies(library: &Library, id: MatchId, confirmed: usize) {
    let kept = library.load(id).unwrap();
    let count = kept.plies.len();
    assert!(count == confirmed || count == confirmed + 1, "{count} of {confirmed} plies");
    assert_eq!(kept.final_position, format!("position {count}"));
    for (index, ply) in kept.plies.iter().enumerate().skip(2) {
        assert_eq!(ply.mv, format!("move {index}"));
    }
}

#[test]
fn a_program_that_is_killed_while_it_writes_loses_nothing_that_was_confirmed() {
    let (folder, library) = library();
    for patience in [3, 40, 170] {
        let mut writer = Writer::start(folder.path(), usize::MAX);
        let id = writer.began();
        while writer.next("written").unwrap() < patience {}
        assert!(matches!(Slot::claim(&library, id), Err(LibraryError::Claimed { .. })));
        writer.child.kill().unwrap();
        let mut confirmed = patience;
        while let Some(count) = writer.next("written") {
            confirmed = count;
        }
        let _ = writer.child.wait().unwrap();
        check_plies(&library, id, confirmed);
        // The claim ended when the program exited.
        let kept = library.list(&MatchFilter { id: Some(id), ..MatchFilter::default() }, Page::ALL);
        assert!(!kept.unwrap()[0].is_being_played);
        let slot = Slot::claim(&library, id).unwrap();
        slot.save(&record()).unwrap();
    }
    let left = std::fs::read_dir(folder.path().join("playing")).unwrap().count();
    assert_eq!(left, 1, "the lock files of the killed programs are removed");
}

#[test]
fn programs_that_begin_and_write_at_the_same_time_do_not_disturb_each_other() {
    let folder = tempfile::tempdir().unwrap();
    let mut writers: Vec<Writer> = (0..4).map(|_| Writer::start(folder.path(), 150)).collect();
    let mut ids = Vec::new();
    for writer in &mut writers {
        ids.push(writer.began());
        let mut last = 0;
        while let Some(count) = writer.next("written") {
            last = count;
        }
        assert_eq!(last, 150);
        assert!(writer.child.wait().unwrap().success());
    }
    let library = Library::open(folder.path(), "test").unwrap();
    for id in &ids {
        assert_eq!(library.load(*id).unwrap().plies.len(), 150);
    }
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), 4);
}

#[test]
fn plies_written_during_checkpoints_survive_reopening_the_library() {
    let (folder, library) = library();
    let checkpoints = library.checkpoint_in_background().unwrap();
    let id = create(&library, &record());
    let first = record().plies.len();
    for ply in first..first + 3000 {
        let position = format!("position {}", ply + 1);
        library.write(|batch| batch.append(id, ply, &["a move".into()], &position)).unwrap();
    }
    drop((checkpoints, library));
    let again = Library::open(folder.path(), "test").unwrap();
    assert_eq!(again.load(id).unwrap().plies.len(), first + 3000);
}
