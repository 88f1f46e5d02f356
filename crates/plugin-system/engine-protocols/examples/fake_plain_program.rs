//! A program for tests: `fake_plain_program HABIT` speaks the plain protocol, and HABIT selects its behavior.

#![expect(clippy::print_stdout, reason = "it answers on its output")]

use std::io::{Write, stdin, stdout};
use std::thread;

use serde_json::{Value, json};

fn main() {
    let habit = std::env::args().nth(1).unwrap_or_default();
    let (mut games, mut asked) = (0, 0);
    for line in stdin().lines() {
        let Ok(line) = line else { return };
        let message: Value = serde_json::from_str(&line).unwrap_or_default();
        let id = &message["id"];
        match message["type"].as_str().unwrap_or_default() {
            "hello" if habit == "wordless" => {}
            "hello" => hello(&habit),
            "new-game" => games += 1,
            "choose" | "ponder-hit" => {
                asked += 1;
                choose(&habit, &message, games, asked);
            }
            "ponder" if habit == "early" => println!("{}", json!({"type": "resign", "id": id})),
            "ping" if habit == "wrong pong" => println!("{}", json!({"type": "pong", "id": 99})),
            "ping" => println!("{}", json!({"type": "pong", "id": id})),
            "stop" if habit == "deep" => println!("{}", json!({"type": "resign", "id": id})),
            "quit" if habit == "stubborn" => hang(),
            "quit" => return,
            "future-message" if habit == "strict" => println!("what is that?"),
            _ => {}
        }
    }
    if habit == "immortal" {
        hang();
    }
}

fn hello(habit: &str) {
    let name = if habit == "nameless" { " " } else { "fake 1" };
    let counts = habit.starts_with("counts") && habit != "counts alone";
    let keeps = counts || matches!(habit, "learner" | "wrong pong" | "clean");
    let level = json!({"name": "level", "type": "int", "default": 1, "min": 1, "max": 9});
    let ponders = habit == "early";
    let mark = if habit == "doubles" { "\u{FEFF}" } else { "" };
    println!(
        "{mark}{}",
        json!({"type": "hello", "name": name, "options": [level], "reusable": keeps, "ponders": ponders})
    );
    match habit {
        "twice hello" => println!("{}", json!({"type": "hello", "name": name})),
        "eager" => println!("{}", json!({"type": "move", "id": 1, "move": "9-13"})),
        "mute" => hang(),
        _ => {}
    }
}

fn choose(habit: &str, message: &Value, games: usize, asked: usize) {
    let moves = message["legal_moves"].as_array().cloned().unwrap_or_default();
    // A program that learns plays different moves in later games.
    let index = if habit == "learner" { games % moves.len().max(1) } else { 0 };
    let mv = moves.get(index).cloned().unwrap_or_default();
    let id = match message["id"].as_f64() {
        Some(id) if habit == "doubles" => json!(id),
        _ => message["id"].clone(),
    };
    let answer = json!({"type": "move", "id": id, "move": mv}).to_string();
    if habit.starts_with("counts") {
        println!("{}", json!({"type": "info", "nodes": games}));
    }
    match habit {
        "crash" => std::process::abort(),
        "counts and crashes" if games == 2 => std::process::abort(),
        "hang" => hang(),
        "counts and hangs" if games == 2 => hang(),
        "liar" => println!("{}", json!({"type": "move", "id": id, "move": "1-32"})),
        "resigns" => println!("{}", json!({"type": "resign", "id": id})),
        "wrong id" => println!("{}", json!({"type": "move", "id": 77, "move": mv})),
        "twice" | "counts and answers twice" => println!("{answer}\n{answer}"),
        "garbage" => println!("my move is 9-13"),
        "blank lines" => println!("\n \n{answer}\n"),
        "half" => write(&answer.as_bytes()[..20], hang),
        "cut off" => write(&answer.as_bytes()[..20], || std::process::abort()),
        "endless" => loop {
            write(&[b'x'; 4096], || ());
        },
        "chatter" => loop {
            println!("{}", json!({"type": "info", "depth": 1}));
        },
        // Searches the fourth question until it is stopped.
        "deep" if asked == 4 => {}
        _ => println!("{answer}"),
    }
}

/// Writes `bytes` and then calls `then`; exits if the output is closed.
fn write(bytes: &[u8], then: impl Fn()) {
    let mut out = stdout();
    if out.write_all(bytes).and_then(|()| out.flush()).is_err() {
        std::process::abort();
    }
    then();
}

fn hang() {
    loop {
        thread::park();
    }
}
