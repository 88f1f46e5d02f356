//! Engines that are missing, broken, slow or replaced must not produce wrong results.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use integration_tests::{uci_script, write_script};

use super::support::{arena, run, table};

/// Games of two plies against a random player.
const SHORT: [&str; 8] =
    ["--plies-max", "2", "--openings", "start", "--concurrency", "1", "--out", "out"];

/// Plays `pairs` pairs of short games against a random player. Returns the program's output.
#[track_caller]
fn match_of(folder: &Path, player: &str, more: &[&str], code: i32) -> String {
    let mut arguments = vec!["match", "chess", player, "random"];
    arguments.extend(SHORT);
    arguments.extend(more);
    String::from_utf8(run(folder, &arguments, code).stderr).unwrap()
}

#[test]
fn deleting_an_engine_during_a_run_stops_the_run_and_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let file = folder.join("engine.sh");
    // The program disappears after its third start, as if it were being rebuilt.
    let at_start = "echo >> starts; [ $(wc -l < starts) -lt 3 ] || rm \"$0\"";
    write_script(&file, &uci_script(at_start, ""), 0o755);
    let said = match_of(folder, "engine:uci:./engine.sh", &["--pairs", "5", "--restart"], 4);
    let program = file.canonicalize().unwrap_or_else(|_gone| folder.join("./engine.sh"));
    let why =
        format!("engine.sh can't start: {} can't be started: No such file", program.display());
    assert!(said.contains(&why), "{said}\nexpected: {why}");
    assert!(said.contains("resume with: rival-arena resume out --allow-engines"), "{said}");
    let tables = table(folder, "out");
    assert!(tables.contains("unfinished: 3 games so far"), "{tables}");
    assert!(!tables.contains("refused") && !tables.contains("start failed"), "{tables}");

    write_script(&file, &uci_script("", ""), 0o755);
    let elsewhere = tempfile::tempdir().unwrap();
    let out = folder.join("out").display().to_string();
    let resumed = run(elsewhere.path(), &["resume", &out, "--allow-engines"], 0);
    let said = String::from_utf8(resumed.stderr).unwrap();
    assert!(said.contains("warning: the program of engine.sh"), "{said}");
    let tables = table(folder, "out");
    assert!(tables.contains("10 games") || !tables.contains("unfinished"), "{tables}");
    run(folder, &["verify", "out"], 0);
}

#[test]
fn an_engine_replaced_during_a_run_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write_script(&folder.join("next"), &uci_script("", ""), 0o755);
    write_script(
        &folder.join("engine.sh"),
        &uci_script("[ ! -e next ] || mv next \"$0\"", ""),
        0o755,
    );
    let said = match_of(folder, "engine:uci:./engine.sh", &["--pairs", "2", "--seed", "1"], 0);
    assert!(said.contains("warning: the program of engine.sh"), "{said}");
    let again = match_of(folder, "engine:uci:./engine.sh", &["--pairs", "2", "--seed", "1"], 0);
    assert!(again.contains("differs from the one that started this run"), "{again}");
}

#[test]
fn an_engine_that_never_starts_produces_no_result() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write_script(&folder.join("plain.txt"), &uci_script("", ""), 0o644);
    write_script(&folder.join("exits.sh"), "#!/bin/sh\necho bye >&2\nexit 3\n", 0o755);
    write_script(&folder.join("no-interpreter.sh"), "#!/no/such/interpreter\n", 0o755);
    for (program, why) in [
        ("./missing", "No such file"),
        ("no-such-program-anywhere", "No such file"),
        ("./plain.txt", "Permission denied"),
        (".", "Permission denied"),
        ("./exits.sh", "exit status: 3"),
        ("./no-interpreter.sh", "No such file"),
    ] {
        for protocol in ["uci", "plain"] {
            let player = format!("engine:{protocol}:{program}");
            let said = match_of(folder, &player, &["--pairs", "2"], 4);
            let name = program.rsplit_once('/').map_or(program, |(_, name)| name);
            assert!(said.contains(&format!("{name} can't start: ")), "{player}: {said}");
            assert!(said.contains(why), "{player}: {said}");
            assert!(!said.contains("Points"), "{player} has no results: {said}");
            fs::remove_dir_all(folder.join("out")).unwrap();
        }
    }
}

#[test]
fn an_unreachable_program_produces_no_result() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for (player, name) in
        [("engine:hub:./missing", "missing"), ("engine:dxp:localhost:1", "localhost:1")]
    {
        let mut command = arena(folder, &["match", "checkers:international", player, "random"]);
        command.args(["--pairs", "1", "--out", "out"]);
        let output = command.output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(4), "{said}");
        assert!(said.contains(&format!("{name} can't start: ")), "{said}");
        fs::remove_dir_all(folder.join("out")).unwrap();
    }
}

/// An XBoard engine with these features that plays one move and then resigns.
fn write_xboard_engine(folder: &Path, features: &str) {
    let script = format!(
        "#!/bin/sh\nwhile read -r line; do\n  case $line in\n    protover*) {features};;\n    \
         ping*) echo \"pong ${{line#ping }}\";;\n    go) echo resign;;\n    quit) exit;;\n  esac\ndone\n"
    );
    write_script(&folder.join("engine.sh"), &script, 0o755);
}

#[test]
fn an_xboard_engine_that_cannot_play_the_games_produces_no_result() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write_xboard_engine(folder, "echo 'feature ping=1 setboard=0 done=1'");
    fs::write(folder.join("book.epd"), "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n").unwrap();
    fs::write(folder.join("960.epd"), "4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1\n").unwrap();
    for (options, why) in [
        (["--openings", "book.epd"], "doesn't support setboard"),
        (["--openings", "960.epd"], "doesn't play fischerandom"),
        (["--nodes", "100"], "doesn't support nps, so it can't limit nodes"),
    ] {
        let mut arguments = vec!["match", "chess", "random", "engine:xboard:./engine.sh"];
        arguments.extend(["--plies-max", "4", "--out", "out"]);
        arguments.extend(options);
        let output = run(folder, &arguments, 4);
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains("engine.sh can't start: ") && said.contains(why), "{said}");
        fs::remove_dir_all(folder.join("out")).unwrap();
    }
}

#[test]
fn an_xboard_program_that_never_answers_produces_no_result() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for program in ["cat", "sleep 1000"] {
        let player = format!("engine:xboard:{program}");
        let said = match_of(folder, &player, &["--startup-limit", "3s", "--time", "1s"], 4);
        assert!(said.contains("can't start: "), "{said}");
        fs::remove_dir_all(folder.join("out")).unwrap();
    }
}

#[test]
fn a_time_that_xboard_cannot_express_causes_a_warning() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write_xboard_engine(folder, "echo 'feature ping=1 done=1'");
    let warning = "warning: engine.sh may lose on time: XBoard limits moves to whole seconds";
    for (time, is_short) in [("100ms", true), ("1s", false)] {
        let said = match_of(folder, "engine:xboard:./engine.sh", &["--time", time], 0);
        assert_eq!(said.contains(warning), is_short, "{said}");
        fs::remove_dir_all(folder.join("out")).unwrap();
    }
}

#[test]
fn a_sequential_test_accepts_nothing_while_an_engine_is_missing() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let at_start = "echo >> starts; [ $(wc -l < starts) -lt 2 ] || rm \"$0\"";
    write_script(&folder.join("engine.sh"), &uci_script(at_start, ""), 0o755);
    let mut arguments = vec!["sprt", "chess", "engine:uci:./engine.sh", "random"];
    arguments.extend(["--elo0", "0", "--elo1", "50", "--restart"]);
    arguments.extend(SHORT);
    let output = run(folder, &arguments, 4);
    let tables = String::from_utf8(output.stdout).unwrap();
    assert!(!tables.contains("is accepted"), "{tables}");
}

#[test]
fn an_engine_that_crashes_during_a_game_loses_it() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write_script(&folder.join("engine.sh"), &uci_script("", "exit 9"), 0o755);
    match_of(folder, "engine:uci:./engine.sh", &["--pairs", "1"], 0);
    assert!(table(folder, "out").contains("vanished"), "{}", table(folder, "out"));
    run(folder, &["verify", "out"], 0);
}

#[test]
fn a_move_without_a_clock_has_a_limit_shown_in_the_settings() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write_script(&folder.join("engine.sh"), &uci_script("", "read -r stop"), 0o755);
    let limits = ["--pairs", "1", "--nodes", "100", "--move-limit", "300ms"];
    let said = match_of(folder, "engine:uci:./engine.sh", &limits, 0);
    assert!(said.contains("move limit 300ms"), "{said}");
    let settings = fs::read_to_string(folder.join("out/tournament.toml")).unwrap();
    assert!(settings.contains("move_limit = \"300ms\""), "{settings}");
    let journal = fs::read_to_string(folder.join("out/journal.jsonl")).unwrap_or_default();
    assert!(journal.contains("no move within 300ms, the move limit"), "{journal}");
    assert!(table(folder, "out").contains("timed out"), "{}", table(folder, "out"));
    run(folder, &["verify", "out"], 0);
}

#[test]
fn without_a_clock_the_move_limit_is_a_minute_unless_it_is_lifted() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let stored = |more: &[&str]| {
        let mut arguments = vec!["match", "tic-tac-toe", "random", "greedy", "--out", "out"];
        arguments.extend(more);
        run(folder, &arguments, 0);
        let settings = fs::read_to_string(folder.join("out/tournament.toml")).unwrap();
        fs::remove_dir_all(folder.join("out")).unwrap();
        let line = settings.lines().find(|line| line.starts_with("move_limit"));
        line.map(String::from)
    };
    assert_eq!(stored(&[]).as_deref(), Some("move_limit = \"1m\""));
    assert_eq!(stored(&["--move-limit", "none"]).as_deref(), Some("move_limit = \"none\""));
    assert_eq!(stored(&["--time", "1s"]), None, "every player has a clock");
}

#[test]
fn an_engine_that_ignores_its_node_limit_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let report = "echo \"info depth 1 score cp 1 nodes 1000 pv $move\"";
    write_script(&folder.join("engine.sh"), &uci_script("", report), 0o755);
    let warning =
        "warning: engine.sh exceeds its limit of 100 nodes: it reported 1000 for one move";
    let said = match_of(folder, "engine:uci:./engine.sh", &["--pairs", "1", "--nodes", "100"], 0);
    assert!(said.contains(warning), "{said}");
    assert!(table(folder, "out").contains(warning), "{}", table(folder, "out"));
    fs::remove_dir_all(folder.join("out")).unwrap();
    let said = match_of(folder, "engine:uci:./engine.sh", &["--pairs", "1", "--nodes", "101"], 0);
    assert!(!said.contains("ignores"), "{said}");
}

#[test]
fn an_engine_that_never_answers_does_not_delay_an_interruption() {
    // The engine opens the pipe for writing when it hangs.
    let hangs = "echo hangs > pipe; exec sleep 600";
    for (at_start, at_go) in [(hangs, ""), ("", hangs)] {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        assert!(Command::new("mkfifo").arg(folder.join("pipe")).status().unwrap().success());
        write_script(&folder.join("engine.sh"), &uci_script(at_start, at_go), 0o755);
        let arguments = ["match", "chess", "engine:uci:./engine.sh", "random", "--nodes", "100"];
        let mut command = arena(folder, &arguments);
        let child = command.args(SHORT).stdout(Stdio::null()).stderr(Stdio::piped()).spawn();
        let child = child.unwrap();
        assert_eq!(fs::read_to_string(folder.join("pipe")).unwrap(), "hangs\n");
        let pid = child.id().to_string();
        let begun = Instant::now();
        assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(130), "{said}");
        // An engine has a minute to start and to move.
        assert!(begun.elapsed() < Duration::from_secs(30), "{at_start}{at_go}: {said}");
    }
}
