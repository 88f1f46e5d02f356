//! A plugin's process: a child of this process, or of a supervisor that also ends all of the child's descendants.

use std::io;
use std::process::{Child, ExitStatus};

use process_pool::SupervisedProcess;

/// A process that can be waited for.
pub(super) trait OwnProcess {
    /// Returns the exit status, or `None` while the process runs.
    ///
    /// # Errors
    /// The system's error.
    fn try_wait(&mut self) -> io::Result<Option<ExitStatus>>;

    /// Waits until the system has freed a killed process's resources.
    fn reap(&mut self);
}

impl OwnProcess for Child {
    fn try_wait(&mut self) -> io::Result<Option<ExitStatus>> {
        Self::try_wait(self)
    }

    fn reap(&mut self) {
        let _reaped = self.wait();
    }
}

/// A program's process.
#[derive(Debug)]
pub(super) enum ProgramChild {
    /// The program is confined and can't start other processes.
    Confined(Child),
    /// The user trusts the program, so it may start other processes.
    Trusted(SupervisedProcess),
}

impl ProgramChild {
    /// The process ID.
    pub(super) fn id(&self) -> u32 {
        match self {
            Self::Confined(child) => child.id(),
            Self::Trusted(process) => process.id(),
        }
    }
}

impl OwnProcess for ProgramChild {
    fn try_wait(&mut self) -> io::Result<Option<ExitStatus>> {
        match self {
            Self::Confined(child) => child.try_wait(),
            Self::Trusted(process) => process.try_wait(),
        }
    }

    fn reap(&mut self) {
        match self {
            Self::Confined(child) => child.reap(),
            Self::Trusted(process) => {
                process.end();
            }
        }
    }
}
