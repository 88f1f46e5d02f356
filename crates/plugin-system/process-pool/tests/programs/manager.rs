//! Starts another program, prints that program's process ID, and waits until standard input ends. If the first word is
//! `leaves`, then exits without cleaning up.

#![expect(clippy::print_stdout, reason = "its output is read by the tests")]

use std::env;
use std::io::{self, Read};
use std::process::{self, ExitCode};

use process_pool::{SupervisedProcess, Supervisor};

fn main() -> ExitCode {
    if let Some(code) = process_pool::supervisor_main() {
        return code;
    }
    let mut words: Vec<String> = env::args().skip(1).collect();
    let leaves = words.first().is_some_and(|word| word == "leaves");
    words.retain(|word| word != "leaves");
    let supervisor = Supervisor::this_program();
    // The thread that starts a program can end long before that program does.
    let start = move || SupervisedProcess::start(supervisor.as_ref(), &words, None, &[]);
    let started = std::thread::spawn(start).join().expect("the thread doesn't panic");
    let (started, pipes) = match started {
        Ok(started) => started,
        Err(error) => {
            println!("{error}");
            return ExitCode::FAILURE;
        }
    };
    println!("{}", started.id());
    let _end = io::stdin().read(&mut [0]);
    if leaves {
        process::exit(7);
    }
    drop((started, pipes));
    ExitCode::SUCCESS
}
