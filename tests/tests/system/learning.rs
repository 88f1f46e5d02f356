//! One command regenerates learned weights bit for bit.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use integration_tests::{scratch, weights_maker};

/// A small generation: games, scores from a deeper search, and weights.
const MANIFEST: &str = r#"
[[file]]
path = "learned/english.bin.gz"
sha256 = "none"
commit = "none"
commands = [
    "checkers-players/tune_draughts games english --games 200 --nodes 60 --seed 7 > games.txt",
    "checkers-players/tune_draughts rescore english games.txt --nodes 120 > rescored.txt",
    "checkers-players/tune_draughts fit english rescored.txt --searched 0.5 --patterns english.bin.gz > terms.txt",
]

[[file]]
path = "learned/forgotten.bin.gz"
sha256 = "none"
commit = "none"
unknown = ["seeds", "commands"]
"#;

/// The build profile of the program in this test.
const PROFILE: &str = if cfg!(debug_assertions) { "dev" } else { "release" };

/// Runs the program `make` in `folder`, which contains the manifest.
fn make(folder: &Path, arguments: &[&str]) -> Output {
    fs::write(folder.join("MANIFEST.toml"), MANIFEST).expect("the folder can be written");
    let mut make = Command::new(weights_maker());
    make.args(["--profile", PROFILE, "--manifest", "MANIFEST.toml"]).args(arguments);
    make.current_dir(folder).output().expect("the program can be started")
}

/// The programs run by the commands are built separately, which compiles nearly everything a second time and takes a
/// quarter of an hour.
#[test]
fn the_same_generation_gives_the_same_weights() {
    if std::env::var("RIVAL_DEEP").is_err() {
        return;
    }
    let made = [(); 2].map(|()| {
        let folder = scratch();
        let output = make(folder.path(), &["english.bin.gz", "--new"]);
        assert!(output.status.success(), "{output:?}");
        let text = String::from_utf8(output.stdout).expect("the program writes UTF-8");
        let files = ["english.bin.gz", "terms.txt"].map(|name| {
            fs::read(folder.path().join("made").join(name)).expect("the commands have made it")
        });
        (text, files)
    });
    let (text, [weights, terms]) = &made[0];
    assert!(text.ends_with("  made/english.bin.gz\n") && text.len() > 64, "{text}");
    assert!(weights.len() > 1_000 && terms.starts_with(b"// "), "{}", weights.len());
    assert!(made[0] == made[1], "{text}{}", made[1].0);
}

#[test]
fn irreproducible_weights_are_refused_with_the_reason() {
    let folder = scratch();
    let check = |file: &str, expected: &str| {
        let output = make(folder.path(), &[file]);
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && message.contains(expected), "{message}");
    };
    check(
        "forgotten.bin.gz",
        "learned/forgotten.bin.gz can't be reproduced; the manifest omits: seeds, commands",
    );
    check("other.bin", "no file ends in other.bin; there are\n  learned/english.bin.gz\n");
}
