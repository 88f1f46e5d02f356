//! Starts the user's program or takes it from the pool.

use std::time::Instant;

use games_package::{Failure, FailureKind};
use plain_protocol::{IdleProgram, LINE_BYTES_MAX, Launch, Program};
#[cfg(target_os = "linux")]
use process_pool::Cores;
use process_pool::{Closed, ProcessBaseline, ProcessMemory};

use crate::child::{self, ChildError};
use crate::engine_pool::{EngineKey, EnginePool};
use crate::launch_options::LaunchOptions;

/// The user's program has no memory limit, but it is reused by the same rule as plugins with the default limit of 1
/// GiB.
const MEMORY_BYTES_MAX: u64 = 1 << 30;

/// Starts the program, or reuses one from an earlier match.
#[derive(Debug)]
pub(super) struct CommandLauncher {
    pub(super) pool: EnginePool,
    pub(super) key: EngineKey,
}

impl Launch for CommandLauncher {
    fn launch(&self) -> Result<Box<dyn Program>, Failure> {
        let LaunchOptions { words, folder, stderr, .. } = &self.key.launch;
        let refused = |text| Failure::new(FailureKind::LoadRefused, text);
        let started = child::Program::start(words, folder.as_deref(), LINE_BYTES_MAX);
        let mut program = started.map_err(|error| refused(format!("can't be started: {error}")))?;
        if let Some(file) = stderr {
            let logged = program.log_stderr(file);
            logged.map_err(|error| refused(format!("can't write {}: {error}", file.display())))?;
        }
        Ok(Box::new(CommandProgram {
            program,
            baseline: ProcessBaseline::new(MEMORY_BYTES_MAX),
            #[cfg(target_os = "linux")]
            cores: Cores::of_this_thread(),
        }))
    }

    fn take(&self) -> Option<IdleProgram> {
        self.pool.take_program(&self.key)
    }

    fn keep(&self, program: IdleProgram) {
        self.pool.keep_program(&self.key, program);
    }

    fn closed(&self) -> Closed {
        self.pool.closed()
    }
}

/// The running program.
#[derive(Debug)]
struct CommandProgram {
    program: child::Program,
    /// The program's resident memory after its first answer.
    baseline: ProcessBaseline,
    #[cfg(target_os = "linux")]
    cores: Cores,
}

/// A process's resident memory in bytes, or `None` if the system doesn't report it.
fn resident_bytes(process: u32) -> Option<u64> {
    ProcessMemory::of(process).map(|memory| memory.resident)
}

fn failure(error: &ChildError) -> Failure {
    let (kind, text) = match error {
        ChildError::TimedOut => (FailureKind::Unresponsive, "didn't answer in time".into()),
        ChildError::NotReading => (FailureKind::Unresponsive, "doesn't read its input".into()),
        ChildError::Ended { status: Some(status) } => {
            (FailureKind::Vanished, format!("ended ({status})"))
        }
        ChildError::Ended { status: None } => {
            (FailureKind::Vanished, "closed its output but kept running".into())
        }
        ChildError::LineTooLong { bytes_max } => {
            (FailureKind::ProtocolError, format!("sent a line of more than {bytes_max} bytes"))
        }
    };
    Failure::new(kind, text)
}

impl Program for CommandProgram {
    fn send(&mut self, line: &[u8], _until: Instant) -> Result<(), Failure> {
        // If too much input is pending, the program has stopped reading.
        self.program.send(&String::from_utf8_lossy(line)).map_err(|error| failure(&error))
    }

    /// Skips blank lines.
    fn receive(&mut self, until: Instant) -> Result<Option<Vec<u8>>, Failure> {
        loop {
            match self.program.receive(until) {
                Ok(line) if !line.is_empty() => return Ok(Some(line.into_bytes())),
                Ok(_) if Instant::now() < until => {}
                Ok(_) | Err(ChildError::TimedOut) => return Ok(None),
                Err(error) => return Err(failure(&error)),
            }
        }
    }

    /// Programs that the user starts are never suspended, so they can think on the opponent's time.
    fn resume(&mut self) {}

    fn suspend(&mut self) {
        let process = self.program.process_id();
        self.baseline.record(|| resident_bytes(process));
    }

    fn adopt(&mut self) {
        #[cfg(target_os = "linux")]
        self.cores.follow_this_thread(self.program.process_id());
    }

    fn is_as_new(&mut self) -> bool {
        let process = self.program.process_id();
        let is_as_new = self.baseline.is_as_new(|| resident_bytes(process));
        self.program.discard_stderr();
        is_as_new
    }

    fn close(&mut self) {
        self.program.close();
    }

    fn stderr_excerpt(&mut self) -> String {
        self.program.stderr_excerpt()
    }
}
