//! Decides whether a reused process is as good as a new one.

use std::fs;
use std::time::{Duration, Instant};

use rustix::param::page_size;

/// Maximum age of a reused process, because its total CPU time can be limited.
const AGE_MAX: Duration = Duration::from_mins(1);

/// A reused process may use at most this fraction (1/N) of its memory limit.
const HELD_MEMORY_DIVISOR: u64 = 8;

/// A process's memory usage in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProcessMemory {
    /// The address space in bytes.
    pub address_space: u64,
    /// The resident memory in bytes.
    pub resident: u64,
}

impl ProcessMemory {
    /// The current memory usage of the process with this ID, or `None` if the system doesn't report it.
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

/// The lines in `/proc/pid/status` that add up to a process's memory usage: resident (anonymous, file and shared),
/// swapped out, page tables, and huge pages, which none of the others include.
const CHARGED: [&str; 4] = ["VmRSS:", "VmSwap:", "VmPTE:", "HugetlbPages:"];

/// The memory in bytes for which the kernel currently charges a process. A process can't hide memory by never touching
/// it again or by touching it sparsely. `None` if the system doesn't report it.
///
/// See `/proc/pid/status` in proc(5).
pub fn charged_bytes(process: u32) -> Option<u64> {
    charged_in(&fs::read_to_string(format!("/proc/{process}/status")).ok()?)
}

/// Maximum number of processes to examine in a tree.
const TREE_PROCESSES_MAX: usize = 4096;

/// The total [`charged_bytes`] of a process and its living descendants. Shared memory counts once for each process.
pub fn charged_bytes_of_tree(process: u32) -> Option<u64> {
    let mut sum = charged_bytes(process)?;
    let (mut open, mut seen) = (vec![process], 1);
    while let Some(parent) = open.pop() {
        for child in children(parent) {
            seen += 1;
            if seen > TREE_PROCESSES_MAX {
                return Some(sum);
            }
            sum = sum.saturating_add(charged_bytes(child).unwrap_or_default());
            open.push(child);
        }
    }
    Some(sum)
}

/// The children of a process, including unreaped ones; empty if the system doesn't list them.
fn children(process: u32) -> Vec<u32> {
    let tasks = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let lists = tasks.filter_map(|task| fs::read_to_string(task.path().join("children")).ok());
    let numbers =
        |list: String| list.split_whitespace().filter_map(|it| it.parse().ok()).collect::<Vec<_>>();
    lists.flat_map(numbers).collect()
}

/// The sum of the charged lines in `/proc/pid/status`, or `None` if there are none, as for a dead process.
fn charged_in(status: &str) -> Option<u64> {
    let kib = |line: &str| {
        let rest = CHARGED.iter().find_map(|name| line.strip_prefix(name))?;
        rest.trim().strip_suffix(" kB")?.parse::<u64>().ok()
    };
    let charged: Vec<u64> = status.lines().filter_map(kib).collect();
    let sum = charged.iter().fold(0_u64, |sum, kib| sum.saturating_add(*kib));
    (!charged.is_empty()).then(|| sum.saturating_mul(1024))
}

/// The state of a process when it was new.
#[derive(Clone, Copy, Debug)]
pub struct ProcessBaseline {
    begun: Instant,
    memory_bytes_max: u64,
    /// The process's memory usage when it was new; `None` if unknown.
    bytes: Option<u64>,
}

impl ProcessBaseline {
    /// The baseline of a process that is being started with this memory limit.
    pub fn new(memory_bytes_max: u64) -> Self {
        Self { begun: Instant::now(), memory_bytes_max, bytes: None }
    }

    /// Records the new process's memory usage unless it is already known.
    pub fn record(&mut self, bytes: impl FnOnce() -> Option<u64>) {
        self.bytes = self.bytes.or_else(bytes);
    }

    /// Returns `true` if the process has nearly as much time and memory left as a new one. `bytes` returns the
    /// process's current memory. Returns `false` if the current or the recorded memory is unknown.
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
    fn a_process_that_uses_an_eighth_of_its_limit_is_no_longer_as_new() {
        let mut baseline = ProcessBaseline::new(800);
        assert!(!baseline.is_as_new(|| Some(50)), "its memory as new is unknown");
        baseline.record(|| Some(50));
        baseline.record(|| Some(1000));
        assert!(baseline.is_as_new(|| Some(10)));
        assert!(baseline.is_as_new(|| Some(150)));
        assert!(!baseline.is_as_new(|| Some(151)));
        assert!(!baseline.is_as_new(|| None));
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn the_system_reports_process_memory() {
        let own = ProcessMemory::of(std::process::id()).unwrap();
        assert!(own.resident > 0 && own.resident <= own.address_space, "{own:?}");
        assert_eq!(ProcessMemory::of(u32::MAX), None);
        let charged = charged_bytes(std::process::id()).unwrap();
        assert!(charged > own.resident / 2, "{charged}");
        assert_eq!(charged_bytes(u32::MAX), None);
    }

    #[test]
    fn all_memory_of_a_process_is_charged() {
        let status = "Name:\tVmRSS: 9 kB\nVmSize:\t 900 kB\nVmRSS:\t  10 kB\nVmPTE:\t 2 kB\nVmSwap:\t 3 kB\nHugetlbPages:\t 4 kB\n";
        assert_eq!(charged_in(status), Some(19 << 10));
        assert_eq!(charged_in("Name:\tzombie\n"), None);
    }
}
