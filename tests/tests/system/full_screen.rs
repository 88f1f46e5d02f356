//! The full screen, in a pseudo terminal.

use integration_tests::{Rival, Terminal, scratch};

/// A game between two people at one screen, on a 3×3 board.
const TWO_PEOPLE: [&str; 4] = ["play", "tic-tac-toe", "--seat", "2=human"];

#[test]
fn a_game_is_typed_from_the_menu_to_its_end() {
    let mut terminal = Terminal::start((24, 80), [] as [&str; 0]);
    terminal.shows("What do you want to do?");
    terminal.types("play\r");
    terminal.shows("What do you want to play?");
    terminal.types("tic-tac-toe\r");
    terminal.shows("Against whom?");
    terminal.types("human\r");
    terminal.shows("Which side is yours?");
    terminal.types("\r");
    terminal.shows("How much time?");
    terminal.types("none\r");
    terminal.shows("X to move");
    for (mv, next) in [("b2", "O to move"), ("a1", "X to move"), ("b1", "O to move")] {
        terminal.types(mv);
        terminal.types("\r");
        terminal.shows(next);
    }
    terminal.types("a2\r");
    terminal.shows("X to move");
    terminal.types("b3\r");
    terminal.shows("X wins: three in a row");
    terminal.types("rematch\r");
    terminal.shows("score 1");
    terminal.types("menu\r");
    terminal.shows("What do you want to do?");
    terminal.types("my\r");
    terminal.shows("5 moves");
    terminal.types("\x03");
    assert_eq!(terminal.finish(), 130);
}

#[test]
fn levels_are_offered_weakest_first_and_the_usual_one_is_chosen() {
    let mut terminal = Terminal::start((24, 80), [] as [&str; 0]);
    terminal.shows("What do you want to do?");
    terminal.types("play\r");
    terminal.shows("What do you want to play?");
    terminal.types("connect-four\r");
    terminal.shows(" Beginner ");
    let text = terminal.text();
    let at = |level: &str| text.find(level).expect("each level is offered");
    let levels = ["Beginner ", "Novice ", "Casual ", "Club ", "Expert ", "Master "];
    assert!(levels.map(at).is_sorted(), "{text}");
    terminal.types("\r");
    terminal.shows("connect-four › Casual");
    terminal.shows("you get a random seat");
    terminal.types("\x1b");
    terminal.shows("Against whom?");
    terminal.types("club\r\r\r");
    terminal.shows("Red you");
    terminal.shows("Yellow club");
    terminal.types("menu\r");
    terminal.shows("What do you want to do?");
    terminal.types("\r");
    terminal.shows("What do you want to play?");
    // This game is too small for some levels.
    terminal.types("tic-tac-toe\r");
    terminal.shows(" Beginner ");
    assert!(!terminal.text().contains("Club"), "{}", terminal.text());
    terminal.types("\x03");
    assert_eq!(terminal.finish(), 130);
}

#[test]
fn a_game_is_played_by_keys_and_by_mouse() {
    let mut terminal = Terminal::start((12, 40), TWO_PEOPLE);
    terminal.shows("X to move");
    // The cursor starts in the middle.
    terminal.types("\r");
    terminal.shows("O to move");
    terminal.types("\x1b[A\r");
    terminal.shows("X to move");
    // Left-click the upper-left corner of the board.
    terminal.types("\x1b[<0;4;1M");
    terminal.shows("O to move");
    terminal.types("undo\r");
    terminal.shows("Back to the position after b3.");
    terminal.types("q\r");
    assert_eq!(terminal.finish(), 0);
}

#[test]
fn a_pasted_text_is_a_text() {
    let mut terminal = Terminal::start((24, 80), TWO_PEOPLE);
    terminal.shows("X to move");
    assert!(terminal.screen().bracketed_paste());
    terminal.types("\x1b[200~b2\na1\nq\n\x1b[201~");
    terminal.shows("› b2 a1 q");
    terminal.types("\r");
    terminal.shows("b2 a1 q is not possible");
    terminal.types("b2\r");
    terminal.shows("O to move");
    terminal.types("q\r");
    assert_eq!(terminal.finish(), 0);
}

#[test]
fn a_match_is_saved_and_loaded_by_words() {
    let mut terminal = Terminal::start((24, 80), TWO_PEOPLE);
    terminal.shows("X to move");
    terminal.types("b2\r");
    terminal.shows("O to move");
    terminal.types("save match.toml\r");
    terminal.shows("Saved to match.toml.");
    terminal.types("a1\r");
    terminal.shows("X to move");
    terminal.types("load none.toml\r");
    terminal.shows("That is not possible: can't read none.toml");
    terminal.types("load match.toml\r");
    terminal.shows("O to move");
    terminal.types("exit\r");
    assert_eq!(terminal.finish(), 0);
}

#[test]
fn illegal_moves_are_refused_with_the_reason() {
    let mut terminal = Terminal::start((24, 80), TWO_PEOPLE);
    terminal.shows("X to move");
    terminal.types("b2\r");
    terminal.shows("O to move");
    terminal.types("b2\r");
    terminal.shows("b2 is taken");
    terminal.types("\x03");
    assert_eq!(terminal.finish(), 130);
}

#[test]
fn a_match_is_watched() {
    let arguments = ["watch", "tic-tac-toe", "random", "random", "--seed", "3", "--delay", "0s"];
    let mut terminal = Terminal::start((24, 80), arguments);
    terminal.shows("in a row");
    terminal.types("q\r");
    assert_eq!(terminal.finish(), 0);
}

#[test]
fn two_players_are_chosen_in_the_menu_and_watched() {
    let mut terminal = Terminal::start((24, 80), [] as [&str; 0]);
    terminal.shows("What do you want to do?");
    terminal.types("watch\r");
    terminal.shows("What do you want to watch?");
    terminal.types("tic-tac-toe\r");
    terminal.shows("Who moves first?");
    terminal.types("greedy\r");
    terminal.shows("Who is the opponent?");
    terminal.types("random\r");
    terminal.shows("How much time?");
    terminal.types("none\r");
    terminal.shows("X greedy");
    terminal.shows("O random");
    terminal.types("q\r");
    assert_eq!(terminal.finish(), 0);
}

#[test]
fn files_are_added_to_the_library_and_found_there() {
    let folder = scratch();
    let file = folder.path().join("games.pdn");
    let games = "[White \"Ada\"]\n[Black \"Bob\"]\n[Result \"*\"]\n\n1. 11-15 22-18 *\n";
    std::fs::write(&file, games).unwrap();
    let mut terminal = Terminal::start((24, 80), [] as [&str; 0]);
    terminal.shows("What do you want to do?");
    terminal.types("library\r");
    terminal.shows("What do you want to do with the library?");
    terminal.types("add\r");
    terminal.shows("Which file or folder?");
    terminal.types(&format!("{}\r", file.display()));
    terminal.shows("Which game do these matches belong to?");
    terminal.types("\r");
    terminal.shows("choose the game here");
    terminal.types("checkers\r");
    terminal.shows("Added 1 match.");
    terminal.types("find\r");
    terminal.shows("Which matches are you looking for?");
    terminal.types("checkers\x1b[B\x1b[B\x1b[B\x1b[B11-15 22-18\r");
    terminal.shows("1 match was found.");
    terminal.shows("Ada");
    terminal.types("\r");
    terminal.shows("after move 0 of 1");
    terminal.types("q\r");
    assert_eq!(terminal.finish(), 0);
}

#[test]
fn a_tournament_is_started_and_watched_and_one_game_is_replayed() {
    let home = scratch();
    let mut terminal = Terminal::start_at_home(home.path(), (24, 80), [] as [&str; 0]);
    terminal.shows("What do you want to do?");
    terminal.types("tournaments\r");
    terminal.shows("Which tournament?");
    terminal.types("\r");
    terminal.shows("Which game?");
    terminal.types("tic-tac-toe\r");
    terminal.shows("Who participates?");
    for player in ["greedy", "random", "minimal/first"] {
        terminal.types(&format!("{player}\r"));
        terminal.shows(&format!("- {player}"));
    }
    terminal.types("continue\r");
    terminal.shows("What are the rules?");
    // Choose openings with two random moves.
    terminal.types("\x1b[B\x1b[B\x1b[B\x15random:2\r");
    terminal.shows("over, 12 games");
    terminal.shows("Last: ");
    terminal.types("report\r");
    terminal.shows("Enter chooses");
    terminal.shows("how games ended");
    terminal.types("\x1b");
    terminal.shows("Type games or report");
    terminal.types("greedy\r");
    terminal.shows("Enter chooses");
    terminal.types("\r");
    terminal.shows("after move 0 of ");
    terminal.types("menu\r");
    // Return to the game and then to its tournament.
    terminal.shows("over, 12 games");
    terminal.types("\x1b");
    terminal.shows("Type games or report");
    terminal.types("\x1b");
    terminal.shows("tic-tac-toe-3-3-3 1");
    terminal.types("\x03");
    assert_eq!(terminal.finish(), 130);
}

#[test]
fn a_tournament_resumes_after_leaving_the_program() {
    let home = scratch();
    let mut terminal = Terminal::start_at_home(home.path(), (12, 40), [] as [&str; 0]);
    terminal.shows("What do you want to do?");
    terminal.types("tournaments\r");
    terminal.shows("Which tournament?");
    terminal.types("new\rconnect-four\rgreedy\ralpha-beta\r");
    terminal.shows("Which options for this player?");
    // The games are so long that they are not over before the program exits.
    terminal.types("\x156\rcontinue\r");
    terminal.shows("What are the rules?");
    // The maximum number of games, from the start position, with a name.
    terminal.types("\x1b[B\x1b[B\x159999\x1b[B\x15start");
    terminal.types("\x1b[B\x1b[B\x1b[B\x1b[B\x1b[Blong\r");
    terminal.shows("running");
    terminal.shows("Last: ");
    terminal.types("\x03");
    assert!(terminal.last_screen().contains("long; resume it from the menu."));
    let mut terminal = Terminal::start_at_home(home.path(), (12, 40), [] as [&str; 0]);
    terminal.shows("What do you want to do?");
    terminal.types("tournaments\rlong\r");
    terminal.shows("stopped");
    terminal.types("resume\r");
    terminal.shows("running");
    terminal.types("stop\r");
    terminal.shows("stopped");
    terminal.types("\x03");
    assert_eq!(terminal.finish(), 130);
}

#[test]
fn a_sequential_test_ends_as_soon_as_it_is_decided_and_a_missing_book_is_named() {
    let home = scratch();
    let mut terminal = Terminal::start_at_home(home.path(), (12, 40), [] as [&str; 0]);
    terminal.shows("What do you want to do?");
    terminal.types("tournaments\r");
    terminal.shows("Which tournament?");
    terminal.types("new\rtic-tac-toe\rgreedy\rrandom\rcontinue\r");
    terminal.shows("What are the rules?");
    // Test 0 against 100 Elo with openings from a file.
    terminal.types("\x1b[Bo\x1b[B\x1b[B\x15100");
    terminal.shows("elo1       100 ");
    terminal.types("\x1b[B\x1b[B\x15missing.txt\r");
    terminal.shows("can't read missing.txt");
    terminal.shows("What are the rules?");
    terminal.types("\x15random:2\r");
    terminal.shows("games, H1 is accepted");
    terminal.shows("over, ");
    terminal.types("\x03");
    assert_eq!(terminal.finish(), 130);
}

#[test]
fn settings_are_saved_and_the_name_appears_in_the_match() {
    let home = scratch();
    let mut terminal = Terminal::start_at_home(home.path(), (24, 80), [] as [&str; 0]);
    terminal.shows("What do you want to do?");
    terminal.types("settings\r");
    terminal.shows("What do you want to change?");
    terminal.types("Ada Byron\x1b[Ba\x1b[B\x1b[Bb\r");
    terminal.shows("What do you want to do?");
    terminal.types("play\rtic-tac-toe\rgreedy\rX\rnone\r");
    terminal.shows("X Ada Byron");
    terminal.shows("Your move, X");
    assert_eq!(terminal.bells(), 0);
    terminal.types("b2\r");
    terminal.shows("move 3");
    assert_eq!(terminal.bells(), 1, "the opponent has moved once");
    terminal.types("q\r");
    assert_eq!(terminal.finish(), 0);
    let listed = Rival::new(["matches"]).dir(home.path()).env("HOME", home.path()).run().exits(0);
    assert!(listed.stdout.contains("Ada Byron"), "{}", listed.stdout);
    // The name also applies line by line and after resuming the match.
    let mut terminal = Terminal::start_at_home(home.path(), (24, 80), ["play", "--resume"]);
    terminal.shows("X Ada Byron");
    terminal.types("q\r");
    assert_eq!(terminal.finish(), 0);
}

#[test]
fn a_match_is_played_studied_and_played_on() {
    let mut terminal = Terminal::start((24, 80), TWO_PEOPLE);
    terminal.shows("X to move");
    for (mv, next) in [("b2", "O to move"), ("a1", "X to move")] {
        terminal.types(mv);
        terminal.types("\r");
        terminal.shows(next);
    }
    terminal.types("analyze\r");
    terminal.shows("after move 2. a1 of 2");
    terminal.types("lines\r");
    terminal.shows("positions");
    // Go back and play a different move.
    terminal.types("\x1b[D");
    terminal.shows("after move 1. b2 of 2");
    terminal.types("c3\r");
    terminal.shows("variation, after move 2. c3");
    terminal.types("save studied.toml\r");
    terminal.shows("Saved to studied.toml.");
    terminal.types("play\r");
    terminal.shows("Your move, X");
    terminal.types("menu\r");
    terminal.shows("What do you want to do?");
    terminal.types("matches\r");
    terminal.shows("Which match?");
    terminal.types("\x1b");
    terminal.shows("What do you want to do?");
    terminal.types("file\r");
    terminal.shows("Which file?");
    terminal.types("none.toml\r");
    terminal.shows("can't read none.toml");
    terminal.types("\x1b");
    terminal.shows("A path such as");
    terminal.types("studied.toml\r");
    terminal.shows("after move 0 of 2");
    terminal.types("q\r");
    assert_eq!(terminal.finish(), 0);
}

#[test]
fn a_match_is_replayed_and_its_mistakes_are_found() {
    let moves = ["play", "tic-tac-toe", "--seat", "2=human", "--save", "match.toml"];
    let home = scratch();
    let mut terminal = Terminal::start_at_home(home.path(), (30, 100), moves);
    for (prompt, mv) in [("X to move", "a1"), ("O to move", "b1"), ("X to move", "c3")] {
        terminal.shows(prompt);
        terminal.types(mv);
        terminal.types("\r");
    }
    terminal.shows("O to move");
    terminal.types("q\r");
    assert_eq!(terminal.finish(), 0);
    let replay = ["replay", "match.toml"];
    let mut terminal = Terminal::start_at_home(home.path(), (30, 100), replay);
    terminal.shows("after move 0 of 3");
    terminal.types("mistakes\r");
    terminal.shows("The match is analyzed");
    terminal.types("m\r");
    terminal.shows("better was");
    terminal.types("\x03");
    assert_eq!(terminal.finish(), 130);
}

#[test]
fn the_terminal_is_restored() {
    for (keys, code) in [("q\r", 0), ("\x1bq", 0), ("\x03", 130)] {
        let mut terminal = Terminal::start((24, 80), TWO_PEOPLE);
        terminal.shows("X to move");
        terminal.types(keys);
        assert_eq!(
            terminal.last_screen().trim(),
            "",
            "{code}: the screen from before is shown again"
        );
    }
}

#[test]
fn a_small_screen_shows_the_required_size() {
    let mut terminal = Terminal::start((8, 30), TWO_PEOPLE);
    terminal.shows("Rival needs 40×12 characters");
    terminal.types("q\r");
    assert_eq!(terminal.finish(), 0);
}
