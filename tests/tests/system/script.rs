//! Tests the script that runs all tests, without running the tests.

use std::process::{Command, Output};

use integration_tests::root;

/// Runs `tests/run` with these arguments from another folder.
fn run(arguments: &[&str]) -> Output {
    let script = root().join("tests/run");
    Command::new(script)
        .args(arguments)
        .current_dir("/")
        .output()
        .expect("the script can be started")
}

#[test]
fn the_script_explains_itself() {
    let output = run(&["--help"]);
    assert_eq!(output.status.code(), Some(0));
    let text = String::from_utf8(output.stdout).expect("help is text");
    assert!(text.contains("Usage: tests/run [--deep]"), "{text}");
}

#[test]
fn the_script_refuses_unknown_arguments() {
    let output = run(&["--depe"]);
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8(output.stderr).expect("messages are text");
    assert_eq!(text, "tests/run: unknown argument \"--depe\" (see tests/run --help)\n");
}
