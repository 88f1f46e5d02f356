//! If the disk with the journal is full, the run stops with a clear error, and no reported game is lost.

use std::process::Command;

use integration_tests::can_mount;

use super::support::{arena, run, table};

/// Fills the disk during a run, frees space, and resumes the run. Prints the first exit code, and the number of journal
/// lines before and after resuming.
const SCRIPT: &str = r#"
mount -t tmpfs -o size=128k none disk || exit 77
"$0" match tic-tac-toe alpha-beta random --depth 1 --pairs 400 --seed 1 --out disk/out >&2
echo $?
wc -l < disk/out/journal.jsonl
df disk >&2
mount -o remount,size=64m disk
"$0" resume disk/out >&2 || exit 1
"$0" verify disk/out >&2 || exit 2
wc -l < disk/out/journal.jsonl
"$0" table disk/out > full.txt
"#;

#[test]
fn a_full_disk_stops_the_run_and_loses_no_game() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    if !can_mount() {
        return;
    }
    std::fs::create_dir(folder.join("disk")).unwrap();
    let program = arena(folder, &[]);
    let mut command = Command::new("unshare");
    command.args(["-Urm", "sh", "-c", SCRIPT]).arg(program.get_program());
    command.current_dir(folder).env("HOME", folder).env_remove("RIVAL_PLUGINS");
    let output = command.output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{stderr}");
    let stdout = String::from_utf8(output.stdout).unwrap();
    let numbers: Vec<usize> = stdout.lines().map(|line| line.trim().parse().unwrap()).collect();
    let [code, before, after] = numbers[..] else { panic!("{stdout}") };
    assert_eq!(code, 1, "{stderr}");
    assert!(stderr.contains("journal.jsonl") && stderr.contains("No space left"), "{stderr}");
    assert!((2..801).contains(&before), "{before} lines before the disk was full: {stderr}");
    assert_eq!(after, 801, "a line for the settings and one for each game");
    let arguments = "match tic-tac-toe alpha-beta random --depth 1 --pairs 400 --seed 1 --out here";
    run(folder, &arguments.split(' ').collect::<Vec<_>>(), 0);
    let here = table(folder, "here");
    assert_eq!(std::fs::read_to_string(folder.join("full.txt")).unwrap(), here);
}
