//! A worker with a different build of a plugin.

use crate::builds::{MATCH, REFUSAL, build};
use crate::support::{Process, Server, arena};

#[test]
fn a_worker_with_another_build_gets_no_pairs_and_both_sides_report_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    build(&folder.join("one"), 1);
    build(&folder.join("two"), 2);
    let server = Server::start(folder);
    let url = server.url();
    let worker = |plugins: &str, name: &str| {
        Process::start(arena(folder, &["--plugins", plugins, "worker", &url, "--name", name]))
    };
    let queued = ["--plugins", "one", "--out", "out", "--queue", &url];
    let mut scheduler = Process::start(arena(folder, &[&MATCH[..], &queued].concat()));
    let mut other = worker("two", "other");
    other.read_messages(&format!(": {REFUSAL}"));
    scheduler.read_messages(&format!("the worker other plays no games: {REFUSAL}"));
    let _same = worker("one", "same");
    scheduler.end_well();
}
