//! Exchanges lines with a running engine before a deadline, and describes its failures.

use std::time::{Duration, Instant};

use board_engine::printable;

use crate::child::{ChildError, Program};

/// A started engine.
pub(super) struct Running(Program);

impl Running {
    /// Starts the engine. Lines longer than `line_bytes_max` bytes are an error.
    pub(super) fn start(words: &[String], line_bytes_max: usize) -> Result<Self, String> {
        let started = Program::start(words, None, line_bytes_max);
        started.map(Self).map_err(|error| format!("{} can't be started: {error}", words[0]))
    }

    pub(super) fn send(&mut self, line: &str) -> Result<(), String> {
        let sent = self.0.send(line);
        sent.map_err(|error| self.said(&error))
    }

    /// The next line, if it arrives before `deadline`.
    pub(super) fn next(&mut self, deadline: Instant) -> Result<Option<String>, String> {
        if Instant::now() >= deadline {
            return Ok(None);
        }
        match self.0.receive(deadline) {
            Ok(line) => Ok(Some(line)),
            Err(ChildError::TimedOut) => Ok(None),
            Err(error) => Err(self.said(&error)),
        }
    }

    /// Describes a missing answer.
    pub(super) fn late(&mut self) -> String {
        match self.0.unfinished_bytes() {
            0 => self.said(&ChildError::TimedOut),
            1 => "it sent 1 byte of an unfinished line".into(),
            count => format!("it sent {count} bytes of an unfinished line"),
        }
    }

    /// Describes the error, with an excerpt from the engine's standard error.
    fn said(&mut self, error: &ChildError) -> String {
        let excerpt = self.0.stderr_excerpt();
        if excerpt.is_empty() { error.to_string() } else { format!("{error}; it wrote: {excerpt}") }
    }

    /// Closes the engine's input and waits until it exits.
    pub(super) fn close_input(&mut self, time: Duration) -> Result<String, String> {
        self.0.close_input();
        self.exits(time)
    }

    /// Waits until the engine exits.
    pub(super) fn exits(&mut self, time: Duration) -> Result<String, String> {
        let begun = Instant::now();
        if self.0.exits_before(begun + time) {
            Ok(format!("it exited after {} ms", begun.elapsed().as_millis()))
        } else {
            Err("it is still running".into())
        }
    }
}

/// The beginning of an engine's output.
pub(super) fn shown(text: &str) -> String {
    printable(text).chars().take(60).collect()
}
