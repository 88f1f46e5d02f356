//! Engine processes, limits and options in a run.

use std::fs;
use std::path::Path;

use integration_tests::{uci_script, write_script};

use super::support::{run, table};

/// Logs each start and each input line.
const NOTES: &str = "echo >> starts; exec 3>> lines";

/// Writes an engine to this folder. The engine logs its starts and its input, and runs `at_go` at each `go`.
fn write_engine(folder: &Path, at_go: &str) {
    let script =
        uci_script(NOTES, at_go).replace("case $line in", "echo \"$line\" >&3\n  case $line in");
    let options = "uci) echo 'option name Threads type spin default 1 min 1 max 9'; \
        echo 'option name Clear Hash type button'; echo 'option name Path type string'; \
        echo 'option name A first type spin default 1 min 1 max 9'; echo uciok;;";
    write_script(&folder.join("engine.sh"), &script.replace("uci) echo uciok;;", options), 0o755);
}

/// Plays a match of two-ply games between `player` and a random player.
fn play(folder: &Path, player: &str, pairs: &str, more: &[&str]) {
    let mut arguments =
        vec!["match", "chess", player, "random", "--plies-max", "2", "--out", "out"];
    arguments.extend(["--openings", "start", "--concurrency", "1", "--pairs", pairs]);
    arguments.extend(more);
    run(folder, &arguments, 0);
}

fn line_count(folder: &Path, file: &str) -> usize {
    fs::read_to_string(folder.join(file)).unwrap().lines().count()
}

#[test]
fn an_engine_stays_running_between_games_unless_it_restarts() {
    for (player, more, starts) in [
        ("engine:uci:./engine.sh", &[][..], 1),
        ("engine:uci:./engine.sh", &["--restart"], 6),
        ("engine:uci:./engine.sh?restart=true", &[], 6),
    ] {
        let folder = tempfile::tempdir().unwrap();
        write_engine(folder.path(), "");
        play(folder.path(), player, "3", more);
        assert_eq!(line_count(folder.path(), "starts"), starts, "{player} {more:?}");
        let lines = fs::read_to_string(folder.path().join("lines")).unwrap();
        let new_games = lines.lines().filter(|line| *line == "ucinewgame").count();
        assert_eq!(new_games, 6, "{lines}");
    }
}

#[test]
fn a_crashed_engine_is_restarted_for_the_next_game() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write_engine(folder, "[ $(grep -c ucinewgame lines) -ne 2 ] || exit 9");
    play(folder, "engine:uci:./engine.sh", "2", &[]);
    assert_eq!(line_count(folder, "starts"), 2);
    let tables = table(folder, "out");
    assert!(tables.contains("vanished"), "{tables}");
    run(folder, &["verify", "out"], 0);
}

#[test]
fn a_time_is_sent_unchanged() {
    for (arguments, expected) in [
        (["--time", "500ms"], "go movetime 500"),
        (["--clock", "1:30+1"], "go wtime 90000 btime 90000 winc 1000 binc 1000"),
        (["--clock", "1:30"], "go wtime 90000 btime 90000 winc 0 binc 0"),
        (["--clock", "40/60+0.5"], "go wtime 60000 btime 60000 winc 500 binc 500 movestogo 40"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        write_engine(folder.path(), "");
        play(folder.path(), "engine:uci:./engine.sh", "1", &arguments);
        let lines = fs::read_to_string(folder.path().join("lines")).unwrap();
        assert!(lines.lines().any(|line| line == expected), "{expected}: {lines}");
    }
}

#[test]
fn the_engine_startup_limit_can_be_set() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write_script(&folder.join("engine.sh"), "#!/bin/sh\nread -r line\nread -r line\n", 0o755);
    let arguments = ["match", "chess", "engine:uci:./engine.sh", "random", "--out", "out"];
    let output = run(folder, &[&arguments[..], &["--startup-limit", "200ms"]].concat(), 4);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("can't start: ") && said.contains("didn't answer in time"), "{said}");
}

#[test]
fn engine_properties_are_set_on_the_command_line_and_in_a_file() {
    let player = "engine:uci:./engine.sh?name=Ada&time=2s&nodes=7&threads=2&Path=a,b&Clear Hash\
        &A first=1&init=debug on&dir=place&stderr=log.txt";
    let file = "game = 'chess'\nopenings = 'start'\nadjudication = { plies_max = 2 }\n\
        [[player]]\nname = 'Ada'\nplayer = 'engine:uci:./engine.sh'\ntime = '2s'\nnodes = 7\n\
        threads = 2\noptions = { Path = 'a,b', 'Clear Hash' = '', 'A first' = 1 }\ninit = ['debug on']\ndir = 'place'\n\
        stderr = 'log.txt'\nargs = ['--deep']\n[[player]]\nplayer = 'random'\n";
    let check = |arguments: &[&str]| {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        write_engine(folder, "echo thinking >&2");
        fs::create_dir(folder.join("place")).unwrap();
        fs::write(folder.join("run.toml"), file).unwrap();
        run(folder, arguments, 0);
        let lines = fs::read_to_string(folder.join("place/lines")).unwrap();
        for line in [
            "debug on",
            "setoption name Threads value 2",
            "setoption name Clear Hash",
            "setoption name Path value a,b",
            "go nodes 7 movetime 2000",
        ] {
            assert!(lines.lines().any(|found| found == line), "{line}: {lines}");
        }
        let place = |name: &str| lines.find(&format!("setoption name {name}")).unwrap();
        assert!(place("Path") < place("Clear Hash") && place("Clear Hash") < place("A first"));
        assert!(table(folder, "out").contains("Ada"), "{}", table(folder, "out"));
        assert_eq!(fs::read_to_string(folder.join("log.txt")).unwrap(), "thinking\nthinking\n");
        run(folder, &["resume", "out", "--allow-engines"], 0);
    };
    check(&[
        "match",
        "chess",
        player,
        "random",
        "--openings",
        "start",
        "--plies-max",
        "2",
        "--out",
        "out",
    ]);
    check(&["tournament", "run.toml", "--allow-engines", "--out", "out"]);
}

#[test]
fn an_option_for_all_engines_does_not_replace_an_engines_own_option() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write_engine(folder, "");
    let options = ["--option", "Path=all", "--option", "Clear Hash"];
    for (player, path) in
        [("engine:uci:./engine.sh", "all"), ("engine:uci:./engine.sh?path=own", "own")]
    {
        play(folder, player, "1", &options);
        let lines = fs::read_to_string(folder.join("lines")).unwrap();
        fs::remove_file(folder.join("lines")).unwrap();
        fs::remove_dir_all(folder.join("out")).unwrap();
        let sent: Vec<&str> =
            lines.lines().filter(|line| line.starts_with("setoption")).take(2).collect();
        let path = format!("setoption name Path value {path}");
        assert!(sent.contains(&path.as_str()), "{lines}");
        assert!(sent.contains(&"setoption name Clear Hash"), "{lines}");
    }
}

#[test]
fn a_player_can_have_a_clock_for_the_whole_game() {
    let folder = tempfile::tempdir().unwrap();
    write_engine(folder.path(), "");
    play(folder.path(), "engine:uci:./engine.sh?clock=1m", "1", &["--clock", "2m+1s"]);
    let lines = fs::read_to_string(folder.path().join("lines")).unwrap();
    let expected = "go wtime 60000 btime 120000 winc 0 binc 1000";
    assert!(lines.lines().any(|line| line == expected), "{lines}");
}

#[test]
fn one_player_can_ponder_and_the_other_not() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let file = "game = 'checkers'\nopenings = 'start'\nnodes = 50\nadjudication = { plies_max = 4 }\n\
        [[player]]\nplayer = 'pvs'\nponder = true\n[[player]]\nplayer = 'alpha-beta'\n";
    fs::write(folder.join("run.toml"), file).unwrap();
    run(folder, &["tournament", "run.toml", "--out", "out"], 0);
    let settings = fs::read_to_string(folder.join("out/tournament.toml")).unwrap();
    assert_eq!(settings.matches("ponder = true").count(), 1, "{settings}");
    run(folder, &["verify", "out"], 0);
}
