//! Tablebases on the command line.

use std::fs;
use std::path::Path;
use std::thread::yield_now;
use std::time::{Duration, Instant};

use integration_tests::{Finished, Rival, Terminal, scratch};
use serde_json::json;

/// Runs `rival tablebase` with these arguments in this home folder.
fn tablebase(home: &Path, arguments: &[&str]) -> Finished {
    let run = Rival::new(["tablebase"].iter().chain(arguments));
    run.env("HOME", home).env("XDG_DATA_HOME", home.join("data")).run()
}

#[test]
fn tables_are_built_checked_listed_and_shown() {
    let home = scratch();
    let build = ["build", "checkers", "--pieces", "2", "--distance"];
    let built = tablebase(home.path(), &build).exits(0);
    for material in ["1k-1k", "1k-1m", "1m-1m"] {
        let lines = built.stdout.lines().filter(|line| line.starts_with(material));
        assert_eq!(lines.count(), 1, "{built}");
    }
    assert!(built.stdout.contains(", longest 13 plies\n"), "{built}");
    let folder = home.path().join("data/rival/tables/english");
    assert!(built.stdout.ends_with(&format!(" in {}\n", folder.display())), "{built}");
    assert!(home.path().join("data/rival/tables/english/1k-1m.distances").is_file());
    let again = tablebase(home.path(), &build).exits(0);
    assert!(again.stdout.starts_with("all tables exist: "), "{again}");

    let verified = tablebase(home.path(), &["verify", "checkers", "--samples", "500"]).exits(0);
    assert_eq!(verified.stdout, "500 positions checked, 0 wrong\n");
    let none = tablebase(home.path(), &["verify", "checkers", "--samples", "0"]).exits(2);
    assert!(none.stderr.contains("invalid value '0' for '--samples <N>'"), "{none}");
    let listed = tablebase(home.path(), &["list"]).exits(0);
    assert!(listed.stdout.contains("3 tables, all with up to 2 pieces"), "{listed}");
    assert!(listed.stdout.contains("; longest 13 plies\n"), "{listed}");
    let shown = tablebase(home.path(), &["show", "checkers", "W:WK18:BK14"]).exits(0);
    assert_eq!(shown.stdout, "win in 1 ply\n18x9  win in 1 ply\n");
}

/// Without pieces, Black loses by the rules on Black's turn.
#[test]
fn a_position_without_a_table_has_the_value_of_its_moves() {
    let home = scratch();
    drop(tablebase(home.path(), &["build", "checkers", "--pieces", "2"]).exits(0));
    let shown = tablebase(home.path(), &["show", "checkers", "W:WK14:B"]).exits(0);
    let lines: Vec<&str> = shown.stdout.lines().collect();
    assert_eq!((lines.len(), lines[0]), (5, "win in 1 ply"), "{shown}");
    assert!(lines[1..].iter().all(|line| line.ends_with("  win in 1 ply")), "{shown}");
}

#[test]
fn moves_have_their_values() {
    let home = scratch();
    drop(tablebase(home.path(), &["build", "checkers", "--pieces", "3", "--distance"]).exits(0));
    let moves = ["moves", "checkers", "--position", "W:WK14,K15:BK23", "--table"];
    let run = Rival::new(moves).env("XDG_DATA_HOME", home.path().join("data")).run().exits(0);
    let values: Vec<&str> = run.stdout.lines().filter(|line| line.contains("win in ")).collect();
    assert!(
        values.len() > 3
            && values.is_sorted_by_key(|line| {
                line.rsplit(' ').nth(1).and_then(|plies| plies.parse::<u32>().ok())
            }),
        "{run}"
    );
}

#[test]
fn values_are_written_as_json() {
    let home = scratch();
    drop(tablebase(home.path(), &["build", "checkers", "--pieces", "2", "--distance"]).exits(0));
    let shown = tablebase(home.path(), &["show", "checkers", "w:wk18:bk14", "--json"]).exits(0);
    let won = json!({"value": "win", "plies": 1});
    let moves = json!([{"move": "18x9", "table": won}]);
    let position = "W:WK18:BK14";
    assert_eq!(
        super::object(&shown),
        json!({"game": "checkers:english", "position": position, "table": won, "moves": moves})
    );
    let values = |position: &str| {
        let moves = ["moves", "checkers", "--position", position, "--table", "--json"];
        super::object(&rival(home.path(), &moves, ""))
    };
    let all = values("W:WK14:BK23");
    let listed = all["table_moves"].as_array().expect("the moves with their values");
    assert_eq!(listed.len(), all["moves"].as_array().map_or(0, Vec::len), "{all}");
    assert_eq!(listed[0]["table"], json!({"value": "draw", "plies": null}), "{all}");
    let last = json!({"move": "14-18", "table": {"value": "loss", "plies": 2}});
    assert_eq!(listed.last(), Some(&last), "{all}");
    let over = values("B:WK14:B");
    assert!(over["outcome"].is_object() && over.get("table_moves").is_none(), "{over}");
    let unknown = ["show", "checkers", TWO_KINGS, "--json"];
    assert_eq!(tablebase(home.path(), &unknown).exits(3).stdout, "");
}

#[test]
fn damaged_files_are_named_and_built_again() {
    let home = scratch();
    let build = ["build", "checkers", "--pieces", "2"];
    drop(tablebase(home.path(), &build).exits(0));
    let file = home.path().join("data/rival/tables/english/1m-1m.values");
    let bytes = fs::read(&file).expect("it was built");
    fs::write(&file, &bytes[..bytes.len() / 2]).expect("it can be written");
    let verified = tablebase(home.path(), &["verify", "checkers", "--samples", "50"]).exits(1);
    assert!(verified.stderr.contains("1m-1m.values is damaged"), "{verified}");
    let built = tablebase(home.path(), &build).exits(0);
    let said = "1m-1m.values is damaged (it is truncated); rebuilding it\n";
    assert!(built.stderr.contains(said), "{built}");
    assert_eq!(fs::read(&file).expect("it was built again"), bytes);
}

/// A folder in place of the builders' lock file has the same effect as an unwritable folder.
#[test]
fn existing_tables_need_no_writable_folder() {
    let home = scratch();
    let build = ["build", "checkers", "--pieces", "2"];
    drop(tablebase(home.path(), &build).exits(0));
    let lock = home.path().join("data/rival/tables/english/building.lock");
    fs::remove_file(&lock).expect("it was made");
    fs::create_dir(&lock).expect("it can be made");
    let nothing: &[&str] = &[];
    for rest in [nothing, &["--dry-run"], &["--material", "1k-1m"]] {
        let again = tablebase(home.path(), &[&build[..], rest].concat()).exits(0);
        assert!(again.stdout.starts_with("all tables exist: "), "{again}");
    }
    let more = tablebase(home.path(), &["build", "checkers", "--pieces", "3"]).exits(1);
    assert!(more.stderr.contains("/english/building.lock: "), "{more}");
}

/// Waits until the file exists.
fn wait_for(file: &Path) {
    let deadline = Instant::now() + Duration::from_mins(1);
    while !file.is_file() {
        assert!(Instant::now() < deadline, "{} isn't built", file.display());
        yield_now();
    }
}

#[test]
fn an_interrupted_builder_reports_that_it_resumes() {
    let home = scratch();
    let arguments = ["tablebase", "build", "checkers:international", "--pieces", "4"];
    let building = Rival::new(arguments).env("XDG_DATA_HOME", home.path().join("data")).start();
    wait_for(&home.path().join("data/rival/tables/international/1k-1k.values"));
    building.interrupt();
    let ended = building.finish().exits(130);
    assert!(ended.stderr.ends_with("stopped; run the same command to continue\n"), "{ended}");
}

#[test]
fn a_dry_run_prints_size_and_time_and_leaves_nothing_behind() {
    let home = scratch();
    let temporary = home.path().join("temporary");
    fs::create_dir(&temporary).expect("it can be made");
    let arguments = ["tablebase", "build", "checkers", "--pieces", "4", "--dry-run"];
    let run = Rival::new(arguments).env("XDG_DATA_HOME", home.path().join("data"));
    let run = run.env("TMPDIR", &temporary).run().exits(0);
    assert!(run.stdout.contains(" positions to build: about "), "{run}");
    let time = run.stdout.trim_end().rsplit(" of memory, about ").next().unwrap_or_default();
    assert!(time.ends_with(" s") || time.ends_with(" min"), "{run}");
    assert!(!home.path().join("data/rival/tables").exists(), "{run}");
    let left = fs::read_dir(&temporary).expect("it is there").count();
    assert_eq!(left, 0, "{run}");
    let few = tablebase(home.path(), &["build", "checkers", "--pieces", "2", "--dry-run"]).exits(0);
    assert!(few.stdout.ends_with(" of memory, less than 1 s\n"), "{few}");
}

#[test]
fn impossible_tables_are_refused_before_anything_is_built() {
    let home = scratch();
    let refused = |arguments: &[&str], why: &str| {
        let run = tablebase(home.path(), &[&["build"][..], arguments].concat()).exits(2);
        assert!(run.stderr.contains(why), "{run}");
        assert!(!home.path().join("data/rival/tables").exists(), "{run}");
    };
    let unknown = ["checkers", "--pieces", "3", "--material", "3k-1k"];
    refused(&unknown, "no tablebase 3k-1k with up to 3 pieces; write pieces like ");
    refused(&["checkers", "--pieces", "3", "--material", ""], "'--material <PIECES>'");
    refused(&["checkers:8,8,3", "--pieces", "2"], "for checkers:8,8,3; available for other");
    refused(&["othello", "--pieces", "2"], "for othello; available for ");
    refused(&["chess", "--pieces", "3"], "chess tablebases are downloaded, not built; copy ");
    let large = ["checkers:international", "--pieces", "5", "--material", "3k-2k"];
    let little = [&large[..], &["--memory", "16"]].concat();
    let why = "needs 108 MiB of memory, but the limit is 16 MiB";
    refused(&little, why);
    refused(&[&little[..], &["--dry-run"]].concat(), why);
}

/// Positions with moves into a missing table are not errors. The output names the table.
#[test]
fn missing_tables_are_named() {
    let home = scratch();
    drop(tablebase(home.path(), &["build", "checkers", "--pieces", "2"]).exits(0));
    let file = home.path().join("data/rival/tables/english/1k-1k.values");
    fs::remove_file(&file).expect("it was built");
    let verified = tablebase(home.path(), &["verify", "checkers", "--samples", "500"]).exits(1);
    assert!(verified.stdout.contains(" positions checked, 0 wrong; "), "{verified}");
    assert!(verified.stdout.ends_with(" more need missing or damaged tables\n"));
    assert!(verified.stderr.contains("english: 1k-1k\n"), "{verified}");
    let listed = tablebase(home.path(), &["list", "checkers"]).exits(0);
    assert!(listed.stdout.starts_with("checkers: 2 tables, not all 2-piece tables, "), "{listed}");
    assert!(listed.stdout.ends_with("\n  missing: 1k-1k\n"), "{listed}");
    fs::remove_file(file.with_file_name("1m-1m.values")).expect("it was built");
    let listed = tablebase(home.path(), &["list", "checkers"]).exits(0);
    assert!(listed.stdout.starts_with("checkers: 1 table, not all 2-piece tables, "), "{listed}");
}

#[test]
fn one_table_is_built_with_its_prerequisites() {
    let home = scratch();
    let build = ["build", "checkers", "--pieces", "4", "--material"];
    let built = tablebase(home.path(), &[&build[..], &["2k-1k1m"]].concat()).exits(0);
    let tables: Vec<&str> =
        built.stdout.lines().filter_map(|line| line.split(' ').next()).collect();
    assert!(tables.ends_with(&["2k-2k", "2k-1k1m", tables[tables.len() - 1]]), "{built}");
    let verified = tablebase(home.path(), &["verify", "checkers", "--samples", "500"]).exits(0);
    assert_eq!(verified.stdout, "500 positions checked, 0 wrong\n");
    let wrong = tablebase(home.path(), &[&build[..], &["1k-2k"]].concat()).exits(2);
    let why = "no tablebase 1k-2k with up to 4 pieces; write 2k-1k, ";
    assert!(wrong.stderr.contains(why), "{wrong}");
}

/// Runs `rival` with two-piece tables. One table is damaged and must be reported exactly once. The command can rebuild
/// small tables, so each run has its own tables.
#[track_caller]
fn with_damaged_file(arguments: &[&str], input: &str) -> Finished {
    let home = scratch();
    drop(tablebase(home.path(), &["build", "checkers", "--pieces", "2"]).exits(0));
    let file = home.path().join("data/rival/tables/english/1k-1k.values");
    fs::write(file, "something else").expect("it can be written");
    let run = rival(home.path(), arguments, input);
    assert_eq!(run.stderr.matches("1k-1k.values is not a Rival tablebase").count(), 1, "{run}");
    run
}

/// Play and analyses continue with the other tables.
#[test]
fn damaged_files_are_named_where_tables_are_used() {
    let analyze = ["analyze", "checkers", "--position", "W:W5:B28", "--depth", "3"];
    let analyzed = with_damaged_file(&analyze, "");
    assert!(analyzed.stdout.ends_with("(drawn by tablebase)\n"), "{analyzed}");
    // Meanwhile the player rebuilds the small tables.
    assert!(analyzed.stderr.ends_with("; rebuilding it\n"), "{analyzed}");
    let play = ["play", "checkers", "--position", "W:W5:B28", "--plain", "--seat"];
    // The opponent doesn't use tables, but hints quote them.
    drop(with_damaged_file(&[&play[..], &["1=random"]].concat(), "hint\nquit\n"));
    drop(with_damaged_file(&[&play[..], &["1=pvs:depth=1"]].concat(), "quit\n"));
}

/// Changes a byte in a file's last block. The damage is found only when the block is read.
fn damage_block(file: &Path) {
    let mut bytes = fs::read(file).expect("it was built");
    let place = bytes.len() - 10;
    bytes[place] ^= 0x10;
    fs::write(file, bytes).expect("it can be written");
}

/// The message about a file with this damage.
const DAMAGED: &str = "1k-1k.distances is damaged (a block has a wrong checksum)";

/// A king against a king. The tables for this ending have a single block.
const TWO_KINGS_ALONE: &str = "W:WK1:BK32";

#[test]
fn a_block_that_is_found_damaged_in_play_or_analysis_is_named_once() {
    let home = scratch();
    drop(tablebase(home.path(), &["build", "checkers", "--pieces", "3", "--distance"]).exits(0));
    damage_block(&home.path().join("data/rival/tables/english/1k-1k.distances"));
    let check = |arguments: &[&str], input: &str| {
        let run = rival(home.path(), arguments, input);
        assert_eq!(run.stderr.matches(DAMAGED).count(), 1, "{run}");
        assert!(!run.stdout.contains("by tablebase"), "{run}");
    };
    let of = |command| [command, "checkers", "--position", TWO_KINGS_ALONE];
    check(&[&of("play")[..], &["--seat", "2=pvs:depth=1"]].concat(), "quit\n");
    check(&[&of("analyze")[..], &["--depth", "3"]].concat(), "");
    let words = "lines\nwait\nquit\n";
    check(&[&of("analyze")[..], &["--interactive", "--depth", "3"]].concat(), words);
    let watch = ["watch", "checkers", "pvs:depth=1,tables=3", "random", "--plain"];
    check(&[&watch[..], &["--position", TWO_KINGS_ALONE]].concat(), "");
    // The file is listed among the checked tables, and failures name it only once.
    let verified = tablebase(home.path(), &["verify", "checkers", "--samples", "500"]).exits(1);
    assert_eq!(verified.stderr.matches(DAMAGED).count(), 1, "{verified}");
}

/// Nothing is written over the full screen. A line on the screen names the file, and the reason is printed once the
/// screen has closed.
#[test]
fn a_block_that_is_found_damaged_on_the_full_screen_is_named_there_and_explained_at_the_end() {
    let home = scratch();
    let folder = home.path().join(".local/share/rival/tables");
    let to_folder = ["--folder", folder.to_str().expect("it is text")];
    let build = ["build", "checkers", "--pieces", "3", "--distance"];
    drop(tablebase(home.path(), &[&build[..], &to_folder].concat()).exits(0));
    damage_block(&folder.join("english/1k-1k.distances"));
    let arguments = ["play", "checkers", "--position", TWO_KINGS_ALONE, "--seat", "2=pvs:depth=1"];
    // The terminal is wide enough to show the reason on one line.
    let mut terminal = Terminal::start_at_home(home.path(), (24, 240), arguments);
    terminal.shows("Tablebases can't be used: 1k-1k.distances.");
    assert!(!terminal.text().contains("check sum"), "{}", terminal.text());
    terminal.types("q\r");
    assert_eq!(terminal.ends().code(), Some(0));
    assert_eq!(terminal.text().matches(DAMAGED).count(), 1, "{}", terminal.text());
}

#[test]
fn games_without_tables_are_reported() {
    let home = scratch();
    let message = |arguments: &[&str], code| tablebase(home.path(), arguments).exits(code).stderr;
    let frisian = message(&["build", "checkers:frisian", "--pieces", "2"], 2);
    assert!(frisian.contains("a king that has moved three times must rest"), "{frisian}");
    let othello = message(&["build", "othello", "--pieces", "2"], 2);
    assert!(othello.contains("no tablebases for othello"), "{othello}");
    let none = message(&["show", "checkers", "W:WK18:BK14"], 3);
    let folder = home.path().join("data/rival/tables");
    let of_checkers = format!(
        "no tablebases for checkers in {}; run \"rival tablebase build checkers --pieces 3\"\n",
        folder.join("english").display()
    );
    assert_eq!(none, format!("rival: {of_checkers}"));
    assert_eq!(message(&["verify", "checkers"], 3), none);
    assert_eq!(tablebase(home.path(), &["list", "checkers"]).exits(0).stdout, of_checkers);
    let all = tablebase(home.path(), &["list"]).exits(0).stdout;
    let expected = format!("no tablebases in {}; run \"rival tablebase build ", folder.display());
    assert!(all.starts_with(&expected), "{all}");
}

#[test]
fn the_reason_for_a_missing_position_is_reported() {
    let home = scratch();
    let show = |game: &str, position: &str, expected: &str| {
        let said = tablebase(home.path(), &["show", game, position]).exits(3).stderr;
        assert!(said.starts_with("rival: ") && said.lines().count() == 1, "{said}");
        assert!(said.contains(expected), "{expected}: {said}");
    };
    for game in ["checkers", "checkers:breakthrough"] {
        drop(tablebase(home.path(), &["build", game, "--pieces", "2", "--distance"]).exits(0));
    }
    show(
        "checkers",
        TWO_KINGS,
        &format!(" contains {TWO_KINGS}; all tables with up to 2 pieces exist"),
    );
    show("checkers", "B:WK14:B", "B:WK14:B: the game is over\n");
    show("checkers:breakthrough", "W:WK6:B45", "W:WK6:B45: the game is over\n");
    let folder = home.path().join("data/rival/tables/english");
    damage_block(&folder.join("1k-1k.distances"));
    show("checkers", TWO_KINGS_ALONE, DAMAGED);
    fs::remove_file(folder.join("1m-1m.distances")).expect("it was built");
    show("checkers", "W:W21:B12", "; some 2-piece tables are missing\n");
}

/// Everything works without tables, and building tables fails with a single reason.
#[test]
fn a_file_in_place_of_the_table_folder_is_reported_when_tables_are_used() {
    let home = scratch();
    let file = home.path().join("data/rival/tables");
    fs::create_dir_all(home.path().join("data/rival")).expect("it can be made");
    fs::write(&file, "").expect("it can be written");
    let why = format!("can't read the folder {}: Not a directory (os error 20); ", file.display());
    let check = |run: &Finished| {
        assert_eq!(run.stderr.matches(why.as_str()).count(), 1, "{run}");
    };
    check(&tablebase(home.path(), &["list"]).exits(3));
    check(&tablebase(home.path(), &["list", "checkers"]).exits(3));
    let of = |command| [command, "checkers", "--position", TWO_KINGS_ALONE];
    check(&rival(home.path(), &[&of("analyze")[..], &["--depth", "3"]].concat(), ""));
    let play = [&of("play")[..], &["--plain", "--seat", "2=pvs:depth=1"]].concat();
    check(&rival(home.path(), &play, "quit\n"));
    let built = tablebase(home.path(), &["build", "checkers", "--pieces", "2"]).exits(1);
    assert_eq!(built.stderr.matches("os error").count(), 1, "{built}");
}

/// Only a player that needs the table reports the reason.
#[test]
fn a_table_for_other_pieces_is_named_once() {
    let home = scratch();
    drop(tablebase(home.path(), &["build", "checkers", "--pieces", "2"]).exits(0));
    let folder = home.path().join("data/rival/tables/english");
    fs::copy(folder.join("1m-1m.values"), folder.join("1k-1k.values")).expect("it was built");
    let arguments = ["analyze", "checkers", "--position", TWO_KINGS_ALONE, "--depth", "1"];
    let player = ["--player", "pvs:tables=2"];
    let run = Rival::new([&arguments[..], &player].concat());
    let run = run.env("XDG_DATA_HOME", home.path().join("data")).run();
    assert!(run.code() != Some(0), "{run}");
    let why = "1k-1k.values contains 1m-1m of checkers:english, not 1k-1k of checkers:english; ";
    assert_eq!(run.stderr.matches(why).count(), 1, "{run}");
}

#[test]
fn a_player_that_needs_tables_explains_the_remedy() {
    let watch = Rival::new(["watch", "checkers", "pvs:tables=4,nodes=10", "random"]).run();
    let text = watch.stderr.clone();
    assert!(watch.code() != Some(0), "{watch}");
    let why = "pvs: option tables=4: some checkers:english tablebases with up to 4 pieces are missing from ";
    assert!(text.contains(why), "{text}");
    assert!(text.contains("rival tablebase build checkers:english --pieces 4"), "{text}");
    let none = Rival::new(["watch", "checkers", "pvs:tables=,nodes=10", "random"]).run().exits(2);
    let why = "pvs: option tables can't be \"\": expected one of none, auto, 2, 3, ";
    assert!(none.stderr.contains(why), "{none}");
}

/// White to move wins with two kings against one.
const TWO_KINGS: &str = "W:WK14,K15:BK23";

/// Runs `rival` with these arguments, this input, and the tables in this home folder.
fn rival(home: &Path, arguments: &[&str], input: &str) -> Finished {
    Rival::new(arguments).env("XDG_DATA_HOME", home.join("data")).input(input).run().exits(0)
}

#[test]
fn an_analysis_quotes_tables() {
    let home = scratch();
    drop(tablebase(home.path(), &["build", "checkers", "--pieces", "3", "--distance"]).exits(0));
    let of = |position: &str, rest: &[&str]| {
        let arguments = ["analyze", "checkers", "--position", position, "--depth", "3"];
        rival(home.path(), &[&arguments[..], rest].concat(), "").stdout
    };
    let won = of(TWO_KINGS, &[]);
    let last = won.lines().last().expect("the best move");
    assert!(last.starts_with("Best move for White: ") && last.contains(" (won in "), "{won}");
    assert!(last.ends_with(" by tablebase)"), "{won}");
    let drawn = of("W:WK1:BK32", &["--player", "alpha-beta"]);
    assert!(drawn.ends_with("(drawn by tablebase)\n"), "{drawn}");
    let json = of(TWO_KINGS, &["--json"]);
    let last = json.lines().last().expect("the result");
    let last: serde_json::Value = serde_json::from_str(last).expect("an object");
    assert_eq!(last["table"]["value"], "win", "{json}");
    assert_eq!(last["table"]["plies"], last["win_in"], "{json}");
    let start = of("W:W21-32:B1-12", &["--json"]);
    assert!(!start.contains("\"table\""), "{start}");
}

#[test]
fn hints_and_the_coach_quote_tables() {
    let home = scratch();
    drop(tablebase(home.path(), &["build", "checkers", "--pieces", "3"]).exits(0));
    // The man may step away from the king, or the king may capture it, which leaves no pieces.
    let arguments = ["play", "checkers", "--position", "W:WK18,30:BK3", "--seat", "1=human"];
    let talk = rival(home.path(), &arguments, "hint\ncoach on\n18-14\nquit\n").stdout;
    let quoted: Vec<&str> = talk.lines().filter(|line| line.contains("by tablebase")).collect();
    assert!(quoted.iter().any(|line| line.contains("The best move is ")), "{talk}");
    assert!(quoted.iter().any(|line| line.contains("Coach: ")), "{talk}");
}

#[test]
fn the_first_game_with_a_person_builds_the_small_tables() {
    let home = scratch();
    let arguments = ["play", "checkers", "--seat", "2=pvs:depth=1"];
    let mut terminal = Terminal::start_at_home(home.path(), (24, 80), arguments);
    // Earlier input could get lost among the terminal's answers.
    terminal.shows("Black you");
    let table = home.path().join(".local/share/rival/tables/english/2k-1k.distances");
    wait_for(&table);
    terminal.types("\x03");
    assert_eq!(terminal.finish(), 130);
}

#[test]
fn a_persons_opponents_use_the_existing_tables() {
    let home = scratch();
    let thoughts = |player: &str| {
        let seat = format!("2={player}");
        let arguments =
            ["play", "checkers", "--position", TWO_KINGS, "--seat", &seat, "--thinking"];
        rival(home.path(), &arguments, "quit\n").stdout
    };
    let without = thoughts("pvs:depth=1,tables=none");
    assert!(!without.contains("win in "), "{without}");
    assert!(!home.path().join("data/rival/tables").exists());
    drop(tablebase(home.path(), &["build", "checkers", "--pieces", "3", "--distance"]).exits(0));
    let with = thoughts("pvs:depth=1");
    assert!(with.contains("win in "), "{with}");
    let master = thoughts("level:name=master");
    assert!(master.contains("win in "), "{master}");
    let refused = thoughts("pvs:depth=1,tables=none");
    assert!(!refused.contains("win in "), "{refused}");
}
