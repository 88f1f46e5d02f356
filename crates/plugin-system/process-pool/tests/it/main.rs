//! Programs end with the program that started them, however it ends.

#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "a test that meets an error has failed")]

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use process_pool::{SupervisedProcess, Supervisor};

/// A generous time limit for anything on a busy machine.
const PATIENCE: Duration = Duration::from_mins(2);

/// The example `manager`, which cargo builds before the tests.
fn manager() -> PathBuf {
    let mut folder = std::env::current_exe().unwrap();
    folder.pop();
    folder.pop();
    folder.join("examples/manager")
}

/// A number that is not an argument of any other process on the system.
fn mark() -> String {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let next = NEXT.fetch_add(1, Ordering::Relaxed);
    format!("8{:07}{next:03}", std::process::id())
}

/// The number of living processes with this mark among their arguments.
fn living(mark: &str) -> usize {
    let processes = fs::read_dir("/proc").unwrap().flatten();
    let has_mark = |process: &fs::DirEntry| {
        let arguments = fs::read(process.path().join("cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&arguments).contains(mark)
    };
    processes.filter(has_mark).count()
}

/// Yields the CPU for a moment.
fn pause() {
    thread::park_timeout(Duration::from_millis(2));
}

/// Waits until this many processes with the mark are left.
fn await_living(mark: &str, count: usize, what: &str) {
    let begun = Instant::now();
    while living(mark) != count {
        assert!(begun.elapsed() < PATIENCE, "{what}: {} processes, not {count}", living(mark));
        pause();
    }
}

/// Commands that are hard to end, each with the number of processes with `MARK` among their arguments.
const COMMANDS: [(&str, usize); 6] = [
    ("exec sleep MARK", 1),
    ("trap '' TERM HUP INT; (trap '' TERM HUP INT; sleep MARK) & sleep MARK; wait", 3),
    ("setsid sleep MARK & exec setsid sleep MARK", 2),
    // Orphans without any living ancestor.
    ("(setsid sh -c 'setsid sleep MARK & sleep MARK & exit' &); sleep 0; exec sleep MARK", 3),
    ("sleep MARK & kill -STOP $!; exec sleep MARK", 2),
    // The program itself has exited.
    ("(setsid sleep MARK &) ; exit 3", 1),
];

/// A command's words with this mark.
fn words(command: &str, mark: &str) -> [String; 3] {
    ["sh", "-c", &command.replace("MARK", mark)].map(String::from)
}

/// Starts the manager, which then starts a program.
fn started(first: &[&str], words: &[String]) -> (Child, BufReader<ChildStdout>) {
    let mut command = Command::new(manager());
    command.args(first).args(words).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap());
    (child, lines)
}

#[test]
fn everything_that_a_program_has_started_ends_with_its_manager() {
    for (command, count) in COMMANDS {
        for end in ["kill", "leave", "close"] {
            let mark = mark();
            let first: &[&str] = if end == "leave" { &["leaves"] } else { &[] };
            let (mut child, mut lines) = started(first, &words(command, &mark));
            let mut number = String::new();
            lines.read_line(&mut number).unwrap();
            assert!(number.trim().parse::<u32>().is_ok(), "{number}");
            // The manager's own arguments also contain the mark.
            await_living(&mark, count + 1, command);
            if end == "kill" {
                child.kill().unwrap();
            }
            drop(child.stdin.take());
            child.wait().unwrap();
            await_living(&mark, 0, &format!("{command}, {end}"));
        }
    }
}

#[test]
fn nothing_is_left_whenever_the_manager_is_killed() {
    let rounds = if std::env::var_os("RIVAL_DEEP").is_some() { 300 } else { 30 };
    for round in 0..rounds {
        let (command, _) = COMMANDS[round % COMMANDS.len()];
        let mark = mark();
        let (mut child, _lines) = started(&[], &words(command, &mark));
        // The moment varies from before the supervisor starts to after its program starts.
        let wait = Duration::from_micros(u64::try_from(round).unwrap() * 700 % 20_000);
        thread::park_timeout(wait);
        child.kill().unwrap();
        child.wait().unwrap();
        await_living(&mark, 0, &format!("{command}, killed after {wait:?}"));
    }
}

#[test]
fn a_program_dies_with_its_supervisor() {
    let mark = mark();
    let supervisor = Supervisor::in_file(manager());
    let words = ["sleep", &mark];
    let (mut process, _pipes) =
        SupervisedProcess::start(Some(&supervisor), &words, None, &[]).unwrap();
    assert_eq!(living(&mark), 1);
    let stat = fs::read_to_string(format!("/proc/{}/stat", process.id())).unwrap();
    let parent = stat.rsplit_once(") ").unwrap().1.split(' ').nth(1).unwrap().to_owned();
    let killed = Command::new("kill").args(["-9", &parent]).status().unwrap();
    assert!(killed.success());
    await_living(&mark, 0, "its supervisor was killed");
    let begun = Instant::now();
    while process.try_wait().unwrap().is_none() {
        assert!(begun.elapsed() < PATIENCE);
        pause();
    }
}

/// Runs a program and returns its exit status and output.
fn ended(supervisor: Option<&Supervisor>, words: &[&str]) -> (Option<i32>, Option<i32>, String) {
    let hidden = ["SECRET"];
    let (mut process, mut pipes) =
        SupervisedProcess::start(supervisor, words, None, &hidden).unwrap();
    let mut said = String::new();
    pipes.stdout.read_to_string(&mut said).unwrap();
    let begun = Instant::now();
    loop {
        if let Some(status) = process.try_wait().unwrap() {
            process.end();
            assert_eq!(process.try_wait().ok().flatten(), Some(status), "it stays as it is");
            return (status.code(), status.signal(), said);
        }
        assert!(begun.elapsed() < PATIENCE);
        pause();
    }
}

#[test]
fn output_and_exit_status_are_known_with_and_without_a_supervisor() {
    let supervised = Supervisor::in_file(manager());
    for supervisor in [None, Some(&supervised)] {
        let ended = |script| ended(supervisor, &["sh", "-c", script]);
        assert_eq!(ended("echo a; exit 3"), (Some(3), None, "a\n".into()));
        assert_eq!(ended("kill -9 $$"), (None, Some(9), String::new()));
        // An orphan that ends is reaped, so no trace of it remains.
        assert_eq!(ended("(true & exec true); exit 0"), (Some(0), None, String::new()));
        let refused = SupervisedProcess::start(supervisor, &["/no/such"], None, &[]).unwrap_err();
        assert_eq!(refused.kind(), std::io::ErrorKind::NotFound);
        let none: [&str; 0] = [];
        assert!(SupervisedProcess::start(supervisor, &none, None, &[]).is_err());
    }
}

#[test]
fn a_program_runs_in_the_given_folder() {
    let supervised = Supervisor::in_file(manager());
    let root = Path::new("/");
    for supervisor in [None, Some(&supervised)] {
        let (_process, mut pipes) =
            SupervisedProcess::start(supervisor, &["pwd"], Some(root), &[]).unwrap();
        let mut said = String::new();
        pipes.stdout.read_to_string(&mut said).unwrap();
        assert_eq!(said, "/\n");
    }
}

#[test]
fn a_program_that_never_called_the_supervisor_is_none() {
    assert_eq!(Supervisor::this_program(), None);
}
