//! An engine for tests: `fake_engine HABIT` speaks Hub, and HABIT selects its behavior.

#![expect(clippy::print_stdout, reason = "it answers on its output")]

use std::io::{Write, stderr, stdin, stdout};
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};
use std::thread;

fn main() {
    let habit = std::env::args().nth(1).unwrap_or_default();
    if habit == "mute" {
        hang();
    }
    if habit == "parent" {
        leave_behind();
    }
    let (mut go_count, mut level, mut seen) = (0, String::new(), Vec::new());
    for line in stdin().lines() {
        let Ok(line) = line else { return };
        match line.split(' ').next().unwrap_or_default() {
            "hub" => introduce(&habit),
            "init" => println!("junk\nready"),
            "ping" if habit != "simple" => println!("pong"),
            "level" => level = line,
            "set-param" => seen.push(line),
            "go" if habit == "options" => return println!("error message=\"{}\"", seen.join(" ")),
            "go" if habit == "echo" => return println!("error message=\"{level}\""),
            // Ponders until the host stops it or plays the pondered move.
            "go" if line == "go ponder" => {}
            "ponder-hit" => println!("done move=31-26"),
            "stop" if habit == "ponders" => println!("done move=50-45"),
            "go" => {
                go_count += 1;
                go(&habit, go_count);
            }
            // Sent only to an engine that searches longer than its limit.
            "stop" if habit == "late" => println!("done move=32-28"),
            "quit" => return,
            _ => {}
        }
    }
}

fn introduce(habit: &str) {
    println!("id name=Fake version=\"1 {habit}\"");
    match habit {
        "simple" => {}
        // Sends an unsolicited answer.
        "eager" => println!("done move=32-28"),
        "options" => {
            println!("param name=variant value=normal type=enum values=normal");
            println!("param name=plies value=2 type=int min=0 max=9");
            println!("param name=book value=true type=bool");
            println!("param name=style value=calm type=enum values=\"calm wild\"");
        }
        "frisian" => {
            println!("param name=variant value=normal type=enum values=\"normal frisian\"");
        }
        _ => println!("param name=variant value=normal type=enum values=\"normal killer\""),
    }
    println!("wait");
}

fn go(habit: &str, count: u32) {
    println!("info depth=3 score=-0.25 nodes=17 time=0.1 pv=\"32-28 17-21 1-50\"");
    match habit {
        "crash" => std::process::abort(),
        "cry" if writeln!(stderr(), "out of luck\nat line 3").is_ok() => std::process::abort(),
        "hang" => hang(),
        "late" => {}
        "complaint" => {
            println!("error message=\"no licence\"");
            hang();
        }
        // A surplus answer, as if a stop and an answer had crossed.
        "ponders" if count > 1 => println!("done move=31-27"),
        "twice" if count == 1 => println!("done move=32-28\ndone move=33-28"),
        "twice" => println!("done move=31-27"),
        "liar" => println!("done move=1-50"),
        "garbage" => println!("done move=\"where am I\""),
        "empty" => println!("done"),
        "endless" => endless(),
        "chatter" => loop {
            println!("nothing to say");
        },
        _ => println!("done move=32-28 ponder=17-21"),
    }
}

fn hang() -> ! {
    loop {
        thread::park();
    }
}

/// Starts a program that outlives this one and keeps its output open.
fn leave_behind() {
    let mut other = Command::new("sleep");
    other.arg("20").stdin(Stdio::null()).process_group(0);
    if let Err(error) = other.spawn() {
        println!("error message=\"{error}\"");
    }
}

/// Writes a line that never ends.
fn endless() {
    let mut out = stdout();
    while out.write_all(&[b'x'; 4096]).is_ok() {}
}
