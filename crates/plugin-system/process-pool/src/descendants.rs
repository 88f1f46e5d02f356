//! Finds and kills the descendants of this process.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{
    Pid, PidfdFlags, Signal, WaitOptions, getpid, kill_process_group, pidfd_open,
    pidfd_send_signal, wait,
};

/// The interval between checks for killed processes.
const POLL_INTERVAL: Duration = Duration::from_millis(1);

/// A process in `/proc`. A process ID can be reused after the process ends, but the ID and start time together are
/// unique.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Process {
    number: i32,
    /// Start time in clock ticks since boot.
    start: u64,
    parent: i32,
    group: i32,
    is_dead: bool,
}

impl Process {
    /// The process with this ID, if it exists.
    fn of(number: i32) -> Option<Self> {
        Self::parse(&fs::read_to_string(format!("/proc/{number}/stat")).ok()?)
    }

    /// Parses `/proc/pid/stat`; see proc(5). The name in parentheses can contain any characters.
    fn parse(stat: &str) -> Option<Self> {
        let number = stat.split(' ').next()?.parse().ok()?;
        let (_, after_name) = stat.rsplit_once(") ")?;
        let mut fields = after_name.split(' ');
        let is_dead = matches!(fields.next()?, "Z" | "X" | "x");
        let (parent, group) = (fields.next()?.parse().ok()?, fields.next()?.parse().ok()?);
        let start = fields.nth(16)?.parse().ok()?;
        Some(Self { number, start, parent, group, is_dead })
    }

    /// Sends a signal to this process, but not to another process that has reused its ID.
    fn signal(&self, signal: Signal) {
        let Some(number) = Pid::from_raw(self.number) else { return };
        // The process no longer exists, so there is nothing to do.
        let Ok(descriptor) = pidfd_open(number, PidfdFlags::empty()) else { return };
        if Self::of(self.number).is_some_and(|now| now.start == self.start) {
            let _gone = pidfd_send_signal(descriptor, signal);
        }
    }
}

/// All visible processes on the system.
fn processes() -> Vec<Process> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(|entry| Process::of(entry.file_name().to_str()?.parse().ok()?)).collect()
}

/// The living descendants of `ancestor` among `all`.
fn living_below(ancestor: i32, all: &[Process]) -> Vec<Process> {
    let mut by_parent: BTreeMap<i32, Vec<Process>> = BTreeMap::new();
    for &process in all {
        by_parent.entry(process.parent).or_default().push(process);
    }
    let (mut found, mut parents) = (Vec::new(), vec![ancestor]);
    while let Some(parent) = parents.pop() {
        // Each parent is visited only once, even if the process tree changes meanwhile.
        for child in by_parent.remove(&parent).unwrap_or_default() {
            parents.push(child.number);
            found.extend(Some(child).filter(|child| !child.is_dead));
        }
    }
    found
}

/// The groups led by one of these processes. The group of `first` counts even if `first` has ended, because its ID
/// isn't reused until it is reaped.
fn own_groups(first: Pid, processes: &[Process]) -> BTreeSet<i32> {
    let mut leaders: BTreeSet<i32> = processes.iter().map(|process| process.number).collect();
    leaders.insert(first.as_raw_nonzero().get());
    processes.iter().map(|process| process.group).filter(|group| leaders.contains(group)).collect()
}

/// Kills all descendants of this process, starting with `first`, and waits up to `time` until they have ended.
///
/// Stops the descendants first, because a stopped process can't start another process. A signal to a group reaches all
/// of its processes at once, so none of them can escape by starting another process in time.
pub(crate) fn kill_all(first: Pid, time: Duration) {
    let (own, until) = (getpid().as_raw_nonzero().get(), Instant::now() + time);
    let living = || living_below(own, &processes());
    let signal_all = |processes: &[Process], signal: Signal| {
        for group in own_groups(first, processes).into_iter().filter_map(Pid::from_raw) {
            let _gone = kill_process_group(group, signal);
        }
        for process in processes {
            process.signal(signal);
        }
    };
    let mut stopped = BTreeSet::new();
    loop {
        let mut fresh = living();
        fresh.retain(|process| stopped.insert((process.number, process.start)));
        if fresh.is_empty() || Instant::now() >= until {
            break;
        }
        signal_all(&fresh, Signal::STOP);
    }
    loop {
        let left = living();
        if left.is_empty() || Instant::now() >= until {
            return;
        }
        signal_all(&left, Signal::KILL);
        while matches!(wait(WaitOptions::NOHANG), Ok(Some(_))) {}
        thread::sleep(POLL_INTERVAL);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn process(number: i32, parent: i32, group: i32) -> Process {
        Process { number, start: 0, parent, group, is_dead: false }
    }

    #[test]
    fn a_name_may_look_like_fields() {
        let stat = "12 (a) Z 1 ) S 7 9 9 0 -1 4194560 1 0 0 0 0 0 0 0 20 0 1 0 4711 10 5";
        let expected = Process { number: 12, start: 4711, parent: 7, group: 9, is_dead: false };
        assert_eq!(Process::parse(stat), Some(expected));
        assert_eq!(Process::parse("12 (a) S 7"), None);
    }

    #[test]
    fn descendants_are_found_through_dead_processes_and_cycles_end() {
        let mut all = [
            process(2, 1, 2),
            process(3, 2, 3),
            process(4, 3, 2),
            process(5, 9, 5),
            process(6, 6, 6),
        ];
        all[1].is_dead = true;
        let numbers = |ancestor| {
            let found = living_below(ancestor, &all);
            found.iter().map(|process| process.number).collect::<Vec<_>>()
        };
        assert_eq!(numbers(1), [2, 4]);
        assert_eq!(numbers(9), [5]);
        assert_eq!(numbers(6), [6]);
    }

    #[test]
    fn only_groups_led_by_descendants_are_signaled() {
        let first = Pid::from_raw(2).unwrap();
        let below = [process(3, 2, 2), process(4, 2, 1), process(5, 4, 5)];
        assert_eq!(own_groups(first, &below), BTreeSet::from([2, 5]));
    }

    #[test]
    fn the_system_lists_this_process() {
        let own = getpid().as_raw_nonzero().get();
        assert!(processes().iter().any(|process| process.number == own));
    }
}
