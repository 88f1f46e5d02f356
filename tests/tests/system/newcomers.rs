//! Commands that users of other programs try first.

use integration_tests::{Rival, Terminal, scratch};

/// Runs the program with these typed lines.
fn typed(arguments: &[&str], lines: &str) -> String {
    let finished = Rival::new(arguments).input(lines).run().exits(0);
    finished.stdout.clone()
}

#[test]
fn the_plain_menu_knows_games_and_levels_by_name() {
    let shown = typed(&["--plain"], "chess\nclub\n2\n\nquit\n");
    assert!(shown.contains("chess:standard: White (club) against Black (human)"), "{shown}");
    let shown = typed(&["play", "--plain"], "play\nothello\nbeginner\n1\n\nquit\n");
    assert!(shown.contains("Black (human) against White (beginner)"), "{shown}");
    let shown = typed(&["--words"], "tic-tac-toe\nhuman\n1\n\nb2\npieces\nquit\n");
    assert!(shown.contains("X: b2"), "{shown}");
    let shown = typed(&["--plain"], "watch\ntic-tac-toe\nrandom\nrandom\n\n");
    assert!(shown.contains("X (random) against O (random)"), "{shown}");
    let shown = typed(&["--plain"], "analyze\nconnect-four\nquit\n");
    assert!(shown.contains("1 2 3 4 5 6 7"), "{shown}");
    assert!(typed(&["--plain"], "my matches\n").contains("no saved match yet; play one"));
}

#[test]
fn rules_and_positions_are_shown_and_set() {
    let lines = "rules\nfen\nfen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\nfen\nfen nonsense\nquit\n";
    let shown = typed(&["play", "chess", "human", "human"], lines);
    assert!(shown.contains("Checkmate the king"), "{shown}");
    assert!(shown.contains("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), "{shown}");
    assert!(shown.contains("White to move: 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n"), "{shown}");
    assert!(shown.contains("That is not possible: malformed position \"nonsense\""), "{shown}");
    // A pasted position needs no word.
    let lines = "8/4k3/8/8/8/8/4P3/4K3 w - - 0 1\nfen\nquit\n";
    let shown = typed(&["play", "chess", "human", "human"], lines);
    assert!(shown.contains("White to move: 8/4k3/8/8/8/8/4P3/4K3 w - - 0 1\n"), "{shown}");
}

#[test]
fn a_clock_limits_people_as_well() {
    let shown = typed(&["play", "chess", "--clock", "5m", "--level", "club"], "clock\nquit\n");
    assert!(shown.contains("White: 5:00\nBlack: 5:00\n"), "{shown}");
}

#[test]
fn games_are_explained() {
    let shown = typed(&["games", "checkers:frisian"], "");
    assert!(shown.starts_with("checkers:frisian: White, Black\n\nThe board is 10x10."), "{shown}");
    assert!(typed(&["help", "play"], "").contains("Usage: rival play"));
    let refused = Rival::new(["ches"]).run().exits(2);
    assert!(refused.stderr.contains("unrecognized subcommand 'ches'"), "{refused}");
}

#[test]
fn a_match_starts_with_the_words_that_people_try_first() {
    let shown = typed(&["chess"], "quit\n");
    assert!(shown.contains("chess:standard: White (human) against Black (casual)"), "{shown}");
    let against_club = "chess:standard: White (human) against Black (club)";
    for words in [&["play", "chess", "club"][..], &["play", "chess", "level", "club"]] {
        let shown = typed(words, "quit\n");
        assert!(shown.contains(against_club), "{shown}");
    }
    for level in ["4", "Club"] {
        let shown = typed(&["play", "chess", "--level", level], "quit\n");
        assert!(shown.contains(against_club), "{shown}");
    }
    let shown = typed(&["play", "chess", "club", "--second"], "quit\n");
    assert!(shown.contains("White (club) against Black (human)"), "{shown}");
    let shown = typed(&["play", "chess", "--seat", "1=club"], "quit\n");
    assert!(shown.contains("White (club) against Black (human)"), "{shown}");
    let shown = typed(&["watch", "tic-tac-toe", "beginner", "random"], "");
    assert!(shown.contains("X (beginner) against O (random)"), "{shown}");
    let shown = typed(&["play", "chess", "--clock", "3+2"], "clock\nquit\n");
    assert!(shown.contains("3m+2s") && shown.contains("White: 3:00"), "{shown}");
    let shown = typed(&["play", "--clock", "5+3"], "chess\nclub\n1\n\nquit\n");
    assert!(shown.contains(", 5m+3s\n"), "{shown}");
    let refused = Rival::new(["play", "--level", "club"]).run().exits(2);
    assert!(refused.stderr.contains("these options need a game"), "{refused}");
    let refused = Rival::new(["play", "tic-tac-toe", "human", "human", "--first"]).run().exits(2);
    assert!(refused.stderr.contains("need a single opponent"), "{refused}");
}

#[test]
fn other_programs_names_and_options_are_understood() {
    let shown = typed(&["play", "chess", "5+0"], "clock\nquit\n");
    assert!(shown.contains("White: 5:00"), "{shown}");
    let shown = typed(&["play", "chess", "--color", "black"], "quit\n");
    assert!(shown.contains("Black (human)"), "{shown}");
    let bare = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    let shown = typed(&["play", "chess", "--fen", bare], "fen\nquit\n");
    assert!(shown.contains(bare), "{shown}");
    let refused = Rival::new(["play", "chess", "--color", "blue"]).run().exits(2);
    let why = "rival: --color can't be \"blue\": expected White or Black\n";
    assert_eq!(refused.stderr, why);
    for (name, game) in [
        ("draughts", "checkers:english"),
        ("frisian", "checkers:frisian"),
        ("reversi", "othello:8"),
        ("poker", "kuhn-poker:20"),
        ("Chess", "chess:standard"),
        ("tictactoe", "tic-tac-toe:3,3,3"),
        ("connect4", "connect-four:7,6,4"),
    ] {
        let shown = typed(&["play", name], "quit\n");
        assert!(shown.starts_with(&format!("{game}: ")), "{shown}");
        let shown = typed(&["play", "--plain"], &format!("{name}\nquit\n"));
        assert!(shown.contains(game), "{shown}");
    }
    for words in [&["chess960"][..], &["play", "chess:960", "--seed", "3"]] {
        let shown = typed(words, "quit\n");
        assert!(shown.starts_with("chess:960,"), "{shown}");
    }
    for side in [&["--black"][..], &["--color", "b"]] {
        let shown = typed(&[&["play", "chess"], side].concat(), "quit\n");
        assert!(shown.contains("Black (human)"), "{shown}");
    }
    let shown = typed(&["play", "chess", "--clock", "5"], "clock\nquit\n");
    assert!(shown.contains("White: 5:00"), "{shown}");
    let shown = typed(&["watch", "tic-tac-toe", "--time", "5s"], "");
    assert!(shown.contains("X (casual) against O (casual)"), "{shown}");
    let refused = Rival::new(["watch"]).run().exits(2);
    assert!(refused.stderr.contains("name a game to watch"), "{refused}");
    let shown = typed(&["--plain"], "club\n1\n\nquit\n");
    assert!(shown.contains("(human) against White (club)"), "{shown}");
}

#[test]
fn a_match_leads_to_its_study_and_back_to_the_menu() {
    let lines =
        "tic-tac-toe\nhuman\n1\n\nb2\nstudy\nback\nplay\na1\nmenu\nanalyze chess\ne4\nmenu\nquit\n";
    let shown = typed(&["--plain"], lines);
    let parts =
        ["Move 1. b2 of 1: ", "Move 0 of 1: ", "What do you want to do?", "Black is to move."];
    let mut rest = shown.as_str();
    for part in parts {
        rest = rest.split_once(part).unwrap_or_else(|| panic!("no {part}: {shown}")).1;
    }
    assert!(rest.contains("What do you want to do?"), "{shown}");
    let shown = typed(&["play", "tic-tac-toe", "human", "human"], "b2\nmenu\nquit\n");
    assert!(shown.contains("What do you want to do?"), "{shown}");
}

#[test]
fn other_programs_words_are_understood() {
    let lines = "e4\ne5\ntakeback\nshow\nmoves\nposition\nleave\n";
    let shown = typed(&["play", "chess", "human", "human"], lines);
    assert!(shown.contains("Legal moves: a5 a6 "), "{shown}");
    assert!(
        shown.contains("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"),
        "{shown}"
    );
}

#[test]
fn a_menu_can_be_left() {
    for (keys, code) in [("q\r", 0), ("\x03", 130)] {
        let mut terminal = Terminal::start_as("dumb", (40, 100), [] as [&str; 0]);
        terminal.shows("Menu [1]: ");
        terminal.types(keys);
        assert_eq!(terminal.finish(), code, "{keys:?}");
    }
}

#[test]
fn a_legal_move_is_never_a_command_and_a_colon_always_begins_one() {
    let shown = typed(&["play", "hex:5,swap", "human", "human"], "c2\nswap\nlast\nquit\n");
    assert!(shown.contains("The last move was swap."), "{shown}");
    let shown = typed(&["play", "hex:5,swap", "human", "human"], "swap\nlast\nquit\n");
    assert!(shown.contains("Red to move: That is not possible: "), "{shown}");
    assert!(shown.contains("No moves have been played."), "{shown}");
    let shown = typed(&["play", "chess", "human", "human"], ":e4\n:la\ne4\ne5\nbc4\nquit\n");
    assert!(shown.contains("Unknown command \"e4\"; help lists the commands."), "{shown}");
    assert!(shown.contains("No moves have been played."), "{shown}");
    assert!(shown.contains("White: Bc4"), "{shown}");
}

#[test]
fn a_move_that_is_illegal_now_is_explained_and_other_words_are_unknown() {
    let shown = typed(&["play", "othello", "human", "human"], "pass\nsetup\ncastle\nquit\n");
    assert!(shown.contains("Black to move: That is not possible: "), "{shown}");
    for word in ["setup", "castle"] {
        let unknown = format!("Unknown command \"{word}\"; help lists the commands.");
        assert!(shown.contains(&unknown), "{shown}");
    }
    let shown =
        typed(&["play", "backgammon:cube", "human", "human", "--seed", "2"], "take\nquit\n");
    assert!(shown.contains("to move: That is not possible: "), "{shown}");
    assert!(!shown.contains("take back"), "{shown}");
}

#[test]
fn plain_mode_has_the_words_of_the_full_screen() {
    let lines = "details\nfaster\nthoughts\nrematch\ncolors\nquit\n";
    let shown = typed(&["play", "tic-tac-toe", "human", "human"], lines);
    for expected in [
        "Every message is printed in full.",
        "The pace can be set only in watched matches.",
        "The players' thinking is printed from now on.",
        "The match is unfinished; type restart to start over.",
        "This changes only the full screen",
    ] {
        assert!(shown.contains(expected), "no {expected}: {shown}");
    }
    let lines = "b2\nflip\npieces\nrules\ndetails\n:mov\nauto\nquit\n";
    let shown = typed(&["analyze", "tic-tac-toe", "--interactive"], lines);
    for expected in ["X: b2", "marks in a line", "1. b2", "Autoplay works only on the full screen"]
    {
        assert!(shown.contains(expected), "no {expected}: {shown}");
    }
}

#[test]
fn matches_are_watched_and_replayed_in_words() {
    let folder = scratch();
    let file = folder.path().join("match.toml").display().to_string();
    let watch = ["watch", "tic-tac-toe", "random", "random", "--seed", "1", "--words"];
    let shown = typed(&[&watch[..], &["--save", &file]].concat(), "");
    assert!(shown.contains("The board is empty."), "{shown}");
    let shown = typed(&["replay", &file, "--words", "--interactive"], "\n\nquit\n");
    assert!(shown.contains("X: "), "{shown}");
    assert!(!shown.contains('|'), "{shown}");
}

#[test]
fn the_menu_shows_levels_by_name_and_understands_a_game_with_a_level_and_a_position() {
    let shown = typed(&["--plain"], "watch tic-tac-toe\ncasual\nquit\n");
    assert!(shown.contains(" > Casual\nWho is the opponent?"), "{shown}");
    let shown = typed(&["--plain"], "chess club\nquit\n");
    assert!(shown.contains("Which side is yours?"), "{shown}");
    let position = "8/8/8/8/8/4k3/4p3/4K3 w - - 0 1";
    let shown = typed(&["--plain"], &format!("{position}\nfen\nquit\n"));
    assert!(shown.contains(&format!("Move 0 of 0: {position}\n")), "{shown}");
}

#[test]
fn other_programs_answers_and_arguments_work_during_a_match() {
    let people = ["play", "tic-tac-toe", "human", "human"];
    let shown =
        typed(&people, "b2\na1\nhistory\nundo 2\nlast\nhistory\nundo 0\nb2\ntake back\nquit\n");
    assert!(shown.contains("1. b2 2. a1\n"), "{shown}");
    assert!(shown.contains("No moves have been played.\n"), "{shown}");
    assert!(shown.contains("Pass a number of moves, as in undo 2.\n"), "{shown}");
    let shown = typed(&people, "b2\ndraw\nyes\nquit\n");
    assert!(shown.contains("Draw: by agreement"), "{shown}");
    let shown = typed(&people, "a1\nb1\na2\nb2\na3\nhello\nagain\nb2\nquit\n");
    assert!(shown.contains("The match is over; type undo, rematch,"), "{shown}");
    assert_eq!(shown.matches("1. X: ").count(), 2, "{shown}");
    let shown = typed(&["play", "backgammon", "human", "human"], "roll\ndouble\nquit\n");
    assert!(shown.contains("the dice are rolled; move the checkers"), "{shown}");
    assert!(shown.contains("this game is played without the doubling cube"), "{shown}");
    for words in [&["chess", "hard"][..], &["chess", "vs", "hard"], &["chess", "white", "hard"]] {
        let shown = typed(words, "quit\n");
        assert!(shown.contains("White (human) against Black (expert)"), "{shown}");
    }
}

#[test]
fn parts_of_moves_and_several_moves_on_a_line_are_understood() {
    let chess = ["play", "chess", "human", "human"];
    let lines = "undo\nlevel expert\nclock 5m\ne4 e5\nundo\nundo\nquit\n";
    let shown = typed(&chess, lines);
    for part in [
        "That is not possible: there is no move to take back\n",
        "A match keeps its players and their levels; type menu to choose others for a new match.\n",
        "A match keeps its clock; type menu to choose another for a new match.\n",
        "Only e4 is played; type one move at a time.\n1. White: e4\n",
        "Back to the start.\n",
    ] {
        assert!(shown.contains(part), "no {part}: {shown}");
    }
    assert_eq!(shown.matches("there is no move to take back").count(), 2, "{shown}");
    // The dice are rolled by the seed.
    let game = ["play", "backgammon", "human", "human", "--seed", "1"];
    let shown = typed(&game, "legal\nquit\n");
    let legal = shown.split_once("Legal moves: ").expect("the moves").1;
    let mv =
        legal.split_whitespace().find(|mv| mv.contains(',') && !mv.contains('(')).expect("a move");
    let (first, rest) = mv.split_once(',').expect("two parts");
    let shown = typed(&game, &format!("{first}\nundo\n{first}\n{rest}\nquit\n"));
    assert!(shown.contains("The move isn't finished. Next: "), "{shown}");
    assert!(shown.contains("The move is taken back.\n"), "{shown}");
    assert!(shown.contains(&format!(": {mv}\n")), "{mv} is played: {shown}");
}

#[test]
fn a_replay_and_a_setup_know_the_words_of_a_study() {
    let lines = "analyze chess\nedit\nclear\nboard\nflip\ncler\nK e1\nk e8\nexit\nfen\nquit\n";
    let shown = typed(&["--plain"], lines);
    assert!(shown.contains("Unknown command \"cler\". Did you mean clear?"), "{shown}");
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert!(shown.contains(&format!("Move 0 of 0: {start}\n")), "exit leaves the setup: {shown}");
    let home = scratch();
    std::fs::write(home.path().join("game.pgn"), "1. e4 e5 2. Nf3 *").expect("a scratch file");
    let replay = Rival::new(["replay", "game.pgn", "--interactive"]).dir(home.path());
    let lines = "auto soon\nplay 50ms\n\nbak\nfirst\nquit\n";
    let shown = replay.input(lines).run().exits(0).stdout.clone();
    for part in ["Pass a pause, as in auto 500ms.", "Did you mean back?", "Move 0 of 2: "] {
        assert!(shown.contains(part), "no {part}: {shown}");
    }
}
