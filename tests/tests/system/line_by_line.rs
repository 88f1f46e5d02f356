//! The menu and studies line by line.

use integration_tests::{Rival, scratch};

/// Runs the program with these typed lines.
fn typed(arguments: &[&str], lines: &str) -> String {
    Rival::new(arguments).input(lines).run().exits(0).stdout.clone()
}

#[test]
fn the_plain_menu_has_settings_and_tournaments() {
    let state = scratch();
    let typed = |lines: &str| {
        let state = state.path().display().to_string();
        let program = Rival::new(["--plain"]).env("XDG_STATE_HOME", &state);
        program.input(lines).run().exits(0).stdout.clone()
    };
    let shown = typed("settings\nname Ada\npieces marble\npieces ascii\nsize 3\n\n");
    assert!(shown.contains("option pieces can't be \"marble\""), "{shown}");
    assert!(shown.contains("There is no value size."), "{shown}");
    assert!(shown.contains("The settings are saved."), "{shown}");
    assert!(typed("settings\nback\n").contains("name    Ada"));
    assert!(typed("tic-tac-toe\nrandom\n1\n\nquit\n").contains("X (Ada) against O (random)"));
    let tournament = "tournaments\nnew\ntic-tac-toe\nbeginner\ncasual\ncontinue\npairs 1\nname small\n\n\
        wait\nreport\n\ngames\n1\nquit\n";
    let shown = typed(tournament);
    assert!(shown.contains("over, 2 games"), "{shown}");
    assert!(shown.contains("points"), "{shown}");
    assert!(shown.contains("Move 0 of "), "a game of the tournament is a study: {shown}");
    assert!(typed("tournaments\nsmall\nback\nback\n").contains("over, 2 games"));
}

#[test]
fn positions_in_a_study_are_shown_set_and_set_up_line_by_line() {
    let lines = "fen\nfen 4k3/8/8/8/8/8/4P3/4K3 b - - 0 1\nfen nonsense\nreturn\nedit\nclear\ndone\n\
        K e1 ke8\nPa2 a3\n- a3\nturn\nfen\ncler\ndone\nKd7\nedit\nstart\ncancel\nmoves\nquit\n";
    let shown = typed(&["analyze", "chess", "--interactive"], lines);
    assert!(shown.contains("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), "{shown}");
    assert!(shown.contains("New study; type return to go back"), "{shown}");
    assert!(
        shown.contains("That is not possible: expected P, N, B, R, Q, K in upper or lower case"),
        "{shown}"
    );
    assert!(shown.contains("Not valid: "), "{shown}");
    assert!(shown.contains("Set up: 4k3/8/8/8/8/8/P7/4K3 b - - 0 1\n"), "{shown}");
    assert!(shown.contains("Did you mean clear?"), "{shown}");
    assert!(shown.contains("chess:standard: 1… Kd7"), "{shown}");
    let shown = typed(&["analyze", "tic-tac-toe", "--words", "--interactive"], "b2\nquit\n");
    assert!(shown.contains("X: b2"), "{shown}");
}

#[test]
fn the_plain_library_imports_searches_exports_and_deletes() {
    let home = scratch();
    let pgn = "[Event \"x\"]\n[White \"Ada\"]\n[Black \"Bob\"]\n[Result \"1-0\"]\n\n\
        1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n";
    let file = home.path().join("games.pgn");
    std::fs::write(&file, pgn).expect("the scratch folder can be written");
    let out = home.path().join("out.pgn");
    let typed = |lines: &str| {
        let state = home.path().display().to_string();
        let program = Rival::new(["--plain"]).env("XDG_STATE_HOME", &state);
        program.input(lines).run().exits(0).stdout.clone()
    };
    let shown = typed("library\nexport\n");
    assert!(shown.contains("the library is empty"), "{shown}");
    let shown = typed(&format!("library\nimport\n{}\nchess\n\n", file.display()));
    assert!(shown.contains("Added 1 match"), "{shown}");
    let shown = typed("library\nsearch\nplayer ada\nresult 0-1\n\nresult 1-0\n\n1\nlast\nquit\n");
    assert!(shown.contains("no matches found"), "{shown}");
    assert!(shown.contains("1 match was found."), "{shown}");
    assert!(shown.contains("Move 4. Qxf7# of 4: "), "a found match is a study: {shown}");
    let shown = typed(&format!("library\nexport\n{}\n", out.display()));
    assert!(shown.contains("Wrote 1 match"), "{shown}");
    assert!(std::fs::read_to_string(&out).is_ok_and(|text| text.contains("Qxf7#")));
    let shown = typed(&format!("file {}\nlast\nquit\n", out.display()));
    assert!(shown.contains("Move 4. Qxf7# of 4: "), "{shown}");
    let shown = typed("my matches\ndelete 1\ndelete 1\nback\nmy matches\n");
    assert!(shown.contains("Deleted match-1."), "{shown}");
    assert!(shown.contains("no saved match yet; play one"), "{shown}");
}
