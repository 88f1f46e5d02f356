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
    assert!(typed("tic-tac-toe\nrandom\n1\nquit\n").contains("X (Ada) against O (random)"));
    let tournament = "tournaments\nnew\ntic-tac-toe\nbeginner\ncasual\ncontinue\npairs 1\nname small\n\n\
        wait\nreport\n\ngames\n1\nquit\n";
    let shown = typed(tournament);
    assert!(shown.contains("over, 2 games"), "{shown}");
    assert!(shown.contains("points"), "{shown}");
    assert!(shown.contains("Ply 0 of "), "a game of the tournament is a study: {shown}");
    assert!(typed("tournaments\nsmall\nback\nback\n").contains("over, 2 games"));
}

#[test]
fn positions_of_a_study_are_shown_set_and_set_up_line_by_line() {
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
    assert!(shown.contains("chess:standard: 1. Kd7"), "{shown}");
    let shown = typed(&["analyze", "tic-tac-toe", "--words", "--interactive"], "b2\nquit\n");
    assert!(shown.contains("X: b2"), "{shown}");
}
