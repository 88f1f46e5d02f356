//! `rival`: the program for playing, watching and comparing players.
//!
//! This library exports one function. Another program can add its games to the catalog and then call this function;
//! `rival game new` writes such a program.

#![forbid(unsafe_code)]

mod arguments;
mod commands;
mod completion;
mod first_word;
mod match_files;

use std::process::ExitCode;
use std::sync::Arc;

use app_context::program;

use crate::arguments::Arguments;

/// The whole program: parses the process's command line, runs the command, and returns the exit code.
pub fn main() -> ExitCode {
    completion::answer_shell();
    let words = first_word::completed(std::env::args_os().collect());
    program::main_of(words, |arguments: Arguments| {
        let app = Arc::new(program::begin(&arguments.common)?);
        commands::run(&app, arguments)
    })
}
