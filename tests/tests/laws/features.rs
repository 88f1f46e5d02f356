//! Third-party crate features.

use std::collections::BTreeSet;
use std::process::Command;

use integration_tests::{assert_none, root};

/// The users' builds, as cargo arguments. A bare `cargo run` builds the default members.
const BUILDS: [&[&str]; 2] = [&[], &["--package=rival-arena"]];

/// The packages that tests/run builds for the tests, as cargo arguments.
const TESTS: [&str; 2] = ["--workspace", "--exclude=benches"];

/// Other builds during the tests, as cargo arguments: the Rival crates in projects on pages.
const BESIDE_TESTS: [&[&str]; 1] = [&[
    "--package=rival",
    "--package=rival-arena",
    "--package=workspace-hack",
    "--features=workspace-hack/tests",
]];

/// Packages that are only compiled for the queue.
const QUEUE: [&str; 3] = ["cluster", "async-nats", "tokio"];

/// The packages that `cargo build` with `arguments` compiles, each with its features, such as "rand v0.10.3 alloc,std".
fn packages(arguments: &[&str]) -> BTreeSet<String> {
    packages_by("--edges=normal,build", arguments)
}

/// The packages compiled for dependencies of these kinds.
fn packages_by(kinds: &str, arguments: &[&str]) -> BTreeSet<String> {
    let output = Command::new(env!("CARGO"))
        .current_dir(root())
        .args(["tree", "--locked", kinds, "--prefix=none", "--format={p} {f}"])
        .args(arguments)
        .output()
        .expect("cargo can be started");
    let text = String::from_utf8(output.stdout).expect("cargo writes UTF-8");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    text.lines().map(|line| line.trim_end_matches(" (*)").to_owned()).collect()
}

/// Packages that `rival-web` compiles only for the queue. The server itself always needs the runtime.
const QUEUE_OF_PAGE: [&str; 2] = ["cluster", "async-nats"];

/// The packages that `part` and `whole` compile with different features.
fn differences(part: &BTreeSet<String>, whole: &BTreeSet<String>) -> Vec<String> {
    part.difference(whole).cloned().collect()
}

#[test]
fn every_build_of_a_crate_has_the_same_features() {
    let whole = packages(&["--workspace"]);
    let violations: Vec<String> =
        BUILDS.iter().flat_map(|build| differences(&packages(build), &whole)).collect();
    assert_none(
        "`cargo build --workspace` rebuilds nothing after `cargo run`: what differs is named in workspace-hack.",
        &violations,
    );
}

#[test]
fn other_builds_during_the_tests_have_the_features_of_the_tests() {
    let whole = packages_by("--edges=normal,build,dev", &TESTS);
    let violations: Vec<String> =
        BESIDE_TESTS.iter().flat_map(|build| differences(&packages(build), &whole)).collect();
    assert_none(
        "tests/run builds no crate twice: what differs is named in the feature `tests` of workspace-hack.",
        &violations,
    );
}

/// The members of `parts` in these packages.
fn parts_in<'a>(parts: &[&'a str], packages: &BTreeSet<String>) -> Vec<&'a str> {
    let has = |part: &&&str| packages.iter().any(|it| it.split(' ').next() == Some(part));
    parts.iter().filter(has).copied().collect()
}

/// Checks that the program contains the queue's packages, and that it doesn't contain them without its default
/// features.
fn check_queue(program: &str, part: &str, queue: &[&str]) {
    let package = format!("--package={program}");
    assert_eq!(parts_in(queue, &packages(&[&package])), queue);
    let without = packages(&[&package, "--no-default-features"]);
    assert_eq!(parts_in(&[part], &without), [part]);
    assert_eq!(parts_in(queue, &without), [""; 0]);
}

#[test]
fn programs_without_the_queue_are_built_without_its_client() {
    check_queue("rival-arena", "arena", &QUEUE);
    check_queue("rival-web", "web-server", &QUEUE_OF_PAGE);
}

#[test]
fn a_crate_with_different_features_breaks_the_law() {
    let set = |lines: &[&str]| lines.iter().map(|&line| line.to_owned()).collect();
    let whole = set(&["rand v0.10.3 alloc,std", "toml v1.2.1 parse"]);
    assert!(differences(&set(&["toml v1.2.1 parse"]), &whole).is_empty());
    assert_eq!(differences(&set(&["rand v0.10.3 std"]), &whole), ["rand v0.10.3 std"]);
}
