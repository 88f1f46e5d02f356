//! Puzzles and their library.

use std::fs;
use std::path::Path;

use integration_tests::{Rival, Terminal, scratch};
use tempfile::TempDir;

/// A mate in two.
const MATE: &str = "\
[White \"Ada\"]
[Black \"Bob\"]
[Date \"1999.01.02\"]
[FEN \"2r3k1/5ppp/8/8/8/2q5/3R1PPP/3R2K1 w - - 0 1\"]

1. Rd8+ Rxd8 2. Rxd8# 1-0
";

/// Runs `rival` with these arguments in this home folder.
fn rival(home: &Path, arguments: &[&str]) -> Rival {
    Rival::new(arguments)
        .dir(home)
        .env("HOME", home)
        .env("XDG_STATE_HOME", home.join(".local/state"))
}

fn output(home: &Path, arguments: &[&str]) -> String {
    rival(home, arguments).run().exits(0).stdout
}

/// A home folder with a file that contains one match.
fn home() -> TempDir {
    let home = scratch();
    fs::write(home.path().join("mate.pgn"), MATE).expect("a file");
    home
}

#[test]
fn a_puzzle_is_generated_solved_and_exported() {
    let home = home();
    let home = home.path();
    let make = ["puzzles", "make", "mate.pgn", "--rules", "chess", "--nodes", "5000"];
    assert_eq!(output(home, &make), "Found 1 puzzle. rival puzzles shows them.\n");
    assert_eq!(
        output(home, &make),
        "Found no new puzzles; 1 match was searched before (add --again to repeat). Try more matches or --nodes 50000.\n"
    );
    assert_eq!(
        output(home, &[&make[..], &["--again"]].concat()),
        "Found no new puzzles; 1 already existed. rival puzzles shows them.\n"
    );
    let listed = output(home, &["puzzles", "list"]);
    assert!(listed.contains("chess:standard  finish        2 moves"), "{listed}");
    let solved = rival(home, &["puzzles", "--game", "chess"])
        .input("nonsense\nRd8\nRxd8\n")
        .run()
        .exits(0)
        .stdout;
    assert!(solved.contains("Your move: Unknown command \"nonsense\""), "{solved}");
    assert!(solved.contains("Rd8+ is right. Black answers Rxd8."), "{solved}");
    assert!(solved.contains("Solved: Rd8+ Rxd8 Rxd8# (win in 3, finish)."), "{solved}");
    assert!(
        solved.ends_with(
            "No puzzles left for now. Run \"rival puzzles make FILE\" to generate more.\n"
        ),
        "{solved}"
    );
    let written = output(home, &["puzzles", "export", "out.toml"]);
    assert_eq!(written, "Wrote 1 puzzle to out.toml.\n");
    assert_eq!(output(home, &["puzzles", "delete", "--all"]), "Deleted 1 puzzle.\n");
    assert_eq!(output(home, &["puzzles", "import", "out.toml"]), "Added 1 puzzle.\n");
}

#[test]
fn a_new_library_has_starter_puzzles_of_five_games() {
    let home = scratch();
    let home = home.path();
    let none = output(home, &["puzzles", "list"]);
    assert!(none.starts_with("No puzzles. Run \"rival puzzles\""), "{none}");
    let shown = rival(home, &["puzzles"]).input("quit\n").run().exits(0).stdout;
    assert!(shown.contains("starter puzzles."), "{shown}");
    let listed = output(home, &["puzzles", "list"]);
    for game in [
        "checkers:english",
        "checkers:international",
        "checkers:russian",
        "chess:standard",
        "othello:8",
    ] {
        let count = listed.lines().filter(|line| line.contains(&format!("  {game}  "))).count();
        assert!(count >= 300, "{game}: {count}");
    }
    // A game with puzzles doesn't get starter puzzles.
    assert!(!output(home, &["puzzles", "--game", "othello"]).contains("Added"));
}

#[test]
fn the_remedy_is_printed_if_no_puzzle_is_found() {
    let home = scratch();
    let quiet = "[White \"Ada\"]\n[Black \"Bob\"]\n\n1. e4 e5 1/2-1/2\n";
    fs::write(home.path().join("quiet.pgn"), quiet).expect("a file");
    let make = ["puzzles", "make", "quiet.pgn", "--rules", "chess", "--nodes", "5000"];
    let said = "Found no puzzles. Try more matches or --nodes 50000.";
    assert_eq!(output(home.path(), &make), format!("{said}\n"));
    assert_eq!(
        output(home.path(), &[&make[..], &["--proven"]].concat()),
        format!("{said} Omit --proven to include decisive advantages.\n")
    );
    // A tenth of these nodes is not enough for a single ply.
    let few = ["puzzles", "make", "quiet.pgn", "--rules", "chess", "--nodes", "100"];
    let run = rival(home.path(), &few).run().exits(0);
    assert_eq!(run.stderr, "");
}

#[test]
fn a_missed_puzzle_shows_its_solution_and_lowers_the_rating() {
    let home = home();
    let home = home.path();
    output(home, &["puzzles", "make", "mate.pgn", "--rules", "chess", "--nodes", "5000"]);
    let skipped =
        rival(home, &["puzzles", "--game", "chess"]).input("next\n").run().exits(0).stdout;
    assert!(skipped.ends_with("That was the last one for now.\n"), "{skipped}");
    let missed = rival(home, &["puzzles", "--game", "chess"]).input("h3\n").run().exits(0).stdout;
    assert!(missed.contains("h3 is wrong.\nNot solved: Rd8+ Rxd8 Rxd8#"), "{missed}");
    let none = output(home, &["puzzles", "--game", "chess", "--motif", "shot"]);
    assert!(none.starts_with("No puzzles left for now."), "{none}");
    let refused = rival(home, &["puzzles", "--motif", "shoot"]).run().exits(2).stderr;
    assert!(
        refused.contains("unknown motif \"shoot\": expected one of finish, shot,"),
        "{refused}"
    );
    assert!(refused.contains("fork, opposition"), "{refused}");
}

#[test]
fn a_puzzle_is_described_in_words_and_has_the_words_of_a_study() {
    let home = home();
    let home = home.path();
    output(home, &["puzzles", "make", "mate.pgn", "--rules", "chess", "--nodes", "5000"]);
    let lines = "help\nboard\npieces\nlegal\nfen\nflip\nhint\n:hi\n:xyz\ngraph\nrd8\nquit\n";
    let puzzles = ["puzzles", "--game", "chess"];
    let solve = |options: &[&str]| {
        let arguments = [&puzzles[..], options].concat();
        rival(home, &arguments).input(lines).run().exits(0).stdout
    };
    let described = solve(&["--words"]);
    for expected in [
        "  skip      go to another puzzle without counting this one",
        "white king: g1",
        "Legal moves: ",
        "2r3k1/5ppp/8/8/8/2q5/3R1PPP/3R2K1 w - - 0 1",
        "The board is described in words and can't be flipped.",
        "The move starts on d2.",
        "Unknown command \"xyz\"; help lists the commands.",
        "This works only in a study, not while you solve a puzzle.",
        "Rd8+ is right. Black answers Rxd8.",
    ] {
        assert!(described.contains(expected), "no {expected}: {described}");
    }
    assert!(!described.contains('|'), "{described}");
    let drawn = solve(&["--plain"]);
    assert!(drawn.contains("white king: g1") && !drawn.contains("can't be flipped"), "{drawn}");
}

#[test]
fn other_files_are_refused_by_name() {
    let home = home();
    let home = home.path();
    let refused = |text: &str, expected: &str| {
        fs::write(home.join("bad.toml"), text).expect("a file");
        let refused = rival(home, &["puzzles", "import", "bad.toml"]).run().exits(3).stderr;
        assert!(refused.contains("bad.toml") && refused.contains(expected), "{refused}");
    };
    refused("nonsense", "not a puzzle file");
    let puzzle = "rival_puzzles = 1\n[[puzzle]]\ngame = \"chess\"\nposition = \"x\"\nsolution = \"e4\"\nwin_in = 1\n";
    refused(&format!("{puzzle}motif = \"finish\"\nrating = 1000\n"), "puzzle 1: ");
    drop(rival(home, &["puzzles", "import", "missing.toml"]).run().exits(3));
    drop(rival(home, &["puzzles", "delete", "77"]).run().exits(2));
}

#[test]
fn a_puzzle_is_solved_on_the_full_screen() {
    let home = home();
    output(home.path(), &["puzzles", "make", "mate.pgn", "--rules", "chess", "--nodes", "5000"]);
    let mut terminal =
        Terminal::start_at_home(home.path(), (24, 80), ["puzzles", "--game", "chess"]);
    terminal.shows("White to move. Find the winning move");
    terminal.types("h3\r");
    terminal.shows("h3 is wrong.");
    terminal.types("Rd8+\r");
    terminal.shows("Black answers Rxd8. What next?");
    terminal.types("Rxd8\r");
    terminal.shows("solves it.");
    terminal.types("find\r");
    terminal.shows("no puzzles left for now");
    terminal.types("quit\r");
    assert_eq!(terminal.finish(), 0);
}

#[test]
fn puzzles_are_generated_from_the_library_and_solved_in_the_menu() {
    let home = home();
    output(home.path(), &["matches", "import", "mate.pgn", "--rules", "chess"]);
    let mut terminal = Terminal::start_at_home(home.path(), (24, 80), [] as [&str; 0]);
    terminal.shows("What do you want to do?");
    terminal.types("library\r");
    terminal.shows("What do you want to do with the library?");
    terminal.types("make\r");
    terminal.shows("Found 1 puzzle. See Puzzles in the menu.");
    terminal.types("\r");
    terminal.shows("Found no new puzzles; 1 match was searched before.");
    terminal.types("\x1b");
    terminal.shows("Import");
    terminal.types("\x1b");
    terminal.shows("What do you want to do?");
    terminal.types("puzzles\r");
    terminal.shows("Find the winning move");
    terminal.types("menu\r");
    terminal.shows("What do you want to do?");
    terminal.types("\x03");
    assert_eq!(terminal.finish(), 130);
}

#[test]
fn matches_in_a_file_are_imported_searched_and_explored() {
    let home = home();
    let home = home.path();
    let import = ["matches", "import", "mate.pgn", "--rules", "chess"];
    assert!(output(home, &import).starts_with("Added 1 match in "));
    assert!(output(home, &import).starts_with("Added 0 matches; 1 match already there in "));
    let found = output(home, &["matches", "search", "--player", "ada", "--result", "1-0"]);
    assert!(found.contains("chess:standard: Ada – Bob, 1-0, 2 moves, 1999.01.02"), "{found}");
    let position = "2r3k1/5ppp/8/8/8/2q5/3R1PPP/3R2K1 w - - 0 1";
    let explored = output(home, &["matches", "explore", "chess", "--position", position]);
    assert!(explored.contains("Rd8+                 1        100 %"), "{explored}");
    let search =
        ["matches", "search", "--game", "chess", "--position", position, "--after", "Rd8+"];
    let found = output(home, &[&search[..], &["--json"]].concat());
    assert!(found.contains("\"ply\":1"), "{found}");
    let refused = rival(home, &["matches", "search", "--position", position]).run().exits(2).stderr;
    assert!(refused.contains("a position requires --game GAME"), "{refused}");
    drop(rival(home, &["matches", "import", "missing.pgn"]).run().exits(3));
    let export = ["matches", "search", "--player", "ada", "--export"];
    let written = output(home, &[&export[..], &["ada.pgn"]].concat());
    assert_eq!(written, "Wrote 1 match to ada.pgn.\n");
    let text = fs::read_to_string(home.join("ada.pgn")).expect("the file");
    assert!(text.contains("Rd8+ Rxd8 2. Rxd8# 1-0"), "{text}");
    let refused = rival(home, &[&export[..], &["ada.pdn"]].concat()).run().exits(1).stderr;
    assert!(
        refused.contains("match-1: chess:standard can't be written as pdn: use pgn"),
        "{refused}"
    );
    drop(rival(home, &[&export[..], &["ada.txt"]].concat()).run().exits(2));
}

#[test]
fn a_match_without_a_game_is_refused_and_the_missing_option_is_named() {
    let home = home();
    let home = home.path();
    fs::write(home.join("old.pdn"), "[White \"Ada\"]\n\n1. 11-15 23-19 *\n").expect("a file");
    let why = "line 1, column 1: the match doesn't name its game; add --rules GAME";
    let refused = |arguments: &[&str], code: i32| rival(home, arguments).run().exits(code).stderr;
    assert_eq!(refused(&["replay", "old.pdn"], 3), format!("rival: old.pdn: {why}\n"));
    let imported = refused(&["matches", "import", "old.pdn"], 3);
    assert_eq!(imported, format!("rival: old.pdn: {why}\nrival: 1 match was not imported\n"));
    let first = format!("rival: old.pdn: match 1: {why}\n");
    let convert = ["convert", "old.pdn", "--to", "pdn"];
    assert!(refused(&convert, 3).starts_with(&first));
    assert_eq!(refused(&[&convert[..], &["--game", "1"]].concat(), 3), first);
    assert_eq!(refused(&["puzzles", "make", "old.pdn"], 0), first);
    output(home, &["replay", "old.pdn", "--rules", "checkers"]);
}

#[test]
fn a_file_without_matches_does_not_stop_the_import_of_a_folder() {
    let home = home();
    let home = home.path();
    fs::create_dir_all(home.join("games/1999")).expect("a folder");
    let [bad, good] = ["games/bad.toml", "games/1999/good.pgn"].map(|file| home.join(file));
    fs::write(bad, "[skin]\npieces = \"wide\"\n").expect("a file");
    fs::copy(home.join("mate.pgn"), good).expect("a file");
    let import = ["matches", "import", "games", "--rules", "chess"];
    let finished = rival(home, &import).run().exits(3);
    assert!(finished.stdout.starts_with("Added 1 match in "), "{finished}");
    assert!(finished.stderr.contains("games/bad.toml: not a record: "), "{finished}");
    let make = ["puzzles", "make", "games", "--rules", "chess", "--nodes", "5000"];
    let finished = rival(home, &make).run().exits(0);
    assert_eq!(finished.stdout, "Found 1 puzzle. rival puzzles shows them.\n");
    assert!(finished.stderr.contains("games/bad.toml: match 1: "), "{finished}");
}

#[test]
fn matches_are_found_by_opening_and_unknown_names_are_refused() {
    let home = home();
    let home = home.path();
    let italian = "[White \"Ada\"]\n[Black \"Bob\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 1/2-1/2\n";
    fs::write(home.join("italian.pgn"), italian).expect("a file");
    output(home, &["matches", "import", "italian.pgn", "--rules", "chess"]);
    let search = ["matches", "search", "--game", "chess", "--opening"];
    let found = output(home, &[&search[..], &["italian"]].concat());
    assert!(found.contains("Ada – Bob, 1/2-1/2, 3 moves"), "{found}");
    let none = output(home, &[&search[..], &["najdorf"]].concat());
    assert_eq!(none, "No matches found.\n");
    let refused = |options: &[&str], expected: &str| {
        let search = [&["matches", "search"], options].concat();
        let refused = rival(home, &search).run().exits(2).stderr;
        assert!(refused.contains(expected), "{refused}");
    };
    refused(
        &["--game", "chess", "--opening", "Double Corner"],
        "no chess:standard opening has the code or name \"Double Corner\"",
    );
    refused(
        &["--game", "checkers", "--opening", "Laird"],
        "checkers:english has no opening names; search for a position instead",
    );
    refused(&["--opening", "italian"], "--game <GAME>");
}
