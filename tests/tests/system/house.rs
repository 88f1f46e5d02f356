//! The settings in `rival.toml` apply to every program.

use std::fs;
use std::thread;

use integration_tests::{Finished, Rival, faulty_plugin, scratch};
use landlock::{AccessFs, Ruleset, RulesetAttr};
use tempfile::TempDir;

use crate::objects;

/// The maximum number of Landlock rulesets per process. Beyond this limit, no ruleset can be added.
const RULESETS_MAX: usize = 16;

/// A folder with the plugin `scripted` and this configuration.
fn folder(configuration: &str) -> TempDir {
    let folder = scratch();
    fs::copy(faulty_plugin(), folder.path().join("libscripted.so")).expect("it can be copied");
    fs::write(folder.path().join("own.toml"), configuration).expect("it can be written");
    folder
}

/// A game with this fault in the plugin `scripted`, in `rival` and in `rival-arena`.
fn both(folder: &TempDir, fault: &str) -> [Rival; 2] {
    let player = format!("scripted/scripted:fault={fault}");
    let common = ["--config", "own.toml", "--plugins", "."];
    let game = ["tic-tac-toe", "random", &player, "--seed", "1"];
    let rival = Rival::new([&["watch", "--json"], &game[..], &common].concat());
    let arena = Rival::arena([&["match", "--json"], &game[..], &common].concat());
    [rival, arena].map(|program| program.dir(folder.path()))
}

/// Runs the program so that the system can't restrict plugins to their own files.
fn run_where_nothing_can_be_confined(program: Rival) -> Finished {
    let run = || {
        for _ in 0..RULESETS_MAX {
            // The ruleset forbids only operations that these tests don't use.
            let ruleset = Ruleset::default().handle_access(AccessFs::MakeBlock);
            let ruleset = ruleset.and_then(Ruleset::create).expect("Linux has Landlock");
            let _ = ruleset.restrict_self().expect("a thread may restrict itself");
        }
        program.run()
    };
    thread::scope(|scope| scope.spawn(run).join()).expect("the program runs")
}

#[test]
fn every_program_refuses_unconfined_players_if_isolation_is_required() {
    let strict = folder("[isolation]\npolicy = 'require'\n");
    for (program, name) in both(&strict, "none").into_iter().zip(["rival", "rival-arena"]) {
        let refused = run_where_nothing_can_be_confined(program).exits(4);
        let expected = format!(
            "{name}: plugin \"scripted\" was refused: ./libscripted.so: it would run not confined, without root folder ("
        );
        assert!(refused.stderr.starts_with(&expected), "{refused}");
        let advice = "; allow that with policy = \"prefer\", or trust the plugin with \"rival plugin trust\"\n";
        assert!(refused.stderr.ends_with(advice), "{refused}");
    }
    for program in both(&strict, "none") {
        let _ = program.run().exits(0);
    }
}

#[test]
fn a_plugin_that_could_read_the_users_files_is_refused_unless_that_is_allowed() {
    let usual = folder("");
    for program in both(&usual, "none") {
        let refused = run_where_nothing_can_be_confined(program).exits(4);
        assert!(refused.stderr.contains(": it would run not confined, without "), "{refused}");
        let advice = " and could read your files; if you trust it, run \"rival plugin trust\", or allow all plugins with --allow-unsandboxed\n";
        assert!(refused.stderr.ends_with(advice), "{refused}");
        assert_eq!(refused.stderr.lines().count(), 1, "{refused}");
    }
    let player = "scripted/scripted:fault=none";
    let game = ["tic-tac-toe", "random", player, "--seed", "1", "--allow-unsandboxed"];
    let common = ["--plugins", "."];
    for program in [
        Rival::new([&["watch", "--json"], &game[..], &common].concat()),
        Rival::arena([&["match", "--json"], &game[..], &common].concat()),
    ] {
        let warned = run_where_nothing_can_be_confined(program.dir(usual.path())).exits(0);
        let lines: Vec<&str> = warned.stderr.lines().collect();
        let warning = "warning: untrusted plugins run not confined, without ";
        assert!(lines.iter().filter(|line| line.starts_with(warning)).count() == 1, "{warned}");
    }
    let list = Rival::new(["plugins", "--plugins", ".", "--allow-unsandboxed"]);
    let listed = run_where_nothing_can_be_confined(list.dir(usual.path())).exits(0);
    assert!(listed.stdout.contains("runs in its own processes, not confined, "), "{listed}");
    let list = Rival::new(["plugins", "--plugins", "."]);
    let listed = run_where_nothing_can_be_confined(list.dir(usual.path())).exits(0);
    assert!(listed.stdout.contains("refused: ./libscripted.so: it would run "), "{listed}");
}

#[test]
fn the_thinking_time_limit_applies_in_every_program() {
    let folder = folder("[isolation]\nmove_time = '200ms'\n");
    let [rival, arena] = both(&folder, "endless loop");
    let told = rival.run().exits(4);
    assert!(told.stderr.contains("its limit was 0.20 s at move 2 in "), "{told}");
    let told = arena.run().exits(0);
    let details =
        objects(&told).iter().map(|event| event["detail"].to_string()).collect::<String>();
    assert!(details.contains("its limit was 0.20 s at move 2 in "), "{told}");
}

#[test]
fn a_configuration_in_the_current_folder_cannot_loosen_the_arenas_limits() {
    let folder = folder("");
    fs::write(folder.path().join("rival.toml"), "[isolation]\npolicy = 'off'\n")
        .expect("it can be written");
    let arguments = ["match", "tic-tac-toe", "random", "greedy"];
    let refused = Rival::arena(arguments).dir(folder.path()).run().exits(3);
    assert_eq!(
        refused.stderr,
        "rival-arena: rival.toml: line 2, column 10: plugin trust can be set only in your own configuration or in a --config file\n"
    );
}

#[test]
fn a_configured_name_plays_in_the_arena_and_keeps_its_meaning() {
    let folder = folder("[players.mine]\nplayer = 'alpha-beta'\noptions = { depth = 2 }\n");
    let run = |arguments: &[&str]| Rival::arena(arguments).dir(folder.path()).run().exits(0);
    let begun = run(&[
        "match",
        "--config",
        "own.toml",
        "tic-tac-toe",
        "mine",
        "random",
        "--pairs",
        "3",
        "--seed",
        "1",
        "--out",
        "run",
    ]);
    assert!(begun.stdout.contains("mine"), "{begun}");
    let settings = fs::read_to_string(folder.path().join("run/tournament.toml"));
    let settings = settings.expect("it was written");
    assert!(settings.contains("player = \"alpha-beta:depth=2\"\nname = \"mine\"\n"), "{settings}");
    fs::remove_file(folder.path().join("own.toml")).expect("it is there");
    let resumed = run(&["resume", "run"]);
    assert_eq!(resumed.stdout, begun.stdout);
}

#[test]
fn another_users_engine_plays_in_the_arena() {
    let engine = "engine:hub:rival engine checkers:international --player random";
    let arguments = ["match", "checkers:international", engine, "random", "--plies-max", "20"];
    let finished = Rival::arena(arguments).run().exits(0);
    assert!(finished.stdout.contains("rival against random"), "{finished}");
}
