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
    /// The resident part.
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

/// The lines of `/proc/pid/status` that add up to what a process uses of the machine's memory: what is resident (of its
/// own, of files and shared), what was moved out, tables of pages, and large pages, which count as none of these.
const CHARGED: [&str; 4] = ["VmRSS:", "VmSwap:", "VmPTE:", "HugetlbPages:"];

/// The memory in bytes that the process with this number uses now, as the kernel charges it. A process can't hide
/// memory from it by never touching it again or by touching it sparsely. `None` if the system doesn't report it.
///
/// See `/proc/pid/status` in proc(5).
pub fn charged_bytes(process: u32) -> Option<u64> {
    charged_in(&fs::read_to_string(format!("/proc/{process}/status")).ok()?)
}

/// Maximum number of examined processes of a tree.
const TREE_PROCESSES_MAX: usize = 4096;

/// The [`charged_bytes`] of the process with this number and of its living descendants. Shared
/// memory counts for each.
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

/// The processes that a process has started and not yet waited for; none if the system doesn't list them.
fn children(process: u32) -> Vec<u32> {
    let tasks = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let lists = tasks.filter_map(|task| fs::read_to_string(task.path().join("children")).ok());
    let numbers =
        |list: String| list.split_whitespace().filter_map(|it| it.parse().ok()).collect::<Vec<_>>();
    lists.flat_map(numbers).collect()
}

/// The sum of the charged lines of a status; `None` if it has none, as that of a dead process.
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
        let charged = charged_bytes(std::process::id()).unwrap();
        assert!(charged > own.resident / 2, "{charged}");
        assert_eq!(charged_bytes(u32::MAX), None);
    }

    #[test]
    fn all_that_a_process_uses_is_charged() {
        let status = "Name:\tVmRSS: 9 kB\nVmSize:\t 900 kB\nVmRSS:\t  10 kB\nVmPTE:\t 2 kB\nVmSwap:\t 3 kB\nHugetlbPages:\t 4 kB\n";
        assert_eq!(charged_in(status), Some(19 << 10));
        assert_eq!(charged_in("Name:\tzombie\n"), None);
    }
}
