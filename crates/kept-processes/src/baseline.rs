//! Up to when a process that serves one match after another is as good as a new one.

use std::fs;
use std::time::{Duration, Instant};

use rustix::param::page_size;

/// The age up to which a used process counts as new: the processor time that it may use in total can be limited.
const AGE_MAX: Duration = Duration::from_mins(1);

/// A used process may hold at most one part in this many of its memory limit.
const HELD_MEMORY_DIVISOR: u64 = 8;

/// The memory of a process in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProcessMemory {
    /// Its address space.
    pub address_space: u64,
    /// What of that is in memory.
    pub resident: u64,
}

impl ProcessMemory {
    /// That of the process with this number now. None if the system doesn't report it.
    ///
    /// See `/proc/pid/statm` in proc(5).
    pub fn of(process: u32) -> Option<Self> {
        let numbers = fs::read_to_string(format!("/proc/{process}/statm")).ok()?;
        let page: u64 = page_size().try_into().ok()?;
        let mut bytes = numbers
            .split_ascii_whitespace()
            .map_while(|pages| pages.parse::<u64>().ok()?.checked_mul(page));
        Some(Self { address_space: bytes.next()?, resident: bytes.next()? })
    }
}

/// What a process was like when it was new.
#[derive(Clone, Copy, Debug)]
pub struct ProcessBaseline {
    begun: Instant,
    memory_bytes_max: u64,
    /// The memory that it had as new; none if that is not known.
    bytes: Option<u64>,
}

impl ProcessBaseline {
    /// Of a process that is started now and may have this much memory.
    pub fn new(memory_bytes_max: u64) -> Self {
        Self { begun: Instant::now(), memory_bytes_max, bytes: None }
    }

    /// Records the memory that the process has as new, unless that is known already.
    pub fn record(&mut self, bytes: impl FnOnce() -> Option<u64>) {
        self.bytes = self.bytes.or_else(bytes);
    }

    /// Whether the process has nearly as much time and memory left as a new one. `bytes` is the memory that it has now; if
    /// that or the memory that it had as new is not known, it has not.
    pub fn is_as_new(&self, bytes: impl FnOnce() -> Option<u64>) -> bool {
        let held = || Some(bytes()?.saturating_sub(self.bytes?));
        self.begun.elapsed() < AGE_MAX
            && held().is_some_and(|held| held <= self.memory_bytes_max / HELD_MEMORY_DIVISOR)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_that_holds_an_eighth_of_its_limit_is_not_new_any_more() {
        let mut baseline = ProcessBaseline::new(800);
        assert!(!baseline.is_as_new(|| Some(50)), "nobody knows what it had as new");
        baseline.record(|| Some(50));
        baseline.record(|| Some(1000));
        assert!(baseline.is_as_new(|| Some(10)));
        assert!(baseline.is_as_new(|| Some(150)));
        assert!(!baseline.is_as_new(|| Some(151)));
        assert!(!baseline.is_as_new(|| None));
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn the_system_reports_the_memory_of_a_process() {
        let own = ProcessMemory::of(std::process::id()).unwrap();
        assert!(own.resident > 0 && own.resident <= own.address_space, "{own:?}");
        assert_eq!(ProcessMemory::of(u32::MAX), None);
    }
}
