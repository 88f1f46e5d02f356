//! Tests position analysis for people and programs.

use integration_tests::{Rival, scratch};
use serde_json::{Value, json};

use crate::objects;

fn analyze(arguments: &[&str]) -> Vec<Value> {
    objects(&Rival::new(["analyze"].iter().chain(arguments).chain(&["--json"])).run().exits(0))
}

#[test]
fn every_completed_depth_is_an_object_and_the_last_one_is_final() {
    let found = analyze(&["tic-tac-toe", "--depth", "4", "--player", "alpha-beta"]);
    let depths: Vec<&Value> = found.iter().map(|object| &object["depth"]).collect();
    assert_eq!(depths, [1, 2, 3, 4]);
    let ends: Vec<&Value> = found.iter().map(|object| &object["final"]).collect();
    assert_eq!(ends, [&Value::Null, &Value::Null, &Value::Null, &json!(true)]);
    for object in &found {
        assert!(object["score"].is_f64(), "{object}");
        assert!(object["nodes"].as_u64() > Some(0), "{object}");
        assert!(object["seconds"].is_f64() && object["nodes_per_second"].is_u64(), "{object}");
        assert_eq!(object["move"], object["line"][0], "{object}");
    }
}

#[test]
fn a_proven_win_is_shown_in_plies() {
    let found = analyze(&["tic-tac-toe", "--position", "x2/3/2o x", "--depth", "6"]);
    let last = found.last().expect("a search reports its last depth");
    assert_eq!((&last["win_in"], &last["score"]), (&json!(5), &Value::Null), "{last}");
}

#[test]
fn a_forced_move_has_the_score_of_the_next_position() {
    let position = |text| analyze(&["checkers", "--position", text, "--depth", "4"]);
    let found = position("B:W18,32,31:B14");
    let last = found.last().expect("if White has a choice, the player thinks");
    assert_eq!(
        (&last["move"], &last["loss_in"], &last["final"]),
        (&json!("14x23"), &json!(4), &json!(true))
    );
    assert!(last["line"].as_array().is_some_and(|line| line.len() == 4), "{last}");
    let last = position("B:W18:B14").pop().expect("the end of the game needs no thought");
    assert_eq!((&last["move"], &last["win_in"]), (&json!("14x23"), &json!(1)));
}

#[test]
fn several_lines_are_shown_with_the_best_one_last() {
    let found = analyze(&["checkers", "--depth", "4", "--lines", "3"]);
    let last: Vec<&Value> = found.iter().filter(|object| object["depth"] == 4).collect();
    assert_eq!(last.iter().map(|object| &object["rank"]).collect::<Vec<_>>(), [2, 3, 1]);
    assert_eq!(last[2]["final"], true);
    assert_ne!(last[0]["move"], last[2]["move"]);
}

#[test]
fn every_position_in_a_record_is_analyzed() {
    let folder = scratch();
    let watch =
        ["watch", "tic-tac-toe", "random", "random", "--seed", "3", "--save", "match", "--json"];
    let events = objects(&Rival::new(watch).dir(folder.path()).run().exits(0));
    let moves = events.iter().filter(|event| event["event"] == "move_played").count();
    let arguments = ["analyze", "tic-tac-toe", "--record", "match", "--player", "greedy", "--json"];
    let found = objects(&Rival::new(arguments).dir(folder.path()).run().exits(0));
    let plies: Vec<Value> = found.iter().map(|object| object["ply"].clone()).collect();
    assert_eq!(plies, (0..=moves).map(Value::from).collect::<Vec<_>>());
    let end = found.last().expect("a match has an end");
    assert!(end["outcome"]["reason"].is_string(), "{end}");
    let other = ["analyze", "checkers", "--record", "match"];
    let refused = Rival::new(other).dir(folder.path()).run().exits(3);
    assert_eq!(
        refused.stderr,
        "rival: match: the record's game is tic-tac-toe:3,3,3, not checkers:english\n"
    );
    let short = ["analyze", "match", "--player", "greedy", "--json"];
    let without_option = objects(&Rival::new(short).dir(folder.path()).run().exits(0));
    assert_eq!(without_option.len(), found.len());
}

#[test]
fn a_late_answer_counts() {
    let looked = analyze(&["checkers", "--player", "minimax:depth=6", "--time", "1us"]);
    let last = looked.last().expect("the player has answered");
    assert_eq!(last["final"], json!(true));
}

#[test]
fn positions_are_read_one_per_line() {
    let arguments = ["analyze", "tic-tac-toe", "-", "--player", "greedy", "--json"];
    let input = "3/3/3 x\n\nx2/3/2o x\nxo1/3/3\n";
    let finished = Rival::new(arguments).input(input).run().exits(3);
    let positions: Vec<&str> = finished.stdout.lines().collect();
    assert_eq!(positions.len(), 2, "{finished}");
    assert!(finished.stderr.starts_with("rival: malformed position \"xo1/3/3\""), "{finished}");
}

#[test]
fn requests_beyond_a_players_abilities_are_refused() {
    let arguments = ["analyze", "checkers", "--player", "random", "--lines", "2"];
    let finished = Rival::new(arguments).run().exits(2);
    assert!(finished.stderr.starts_with("rival: random has no option \"lines\""), "{finished}");
    let person = Rival::new(["analyse", "checkers", "--player", "human"]).run().exits(2);
    assert!(person.stderr.contains("is a human player"), "{person}");
}

#[test]
fn people_get_sentences() {
    let arguments = ["analyze", "tic-tac-toe", "--depth", "2", "--player", "alpha-beta"];
    let finished = Rival::new(arguments).run().exits(0);
    let lines: Vec<&str> = finished.stdout.lines().collect();
    assert!(lines[0].starts_with("X thinks: depth 1, "), "{finished}");
    assert!(lines[2].starts_with("Best move for X: "), "{finished}");
}

#[test]
fn completions_and_manual_pages_describe_the_command_line() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = Rival::new(["completions", shell]).run().exits(0).stdout;
        assert!(script.contains("RIVAL_COMPLETE") && script.contains("rival"), "{shell}");
        // Other programs need `=` as a word break: dd of=FILE.
        let joins_words = script.contains("COMP_WORDBREAKS//:}");
        assert_eq!(joins_words, shell == "bash", "{shell}: checkers:english is a word");
    }
    let offered = |words: &[&str]| {
        let index = (words.len() - 1).to_string();
        let shell =
            [("RIVAL_COMPLETE", "bash"), ("_CLAP_COMPLETE_INDEX", &index), ("_CLAP_IFS", "\n")];
        let asked = Rival::new([&["--"], words].concat());
        shell
            .into_iter()
            .fold(asked, |asked, (name, value)| asked.env(name, value))
            .run()
            .exits(0)
            .stdout
    };
    let expect = |words: &[&str], value: &str| {
        let offered = offered(words);
        assert!(offered.lines().any(|line| line == value), "{words:?}: {offered}");
    };
    expect(&["rival", "play", "checkers:eng"], "checkers:english");
    expect(&["rival", "watch", "chess", "monte"], "monte-carlo");
    expect(&["rival", "play", "--level", "cl"], "club");
    expect(&["rival", "play", "chess", "c"], "casual");
    expect(&["rival", "play", "chess", "--seat", "1=cl"], "1=club");
    expect(&["rival", "play", "chess", "--seat", ""], "2=");
    expect(&["rival", "perft", "--no"], "--no-bulk");
    let folder = scratch();
    let _ = Rival::new(["man", "new/man1"]).dir(folder.path()).run().exits(0);
    let page = |name| std::fs::read_to_string(folder.path().join("new/man1").join(name));
    assert!(page("rival.1").expect("a page for the program").contains("rival\\-perft(1)"));
    assert!(page("rival-perft.1").expect("a page for the command").contains("no\\-bulk"));
    let refused = Rival::new(["man", "/dev/null/man"]).run().exits(1);
    assert_eq!(
        refused.stderr,
        "rival: can't write the manual pages to /dev/null/man: Not a directory (os error 20)\n"
    );
}
