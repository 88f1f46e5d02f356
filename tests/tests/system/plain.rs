//! Programs in other languages as players, and our players over the plain protocol.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use integration_tests::{Finished, Rival, root, scratch};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::objects;

/// The code block in this language from the page about plain players.
fn block(language: &str) -> String {
    let page =
        fs::read_to_string(root().join("docs/author/plain-players.md")).expect("the page is there");
    let begin = format!("```{language}\n");
    let block = page.split(&begin).nth(1).and_then(|rest| rest.split("```").next());
    block.expect("the page has such a block").into()
}

/// A folder with the subfolder `first`, which contains the ten-line player.
fn first() -> TempDir {
    let folder = scratch();
    let player = folder.path().join("first");
    fs::create_dir(&player).expect("it can be made");
    fs::write(player.join("player.py"), block("python")).expect("it can be written");
    fs::write(player.join("player.toml"), block("toml")).expect("it can be written");
    folder
}

/// Runs `rival` in this folder with its plugins.
fn rival(folder: &Path, arguments: &[&str]) -> Finished {
    Rival::new([&["--plugins", "."], arguments].concat()).dir(folder).run()
}

/// The end of a match between these players.
fn ending(folder: &Path, game: &str, players: [&str; 2]) -> Value {
    let [first, second] = players;
    let finished = rival(folder, &["watch", game, first, second, "--seed", "7", "--json"]);
    objects(&finished).pop().unwrap_or_else(|| panic!("there are no events: {finished}"))
}

#[test]
fn ten_lines_of_python_play_whole_matches_of_every_kind() {
    assert!(block("python").lines().count() <= 10);
    let folder = first();
    for game in ["checkers", "backgammon", "dominoes", "kuhn-poker", "othello"] {
        for players in [["first/player", "random"], ["random", "first/player"]] {
            let ending = ending(folder.path(), game, players);
            assert_eq!(ending["event"], "match_ended", "{game}: {ending}");
            assert_ne!(ending["reason"], "player failed", "{game}: {ending}");
        }
    }
}

#[test]
fn a_match_with_a_program_can_be_repeated_and_its_record_names_the_program() {
    let folder = scratch();
    let new = ["plugin", "new", "careful", "--python"];
    drop(Rival::new(new).dir(folder.path()).run().exits(0));
    let play = |file: &str| {
        let players = ["watch", "tic-tac-toe", "careful/player", "random", "--seed", "3"];
        drop(rival(folder.path(), &[&players[..], &["--save", file]].concat()).exits(0));
        fs::read_to_string(folder.path().join(file)).expect("the record is there")
    };
    let record = play("one.toml");
    assert!(record.contains("careful 0.1.0, BLAKE3 "), "{record}");
    assert!(record.contains("in its own processes"), "{record}");
    let moves = |record: &str| {
        let lines = record.lines().filter(|line| line.starts_with("move"));
        lines.map(String::from).collect::<Vec<_>>()
    };
    assert_eq!(moves(&record), moves(&play("two.toml")));
}

#[test]
fn a_program_without_a_version_has_only_its_name() {
    let folder = first();
    let players = ["watch", "tic-tac-toe", "first/player", "random", "--save", "one.toml"];
    drop(rival(folder.path(), &players).exits(0));
    let record = fs::read_to_string(folder.path().join("one.toml")).expect("the record is there");
    assert!(record.contains("\"first, BLAKE3 "), "{record}");
}

#[test]
fn a_player_that_looks_two_plies_ahead_beats_chance() {
    let folder = scratch();
    let new = ["plugin", "new", "careful", "--python"];
    drop(Rival::new(new).dir(folder.path()).run().exits(0));
    let compare = ["compare", "tic-tac-toe", "careful/player", "random", "--games", "20"];
    let finished = rival(folder.path(), &[&compare[..], &["--seed", "1"]].concat()).exits(0);
    let row = finished.stdout.lines().find(|line| line.contains("careful")).expect("it has a row");
    let numbers: Vec<f64> = row.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    assert!(numbers.iter().any(|points| *points >= 13.0), "{finished}");
}

#[test]
fn a_comparison_reuses_programs_between_games() {
    let folder = first();
    let source = block("python").replace("1.0\"", "1.0\", \"reusable\": True");
    // At each move, the player reports its number of started matches as its node count.
    let counting = source
        .replace("import json", "begun = 0\nimport json")
        .replace(
            "choose\":",
            "choose\":\n        print(json.dumps({\"type\": \"info\", \"nodes\": begun}), flush=True)",
        )
        .replace(
            "    else:\n",
            "    elif message[\"type\"] == \"ping\":\n        answer = {\"type\": \"pong\", \"id\": message[\"id\"]}\n    elif message[\"type\"] == \"new-game\":\n        begun += 1\n        continue\n    else:\n",
        );
    fs::write(folder.path().join("first/player.py"), counting).expect("it can be written");
    for player in ["first/player", "engine:plain:python3 first/player.py"] {
        let compare = ["compare", "tic-tac-toe", player, "random", "--games", "3", "--json"];
        let rows = objects(&rival(folder.path(), &compare).exits(0));
        let number = |row: &Value, field: &str| row[field].as_u64().expect("it is a number");
        let own: Vec<_> = rows.iter().filter(|row| row["player"] == player).collect();
        assert_eq!(own.len(), 3, "{rows:?}");
        for row in own {
            // If the number of plies is odd, the first player has made one more move.
            let moves = (number(row, "plies") + 2 - number(row, "seat")) / 2;
            assert_eq!(number(row, "nodes"), number(row, "game") * moves, "{row}");
        }
    }
}

#[test]
fn projects_in_two_languages_pass_the_check() {
    for language in ["--python", "--javascript"] {
        let folder = scratch();
        let new = ["plugin", "new", "mine", language];
        drop(Rival::new(new).dir(folder.path()).run().exits(0));
        let check = ["plugin", "check", "mine", "--game", "tic-tac-toe"];
        let checking = Rival::new(check).dir(folder.path()).within(Duration::from_mins(3));
        drop(checking.run().exits(0));
        let listed = rival(folder.path(), &["plugins"]).exits(0);
        assert!(listed.stdout.contains("runs in its own processes, confined"), "{listed}");
        assert!(listed.stdout.contains("may use "), "{listed}");
    }
}

#[test]
fn a_program_that_remembers_earlier_matches_is_detected() {
    let folder = first();
    let player = folder.path().join("first/player.py");
    let source = block("python").replace("1.0\"", "1.0\", \"reusable\": True");
    // With one process per match, matches stay separate, although these players choose moves by their own move count.
    let remembers = source
        .replace("import json", "count = 0\nimport json")
        .replace("choose\":", "choose\":\n        count += 1")
        .replace(
            "random.choice(message[\"legal_moves\"])",
            "message[\"legal_moves\"][count % len(message[\"legal_moves\"])]",
        );
    let clean = remembers.replace(
        "    else:\n",
        "    elif message[\"type\"] == \"ping\":\n        answer = {\"type\": \"pong\", \"id\": message[\"id\"]}\n    else:\n        count = 0\n",
    );
    let forgets_nothing = clean.replace("        count = 0\n", "");
    for (source, verdict) in [(clean, "passed"), (forgets_nothing, "failed")] {
        fs::write(&player, source).expect("it can be written");
        let check = ["plugin", "check", "first", "--game", "tic-tac-toe", "--json"];
        let checks = objects(&rival(folder.path(), &check));
        let kept = checks.iter().find(|check| check["check"] == "kept").expect("it is checked");
        assert_eq!(kept["verdict"], verdict, "{checks:?}");
    }
}

#[test]
fn only_the_user_grants_requests_beyond_the_limits() {
    let folder = first();
    let path = |name: &str| folder.path().join(name);
    let manifest = fs::read_to_string(path("first/player.toml")).expect("it is there");
    fs::write(path("first/player.toml"), manifest + "threads = 600\n").expect("it can be written");
    fs::create_dir(path("first.data")).expect("it can be made");
    fs::write(path("first.data/book.txt"), "a book").expect("it can be written");
    let listed = rival(folder.path(), &["plugins"]).exits(0);
    for expected in [
        "may use 1024 MiB of memory, 512 threads; ",
        "; its data (1 KiB in 1 file, BLAKE3 ",
        "asks for 600 threads but gets 1024 MiB of memory, 512 threads; to grant it, add '",
        "/first' = { threads = 600 } below [isolation.grants] in your own rival.toml",
    ] {
        assert!(listed.stdout.contains(expected), "{listed}");
    }
    fs::write(path("mine.toml"), "[isolation.grants]\nfirst = { threads = 600 }\n")
        .expect("it can be written");
    let granted = rival(folder.path(), &["--config", "mine.toml", "plugins"]).exits(0);
    assert!(granted.stdout.contains("may use 1024 MiB of memory, 600 threads; "), "{granted}");
    assert!(!granted.stdout.contains("asks for"), "{granted}");
    // The same file in the current folder can have come with the plugin.
    fs::rename(path("mine.toml"), path("rival.toml")).expect("it can be renamed");
    let refused = rival(folder.path(), &["plugins"]).exits(3);
    assert!(refused.stderr.contains("plugin permissions can be set only in your own"), "{refused}");
}

#[test]
fn a_program_that_fails_loses_with_its_last_lines() {
    let folder = first();
    let file = folder.path().join("first/player.py");
    let text = fs::read_to_string(&file).expect("it is there");
    let broken = text.replace("random.choice(message[\"legal_moves\"])", "message[\"moves\"][7]");
    assert_ne!(text, broken);
    fs::write(&file, broken).expect("it can be written");
    let ending = ending(folder.path(), "checkers", ["first/player", "random"]);
    assert_eq!(ending["failure"], "exited", "{ending}");
    let detail = ending["detail"].as_str().unwrap_or_default();
    assert!(detail.ends_with("IndexError: list index out of range"), "{ending}");
    assert_eq!(ending["payoffs"], json!([-1, 1]));
}

/// The messages, one per line.
fn text_of(lines: &[Value]) -> String {
    lines.iter().flat_map(|line| [line.to_string(), "\n".into()]).collect()
}

/// The engine's answers to these lines in `game`.
fn engine(game: &str, player: &str, lines: &[Value]) -> Vec<Value> {
    let arguments = ["engine", game, "--protocol", "plain", "--player", player, "--seed", "1"];
    objects(&Rival::new(arguments).input(text_of(lines)).run().exits(0))
}

#[test]
fn our_players_are_engines_for_every_game() {
    let question = json!({"type": "choose", "id": 4, "seat": 1, "position": "xx1/oo1/3 x"});
    let answers = engine(
        "tic-tac-toe",
        "minimax",
        &[json!({"type": "hello", "protocol": 1, "host": "test", "game": "x"}), question],
    );
    assert_eq!(answers[0]["type"], "hello");
    assert!(answers[0]["options"].is_array(), "{answers:?}");
    let last = answers.last().expect("there is an answer");
    assert_eq!(*last, json!({"type": "move", "id": 4, "move": "c3"}));
}

#[test]
fn an_engine_reports_errors_and_continues() {
    let lines = [
        json!("no object"),
        json!({"type": "dance"}),
        json!({"type": "choose", "id": 1, "seat": 9, "position": "xx1/oo1/3 x"}),
        json!({"type": "choose", "id": 2, "seat": 1, "position": "nonsense"}),
        json!({"type": "new-game", "game": "chess", "seat": 1, "seat_count": 2}),
        json!({"type": "ask", "id": 3, "questions": [{"position": "xx1/oo1/3 x", "moves": ["c3"]}, {"position": "?"}]}),
        json!({"type": "ping", "id": 8}),
    ];
    let answers = engine("tic-tac-toe", "random", &lines);
    let errors = answers.iter().filter(|answer| answer["type"] == "error");
    assert_eq!(errors.count(), 5, "{answers:?}");
    let found = answers.iter().find(|answer| answer["type"] == "answer").expect("it is answered");
    assert_eq!(found["answers"][0]["payoffs"], json!([1, -1]), "{found}");
    assert!(found["answers"][1]["error"].is_string(), "{found}");
    assert!(answers.contains(&json!({"type": "pong", "id": 8})), "{answers:?}");
}

#[test]
fn an_engine_answers_stop_ping_and_quit_while_it_thinks() {
    let lines = text_of(&[
        json!({"type": "choose", "id": 1, "seat": 1, "position": "B:W21-32:B1-12"}),
        json!({"type": "ping", "id": 2}),
        json!({"type": "stop", "id": 1}),
    ]);
    let begun = Instant::now();
    let arguments =
        ["engine", "checkers", "--protocol", "plain", "--player", "alpha-beta:depth=60"];
    let answers = objects(&Rival::new(arguments).input(lines).run().exits(0));
    assert!(answers.contains(&json!({"type": "pong", "id": 2})), "{answers:?}");
    assert!(begun.elapsed() < Duration::from_secs(30));
}

#[test]
fn an_engine_that_ponders_reads_a_stop_however_many_commands_wait_before_it() {
    let question = |kind: &str, id: u32| {
        format!("{{\"type\":\"{kind}\",\"id\":{id},\"seat\":1,\"position\":\"3/3/3 x\"}}\n")
    };
    let hello = "{\"type\":\"hello\",\"protocol\":1,\"host\":\"test\",\"game\":\"tic-tac-toe\"}\n";
    let stop = "{\"type\":\"stop\",\"id\":1,\"why\":\"move-now\"}\n";
    let waiting = hello.repeat(1000);
    let input = [&question("ponder", 1), &waiting, stop, &question("choose", 2)].concat();
    let engine = ["engine", "tic-tac-toe", "--protocol", "plain", "--player", "random"];
    let finished = Rival::new(engine).input(input).run().exits(0);
    assert_eq!(finished.stdout.matches("\"hello\"").count(), 1000, "{finished}");
    let last = finished.stdout.lines().last().expect("it answers");
    assert!(last.contains("\"move\"") && last.contains("\"id\":2"), "{last}");
}

#[test]
fn rival_plays_against_itself_by_the_plain_protocol() {
    let folder = scratch();
    let program = integration_tests::program().rival.display().to_string();
    let player = format!("engine:plain:{program} engine pig --protocol plain --player random");
    let finished =
        Rival::new(["watch", "pig", &player, "random", "--json"]).dir(folder.path()).run();
    let ending = objects(&finished).pop().expect("there are events");
    assert_eq!(ending["event"], "match_ended", "{finished}");
    assert_ne!(ending["reason"], "player failed", "{finished}");
}

#[test]
fn an_endless_search_gets_a_budget_in_a_match_without_limits() {
    let folder = first();
    // The player thinks for the time that the table recommends. Without a recommendation, it thinks until it loses.
    let source = block("python").replace("import json", "import time, json").replace(
        "choose\":",
        "choose\":\n        time.sleep(100 if message[\"budget\"] is None else message[\"budget\"])",
    );
    fs::write(folder.path().join("first/player.py"), source).expect("it can be written");
    let finished =
        rival(folder.path(), &["watch", "tic-tac-toe", "first/player", "random"]).exits(0);
    let note = "first/player used its budget of 1 s per move, the default without limits";
    assert!(finished.stderr.contains(note), "{finished}");
    let limited = ["watch", "tic-tac-toe", "first/player", "random", "--time", "2s"];
    assert_eq!(rival(folder.path(), &limited).exits(0).stderr, "");
}
