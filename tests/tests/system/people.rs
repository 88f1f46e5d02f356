//! A person at the keyboard, or a script instead of a person.

use integration_tests::{Rival, Terminal};

use crate::{object, texts};

/// The input from a person who tries every square in turn. Occupied squares are refused, and the prompt reappears.
fn every_square() -> String {
    let answer = object(&Rival::new(["moves", "tic-tac-toe", "--json"]).run().exits(0));
    texts(&answer["moves"]).join("\n") + "\n"
}

#[test]
fn a_game_can_be_played_by_piped_input() {
    for seat in ["--first", "--second"] {
        let opponent = if seat == "--first" { "2=random" } else { "1=random" };
        let arguments = ["play", "tic-tac-toe", seat, "--seat", opponent, "--seed", "3", "--plain"];
        let finished = Rival::new(arguments).input(every_square()).run().exits(0);
        let end = finished.stdout.to_lowercase();
        assert!(end.contains("wins") || end.contains("draw"), "{finished}");
    }
}

#[test]
fn the_end_of_a_round_is_printed_once_at_its_place() {
    let arguments = ["play", "kuhn-poker:3", "human", "human", "--seed", "4", "--plain"];
    let finished = Rival::new(arguments).input("bet\nfold\nquit\n").run().exits(0);
    let ended = "1… Player 2: fold\nThe round is over: a player folded, 7–5 in chips.\nChance: ";
    assert!(finished.stdout.contains(ended), "{finished}");
    assert_eq!(finished.stdout.matches("The round is over").count(), 1, "{finished}");
}

#[test]
fn a_time_per_move_limits_only_computer_players() {
    let play = |limit: [&str; 2]| {
        let arguments = ["play", "tic-tac-toe", "--seat", "2=human", "--plain"];
        Rival::new(arguments.into_iter().chain(limit)).input("b2\na1\nquit\n").run()
    };
    let finished = play(["--time", "1us"]).exits(0);
    assert!(finished.stdout.contains("2. O: a1"), "{finished}");
    let finished = play(["--clock", "1us+0s"]).exits(0);
    assert!(finished.stdout.contains("O wins"), "{finished}");
}

#[test]
fn a_refused_move_prints_the_reason_and_the_question_again() {
    let arguments = ["play", "checkers", "--first", "--seat", "2=random", "--seed", "3", "--plain"];
    let finished = Rival::new(arguments).input("11-20\n8-12\n1\n11-15\nquit\n").run().exits(0);
    for text in [
        "Black to move: That is not possible: a man moves one square forward\n",
        "Black to move: That is not possible: 12 is occupied\n",
        "Black to move: 1. Black: 11-15\n1… White: ",
    ] {
        assert!(finished.stdout.contains(text), "no \"{text}\": {finished}");
    }
    assert_eq!(finished.stderr, "");
}

#[test]
fn an_abandoned_match_can_be_continued() {
    let folder = integration_tests::scratch();
    let play = |arguments: &[&str], input: &str| {
        Rival::new(["play"].iter().chain(arguments)).dir(folder.path()).input(input).run()
    };
    let started = [
        "tic-tac-toe",
        "--first",
        "--seat",
        "2=random",
        "--seed",
        "3",
        "--save",
        "match",
        "--plain",
    ];
    let squares = every_square();
    let (first, rest) = squares.split_once('\n').expect("there are squares");
    let left = play(&started, &format!("{first}\nquit\n"));
    assert!(folder.path().join("match").is_file(), "{left}");
    let ended = play(&["--resume", "match", "--plain"], rest).exits(0);
    let end = ended.stdout.to_lowercase();
    assert!(end.contains("wins") || end.contains("draw"), "{ended}");
}

#[test]
fn a_match_continued_later_keeps_its_clocks() {
    let folder = integration_tests::scratch();
    let record = "rival_record = 1\ngame = \"tic-tac-toe:3,3,3\"\nstart = \"3/3/3 x\"\n\
        final_position = \"x2/3/2o x\"\ntime_control = \"1m+0s\"\nseed = \"1\"\n\
        [[seat]]\nplayer = \"human\"\nname = \"human\"\n[[seat]]\nplayer = \"human\"\nname = \"human\"\n\
        [[ply]]\nmove = \"a3\"\nelapsed_us = 18000000\nclock_us = 42000000\n\
        [[ply]]\nmove = \"c1\"\nelapsed_us = 29000000\nclock_us = 31000000\n";
    let file = folder.path().join("match");
    std::fs::write(&file, record).expect("the scratch folder can be written");
    let resume = |more: &[&str]| {
        let arguments = ["play", "--resume", "match"];
        let play = Rival::new(arguments.iter().chain(more)).dir(folder.path());
        play.input("clock\nquit\n").run().exits(0).stdout
    };
    let said = resume(&[]);
    assert!(said.contains("X: 0:42\nO: 0:31\n"), "{said}");
    let kept = std::fs::read_to_string(&file).expect("the match was saved");
    for line in ["elapsed_us = 18000000", "clock_us = 42000000", "clock_us = 31000000"] {
        assert!(kept.contains(line), "{kept}");
    }
    let anew = resume(&["--clock", "5m+1s"]);
    assert!(anew.contains("X: 5:00\nO: 5:00\n"), "{anew}");
}

#[test]
fn a_match_whose_program_was_killed_continues_at_its_last_move() {
    let home = integration_tests::scratch();
    let rival = |arguments: &[&str], input: &str| {
        let run = Rival::new(["play"].iter().chain(arguments)).input(input);
        run.env("HOME", home.path())
    };
    let nothing = rival(&["--resume"], "").run().exits(3);
    assert_eq!(
        nothing.stderr,
        "rival: no saved match to resume; pass a file, as in --resume match.toml\n"
    );
    // The opponent thinks forever.
    let mut playing = rival(&["checkers", "--seat", "2=minimax:depth=20"], "11-15\n").start();
    while !playing.line().expect("the move is printed").contains("1. Black: 11-15") {}
    playing.kill();
    let resumed = rival(&["--resume", "--seat", "2=random"], "undo\nundo\n").run().exits(0);
    assert!(resumed.stdout.contains("\n1… White: "), "{resumed}");
    assert!(resumed.stdout.contains("Back to the start.\n"), "{resumed}");
}

/// The output from a tic-tac-toe game between two people who type `input` at one screen, in an empty folder.
fn talk(input: &str) -> String {
    let folder = integration_tests::scratch();
    let arguments = ["play", "tic-tac-toe", "--seat", "1=human", "--seat", "2=human"];
    Rival::new(arguments).dir(folder.path()).input(input).run().exits(0).stdout
}

/// Checks that two people who type `input` see the `expected` strings in this order.
fn check_talk(input: &str, expected: &[&str]) {
    let said = talk(input);
    let mut rest = said.as_str();
    for text in expected {
        let Some((_, after)) = rest.split_once(text) else {
            panic!("{input:?}: no \"{text}\" in its turn: {said}")
        };
        rest = after;
    }
}

#[test]
fn moves_are_taken_back_and_played_again() {
    check_talk(
        "undo\na1\nundo\nb2\nundo\nredo\nredo\nlast\n",
        &[
            "X to move: That is not possible: there is no move to take back\n",
            "1. X: a1\n",
            "Back to the start.\n",
            "1. X: b2\n",
            "Back to the start.\n",
            "Replayed up to b2.\n",
            "That is not possible: there is no move to redo\n",
            "The last move was b2.\n",
        ],
    );
}

#[test]
fn a_refused_word_between_undo_and_redo_changes_nothing() {
    check_talk(
        "a1\nundo\nundo\nredo\nlast\n",
        &[
            "Back to the start.\n",
            "That is not possible: there is no move to take back\n",
            "Replayed up to a1.\n",
            "The last move was a1.\n",
        ],
    );
}

#[test]
fn a_match_ended_by_redo_during_a_pause_is_finished() {
    check_talk(
        "a1\nb1\na2\nb2\na3\nundo\npause\nredo\n",
        &[
            "X wins: three in a row\n",
            "Back to the position after b2.\n",
            "The clocks are paused; type resume to continue.\n",
            "Replayed up to a3.\n",
            "X wins: three in a row\n",
        ],
    );
}

#[test]
fn a_match_is_resigned_taken_back_and_restarted() {
    check_talk(
        "resign\nundo\nrestart\na1\n",
        &["O wins: X resigned\n", "Type a move, or help.\n", "X to move: 1. X: a1\n"],
    );
}

#[test]
fn a_draw_is_offered_declined_and_accepted() {
    check_talk(
        "draw\ndecline\na1\nb2\ndraw\naccept\n",
        &[
            "X offers a draw.\n(accept or decline it, or just move)\n",
            "O declines the draw.\n",
            "1. X: a1\n",
            "2. O: b2\n",
            "X offers a draw.\n",
            "Draw: by agreement\n",
        ],
    );
}

#[test]
fn a_draw_offered_twice_is_offered_once() {
    check_talk(
        "draw\ndraw\naccept\n",
        &[
            "X offers a draw.\n",
            "That is not possible: a draw offer is already pending\n",
            "Draw: by agreement\n",
        ],
    );
}

#[test]
fn a_refused_word_does_not_cost_a_move() {
    check_talk(
        "now\na1\nb2\npause\nresume\nc3\n",
        &[
            "That is not possible: it is a human player's turn\n",
            "1. X: a1",
            "2. O: b2",
            "3. X: c3",
        ],
    );
}

#[test]
fn words_are_listed_and_typos_get_suggestions() {
    check_talk(
        "help\nundoo\nlegal\nlast\nclock\nsave\nsave kept\nsave no/kept\na1\nsave\n",
        &[
            "Type a move or one of these commands:\n",
            "  save FILE  save the match to a file\n",
            "Unknown command \"undoo\". Did you mean undo?\n",
            "Legal moves: ",
            "No moves have been played.\n",
            "This match has no clock.\n",
            "Pass a file, as in save match.toml.\n",
            "Saved to kept.\n",
            "Can't save the match: can't write no/kept",
            "Saved as match-",
        ],
    );
}

#[test]
fn the_end_of_input_ends_the_program() {
    let finished = Rival::new(["play", "checkers", "--first", "--plain"]).run().exits(0);
    assert!(finished.stdout.ends_with("Black to move: "), "{finished}");
    assert_eq!(finished.stderr, "");
}

#[test]
fn without_input_the_match_does_not_wait_for_a_person() {
    for arguments in [
        &["watch", "tic-tac-toe", "random", "human"][..],
        &["compare", "tic-tac-toe", "human", "random", "--games", "1"],
    ] {
        let finished = Rival::new(arguments).run().exits(2);
        let expected = "is a human player, but this command takes no input; use rival play\n";
        assert!(finished.stderr.ends_with(expected), "{finished}");
    }
}

#[test]
fn without_a_terminal_a_bare_call_plays_two_plugins() {
    let finished = Rival::new([] as [&str; 0]).run().exits(0);
    let title = "checkers:english: Black (textbook/alpha-beta, a plugin) against White (minimal/first, a plugin)\n";
    assert!(finished.stdout.starts_with(title), "two loaded plugins: {finished}");
    assert!(finished.stdout.contains("\nBlack wins: "), "against the first move: {finished}");
}

#[test]
fn on_a_terminal_a_bare_call_asks_and_plays() {
    let mut terminal = Terminal::start_as("dumb", (40, 100), [] as [&str; 0]);
    terminal.shows("Menu [1]: ");
    terminal.types("\r");
    terminal.shows("Number or name [1]: ");
    terminal.types("tic-tac-to\r");
    terminal.shows("2 choices contain \"tic-tac-to\"; type a number");
    terminal.types("tic-tac-toe\r");
    terminal.shows("Number or name [2]: ");
    terminal.types("random\r");
    terminal.shows("Which side is yours?");
    terminal.types("\r");
    terminal.shows("How much time?");
    terminal.types("\r");
    terminal.shows("X (human) against O (random)");
    terminal.shows("X to move: ");
    terminal.types("b2\r");
    terminal.shows("1. X: b2");
    terminal.types("resign\r");
    terminal.shows("O wins: X resigned");
    terminal.types("quit\r");
    assert_eq!(terminal.finish(), 0);
}

#[test]
fn a_small_terminal_is_enough() {
    let mut terminal = Terminal::start_as(
        "dumb",
        (12, 40),
        ["play", "tic-tac-toe", "--first", "--seat", "2=random"],
    );
    terminal.shows("X");
    terminal.types("\x03");
    assert_eq!(terminal.finish(), 130);
}

#[test]
fn a_board_and_its_words_fit_a_narrow_terminal() {
    let arguments = ["play", "checkers", "--seat", "2=human", "--plain"];
    let mut terminal = Terminal::start((40, 40), arguments);
    terminal
        .shows("checkers:english: Black (human) against\n  White (human)\nType a move, or help.\n");
    terminal.shows("  w   w   w   w\n\n      1     2     3     4\n");
    terminal.shows("Black to move: ");
    terminal.types("help\r");
    terminal.shows("  rematch    start another match after\n             this one\n");
    terminal.types("quit\r");
    assert_eq!(terminal.finish(), 0);
}

#[test]
fn output_after_an_interruption_begins_on_a_new_line() {
    let interrupted: [&[&str]; 3] = [
        &["play", "tic-tac-toe", "--seat", "2=human"],
        &["watch", "checkers", "random", "random", "--delay", "1m"],
        &[],
    ];
    for arguments in interrupted {
        let mut terminal = Terminal::start_as("dumb", (60, 100), arguments);
        terminal.shows(": ");
        terminal.types("\x03");
        terminal.shows("^C");
        let screen = terminal.last_screen();
        let last = screen.rsplit('\n').next().unwrap_or_default();
        assert!(!last.contains("^C"), "{arguments:?}: {screen}");
    }
}

#[test]
fn a_hint_names_the_best_move_and_the_coach_reports_a_moves_loss() {
    check_talk(
        "hint\na1\nb2\na2\ncoach on\nc3\n",
        &[
            "X to move: Looking for the best move.\nThe best move is ",
            "1. X: a1\n",
            "3. X: a2\n",
            "The coach comments on your mistakes; type coach off to turn it off.\n",
            "4. O: c3\n",
            "Coach: c3 is a blunder (??): loss in 2. Better was a3: ",
        ],
    );
}

#[test]
fn with_hidden_information_there_is_no_advice_and_only_one_hand_is_visible() {
    let arguments = ["play", "kuhn-poker:1", "--seat", "2=random", "--seed", "1"];
    let finished = Rival::new(arguments).input("hint\nquit\n").run().exits(0);
    let expected = "That is not possible: advice is not available in games with hidden hands\n";
    assert!(finished.stdout.contains(expected), "{finished}");
    let hands = "Player 1: card Q, bet 1\nPlayer 2: card ?, bet 1\n";
    assert!(finished.stdout.contains(hands), "{finished}");
}

#[test]
fn sides_are_switched_in_mid_game() {
    let arguments = ["play", "tic-tac-toe", "--seat", "2=random", "--seed", "3"];
    let finished = Rival::new(arguments).input("b2\nswitch\nlast\nquit\n").run().exits(0);
    for expected in
        ["X (human) against O (random)\n", "X (random) against O (human)\n", "O to move: "]
    {
        assert!(finished.stdout.contains(expected), "no \"{expected}\": {finished}");
    }
}

#[test]
fn a_saved_match_is_loaded_and_a_damaged_one_is_not() {
    check_talk(
        "a1\nsave kept\nb2\nload kept\nlast\nload nothing\nload\n",
        &[
            "Saved to kept.\n",
            "2. O: b2\n",
            "X (human) against O (human)\n",
            "The last move was a1.\n",
            "That is not possible: can't read nothing: No such file or directory",
            "That is not possible: pass a file, as in load match.toml\n",
        ],
    );
}

#[test]
fn piece_positions_are_described_in_words() {
    check_talk(
        "a1\npieces\nundo\npieces\n",
        &["X: a1\nO to move: ", "The board is empty.\nX to move: "],
    );
    let arguments = ["play", "checkers", "--seat", "2=human", "--words"];
    let finished = Rival::new(arguments).input("11-15\n").run().exits(0);
    assert!(finished.stdout.contains("black man: 1, 2, 3, "), "{finished}");
    assert!(!finished.stdout.contains("b   b"), "{finished}");
}
