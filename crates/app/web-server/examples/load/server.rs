//! The measured server, as a separate process.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Duration;

use crate::AnyError;

/// A clock tick of `/proc/PID/stat`. Linux reports 100 ticks per second on every architecture.
const TICK: Duration = Duration::from_millis(10);

/// A server that is killed when this value is dropped.
#[derive(Debug)]
pub(crate) struct ServerProcess {
    child: Child,
    address: String,
    /// Keeps the server alive, which exits if nothing reads its output.
    _output: BufReader<ChildStdout>,
    /// The folder with the server's matches.
    _home: tempfile::TempDir,
}

impl ServerProcess {
    /// Starts the program on a free port, with limits that let one client act as many.
    ///
    /// # Errors
    /// If the server fails to start or prints no address.
    pub(crate) fn start(program: &Path) -> Result<Self, AnyError> {
        let home = tempfile::tempdir()?;
        let mut child = Command::new(program)
            .args(["--port", "0", "--matches", "1000000", "--matches-per-client", "1000000"])
            .args(["--connections-per-client", "1000000", "--requests-per-client", "1000000"])
            .env("XDG_STATE_HOME", home.path())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{}: {error} (build it first)", program.display()))?;
        let output = child.stdout.take().ok_or("the server has no output")?;
        let (mut output, mut line) = (BufReader::new(output), String::new());
        output.read_line(&mut line)?;
        let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next());
        let address = address.ok_or_else(|| format!("no address in \"{line}\""))?.to_owned();
        Ok(Self { child, address, _output: output, _home: home })
    }

    /// The address and port.
    pub(crate) fn address(&self) -> &str {
        &self.address
    }

    /// The resident memory in bytes.
    ///
    /// # Errors
    /// If the server process no longer exists.
    pub(crate) fn memory(&self) -> Result<u64, AnyError> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kilobytes = line.and_then(|line| line.trim().strip_suffix(" kB"));
        Ok(kilobytes.ok_or("no VmRSS in its status")?.parse::<u64>()? * 1024)
    }

    /// The CPU time used so far.
    ///
    /// # Errors
    /// If the server process no longer exists.
    pub(crate) fn processor_time(&self) -> Result<Duration, AnyError> {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.child.id()))?;
        // The name can contain spaces and ends at the last parenthesis. The fields utime and stime are fields 14 and 15
        // (proc(5)).
        let (_, fields) = stat.rsplit_once(')').ok_or("no name in its stat")?;
        let ticks: Vec<u32> = fields
            .split_whitespace()
            .skip(11)
            .take(2)
            .filter_map(|field| field.parse().ok())
            .collect();
        Ok(TICK * ticks.iter().sum())
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        // The server may have exited already.
        let _gone = self.child.kill();
        let _gone = self.child.wait();
    }
}
