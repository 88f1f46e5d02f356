//! The memory use of a player, in this process or in its own.

use std::fs;

/// The resident memory of this process and its descendants, in bytes. None without `/proc`.
pub(super) fn resident_bytes() -> Option<u64> {
    let mut bytes = 0;
    let mut processes = vec![String::from("self")];
    while let Some(process) = processes.pop() {
        // A child may end before it is read; this process can't.
        match resident_bytes_of(&process) {
            Some(resident) => bytes += resident,
            None if process == "self" => return None,
            None => {}
        }
        processes.extend(children_of(&process));
    }
    Some(bytes)
}

fn resident_bytes_of(process: &str) -> Option<u64> {
    let text = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kibibytes: u64 = line.split_ascii_whitespace().next()?.parse().ok()?;
    Some(kibibytes * 1024)
}

/// The child processes of all threads of a process.
fn children_of(process: &str) -> Vec<String> {
    let threads = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let lists =
        threads.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
    lists
        .flat_map(|list| list.split_ascii_whitespace().map(Into::into).collect::<Vec<_>>())
        .collect()
}
