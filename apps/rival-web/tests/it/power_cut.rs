//! A power cut loses no acknowledged change.

use std::path::Path;
use std::sync::mpsc::channel;

use integration_tests::{Trace, can_cut_power, recorded, trace_time};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rustix::process::{Pid, Signal, kill_process};

use crate::killed::{Known, Visitor, check};
use crate::server::{WebServer, command, is_deep};

/// The number of responses before the server is killed.
const ANSWERS: usize = 60;

/// The program's state folder within its home folder.
const STATE: &str = ".local/state";

/// The traced process. The trace file of the main thread has the lowest number.
fn traced(trace: &Path) -> Pid {
    let numbers = std::fs::read_dir(trace)
        .unwrap()
        .filter_map(|entry| entry.unwrap().path().extension()?.to_str()?.parse::<i32>().ok());
    Pid::from_raw(numbers.min().unwrap()).unwrap()
}

#[test]
fn a_server_whose_power_is_cut_has_all_that_it_acknowledged() {
    if !can_cut_power() {
        return;
    }
    let (home, trace) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let server = WebServer::start(recorded(&command(home.path()), trace.path()));
    let (acknowledged, counted) = channel();
    let chance = ChaCha8Rng::seed_from_u64(51);
    let mut visitor = Visitor::new(server.client.clone(), chance, acknowledged);
    // The acknowledged states and the time after each response.
    let mut history: Vec<(f64, Vec<Known>)> = Vec::new();
    while history.len() < ANSWERS {
        visitor.act().unwrap();
        history.push((trace_time(), visitor.known.clone()));
    }
    drop(counted);
    kill_process(traced(trace.path()), Signal::KILL).unwrap();
    drop(server);
    let calls = Trace::read(trace.path(), &home.path().join(STATE));
    let mut chance = ChaCha8Rng::seed_from_u64(52);
    let cuts = if is_deep() { 100 } else { 5 };
    for _ in 0..cuts {
        let (time, known) = &history[chance.random_range(0..history.len())];
        let disk = tempfile::tempdir().unwrap();
        let state = disk.path().join(STATE);
        calls.cut_at(*time, &mut |below| chance.random_range(0..below), &state);
        let server = WebServer::start(command(disk.path()));
        for known in known {
            check(&server.client, known);
        }
    }
}
