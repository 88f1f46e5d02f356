//! Programs start only because the user named them, never because a file did.

use std::fs;
use std::path::Path;

use integration_tests::{Finished, Rival, program, scratch};
use tempfile::TempDir;

/// The file that an engine command creates when it starts.
const STARTED: &str = "started";

/// An engine that writes a file and exits, so it loses its match.
const ENGINE: &str = "engine:hub:touch started";

const TOURNAMENT: &str = "game = \"checkers\"\npairs = 1\n\n[[player]]\nplayer = \"random\"\n\n[[player]]\nplayer = \"engine:hub:touch started\"\n";

const PDN: &str = "[Event \"Open\"]\n[White \"?\"]\n[Black \"?\"]\n[GameType \"21\"]\n[Player2 \"engine:hub:touch started\"]\n\n1. 11-15 *\n";

/// A folder with this file.
fn folder(file: &str, text: &str) -> TempDir {
    let folder = scratch();
    fs::write(folder.path().join(file), text).expect("the scratch folder can be written");
    folder
}

fn has_started(folder: &Path) -> bool {
    let file = folder.join(STARTED);
    let has_started = file.exists();
    if has_started {
        fs::remove_file(file).expect("it can be removed");
    }
    has_started
}

/// Runs `rival` or `rival-arena` with this command line in the folder.
fn run(folder: &Path, line: &str, input: &str) -> Finished {
    let mut words = line.split(' ');
    let program = words.next();
    let program = if program == Some("rival") { Rival::new(words) } else { Rival::arena(words) };
    program.dir(folder).input(input).run()
}

/// Checks that the command line doesn't start a program named in a file at this place, but does start it with
/// `--allow-engines`.
#[track_caller]
fn check(folder: &TempDir, line: &str, place: &str) {
    check_command(folder.path(), line, place, ENGINE);
    let allowed = run(folder.path(), &format!("{line} --allow-engines"), "");
    assert!(has_started(folder.path()), "{allowed}");
}

#[track_caller]
fn check_command(folder: &Path, line: &str, place: &str, command: &str) {
    let refused = run(folder, line, "").exits(3);
    assert!(!has_started(folder), "{refused}");
    let program = line.split(' ').next().unwrap_or_default();
    let expected = format!(
        "{program}: {place}: \"{command}\" starts a program: add --allow-engines if you trust it\n"
    );
    assert_eq!(refused.stderr, expected, "{refused}");
}

#[test]
fn the_default_opponent_of_a_folder_is_not_started() {
    let folder = folder("rival.toml", "[defaults]\nopponent = 'engine:hub:touch started'\n");
    check(&folder, "rival play checkers --second --plain", "rival.toml: line 2");
    check(&folder, "rival play checkers --second --words", "rival.toml: line 2");
}

#[test]
fn a_program_named_in_a_folders_configuration_is_started_nowhere() {
    let text =
        "[players.pal]\nplayer = 'engine:hub:touch started'\n[players.friend]\nplayer = 'pal'\n";
    let folder = folder("rival.toml", text);
    let place = "rival.toml: line 2";
    for line in [
        "rival play checkers pal human --plain",
        "rival play checkers --seat 1=friend --plain",
        "rival watch checkers pal random",
        "rival watch checkers friend random --json",
        "rival compare checkers random pal --games 2",
        "rival analyze checkers --player pal --depth 2",
        "rival-arena match checkers pal random --pairs 1",
        "rival-arena sprt checkers pal random --elo0 0 --elo1 5 --pairs 1",
        "rival-arena tournament checkers pal random greedy --pairs 1",
        "rival-arena selfplay checkers pal --games 2",
    ] {
        check(&folder, line, place);
    }
    check_command(folder.path(), "rival engine checkers --player pal", place, ENGINE);
}

#[test]
fn a_configuration_file_named_by_option_starts_no_program() {
    let folder = folder("pals.toml", "\n[players.pal]\nplayer = 'engine:hub:touch started'\n");
    check(&folder, "rival watch checkers pal random --config pals.toml", "pals.toml: line 3");
    check(&folder, "rival-arena match checkers pal random --config pals.toml", "pals.toml: line 3");
}

#[test]
fn the_players_of_a_notation_file_are_not_started() {
    let folder = folder("games.pdn", &format!("{PDN}\n{PDN}"));
    let continued = "rival play --continue games.pdn --plain --game";
    check(&folder, &format!("{continued} 1"), "games.pdn: line 5");
    check(&folder, &format!("{continued} 2"), "games.pdn: line 13");
    check(
        &folder,
        "rival play --resume games.pdn --plain --game 2 --save a.pdn",
        "games.pdn: line 13",
    );
    let pgn = "[White \"?\"]\n[Black \"?\"]\n[Game \"tic-tac-toe:3,3,3\"]\n{[Player2 \"no\"]}\n[Player2 \"engine:hub:a \\\"b\\\" \u{1b}c\"]\n\n1. b2 *\n";
    fs::write(folder.path().join("games.pgn"), pgn).expect("it can be written");
    let command = "engine:hub:a \"b\" \u{fffd}c";
    let line = "rival play --continue games.pgn --plain";
    check_command(folder.path(), line, "games.pgn: line 5", command);
}

#[test]
fn the_players_of_a_record_are_not_started() {
    let folder = scratch();
    let record = "rival watch checkers random random --save match.toml --position B:W32:B1,2";
    let _ = run(folder.path(), record, "").exits(0);
    let file = folder.path().join("match.toml");
    let text = fs::read_to_string(&file).expect("it was written");
    let text = text.replacen("player = \"random\"", &format!("player = \"{ENGINE}\""), 1);
    let before = text.split("engine:").next().unwrap_or_default();
    let place = format!("match.toml: line {}", 1 + before.matches('\n').count());
    fs::write(&file, text).expect("it can be written");
    let fresh = "rival play --continue match.toml --from 0 --plain";
    check(&folder, fresh, &place);
    // The user names the replacement player.
    let other = run(folder.path(), &format!("{fresh} --seat 1=random"), "").exits(0);
    assert!(!has_started(folder.path()), "{other}");
    let loaded = run(folder.path(), "rival play checkers --plain", "load match.toml\nquit\n");
    assert!(loaded.stdout.contains(&format!("{place}: \"{ENGINE}\" starts a program")), "{loaded}");
    assert!(!has_started(folder.path()), "{loaded}");
    check_command(folder.path(), "rival play --resume match.toml --plain", &place, ENGINE);
}

#[test]
fn the_players_of_a_tournament_in_a_file_are_not_started() {
    let folder = folder("spring.toml", TOURNAMENT);
    check(&folder, "rival-arena tournament spring.toml --out spring", "spring.toml: line 8");
    // A run folder also consists of files that may come from others.
    fs::remove_file(folder.path().join("spring/journal.jsonl")).expect("it was written");
    let settings = fs::read_to_string(folder.path().join("spring/tournament.toml"));
    let settings = settings.expect("it was written");
    let before = settings.split("engine:").next().unwrap_or_default();
    let place = format!("spring/tournament.toml: line {}", 1 + before.matches('\n').count());
    check(&folder, "rival-arena resume spring", &place);
}

#[test]
fn programs_named_by_the_user_start() {
    let folder = scratch();
    let started = |line: &str| {
        let finished = run(folder.path(), line, "");
        assert!(has_started(folder.path()), "{finished}");
    };
    // The name has no spaces, because the lines below are split at spaces.
    fs::write(folder.path().join("engine"), "#!/bin/sh\ntouch started\n")
        .expect("it can be written");
    let _ = run_shell(folder.path(), "chmod +x engine");
    started("rival watch checkers engine:hub:./engine random");
    started("rival play checkers --seat 1=engine:hub:./engine --plain");
    started("rival-arena match checkers engine:hub:./engine random --pairs 1");
    let home = scratch();
    let own = home.path().join("rival");
    fs::create_dir(&own).expect("it can be made");
    let text = "[players.pal]\nplayer = 'engine:hub:touch started'\n[defaults]\nopponent = 'pal'\n";
    fs::write(own.join("rival.toml"), text).expect("it can be written");
    let config = own.join("rival.toml").display().to_string();
    for line in [
        vec!["watch", "checkers", "pal", "random"],
        vec!["play", "checkers", "--second", "--plain"],
        vec!["watch", "checkers", "pal", "random", "--config", &config],
    ] {
        let rival = Rival::new(line).dir(folder.path()).env("XDG_CONFIG_HOME", home.path());
        let finished = rival.run();
        assert!(has_started(folder.path()), "{finished}");
    }
}

fn run_shell(folder: &Path, line: &str) -> Finished {
    Rival::shell(line).dir(folder).run().exits(0)
}

#[test]
fn a_kept_match_continues_with_its_engine() {
    let (folder, state) = (scratch(), scratch());
    let run = |line: &str, input: &str| {
        let rival = Rival::new(line.split(' ')).dir(folder.path()).input(input);
        rival.env("XDG_STATE_HOME", state.path()).run()
    };
    let rival = program().rival.display();
    let engine =
        format!("#!/bin/sh\ntouch started\nexec '{rival}' engine checkers --protocol hub\n");
    fs::write(folder.path().join("engine"), engine).expect("it can be written");
    let _ = run_shell(folder.path(), "chmod +x engine");
    let begun = run("play checkers --seat 2=engine:hub:./engine --first --plain", "11-15\n");
    assert!(has_started(folder.path()), "{begun}");
    let resumed = run("play --resume --plain", "undo\n11-15\n");
    assert!(has_started(folder.path()), "{resumed}");
}

#[test]
fn the_users_own_limits_hold_in_every_folder() {
    let folder = folder("rival.toml", "");
    let home = scratch();
    let own = home.path().join("rival");
    fs::create_dir(&own).expect("it can be made");
    fs::write(own.join("rival.toml"), "[isolation]\npolicy = 'require'\n")
        .expect("it can be written");
    let check = |text: &str, why: &str| {
        fs::write(folder.path().join("rival.toml"), text).expect("it can be written");
        for (program, name) in [(Rival::new(["plugins"]), "rival"), (arena(), "rival-arena")] {
            let program = program.dir(folder.path()).env("XDG_CONFIG_HOME", home.path());
            let refused = program.run().exits(3);
            assert_eq!(refused.stderr, format!("{name}: rival.toml: line 2, column {why}\n"));
        }
    };
    let yours = "in your own configuration or in a --config file";
    check("[isolation]\npolicy = 'prefer'\n", &format!("10: plugin trust can be set only {yours}"));
    check(
        "[isolation]\nmemory_mib = 20000\n",
        &format!("14: memory_mib is at most 4096 here; more can be set only {yours}"),
    );
    check(
        "[isolation]\nmove_time = \"none\"\n",
        &format!("13: move_time is at most 10m here; more can be set only {yours}"),
    );
    check(
        "\n[players.random]\nplayer = 'greedy'\n",
        "10: random is a built-in player; choose another name",
    );
}

fn arena() -> Rival {
    Rival::arena(["match", "tic-tac-toe", "random", "random", "--pairs", "1"])
}

#[test]
fn a_pipe_in_the_place_of_a_configuration_is_not_opened() {
    let folder = scratch();
    let line = "mkfifo rival.toml; rival games 2>&1 || echo \"code $?\"";
    let told = run_shell(folder.path(), line);
    let expected = "rival: can't read the configuration rival.toml: it is not a file\ncode 3\n";
    assert_eq!(told.stdout, expected);
}
