//! A plugin that was built anew is another player.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::support::{Process, Server, arena, run};

const REFUSAL: &str = "c-example/longest is another build than the one that this run began with: put that one in its \
    place, or begin a new run";

/// Builds the plugin of plugins/c-example into `folder`, as a file of its own for each number.
fn build(folder: &Path, number: u32) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    fs::create_dir_all(folder).unwrap();
    let source = format!("static const char *const build = \"{number}\";\n");
    fs::write(folder.join("build.h"), source + "const char *rival_build(void) { return build; }\n")
        .unwrap();
    let mut compiler = Command::new("cc");
    compiler.args(["-std=c11", "-O1", "-shared", "-fPIC", "-I"]);
    compiler
        .arg(root.join("crates/plugin-abi/include"))
        .arg("-include")
        .arg(folder.join("build.h"));
    compiler.arg(root.join("plugins/c-example/c_example.c"));
    let output = compiler.arg("-o").arg(folder.join("libc_example.so")).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

const MATCH: [&str; 6] = ["match", "tic-tac-toe", "c-example/longest", "random", "--pairs", "2"];

#[test]
fn a_run_goes_on_with_the_build_that_it_began_with_alone() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let resume = ["--plugins", "plugins", "resume", "out"];
    build(&folder.join("plugins"), 1);
    run(folder, &[&["--plugins", "plugins"], &MATCH[..], &["--out", "out"]].concat(), 0);
    build(&folder.join("plugins"), 2);
    let refused = run(folder, &resume, 3);
    assert_eq!(String::from_utf8(refused.stderr).unwrap(), format!("rival-arena: {REFUSAL}\n"));
    run(folder, &["table", "out"], 0);
    build(&folder.join("plugins"), 1);
    run(folder, &resume, 0);
}

#[test]
fn a_worker_with_another_build_gets_no_pairs_and_both_sides_say_why() {
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
