//! The files that a run produces for people: its report, training data, and openings.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::support::{arena, run};

#[test]
fn a_page_is_self_contained_and_trusts_no_name() {
    let folder = tempfile::tempdir().unwrap();
    let file = "game = 'tic-tac-toe'\nseed = 1\npairs = 2\n\
        [[player]]\nplayer = 'alpha-beta'\nname = '''<script>alert(1)</script>'''\n\
        [[player]]\nplayer = 'random'\nname = '''\" onload='x' & \u{202e}'''\n\
        [[player]]\nplayer = 'greedy'\n";
    fs::write(folder.path().join("a.toml"), file).unwrap();
    run(folder.path(), &["tournament", "a.toml", "--out", "a", "--nodes", "50"], 2);
    run(folder.path(), &["tournament", "a.toml", "--out", "a"], 0);
    let page = fs::read_to_string(folder.path().join("a/report.html")).unwrap();
    assert!(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"));
    let (inert, scripts) = without_scripts(&page);
    for active in ["<script", "<img", "<link", "src=", "https:", "url(http", "@import", "\" onload"]
    {
        assert!(!inert.contains(active), "{active}");
    }
    let elsewhere = page.replace("http://www.w3.org/", "");
    assert!(!elsewhere.contains("http:") && !elsewhere.contains("https:"));
    // The page has four scripts: words, positions, and two executable ones with the policy's nonce.
    let policy = "default-src 'none'; style-src 'unsafe-inline'; script-src 'nonce-";
    let nonce = page.split_once(policy).unwrap().1.split('\'').next().unwrap();
    assert!(nonce.len() == 32, "{nonce}");
    let with_nonce = scripts.iter().filter(|script| script.contains(&format!("nonce=\"{nonce}\"")));
    assert_eq!((scripts.len(), with_nonce.count()), (4, 2));
    for data in &scripts[..2] {
        assert!(data.contains("type=\"application/json\""), "{data}");
    }
    assert!(scripts[1].contains("\\u003cscript>alert(1)"), "no name ends the data");
    let parts = ["Standings", "Crosstable", "<svg", "<details ", "polyline", "greedy"];
    assert!(parts.iter().all(|part| page.contains(part)), "all parts are there");
    let again = run(folder.path(), &["report", "a", "--out", "b.html"], 0);
    assert_eq!(String::from_utf8(again.stdout).unwrap(), "b.html\n");
    assert_eq!(fs::read_to_string(folder.path().join("b.html")).unwrap(), page);
}

/// The page without its scripts, and the scripts with their tags.
fn without_scripts(page: &str) -> (String, Vec<&str>) {
    let mut parts = page.split("<script ");
    let mut inert = parts.next().unwrap().to_owned();
    let mut scripts = Vec::new();
    for part in parts {
        let (script, after) = part.split_once("</script>").unwrap();
        scripts.push(script);
        inert += after;
    }
    (inert, scripts)
}

#[test]
fn exported_games_can_be_read_and_replayed() {
    let folder = tempfile::tempdir().unwrap();
    let players = ["alpha-beta:depth=2", "greedy"];
    for (name, notation) in [("checkers:international", "pdn"), ("tic-tac-toe", "pgn")] {
        let game = game_catalog::table_game(name).unwrap();
        let format = game_catalog::sheet_format(name).unwrap();
        assert_eq!(format.name(), notation);
        run(
            folder.path(),
            &["match", name, players[0], players[1], "--pairs", "2", "--out", notation],
            0,
        );
        run(folder.path(), &["games", notation, "--out", "games"], 0);
        let text = fs::read(folder.path().join("games")).unwrap();
        let sheets: Vec<_> = format.read(&text, None).collect::<Result<_, _>>().unwrap();
        assert_eq!(sheets.len(), 4);
        for sheet in sheets {
            let record = sheet.to_record(&*game).unwrap();
            assert!(record.ending.is_some(), "{sheet:?}");
            let told = record.plies.iter().filter(|ply| ply.note.thought.is_some()).count();
            assert!(told > 0, "the depth and the score are there: {sheet:?}");
        }
        let said = run(folder.path(), &["games", notation, "--to", "pgn"], 0).stdout;
        assert_eq!(said == text, notation == "pgn");
    }
    run(folder.path(), &["games", "nowhere"], 3);
}

#[test]
fn one_players_limits_are_saved_in_the_settings() {
    let folder = tempfile::tempdir().unwrap();
    let players = ["alpha-beta:depth=2,time=5s", "random:clock=1m+1s,nodes=9"];
    run(folder.path(), &["match", "tic-tac-toe", players[0], players[1], "--out", "a"], 0);
    let settings = fs::read_to_string(folder.path().join("a/tournament.toml")).unwrap();
    let lines = [
        "player = \"alpha-beta:depth=2\"",
        "time = \"5s\"",
        "player = \"random\"",
        "time = \"1m+1s\"",
        "nodes = 9",
    ];
    for line in lines {
        assert!(settings.lines().any(|found| found == line), "{line}: {settings}");
    }
    assert!(settings.contains("name = \"random:clock=1m+1s,nodes=9\""), "{settings}");
    let wrong = run(folder.path(), &["match", "tic-tac-toe", "random:time=soon", "greedy"], 2);
    let said = String::from_utf8(wrong.stderr).unwrap();
    assert!(said.starts_with("rival-arena: random: time=soon: malformed time \"soon\""), "{said}");
}

#[test]
fn training_data_and_openings_are_generated() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    run(folder, &["openings", "checkers", "--plies", "3", "--depth", "1", "--out", "ballots"], 0);
    let ballots = fs::read_to_string(folder.join("ballots")).unwrap();
    assert!(ballots.starts_with("# checkers:english: "), "{ballots}");
    assert!(ballots.lines().skip(1).all(|line| line.split(' ').count() == 3));
    let arguments = ["selfplay", "checkers", "alpha-beta", "--nodes", "50", "--games", "5"];
    run(
        folder,
        &[&arguments[..], &["--openings", "ballots", "--seed", "1", "--out", "a"]].concat(),
        0,
    );
    let journal = fs::read_to_string(folder.join("a/journal.jsonl")).unwrap();
    assert_eq!(journal.lines().count(), 1 + 6, "whole pairs");
    assert!(
        fs::read(folder.join("a/training.bin"))
            .unwrap()
            .starts_with(b"rival-training 1 checkers:english\n")
    );
    let json = String::from_utf8(run(folder, &["training", "a", "--json"], 0).stdout).unwrap();
    let first: serde_json::Value = serde_json::from_str(json.lines().next().unwrap()).unwrap();
    assert_eq!(first["position"], "B:W21-32:B1-12");
    assert_eq!(first["score"], serde_json::Value::Null, "opening moves have no score");
    let too_many = run(folder, &["openings", "checkers", "--plies", "9"], 2);
    let said = String::from_utf8(too_many.stderr).unwrap();
    assert!(said.ends_with("pass --count M\n"), "{said}");
}

#[test]
fn an_interrupted_run_prints_the_command_that_resumes_it() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["match", "tic-tac-toe:5,5,4", "alpha-beta", "random", "--pairs", "100000"];
    let mut command = arena(folder.path(), &arguments);
    command.args(["--nodes", "200", "--seed", "1", "--json", "--out", "a"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut told = std::io::BufReader::new(child.stdout.take().unwrap());
    std::io::BufRead::read_line(&mut told, &mut String::new()).unwrap();
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    let reading = std::thread::spawn(move || std::io::copy(&mut told, &mut std::io::sink()));
    let output = child.wait_with_output().unwrap();
    reading.join().unwrap().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("resume with: rival-arena resume a\n"), "{said}");
}

#[test]
fn an_unwritable_file_is_named() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("file"), "").unwrap();
    let output =
        run(folder.path(), &["match", "tic-tac-toe", "greedy", "random", "--out", "file/a"], 1);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.starts_with("rival-arena: can't create the folder file/a: "), "{said}");
}

#[test]
fn openings_are_generated_with_a_node_limit_and_the_shipped_ones_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/openings/international.txt");
    fs::copy(kept, folder.join("kept")).unwrap();
    let made =
        ["openings", "checkers:international", "--plies", "8", "--count", "5", "--seed", "1"];
    run(folder, &[&made[..], &["--nodes", "2000", "--out", "made"]].concat(), 0);
    for (list, openings) in [("kept", 200), ("made", 5)] {
        let text = fs::read_to_string(folder.join(list)).unwrap();
        assert!(
            text.starts_with(&format!("# checkers:international: {openings} openings of 8 plies"))
        );
        let players = ["match", "checkers:international", "random", "greedy", "--openings", list];
        let out = format!("with-{list}");
        run(folder, &[&players[..], &["--pairs", "5", "--seed", "1", "--out", &out]].concat(), 0);
        let used = fs::read_to_string(folder.join(out).join("openings.txt")).unwrap();
        assert_eq!(used.lines().count(), openings);
    }
    let refused =
        run(folder, &["openings", "pig", "--plies", "2", "--count", "5", "--nodes", "9"], 2);
    let said = String::from_utf8(refused.stderr).unwrap();
    assert!(
        said.starts_with("rival-arena: --nodes requires a game with the player pvs: "),
        "{said}"
    );
}

#[test]
fn a_runs_games_have_dates_and_serve_as_openings() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let players = ["match", "checkers", "alpha-beta", "greedy", "--nodes", "300", "--seed", "1"];
    let first = ["--pairs", "4", "--openings", "random:4", "--time", "10s", "--out", "first"];
    run(folder, &[&players[..], &first].concat(), 0);
    run(folder, &["games", "first", "--site", "here", "--out", "first.pdn"], 0);
    let games = fs::read_to_string(folder.join("first.pdn")).unwrap();
    for tag in ["[Event \"first\"]\n", "[Site \"here\"]\n", "[Date \"2", "[Round \"1.8\"]\n"] {
        assert!(games.contains(tag), "{tag}: {games}");
    }
    assert!(!games.contains("????"), "{games}");
    assert!(games.contains(" n=") && games.contains(" nps="), "{games}");
    let openings = |source: &str, out: &str| {
        let again = ["--pairs", "4", "--openings", source, "--out", out];
        run(folder, &[&players[..], &again].concat(), 0);
        let text = fs::read_to_string(folder.join(out).join("openings.txt")).unwrap();
        let mut lines: Vec<String> = text.lines().map(Into::into).collect();
        lines.sort();
        lines
    };
    let drawn = fs::read_to_string(folder.join("first/openings.txt")).unwrap();
    let again = openings("first.pdn:4", "second");
    assert_eq!(again.len(), 4, "both games of a pair are one opening");
    assert!(again.iter().all(|line| drawn.lines().any(|known| known == line)), "{again:?}");
    let usual = openings("first.pdn", "third");
    assert!(usual.iter().all(|line| line.split(' ').count() == 8), "{usual:?}");
    let refused = |source: &str, code| {
        let again = ["--pairs", "4", "--openings", source, "--out", "never"];
        String::from_utf8(run(folder, &[&players[..], &again].concat(), code).stderr).unwrap()
    };
    let why = "invalid openings \"first.pdn:x\": expected a number of plies from 1 to 1000\n";
    assert_eq!(refused("first.pdn:x", 2), format!("rival-arena: {why}"));
    let books =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../crates/games/checkers/players/src/books");
    fs::copy(Path::new(books).join("english.book"), folder.join("a.book")).unwrap();
    let why = "a.book is an opening book for the player option book=a.book; generate match openings with \"rival-arena openings\"\n";
    assert_eq!(refused("a.book", 3), format!("rival-arena: {why}"));
    fs::write(folder.join("bad.pdn"), "[GameType \"21\"]\n1. 11-15 11-15 *\n").unwrap();
    let said = refused("bad.pdn", 3);
    assert!(said.starts_with("rival-arena: bad.pdn: game 1: line 2, column 10: "), "{said}");
    run(folder, &["verify", "third"], 0);
}

#[test]
fn several_runs_are_compared_on_one_page() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let versions = ["alpha-beta:depth=1,name=mine", "alpha-beta:depth=3,name=mine"];
    for (version, out) in versions.iter().zip(["v1", "v2"]) {
        let players = ["match", "tic-tac-toe", version, "greedy", "--pairs", "4"];
        let rest = ["--openings", "random:2", "--seed", "1", "--out", out];
        run(folder, &[&players[..], &rest].concat(), 0);
    }
    let said = run(folder, &["report", "v1", "v2", "--anchor", "greedy=1000"], 0).stdout;
    assert_eq!(String::from_utf8(said).unwrap(), "comparison.html\n");
    let page = fs::read_to_string(folder.join("comparison.html")).unwrap();
    let parts = [
        "<h1>tic-tac-toe:3,3,3: 2 runs</h1>",
        "16 games · greedy is fixed at +1000 · errors are 95 % intervals",
        "<svg class=\"progress\"",
        "aria-label=\"mine\"",
        "class=\"s1\"",
        "alpha-beta:depth=1",
        "alpha-beta:depth=3",
        "<title>greedy, run 2: +1000 ± 0</title>",
        "<td class=\"name\">move limit 1m</td>",
    ];
    for part in parts {
        assert!(page.contains(part), "{part}");
    }
    assert!(!page.contains("<script") && !page.contains("https:"), "nothing is loaded or run");
    assert!(!page.contains("Faults"), "no game has a fault");
    // The ratings equal the output of `rate`.
    let rated = run(folder, &["rate", "v1", "v2", "--anchor", "greedy=1000"], 0).stdout;
    let rated = String::from_utf8(rated).unwrap();
    let elo = |depth: u32| -> (f64, String) {
        let name = format!("mine [alpha-beta:depth={depth}]");
        let line = rated.lines().find(|line| line.contains(&name)).unwrap();
        let words: Vec<&str> =
            line.split_whitespace().skip_while(|word| !word.starts_with('+')).take(3).collect();
        (words[0].parse().unwrap(), words.join(" "))
    };
    let [(before, one), (after, three)] = [elo(1), elo(3)];
    for text in [one, three] {
        assert!(page.contains(&format!("<td>{text}</td>")), "{text}: {page}");
    }
    // The change is the difference between the rounded ratings.
    let change = page.split("<td>").find(|cell| {
        let cell = cell.trim_start_matches("<b>");
        let value = cell.split(" ±").next().and_then(|value| value.parse::<f64>().ok());
        value.is_some_and(|value| (value - (after - before)).abs() <= 1.0)
    });
    assert!(change.is_some(), "{before} to {after}: {page}");
    // The plot shows only the versions of the followed engine: the players whose names begin with `min`.
    run(folder, &["report", "v1", "v2", "--follow", "min", "--out", "mine.html"], 0);
    let page = fs::read_to_string(folder.join("mine.html")).unwrap();
    assert!(page.contains("<h2>min</h2>") && !page.contains("class=\"s1\""));
    run(folder, &["report", "v1", "--follow", "mine"], 2);
    run(folder, &["report", "v1", "v1"], 3);
}
