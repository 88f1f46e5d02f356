//! An engine for tests: `fake_xboard_engine HABIT` speaks the XBoard protocol, and HABIT selects its behavior.

#![expect(clippy::print_stdout, reason = "it answers on its output")]

use std::fs::OpenOptions;
use std::io::{Write as _, stdin};
use std::ops::ControlFlow;
use std::thread;
use std::time::Duration;

/// The delay of an engine that ignores the request to move.
const LATER: Duration = Duration::from_millis(900);

/// White's moves, in order.
const MOVES: [&str; 4] = ["e2e4", "g1f3", "f1c4", "b1c3"];

/// Black's first move.
const REPLY: &str = "e7e5";

fn main() {
    let habit = std::env::args().nth(1).unwrap_or_default();
    if habit == "mute" {
        hang();
    }
    let (mut seen, mut count, mut is_playing, mut is_black) = (Vec::new(), 0, false, false);
    for line in stdin().lines() {
        let Ok(line) = line else { return };
        let (command, rest) = line.split_once(' ').unwrap_or((&line, ""));
        match command {
            "protover" if habit != "old" => introduce(&habit),
            "ping" => println!("pong {rest}"),
            "new" => (count, is_playing, is_black) = (0, false, false),
            "setboard" if habit == "no setboard" => return,
            "force" => is_playing = false,
            "go" => is_playing = true,
            "quit" => return,
            "accepted" | "rejected" | "xboard" | "protover" => continue,
            _ => {}
        }
        if command != "ping" {
            seen.push(line.clone());
        }
        if habit == "logs" && ["time", "otim"].contains(&command) {
            log(&line);
        }
        // An old engine receives moves without `usermove`.
        let is_move = command == "usermove"
            || rest.is_empty() && line.len() == 4 && line.as_bytes()[1].is_ascii_digit();
        is_black |= is_move && !is_playing;
        if command == "go" && is_black {
            println!("move {REPLY}");
        } else if command == "go" || is_playing && is_move || command == "?" {
            if answer(&habit, count, &seen).is_break() {
                return;
            }
            count += 1;
        }
    }
}

fn introduce(habit: &str) {
    println!("nonsense\nfeature done=0");
    let setboard = u8::from(habit != "no setboard");
    println!(
        "feature ping=1 usermove=1 setboard={setboard} san=1 memory=1 myname=\"Fake {habit}\""
    );
    println!("feature option=\"Skill -spin 5 0 10\" variants=\"normal,fischerandom\"");
    if habit == "once" {
        println!("feature reuse=0");
    }
    println!("feature done=1");
}

/// Returns `true` if the last time limit is longer than a second.
fn has_long(seen: &[String]) -> bool {
    let limit = seen.iter().rev().find_map(|line| line.strip_prefix("st ")?.parse().ok());
    limit.is_some_and(|seconds: u32| seconds > 1)
}

/// Plays a move, or behaves as `habit` requires. The engine exits after a `Break`.
fn answer(habit: &str, count: usize, seen: &[String]) -> ControlFlow<()> {
    println!("3 -25 1 17 e2e4 e7e5 a1a8");
    let mv = MOVES[count % MOVES.len()];
    match habit {
        // The host quotes the engine's standard error when the engine exits.
        "echo" if count == 1 => {
            println!("Error (seen): {}", seen.join("|"));
            return ControlFlow::Break(());
        }
        "deaf" if seen.last().is_some_and(|last| last == "?") => {}
        "deaf" if has_long(seen) => {
            thread::park_timeout(LATER);
            println!("move {mv}");
        }
        "slow" if seen.last().is_none_or(|last| last != "?") => {}
        "resigns" => println!("resign"),
        "liar" => println!("move e2e5"),
        "older" => println!("1. ... {mv}\nMy move is: {mv}"),
        "crash" => std::process::abort(),
        _ => println!("move {mv}"),
    }
    ControlFlow::Continue(())
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
