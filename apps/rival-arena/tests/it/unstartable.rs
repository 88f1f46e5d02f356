//! Tournaments with players that fail to start.

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::thread;

use super::support::{arena, run, table};

/// A program that plays the first legal move.
const FIRST: &str = r#"while read -r line; do
  case "$line" in
    *'"type":"hello"'*) echo '{"type":"hello","name":"first"}' ;;
    *'"type":"choose"'*)
      id=${line#*'"id":'}; mv=${line#*'"legal_moves":["'}
      echo "{\"type\":\"move\",\"id\":${id%%,*},\"move\":\"${mv%%'"'*}\"}" ;;
  esac
done
"#;

/// Writes a hand-in: a folder with a shell script.
fn hand_in(folder: &Path, name: &str, program: &str) {
    let own = folder.join("hand-ins").join(name);
    fs::create_dir_all(&own).unwrap();
    let manifest = format!("name = \"{name}\"\ncommand = [\"sh\", \"player.sh\"]\n");
    fs::write(own.join("player.toml"), manifest).unwrap();
    fs::write(own.join("player.sh"), program).unwrap();
}

/// The plugins of Ada and Bob work. Cleo's program exits immediately, and Dan's manifest is not TOML.
fn course(folder: &Path) {
    hand_in(folder, "ada", FIRST);
    hand_in(folder, "bob", FIRST);
    hand_in(folder, "cleo", "exit 7\n");
    hand_in(folder, "dan", FIRST);
    fs::write(folder.join("hand-ins/dan/player.toml"), "name = dan\n").unwrap();
}

/// Plays a tic-tac-toe tournament with these arguments. Returns standard output and standard error.
#[track_caller]
fn tournament(folder: &Path, more: &[&str], code: i32) -> [String; 2] {
    let fixed = ["--plugins", "hand-ins", "tournament", "tic-tac-toe", "--seed", "1"];
    let arguments = [fixed.as_slice(), more].concat();
    let output = run(folder, &arguments, code);
    [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap())
}

/// Checks that the output contains every string in `present` and none in `absent`.
#[track_caller]
fn check(output: &str, present: &[&str], absent: &[&str]) {
    for text in present {
        assert!(output.contains(text), "{text} is missing:\n{output}");
    }
    for text in absent {
        assert!(!output.contains(text), "{text} is present:\n{output}");
    }
}

#[test]
fn broken_plugins_are_excluded_and_the_others_play_on() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    course(folder);
    let [shown, _] = tournament(folder, &["--all-plugins", "--out", "run"], 4);
    check(
        &shown,
        &["ada/player", "bob/player", "warning: cleo/player is excluded: ", "exit code 7"],
        &["minimal/", "textbook/", "unfinished"],
    );
    check(&shown, &["warning: dan is excluded: ", "player.toml: line 1"], &[]);
    check(&table(folder, "run"), &["cleo/player is excluded", "dan is excluded"], &[]);
    let page = fs::read_to_string(folder.join("run/report.html")).unwrap();
    check(&page, &["cleo/player is excluded", "dan is excluded"], &[]);
    run(folder, &["verify", "run"], 0);
    run(folder, &["--plugins", "hand-ins", "resume", "run"], 4);
}

#[test]
fn excepted_and_shipped_plugins_play_only_if_named() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    course(folder);
    let except = ["--all-plugins", "--except", "cleo", "--except", "dan", "--except", "bob/player"];
    let [shown, _] = tournament(folder, &[&except[..], &["random", "--out", "one"]].concat(), 0);
    check(&shown, &["ada/player", "random"], &["bob", "cleo", "dan", "minimal"]);
    let wrong = ["--all-plugins", "--except", "adda", "--out", "two"];
    let [_, said] = tournament(folder, &wrong, 2);
    check(&said, &["--except adda: no such plugin or player; did you mean \"ada\"?"], &[]);
}

#[test]
fn a_named_player_that_fails_to_start_stops_the_run_by_default() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    course(folder);
    let players = ["ada/player", "cleo/player", "random"];
    let [_, said] = tournament(folder, &[&players[..], &["--out", "run"]].concat(), 4);
    check(&said, &["cleo/player can't start: ", "resume with: rival-arena resume run"], &[]);
    let resume = ["--plugins", "hand-ins", "resume", "run", "--unstartable", "forfeit"];
    let finished = String::from_utf8(run(folder, &resume, 4).stdout).unwrap();
    check(&finished, &["4 start failed", "cleo/player can't start and forfeits 4 games"], &[]);
    run(folder, &["verify", "run"], 0);
}

#[test]
fn a_player_that_fails_to_start_forfeits_its_games_on_request() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    course(folder);
    let players = ["ada/player", "bob/player", "cleo/player", "dan/player"];
    let more = ["--pairs", "3", "--unstartable", "forfeit", "--out", "run"];
    let [shown, _] = tournament(folder, &[&players[..], &more].concat(), 4);
    check(
        &shown,
        &["cleo/player can't start and forfeits", "dan/player can't start"],
        &["unfinished"],
    );
    let page = fs::read_to_string(folder.join("run/report.html")).unwrap();
    check(&page, &["<h2>Faults</h2>", "start failed"], &[]);
    run(folder, &["verify", "run"], 0);
    run(folder, &["games", "run", "--out", "run.pgn"], 0);
    run(folder, &["table", "run", "--records", "records"], 0);
}

#[test]
fn a_file_can_treat_each_player_differently() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    course(folder);
    let players = "[[player]]\nplayer = \"ada/player\"\n[[player]]\nplayer = \"random\"\n\
                   [[player]]\nname = \"Cleo\"\nplayer = \"cleo/player\"\nunstartable = \"exclude\"\n";
    let text = format!("game = \"tic-tac-toe\"\nseed = 1\n{players}");
    fs::write(folder.join("course.toml"), text).unwrap();
    let arguments = ["--plugins", "hand-ins", "tournament", "course.toml", "--out", "run"];
    let shown = String::from_utf8(run(folder, &arguments, 4).stdout).unwrap();
    check(&shown, &["ada/player", "warning: Cleo is excluded: "], &["unfinished"]);
}

#[test]
fn named_players_that_cannot_play_are_excluded_on_request() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    course(folder);
    hand_in(folder, "eva", FIRST);
    let manifest = "name = \"eva\"\ngames = [\"chess\"]\ncommand = [\"sh\", \"player.sh\"]\n";
    fs::write(folder.join("hand-ins/eva/player.toml"), manifest).unwrap();
    let more = ["--unstartable", "exclude", "--out", "run"];
    let players = ["ada/player", "random", "eva/player", "zoe/player"];
    let [shown, _] = tournament(folder, &[&players[..], &more].concat(), 4);
    check(
        &shown,
        &["eva/player is excluded: ", "zoe/player is excluded: unknown plugin \"zoe\""],
        &["unfinished"],
    );
    let none = ["cleo/player", "zoe/player", "--unstartable", "exclude", "--out", "none"];
    let [_, said] = tournament(folder, &none, 4);
    check(&said, &["every player was excluded: cleo/player: ", "; zoe/player: "], &[]);
}

#[test]
fn hand_ins_that_fail_are_named_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    hand_in(folder, "ada", FIRST);
    hand_in(folder, "zed/my bot", FIRST);
    fs::write(
        folder.join("hand-ins/zed/my bot/player.toml"),
        "name = \"zed\"\ncommand = [\"sh\", \"player.sh\"]\n# in a folder of its own\n",
    )
    .unwrap();
    hand_in(folder, "typo", FIRST);
    let manifest =
        "name = \"typo\"\ngames = [\"Connect Four\"]\ncommand = [\"sh\", \"player.sh\"]\n";
    fs::write(folder.join("hand-ins/typo/player.toml"), manifest).unwrap();
    fs::create_dir(folder.join("hand-ins/empty")).unwrap();
    let [shown, _] = tournament(folder, &["--all-plugins", "--out", "run"], 4);
    check(
        &shown,
        &[
            "zed/player",
            "empty is excluded: it is empty; add a player.toml",
            "typo/player is excluded: unknown game \"Connect Four\" in games; did you mean \"connect-four\"?",
        ],
        &["zed/player is excluded"],
    );
}

#[test]
fn hand_ins_with_the_same_name_all_play() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for own in ["ada", "bob"] {
        hand_in(folder, own, FIRST);
        // Both folders have exactly the same content.
        let manifest = "name = \"bot\"\ncommand = [\"sh\", \"player.sh\"]\n";
        fs::write(folder.join("hand-ins").join(own).join("player.toml"), manifest).unwrap();
    }
    let [shown, said] = tournament(folder, &["--all-plugins", "--out", "run"], 0);
    check(&shown, &["bot@ada/player", "bot@bob/player"], &["excluded"]);
    let note = "several plugins are named \"bot\" and play as bot@ada, bot@bob";
    check(&said, &[note], &[]);
    let except = ["--all-plugins", "random", "--except", "bot@ada", "--out", "other"];
    let [shown, _] = tournament(folder, &except, 0);
    check(&shown, &["bot@bob/player"], &["bot@ada"]);
    // A resumed run finds its player after the other one got a different name.
    fs::remove_dir_all(folder.join("hand-ins/ada")).unwrap();
    run(folder, &["--plugins", "hand-ins", "resume", "other", "--pairs", "2"], 0);
}

#[test]
fn a_run_that_is_killed_during_its_checks_resumes() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    hand_in(folder, "ada", FIRST);
    hand_in(folder, "bob", "while :; do :; done\n");
    let fixed = ["--plugins", "hand-ins", "tournament", "tic-tac-toe", "random"];
    let more = ["--all-plugins", "--pairs", "2", "--out", "nights/one"];
    let mut command = arena(folder, &[&fixed[..], &more].concat());
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    while !folder.join("nights/one/request.toml").exists() {
        assert!(child.try_wait().unwrap().is_none(), "the run ended before its checks");
        thread::yield_now();
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let said = String::from_utf8(run(folder, &["table", "nights/one"], 3).stderr).unwrap();
    check(&said, &["not checked yet; resume it with \"rival-arena resume nights/one\""], &[]);
    fs::write(folder.join("hand-ins/bob/player.sh"), FIRST).unwrap();
    let resume = ["--plugins", "hand-ins", "resume", "nights/one"];
    let shown = String::from_utf8(run(folder, &resume, 0).stdout).unwrap();
    check(&shown, &["ada/player", "bob/player", "random"], &["unfinished", "excluded"]);
    assert!(!folder.join("nights/one/request.toml").exists());
    run(folder, &["verify", "nights/one"], 0);
}

#[test]
fn a_run_that_cannot_begin_leaves_no_folder() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    tournament(folder, &["random", "nobody", "--out", "run"], 2);
    assert!(!folder.join("run").exists());
}
