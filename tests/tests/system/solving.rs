//! `rival solve`: values under perfect play.

use integration_tests::Rival;

use crate::object;

/// The first line of the command's output.
fn value(arguments: &[&str]) -> String {
    let finished = Rival::new([&["solve"], arguments].concat()).run().exits(0);
    finished.stdout.lines().next().unwrap_or_default().to_owned()
}

#[test]
fn a_position_is_solved_with_the_plies_to_the_end() {
    assert_eq!(value(&["tic-tac-toe"]), "draw");
    assert_eq!(value(&["tic-tac-toe", "xx1/oo1/3 x"]), "win in 1 ply");
    // Three discs in the middle of the bottom row can't be blocked on both sides.
    assert_eq!(value(&["connect-four", "--after", "4 4 3 3 5"]), "loss in 2 plies");
    assert_eq!(value(&["connect-four", "7/7/7/7/3yy2/2rrr2 y"]), "loss in 2 plies");
    assert_eq!(value(&["connect-four:4,4,4"]), "draw");
    // The first player loses on the small board.
    assert_eq!(value(&["othello:4"]).split(" in ").next(), Some("loss"));
}

#[test]
fn each_move_has_its_value_best_first() {
    let finished = Rival::new(["solve", "connect-four", "--after", "4 4 3 3", "--moves"]);
    let finished = finished.run().exits(0);
    let lines: Vec<&str> = finished.stdout.lines().collect();
    assert_eq!(lines[0], "win in 3 plies", "{finished}");
    assert_eq!(lines.len(), 9, "{finished}");
    assert!(lines[1].ends_with("win in 3 plies"), "{finished}");
    let answer = object(&Rival::new(["solve", "tic-tac-toe", "--moves", "--json"]).run().exits(0));
    assert_eq!((&answer["payoff"], &answer["plies"]), (&0.into(), &serde_json::Value::Null));
    assert_eq!(answer["moves"].as_array().map(Vec::len), Some(9), "{answer}");
}

#[test]
fn unsolvable_positions_are_refused_with_the_reason() {
    let check = |arguments: &[&str], code: i32, words: &[&str]| {
        let finished = Rival::new([&["solve"], arguments].concat()).run().exits(code);
        for word in words {
            assert!(finished.stderr.contains(word), "no {word}: {finished}");
        }
    };
    check(&["checkers"], 2, &["no solver for checkers:english", "repetition"]);
    check(&["othello"], 3, &["too complex"]);
    check(&["pig"], 2, &["no solver for pig"]);
    check(&["tic-tac-toe", "xxx/oo1/3 o"], 3, &["the game is over"]);
    check(&["connect-four", "8/8 r"], 3, &["8/8 r"]);
    check(&["nothing"], 2, &["nothing"]);
}
