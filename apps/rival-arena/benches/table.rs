//! Measures `rival-arena table` on a run of 100,000 games, from starting the program and reading the run folder to its
//! exit.

use std::path::Path;
use std::process::{Command, Stdio};

use criterion::{Criterion, criterion_group, criterion_main};

/// Two games each.
const PAIRS: &str = "50000";

/// Runs the program and checks that it succeeds.
fn run(folder: &Path, arguments: &[&str]) {
    let mut program = Command::new(env!("CARGO_BIN_EXE_rival-arena"));
    program.args(arguments).current_dir(folder).stdout(Stdio::null()).stderr(Stdio::null());
    let status = program.status().expect("it was built with this");
    assert!(status.success(), "{arguments:?}: {status}");
}

fn table(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("table of 100000 games");
    group.sample_size(10);
    let folder = tempfile::tempdir().expect("a scratch folder can be made");
    for game in ["tic-tac-toe", "checkers"] {
        let played =
            ["match", game, "random", "random", "--pairs", PAIRS, "--openings", "random:2"];
        run(folder.path(), &[&played[..], &["--seed", "1", "--out", game]].concat());
        group.bench_function(game, |bencher| bencher.iter(|| run(folder.path(), &["table", game])));
    }
    group.finish();
}

criterion_group!(benches, table);
criterion_main!(benches);
