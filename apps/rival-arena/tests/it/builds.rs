//! A rebuilt plugin is a different player.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::support::run;

pub(crate) const REFUSAL: &str = "c-example/longest differs from the build that started this run; restore that build or start a new run";

/// Builds the plugin from plugins/c-example into `folder`. Each `number` produces a different file.
pub(crate) fn build(folder: &Path, number: u32) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    fs::create_dir_all(folder).unwrap();
    let source = format!("static const char *const build = \"{number}\";\n");
    fs::write(folder.join("build.h"), source + "const char *rival_build(void) { return build; }\n")
        .unwrap();
    let mut compiler = Command::new("cc");
    compiler.args(["-std=c11", "-O1", "-shared", "-fPIC", "-I"]);
    compiler
        .arg(root.join("crates/plugin-system/plugin-abi/include"))
        .arg("-include")
        .arg(folder.join("build.h"));
    compiler.arg(root.join("plugins/c-example/c_example.c"));
    let output = compiler.arg("-o").arg(folder.join("libc_example.so")).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

pub(crate) const MATCH: [&str; 6] =
    ["match", "tic-tac-toe", "c-example/longest", "random", "--pairs", "2"];

#[test]
fn a_run_resumes_only_with_the_build_that_started_it() {
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
