//! Third-party programs end with the program that started them, whatever ended it.

use std::fs;
use std::path::Path;
use std::process::id;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use integration_tests::{Rival, Running, scratch};
use rustix::process::{Signal, kill_process};

/// The environment variable that marks a process, independent of its group, session and parent.
const MARK: &str = "RIVAL_TEST_MARK";

/// Time limit for the last process to end on a busy machine.
const PATIENCE: Duration = Duration::from_mins(2);

/// Engines from Debian. `gnuchess` starts other processes.
const REAL: [&str; 3] = ["/usr/games/gnuchess --uci", "/usr/games/stockfish", "/usr/games/toga2"];

/// An engine that reports that it is ready and then hangs. The engine ignores signals and has children in other
/// sessions, one of them an orphan.
const HUNG: &str = "trap '' TERM HUP INT
setsid sleep 86400 &
(setsid sh -c 'sleep 86400 & exec sleep 86400' &)
while read line; do
    case $line in
        uci) echo uciok ;;
        isready) echo readyok ;;
    esac
done
exec sleep 86400
";

/// A unique value for the variable.
fn mark() -> String {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    format!("{}-{}", id(), NEXT.fetch_add(1, Ordering::Relaxed))
}

/// The living processes with this mark.
fn marked(mark: &str) -> Vec<String> {
    let (wanted, mut found) = (format!("{MARK}={mark}\0"), Vec::new());
    for process in fs::read_dir("/proc").expect("Linux lists its processes").flatten() {
        let environment = fs::read(process.path().join("environ")).unwrap_or_default();
        if String::from_utf8_lossy(&environment).contains(&wanted) {
            let words = fs::read(process.path().join("cmdline")).unwrap_or_default();
            found.push(String::from_utf8_lossy(&words).replace('\0', " "));
        }
    }
    found
}

/// Waits until enough processes with this mark are alive.
fn await_marked(mark: &str, is_enough: impl Fn(usize) -> bool, what: &str) {
    let begun = Instant::now();
    while !is_enough(marked(mark).len()) {
        assert!(begun.elapsed() < PATIENCE, "{what}: {:?}", marked(mark));
        thread::park_timeout(Duration::from_millis(5));
    }
}

/// The engines: a hanging engine in a file in `folder`, and the installed engines.
fn engines(folder: &Path) -> Vec<String> {
    let hung = folder.join("hung.sh");
    fs::write(&hung, HUNG).expect("it can be written");
    let is_there =
        |engine: &&str| engine.split(' ').next().is_some_and(|file| Path::new(file).exists());
    let real = REAL.into_iter().filter(is_there).map(|engine| format!("engine:uci:{engine}"));
    std::iter::once(format!("engine:uci:sh {}", hung.display())).chain(real).collect()
}

/// Starts `rival watch` with this engine.
fn watch(engine: &str, mark: &str) -> Running {
    let words = ["watch", "chess", engine, "random", "--clock", "5m+0s", "--json"];
    Rival::new(words).env(MARK, mark).start()
}

/// Starts `rival-arena` with two concurrent games by this engine.
fn arena(engine: &str, mark: &str) -> Running {
    let words = ["match", "chess", engine, "random", "--clock", "5m+0s", "--concurrency", "2"];
    Rival::arena([&words[..], &["--pairs", "10", "--json"]].concat()).env(MARK, mark).start()
}

#[test]
fn no_engine_survives_a_program_that_is_killed_at_any_moment() {
    let folder = scratch();
    let rounds = if std::env::var("RIVAL_DEEP").is_ok_and(|value| value == "1") { 40 } else { 4 };
    for engine in engines(folder.path()) {
        for round in 0..rounds {
            for start in [watch, arena] {
                let mark = mark();
                let running = start(&engine, &mark);
                // Vary the moment: while the program starts, or once its engine runs.
                if round % 2 == 1 {
                    await_marked(&mark, |count| count > 2, &format!("no {engine}"));
                }
                thread::park_timeout(Duration::from_millis(37 * round * round % 900));
                running.kill();
                await_marked(&mark, |count| count == 0, &format!("{engine}, round {round}"));
            }
        }
    }
}

#[test]
fn a_hung_engine_ends_with_a_terminated_program() {
    let folder = scratch();
    let hung = engines(folder.path()).remove(0);
    for signal in [Signal::TERM, Signal::HUP, Signal::INT, Signal::TERM] {
        let mark = mark();
        let running = watch(&hung, &mark);
        // The program, a supervisor, the engine, and the engine's own children.
        await_marked(&mark, |count| count >= 6, "the engine is not there");
        kill_process(running.process(), signal).expect("it is running");
        let _ = running.finish().exits(130);
        await_marked(&mark, |count| count == 0, &format!("{signal:?}"));
    }
}

#[test]
fn nothing_of_a_trusted_program_survives() {
    let folder = scratch();
    let plugin = folder.path().join("forking");
    fs::create_dir(&plugin).expect("it can be made");
    let manifest = "name = \"forking\"\ncommand = [\"sh\", \"player.sh\"]\n";
    fs::write(plugin.join("player.toml"), manifest).expect("it can be written");
    // The engine starts with an empty environment, so it marks its own children.
    let script = format!(
        "{MARK}=$(cat {}) && export {MARK}\n(setsid sh -c 'sleep 86400 & exec sleep 86400' &)\nread line\nexec sleep 86400\n",
        folder.path().join("mark").display()
    );
    fs::write(plugin.join("player.sh"), script).expect("it can be written");
    let plugin_text = plugin.to_str().expect("the path is text");
    let home = scratch();
    let trust = Rival::new(["plugin", "trust", plugin_text]);
    let _ = trust.env("XDG_CONFIG_HOME", home.path()).run().exits(0);
    for signal in [Signal::KILL, Signal::TERM] {
        let mark = mark();
        fs::write(folder.path().join("mark"), &mark).expect("it can be written");
        let words = ["--plugins", folder.path().to_str().expect("the path is text")];
        let game = ["watch", "tic-tac-toe", "forking/player", "random", "--json"];
        let running = Rival::new([&words[..], &game].concat())
            .env("XDG_CONFIG_HOME", home.path())
            .env(MARK, &mark)
            .start();
        await_marked(&mark, |count| count >= 4, "the program is not there");
        kill_process(running.process(), signal).expect("it is running");
        await_marked(&mark, |count| count == 0, &format!("{signal:?}"));
        drop(running);
    }
}
