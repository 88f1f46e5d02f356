//! An engine for tests: `fake_engine HABIT` speaks Hub as its habit has it.

#![expect(clippy::print_stdout, reason = "it answers on its output")]

use std::io::{Write, stdin, stdout};
use std::thread;

fn main() {
    let habit = std::env::args().nth(1).unwrap_or_default();
    if habit == "mute" {
        hang();
    }
    for line in stdin().lines() {
        let Ok(line) = line else { return };
        match line.split(' ').next().unwrap_or_default() {
            "hub" => introduce(&habit),
            "init" => println!("junk\nready"),
            "go" => go(&habit),
            // Sent only to an engine that searches longer than it was given.
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
        "frisian" => {
            println!("param name=variant value=normal type=enum values=\"normal frisian\"");
        }
        _ => println!("param name=variant value=normal type=enum values=\"normal killer\""),
    }
    println!("wait");
}

fn go(habit: &str) {
    println!("info depth=3 score=-0.25 nodes=17 time=0.1 pv=\"32-28 17-21 1-50\"");
    match habit {
        "crash" => std::process::abort(),
        "hang" => hang(),
        "late" => {}
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

/// A line without end.
fn endless() {
    let mut out = stdout();
    while out.write_all(&[b'x'; 4096]).is_ok() {}
}
