//! The amount of memory.

use std::fs;

/// This computer's memory in MiB, or the program's memory limit if that is lower. `None` if the system doesn't report
/// the memory.
///
/// See `MemTotal` in `proc_meminfo(5)`, and `memory.max` of control groups, which limits containers.
pub fn total_mebibytes() -> Option<u64> {
    let memory = fs::read_to_string("/proc/meminfo").ok()?;
    let limit = fs::read_to_string("/sys/fs/cgroup/memory.max").ok();
    let limit = limit.and_then(|limit| limit.trim().parse::<u64>().ok()).map(|bytes| bytes >> 20);
    let total = total_of(&memory)?;
    Some(limit.map_or(total, |limit| limit.min(total)))
}

/// Parses the total memory in MiB from the contents of `/proc/meminfo`.
fn total_of(memory: &str) -> Option<u64> {
    let total = memory.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kibibytes: u64 = total.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes >> 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_total_is_read_in_mebibytes() {
        let memory = "MemTotal:       24681040 kB\nMemFree:         1048576 kB\n";
        assert_eq!(total_of(memory), Some(24_102));
        assert_eq!(total_of("MemTotal: much"), None);
        assert_eq!(total_of(""), None);
    }

    #[test]
    fn this_computer_has_memory() {
        assert!(total_mebibytes().is_none_or(|total| total > 0));
    }
}
