//! What a run leaves for people: its page, its lessons, its books.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use games_package::Record;

use crate::support::{arena, run};

#[test]
fn a_page_needs_nothing_else_and_trusts_no_name() {
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
    for active in
        ["<script", "<img", "<link", "src=", "http:", "https:", "url(", "@import", "\" onload"]
    {
        assert!(!page.contains(active), "{active}");
    }
    assert!(page.contains("default-src 'none'"));
    let parts = ["Standings", "Cross table", "<svg", "<details", "polyline", "greedy"];
    assert!(parts.iter().all(|part| page.contains(part)), "all parts are there");
    let again = run(folder.path(), &["report", "a", "--out", "b.html"], 0);
    assert_eq!(String::from_utf8(again.stdout).unwrap(), "b.html\n");
    assert_eq!(fs::read_to_string(folder.path().join("b.html")).unwrap(), page);
}

#[test]
fn games_are_written_so_that_others_can_read_and_play_them() {
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
            let record = Record::from_sheet(&sheet, &*game).unwrap();
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
fn limits_of_one_player_are_kept_in_the_settings() {
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
fn lessons_and_books_are_made() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    run(folder, &["book", "checkers", "--plies", "3", "--depth", "1", "--out", "ballots"], 0);
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
    assert_eq!(first["score"], serde_json::Value::Null, "nobody thinks of an opening");
    let too_many = run(folder, &["book", "checkers", "--plies", "9"], 2);
    let said = String::from_utf8(too_many.stderr).unwrap();
    assert!(said.ends_with("say how many by --count\n"), "{said}");
}

#[test]
fn a_run_that_is_interrupted_says_how_to_go_on() {
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
    assert!(said.contains("go on with: rival-arena resume a\n"), "{said}");
}

#[test]
fn what_can_not_be_written_is_named() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("file"), "").unwrap();
    let output =
        run(folder.path(), &["match", "tic-tac-toe", "greedy", "random", "--out", "file/a"], 1);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.starts_with("rival-arena: can't make the folder file/a: "), "{said}");
}

#[test]
fn a_book_is_made_by_positions_looked_at_and_the_one_of_the_tree_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/books/international.txt");
    fs::copy(kept, folder.join("kept")).unwrap();
    let made = ["book", "checkers:international", "--plies", "8", "--count", "5", "--seed", "1"];
    run(folder, &[&made[..], &["--nodes", "2000", "--out", "made"]].concat(), 0);
    for (book, openings) in [("kept", 200), ("made", 5)] {
        let text = fs::read_to_string(folder.join(book)).unwrap();
        assert!(
            text.starts_with(&format!("# checkers:international: {openings} openings of 8 plies"))
        );
        let players = ["match", "checkers:international", "random", "greedy", "--openings", book];
        let out = format!("with-{book}");
        run(folder, &[&players[..], &["--pairs", "5", "--seed", "1", "--out", &out]].concat(), 0);
        let used = fs::read_to_string(folder.join(out).join("openings.txt")).unwrap();
        assert_eq!(used.lines().count(), openings);
    }
    let refused = run(folder, &["book", "pig", "--plies", "2", "--count", "5", "--nodes", "9"], 2);
    let said = String::from_utf8(refused.stderr).unwrap();
    assert!(said.starts_with("rival-arena: --nodes is for games with the player pvs: "), "{said}");
}
