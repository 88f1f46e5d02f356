//! A course: thirty plugins, five of them faulty, in a seven-round Swiss tournament.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::time::Duration;

use integration_tests::{Rival, faulty_plugin, scratch};

/// The number of students.
const STUDENTS: usize = 30;

/// The students with faulty plugins, their faults, and the names of these faults in the table.
const BROKEN: [(usize, &str, &str); 5] = [
    (3, "illegal later", "illegal move"),
    (8, "abort", "crashed"),
    (14, "endless loop", "timed out"),
    (20, "30 GB", "out of memory"),
    (26, "panic in choose", "panicked"),
];

/// The test plugin under another name of the same length.
fn hand_in(folder: &Path, student: usize) {
    let mut library = fs::read(faulty_plugin()).expect("the plugin is there");
    let (old, new) = (b"scripted", format!("pupil-{student:02}"));
    for at in 0..library.len() - old.len() {
        if library[at..].starts_with(old) {
            library[at..at + old.len()].copy_from_slice(new.as_bytes());
        }
    }
    let file = folder.join(format!("libpupil{student:02}.so"));
    fs::write(file, library).expect("the scratch folder can be written");
}

/// The teacher's tournament file.
fn course() -> String {
    let mut text = String::from(
        "game = \"tic-tac-toe\"\nseed = 5\ntime = \"20s\"\nopenings = \"random:1\"\n\
         format = { name = \"swiss\", rounds = 7 }\n",
    );
    for student in 1..=STUDENTS {
        let fault = BROKEN.iter().find(|(broken, ..)| *broken == student);
        let fault = fault.map_or("none", |(_, fault, _)| fault);
        let player = format!("pupil-{student:02}/pupil-{student:02}:fault={fault}");
        // Other students have enough time, however busy the machine is.
        let time = if fault == "endless loop" { "time = \"500ms\"\n" } else { "" };
        let name = format!("student {student:02}");
        let _ = write!(text, "[[player]]\nname = \"{name}\"\nplayer = \"{player}\"\n{time}");
    }
    text
}

#[test]
fn a_course_ends_and_the_table_shows_each_failure() {
    let folder = scratch();
    let plugins = folder.path().join("plugins");
    fs::create_dir(&plugins).expect("the scratch folder can be written");
    (1..=STUDENTS).for_each(|student| hand_in(&plugins, student));
    fs::write(folder.path().join("course.toml"), course()).expect("it can be written");
    let arguments =
        ["--plugins", "plugins", "tournament", "course.toml", "--out", "run", "--log-bad-games"];
    let run = Rival::arena(arguments).dir(folder.path()).within(Duration::from_mins(5));
    let finished = run.run().exits(0);
    let row = |student: usize| {
        let name = format!("student {student:02} ");
        finished.stdout.lines().find(|line| line.contains(&name)).expect("each student has a row")
    };
    for (student, fault, name) in BROKEN {
        let faults = row(student);
        assert!(faults.contains(name), "{fault}: {faults}");
    }
    let sound =
        (1..=STUDENTS).filter(|student| BROKEN.iter().all(|(broken, ..)| broken != student));
    for student in sound {
        let row = row(student);
        assert!(row.chars().last().is_some_and(|sign| sign.is_ascii_digit()), "no fault: {row}");
    }
    let page =
        fs::read_to_string(folder.path().join("run/report.html")).expect("there is a report");
    assert!(page.contains("<h2>Faults</h2>"));
    let logs = fs::read_dir(folder.path().join("run/bad-games")).expect("there are logs");
    assert!(logs.count() >= BROKEN.len());
}

#[test]
fn a_plugin_that_fails_to_start_stops_the_run_at_once() {
    let folder = scratch();
    let plugins = folder.path().join("plugins");
    fs::create_dir(&plugins).expect("the scratch folder can be written");
    hand_in(&plugins, 1);
    let broken = "pupil-01/pupil-01:fault=panic in start";
    let arguments =
        ["--plugins", "plugins", "match", "tic-tac-toe", broken, "random", "--out", "run"];
    let finished = Rival::arena(arguments).dir(folder.path()).run().exits(4);
    let said = format!("rival-arena: {broken} can't start: panicked: ");
    assert!(finished.stderr.lines().any(|line| line.starts_with(&said)), "{finished}");
}
