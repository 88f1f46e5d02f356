//! Tests tablebases after a power cut during the build.

#![expect(clippy::unwrap_used, reason = "a test that meets an error has failed")]

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use integration_tests::{Trace, can_cut_power, program, recorded, scratch, trace_time};

/// The table folder, relative to a home folder.
const TABLES: &str = "data/rival/tables/english";

fn build(home: &Path) -> Command {
    let mut command = Command::new(&program().rival);
    command.args(["tablebase", "build", "checkers", "--pieces", "3", "--distance"]);
    command.env("HOME", home).env("XDG_DATA_HOME", home.join("data")).current_dir(home);
    command
}

/// Each finished table's content in this home folder.
fn tables(home: &Path) -> BTreeMap<String, Vec<u8>> {
    let Ok(entries) = fs::read_dir(home.join(TABLES)) else { return BTreeMap::new() };
    let entries = entries.map(|entry| entry.unwrap().path());
    let finished = entries.filter(|path| path.extension().is_some_and(|it| it == "distances"));
    let named = |path: &Path| path.file_stem().unwrap().to_string_lossy().into_owned();
    finished.map(|path| (named(&path), fs::read(&path).unwrap())).collect()
}

#[test]
fn tables_whose_power_is_cut_are_whole_or_built_again() {
    if !can_cut_power() {
        return;
    }
    let (home, trace) = (scratch(), scratch());
    let folder = home.path().canonicalize().unwrap();
    let mut child = recorded(&build(&folder), trace.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
    // Each table is reported on a line that begins with the table's name.
    let reported: Vec<(f64, String)> = lines.map(|line| (trace_time(), line)).collect();
    assert!(child.wait().unwrap().success());
    let all = tables(&folder);
    let is_table = |line: &str| line.split(' ').next().is_some_and(|name| all.contains_key(name));
    assert!(reported.iter().filter(|(_, line)| is_table(line)).count() >= all.len());
    let calls = Trace::read(trace.path(), &folder);
    let cuts: usize =
        if std::env::var("RIVAL_DEEP").is_ok_and(|value| value == "1") { 40 } else { 5 };
    for cut in 0..cuts {
        let (time, _) = reported[cut * reported.len() / cuts];
        let disk = scratch();
        let mut luck = cut;
        let mut chance = |below: usize| {
            luck = luck.wrapping_mul(7_919).wrapping_add(17);
            luck % below
        };
        calls.cut_at(time, &mut chance, disk.path());
        let left = tables(disk.path());
        for (_, line) in reported.iter().filter(|(at, line)| *at <= time && is_table(line)) {
            let name = line.split(' ').next().unwrap();
            assert!(left.get(name) == all.get(name), "{name} was reported");
        }
        let built = build(disk.path()).output().unwrap();
        assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
        assert!(tables(disk.path()) == all, "cut {cut}");
    }
}
