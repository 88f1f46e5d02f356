//! A program that the user names, with pipes and threads that read and write them.

use std::time::Instant;

use board_engine::printable;
use games_package::{Failure, FailureKind};
use plain_protocol::{LINE_BYTES_MAX, Launch, Program};

use crate::child::{self, ChildError, StderrUse};

/// Starts the program.
#[derive(Debug)]
pub(super) struct CommandLauncher {
    /// The program and its arguments.
    pub(super) words: Vec<String>,
}

impl Launch for CommandLauncher {
    fn launch(&self) -> Result<Box<dyn Program>, Failure> {
        let started = child::Program::start(&self.words, StderrUse::KeepTail, LINE_BYTES_MAX);
        let program = started.map_err(|error| {
            Failure::new(FailureKind::LoadRefused, format!("can't be started: {error}"))
        })?;
        Ok(Box::new(CommandProgram(program)))
    }
}

/// The running program.
#[derive(Debug)]
struct CommandProgram(child::Program);

fn failure(error: &ChildError) -> Failure {
    let (kind, text) = match error {
        ChildError::TimedOut => (FailureKind::Unresponsive, "didn't answer in time".into()),
        ChildError::NotReading => (FailureKind::Unresponsive, "doesn't read its input".into()),
        ChildError::Ended { status: Some(status) } => {
            (FailureKind::Vanished, format!("ended ({status})"))
        }
        ChildError::Ended { status: None } => {
            (FailureKind::Vanished, "closed its output and went on".into())
        }
        ChildError::LineTooLong { bytes_max } => {
            (FailureKind::ProtocolError, format!("sent a line of more than {bytes_max} bytes"))
        }
    };
    Failure::new(kind, text)
}

impl Program for CommandProgram {
    fn send(&mut self, line: &[u8], _until: Instant) -> Result<(), Failure> {
        // A program that doesn't read is noticed when too much is waiting.
        self.0.send(&String::from_utf8_lossy(line)).map_err(|error| failure(&error))
    }

    /// Blank lines are skipped.
    fn receive(&mut self, until: Instant) -> Result<Option<Vec<u8>>, Failure> {
        loop {
            match self.0.receive(until) {
                Ok(line) if !line.is_empty() => return Ok(Some(line.into_bytes())),
                Ok(_) if Instant::now() < until => {}
                Ok(_) | Err(ChildError::TimedOut) => return Ok(None),
                Err(error) => return Err(failure(&error)),
            }
        }
    }

    /// It may think in its opponent's time: the user has started it, as any engine.
    fn resume(&mut self) {}

    fn suspend(&mut self) {}

    fn close(&mut self) {
        self.0.close();
    }

    fn stderr_tail(&mut self) -> String {
        printable(self.0.stderr_tail().trim())
    }
}
