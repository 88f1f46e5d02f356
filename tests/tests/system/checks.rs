//! Tests scripts with checks that need remote resources. The scripts skip a check only if nothing can be fetched.

#![expect(clippy::unwrap_used, reason = "a test that meets an error has failed")]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use integration_tests::root;
use tempfile::tempdir;

/// The exit code and last output line of a script in `tests` that uses these shell scripts as `cargo` and `rustup`.
fn outcome(script: &str, cargo: &str, rustup: &str) -> (Option<i32>, String) {
    let folder = tempdir().unwrap();
    for (name, text) in [("cargo", cargo), ("rustup", rustup)] {
        let path = folder.path().join(name);
        fs::write(&path, format!("#!/bin/sh\n{text}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }
    let output = Command::new(root().join("tests").join(script))
        .env("PATH", format!("{}:/usr/bin:/bin", folder.path().display()))
        .env("ADVISORIES_SECONDS", "1")
        .env("MIRI_SECONDS", "1")
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    (output.status.code(), text.lines().last().unwrap_or_default().into())
}

/// Checks the result of `tests/advisories` if cargo runs these scripts for `deny fetch` and `deny check`.
fn check_advisories(fetch: &str, check: &str, code: i32, last: &str) {
    let cargo = format!(
        "case \"$*\" in *--version*) ;; *fetch\\ db*) {fetch} ;; *check*) {check} ;; *) exit 9 ;; esac"
    );
    assert_eq!(
        outcome("advisories", &cargo, "exit 9"),
        (Some(code), last.into()),
        "{fetch} {check}"
    );
}

#[test]
fn advisories_are_skipped_only_if_their_database_cannot_be_fetched() {
    check_advisories("exit 0", "exit 0", 0, "advisories: passed");
    check_advisories("exit 0", "exit 1", 1, "advisories: FAILED: see above");
    let unreachable = "advisories: SKIPPED: the database can't be fetched";
    check_advisories("exit 1", "exit 1", 0, unreachable);
    let slow = "advisories: SKIPPED: the database was not fetched within 1 s";
    check_advisories("exec tail -f /dev/null", "exit 1", 0, slow);
    let (code, _) = outcome("advisories", "exit 1", "exit 9");
    assert_eq!(code, Some(1), "without cargo-deny nothing was checked");
}

/// Checks the result of `tests/miri` if Miri's only test ends this way.
fn check_miri(test: &str, code: i32, last: &str) {
    let cargo = format!(
        "case \"$*\" in *--list) echo 'works: test' ;; *--exact*) {test} ;; *) exit 0 ;; esac"
    );
    assert_eq!(outcome("miri", &cargo, "exit 9"), (Some(code), last.into()), "{test}");
}

#[test]
fn miri_is_skipped_only_if_it_cannot_be_fetched() {
    check_miri("exit 0", 0, "miri: 5 passed, 0 call what Miri does not have, 0 failed");
    check_miri(
        "echo 'error: Undefined Behavior: out of bounds'; exit 1",
        1,
        "miri: 0 passed, 0 call what Miri does not have, 5 failed",
    );
    check_miri(
        "echo 'error: unsupported operation: a process'; exit 1",
        1,
        "miri: 0 passed, 5 call what Miri does not have, 0 failed",
    );
    let absent = "miri: SKIPPED: there is no cargo +nightly miri, and rustup can't fetch it";
    assert_eq!(outcome("miri", "exit 1", "exit 1"), (Some(0), absent.into()));
    assert_eq!(outcome("miri", "exit 1", "exec tail -f /dev/null"), (Some(0), absent.into()));
}
