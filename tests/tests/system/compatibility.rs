//! A plugin built with an earlier header plays in the current program.
//!
//! `tests/compatibility` contains the first C header and a plugin that uses all of it. The plugin fails if the program
//! omits anything. `plugin-abi` pins the bytes of the messages to Rust plugins.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use integration_tests::{Finished, Rival, root};
use serde_json::Value;

use crate::objects;

/// The recorded files and their BLAKE3 hashes.
const RECORDED: [(&str, &str); 2] = [
    ("rival_plugin.h", "f0d4d1c552dd32ae2aea531762a96e2b63e77718bca86b422b781aa08d4236e8"),
    ("veteran.c", "442cc7e2469ec3344c523484445d362c44be0e2c73ffbcb176ebab2b22c7a3c3"),
];

/// Checks that the recorded files are unchanged, and builds the plugin. Returns its folder.
fn build_recorded() -> PathBuf {
    let recorded = root().join("tests/compatibility");
    for (name, expected) in RECORDED {
        let content = fs::read(recorded.join(name)).expect("the file can be read");
        let hash = blake3::hash(&content).to_hex().to_string();
        assert_eq!(hash, expected, "{name} was changed, but plugins in use can't change");
    }
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("recorded-plugin");
    fs::create_dir_all(&folder).expect("the folder can be made");
    let status = Command::new("cc")
        .args(["-std=c11", "-O1", "-shared", "-fPIC", "-I"])
        .args([&recorded, &recorded.join("veteran.c")])
        .arg("-o")
        .arg(folder.join("libc_veteran.so"))
        .status()
        .expect("the compiler can be started");
    assert!(status.success(), "the recorded plugin can't be built");
    folder
}

#[test]
fn a_recorded_plugin_gets_every_message_and_is_understood() {
    let folder = build_recorded();
    let run = |arguments: &[&str]| -> Finished {
        let folder = folder.to_str().expect("the path is text");
        Rival::new(["--plugins", folder].iter().chain(arguments)).run()
    };
    let listed = run(&["plugins"]).exits(0);
    assert!(listed.stdout.contains("c-veteran 0.1.0"), "{listed}");
    let watched = ["watch", "tic-tac-toe", "minimal/first", "c-veteran/veteran:index=1", "--json"];
    let events = objects(&run(&watched).exits(0));
    let count = |name: &str| events.iter().filter(|event| event["event"] == name).count();
    assert_eq!((count("match_ended"), count("player_failed")), (1, 0), "{events:?}");
    let is_report = |event: &Value| event["win_in"] == 7 && event["nodes"] == 300;
    assert!(events.iter().any(is_report), "{events:?}");
    let watch = |options: &str, more: &[&str]| {
        let veteran = format!("c-veteran/veteran:{options}");
        run(&[&["watch", "tic-tac-toe", &veteran, "minimal/first"], more].concat())
    };
    let failed = watch("end=fail", &[]).exits(4);
    assert!(failed.stderr.contains("error: no ideas"), "{failed}");
    // The player must answer within a quarter of a second, but it only loses on time seconds later.
    let _ = watch("end=wait", &["--clock", "5s+100ms"]).exits(0);
    let resigned = watch("resigns=true", &[]).exits(0);
    assert!(resigned.stdout.contains("resign"), "{resigned}");
}
