//! An engine for tests: `fake_uci_engine HABIT` speaks UCI, and HABIT selects its behavior.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "it answers on its output")]

use std::fs::OpenOptions;
use std::io::{Write, stdin, stdout};
use std::thread;

/// The moves that an engine plays if it logs its limits.
const MOVES: [&str; 3] = ["e2e4", "g1f3", "f1c4"];

fn main() {
    let habit = std::env::args().nth(1).unwrap_or_default();
    if habit == "mute" {
        hang();
    }
    let (mut go_count, mut game_count, mut position, mut seen) = (0, 0, String::new(), Vec::new());
    // Whether the engine was stopped and will answer only after its `readyok`.
    let mut owes_answer = false;
    for line in stdin().lines() {
        let Ok(line) = line else { return };
        if habit == "logs" && line.starts_with("go") {
            log(&line);
        }
        match line.split(' ').next().unwrap_or_default() {
            "uci" => introduce(&habit),
            "ucinewgame" => game_count += 1,
            "isready" if habit == "one game" && game_count > 1 => hang(),
            "isready" => {
                println!("info string hello\nreadyok");
                if std::mem::take(&mut owes_answer) {
                    println!("bestmove d2d4");
                }
            }
            "setoption" | "debug" => seen.push(line),
            "position" => position = line,
            "go" if habit == "echo" || habit == "seeds" => {
                let seen = seen.join(", ");
                return println!("info string error: {seen}|{position}|{line}");
            }
            // Ponders until the host stops it or plays the pondered move.
            "go" if line.contains("ponder") => {}
            "ponderhit" => println!("bestmove g1f3"),
            "stop" if habit == "lazy" => owes_answer = true,
            "stop" => println!("bestmove e2e4"),
            "go" => {
                go_count += 1;
                go(&habit, go_count, game_count);
            }
            "quit" => return,
            _ => {}
        }
    }
}

fn introduce(habit: &str) {
    println!("id name Fake {habit}\nid author nobody");
    println!("option name Hash type spin default 16 min 1 max 99");
    println!("option name Skill Level type spin default 20 min 0 max 20");
    println!("option name Ponder type check default false");
    if habit == "seeds" {
        println!("option name Seed type spin default 0 min 0 max 999");
    }
    if habit != "plain" {
        println!("option name UCI_Chess960 type check default false");
    }
    if habit == "echo" {
        println!("option name Clear type button");
        if let Ok(folder) = std::env::current_dir()
            && std::env::args().nth(2).is_some()
        {
            eprintln!("started in {}", folder.display());
        }
    }
    println!("nonsense\noption\nid\nuciok");
}

fn go(habit: &str, count: u32, game_count: u32) {
    println!("info depth 3 score cp -25 nodes 17 time 1 pv e2e4 e7e5 a1a8");
    match habit {
        "counts" | "one game" => {
            println!("info depth {game_count} score cp 0\nbestmove e2e4");
        }
        "second" if game_count == 2 => std::process::abort(),
        "second" => println!("info depth {game_count} score cp 0\nbestmove e2e4"),
        "logs" => {
            let mv = MOVES.iter().zip(1..).find(|(_, number)| *number == count);
            println!("bestmove {} ponder b8c6", mv.map_or("(none)", |(mv, _)| mv));
        }
        "crash" => std::process::abort(),
        "hang" => hang(),
        "late" => {}
        // A surplus answer, as if a stop and an answer had crossed.
        "twice" if count == 1 => println!("bestmove e2e4\nbestmove d2d4"),
        "twice" => println!("bestmove d2d4"),
        "lazy" if count > 1 => println!("bestmove g1f3"),
        "liar" => println!("bestmove e2e5"),
        "garbage" => println!("bestmove where am I"),
        "empty" => println!("bestmove"),
        "nothing" => println!("bestmove (none)"),
        "endless" => endless(),
        "chatter" => loop {
            println!("info string nothing to say");
        },
        _ => println!("bestmove e2e4 ponder e7e5"),
    }
}

/// Appends the line to the file given as the second argument.
fn log(line: &str) {
    let path = std::env::args().nth(2).unwrap_or_default();
    let file = OpenOptions::new().append(true).create(true).open(path);
    file.and_then(|mut file| writeln!(file, "{line}")).expect("the log can be written");
}

fn hang() -> ! {
    loop {
        thread::park();
    }
}

/// Writes a line that never ends.
fn endless() {
    let mut out = stdout();
    while out.write_all(&[b'x'; 4096]).is_ok() {}
}
