//! Tests invalid input: each fault has its exit code and a one-line message with the remedy.

use std::fs;

use integration_tests::{Finished, Rival, scratch};

/// Checks that `arguments` exit with `code`, and that standard error consists of one line with all of `words`.
fn check(arguments: &[&str], code: i32, words: &[&str]) {
    check_finished(&Rival::new(arguments).run().exits(code), words);
}

fn check_finished(finished: &Finished, words: &[&str]) {
    assert_eq!(finished.stdout, "", "the result of a fault is nothing: {finished}");
    assert_eq!(finished.stderr.lines().count(), 1, "one line: {finished}");
    for word in words {
        assert!(finished.stderr.contains(word), "no \"{word}\": {finished}");
    }
}

#[test]
fn unknown_commands_and_options_are_a_usage_error() {
    check(&["mvoes", "checkers"], 2, &["mvoes", "moves"]);
    check(&["moves", "checkers", "--jsn"], 2, &["--jsn", "--json"]);
    check(&["perft", "checkers", "many"], 2, &["many"]);
    check(&["perft", "checkers", "-1"], 2, &["-1"]);
    check(&["moves"], 2, &["GAME"]);
    check(&["watch", "checkers", "random", "random", "--time", "soon"], 2, &["soon"]);
    check(
        &["play", "checkers", "--time", "1m+1s"],
        2,
        &["for a clock use --clock (see rival play --help)\n"],
    );
    check(&["--foo"], 2, &["rival: unexpected argument '--foo' found (see rival --help)\n"]);
    check(&["book", "build", "checkers", "--foo"], 2, &["(see rival book build --help)\n"]);
}

/// Skipped on computers with enough memory for such a table.
#[test]
fn a_table_too_large_for_the_memory_is_a_usage_error() {
    let memory = fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let total = memory.lines().find_map(|line| line.strip_prefix("MemTotal:"));
    let kilobytes = total.and_then(|total| total.split_whitespace().next()?.parse().ok());
    if kilobytes.is_some_and(|kilobytes: u64| kilobytes < 80_000_000) {
        let words =
            ["pvs: option hash can't be \"65536\"", "three quarters of this computer's memory"];
        check(&["watch", "checkers", "pvs:hash=65536", "random"], 2, &words);
    }
}

#[test]
fn an_unknown_game_or_variant_is_usage_and_the_nearest_is_suggested() {
    check(&["perft", "chekers", "3"], 2, &["chekers", "did you mean checkers?"]);
    check(&["moves", "checkers:englsh"], 2, &["englsh", "did you mean english?"]);
    check(&["moves", "zzz"], 2, &["zzz", "checkers", "tic-tac-toe"]);
    check(&["moves", "tic-tac-toe:0,0,0"], 2, &["0,0,0"]);
    check(&["moves", "tic-tac-toe:999999999999,1,1"], 2, &["999999999999"]);
}

#[test]
fn very_long_names_are_cut_and_control_characters_are_shown() {
    let name = "x".repeat(100_000);
    for arguments in [
        &["moves", &name][..],
        &["moves", "checkers", "--position", &name],
        &["moves", "checkers", "--after", &name],
        &["watch", "checkers", &name, "random"],
        &["watch", "checkers", "random", "random", "--time", &name],
        &["replay", &name],
        &[&name],
    ] {
        let finished = Rival::new(arguments).run();
        assert!(finished.stderr.len() < 1_000, "{finished}");
        assert_eq!(finished.stderr.lines().count(), 1, "{finished}");
    }
    check(&["moves", "\u{1b}[31mred"], 2, &["rival: there is no game \"\\u{1b}[31mred\": "]);
}

#[test]
fn a_comparisons_game_is_checked_first() {
    for rest in [&["--games", "2", "a", "b"][..], &["a", "b"], &[]] {
        let arguments = [&["compare", "nosuch"], rest].concat();
        check(&arguments, 2, &["rival: there is no game \"nosuch\": "]);
    }
    let arguments = ["compare", "tic-tac-toe", "nosuch", "random", "--games", "2"];
    check(&arguments, 2, &["rival: there is no player \"nosuch\": "]);
}

#[test]
fn an_unknown_player_or_option_is_usage_and_the_nearest_is_suggested() {
    check(&["watch", "checkers", "randm", "random"], 2, &["randm", "did you mean random?"]);
    check(
        &["watch", "checkers", "alpha-beta:dept=2", "random"],
        2,
        &["dept", "did you mean depth?"],
    );
    check(
        &["watch", "checkers", "alpha-beta:depth=deep", "random"],
        2,
        &["depth", "deep", "whole number"],
    );
    check(&["watch", "checkers", "alpha-beta:depth", "random"], 2, &["depth", "NAME=VALUE"]);
    check(
        &["watch", "checkers", "minmal/first", "random"],
        2,
        &["rival: unknown plugin \"minmal\": did you mean minimal?\n"],
    );
    check(
        &["watch", "checkers", "minimal", "random"],
        2,
        &["rival: there is no player \"minimal\": did you mean minimal/first?\n"],
    );
}

#[test]
fn a_game_needs_as_many_players_as_it_has_seats() {
    check(&["watch", "checkers", "random"], 2, &["2"]);
    check(&["watch", "checkers", "random", "random", "random"], 2, &["2"]);
    check(&["play", "checkers", "--seat", "3=random"], 2, &["3"]);
}

#[test]
fn a_malformed_position_is_bad_input_and_the_place_is_named() {
    check(&["moves", "checkers", "--position", "B:W99:B1"], 3, &["B:W99:B1", "column 4"]);
    check(&["moves", "checkers", "--position", ""], 3, &["position", "column 1"]);
    check(&["perft", "checkers", "3", "--position", "W:W1:Bé"], 3, &["W:W1:Bé", "column 7"]);
    check(&["moves", "tic-tac-toe", "--position", "what?"], 3, &["what?"]);
}

#[test]
fn a_malformed_or_illegal_move_is_bad_input_and_the_rule_is_named() {
    check(&["moves", "checkers", "--after", "11-15 22-18 eleven"], 3, &["eleven"]);
    check(&["moves", "checkers", "--after", "11-15 22-18 10-14"], 3, &["10-14", "15x22"]);
    check(&["moves", "tic-tac-toe", "--after", "11-15"], 3, &["11-15"]);
}

#[test]
fn files_other_than_records_are_bad_input() {
    let folder = scratch();
    let file = folder.path().join("match");
    let path = file.to_str().expect("the path is text");
    check(&["replay", path], 3, &[path]);
    for content in ["", "hello", "game = \"checkers:english\"\nmoves = [1, 2]", "\u{0}\u{1}"] {
        fs::write(&file, content).expect("the scratch folder can be written");
        check(&["replay", path], 3, &[path]);
        check(&["play", "--resume", path], 3, &[path]);
    }
    check(&["replay", folder.path().to_str().expect("the path is text")], 3, &[]);
}

#[test]
fn a_record_that_cannot_be_saved_is_a_failure_before_the_match() {
    for command in [&["watch", "tic-tac-toe", "random", "random"][..], &["play", "checkers"]] {
        let arguments = [command, &["--save", "no/such/match"]].concat();
        check(&arguments, 1, &["rival: can't write no/such/match: no/such is not a folder\n"]);
    }
}

#[test]
fn a_closed_output_is_not_a_failure() {
    for command in ["watch checkers random random --seed 1", "games", "perft checkers 3 --divide"] {
        let line = format!("set +o pipefail; rival {command} | head -n 1");
        let finished = Rival::shell(&line).run().exits(0);
        assert_eq!(finished.stdout.lines().count(), 1, "{finished}");
        assert_eq!(finished.stderr, "");
    }
}

#[test]
fn a_match_ends_when_its_output_is_closed() {
    let quit = "printf '11-15\\nquit\\n' | rival play checkers --plain | head -n 1";
    let _ = Rival::shell(&format!("set +o pipefail; {quit}")).run().exits(0);
    // The input stays open but contains no more text.
    for command in ["play checkers --plain", "play checkers --words", "analyze checkers"] {
        let folder = scratch();
        let line = format!(
            "set +o pipefail; mkfifo input; exec 3<>input; rival {command} <&3 | head -n 1"
        );
        let _ = Rival::shell(&line).dir(folder.path()).run().exits(0);
    }
}

/// Checks what `rival games` prints in a folder with this `rival.toml`.
fn check_configuration(text: &str, expected: &str) {
    let folder = scratch();
    fs::write(folder.path().join("rival.toml"), text).expect("the scratch folder can be written");
    let finished = Rival::new(["games"]).dir(folder.path()).run().exits(3);
    check_finished(&finished, &[&format!("rival: rival.toml: {expected}\n")]);
}

#[test]
fn errors_in_the_configuration_are_reported_with_their_place() {
    check_configuration(
        "[defaults]\ntme = '5s'\n",
        "line 2, column 1: unknown field `tme`, expected one of `game`, `opponent`, `time`",
    );
    check_configuration(
        "[defaults]\ngame = 'chekers'\n",
        "line 2, column 8: there is no game \"chekers\": did you mean checkers?",
    );
    check(
        &["games", "--config", "none.toml"],
        3,
        &[
            "rival: can't read the configuration none.toml: No such file or directory (os error 2)\n",
        ],
    );
}

#[test]
fn a_player_named_in_the_configuration_works_like_any_other() {
    let folder = scratch();
    let text = "[players.patient]\nplayer = 'alpha-beta'\noptions = { depth = 3 }\n";
    fs::write(folder.path().join("rival.toml"), text).expect("the scratch folder can be written");
    let watch =
        |player| Rival::new(["watch", "tic-tac-toe", player, "random"]).dir(folder.path()).run();
    let heading = |player| watch(player).exits(0).stdout.lines().next().map(str::to_owned);
    let named = |name| Some(format!("tic-tac-toe:3,3,3: X ({name}) against O (random)"));
    assert_eq!(heading("patient"), named("alpha-beta 3"));
    assert_eq!(heading("patient:depth=2"), named("alpha-beta 2"));
    check_finished(
        &watch("patent").exits(2),
        &["rival: there is no player \"patent\": did you mean patient?\n"],
    );
}

/// Checks what `rival play tic-tac-toe` prints with these arguments in a folder with this `rival.toml`.
fn check_configured_players(text: &str, arguments: &[&str], expected: &str) {
    let folder = scratch();
    fs::write(folder.path().join("rival.toml"), text).expect("the scratch folder can be written");
    let play = Rival::new(["play", "tic-tac-toe"].iter().chain(arguments)).dir(folder.path());
    check_finished(&play.run().exits(3), &[&format!("rival: rival.toml: {expected}\n")]);
}

#[test]
fn an_invalid_player_in_the_configuration_is_named_with_its_key() {
    check_configured_players(
        "[defaults]\nopponent = 'randm'",
        &[],
        "defaults.opponent: there is no player \"randm\": did you mean random?",
    );
    check_configured_players(
        "[players.mine]\nplayer = 'randm'",
        &["--seat", "2=mine"],
        "players.mine: there is no player \"randm\": did you mean random?",
    );
    check_configured_players(
        "[players.mine]\nplayer = 'alpha-beta'\noptions = { dept = 3 }",
        &["--seat", "2=mine"],
        "players.mine: alpha-beta has no option \"dept\": did you mean depth?",
    );
    check_configured_players(
        "[defaults]\nopponent = 'mine'\n[players.mine]\nplayer = 'mine'",
        &[],
        "defaults.opponent: rival.toml: players.mine refers to itself",
    );
    check_configured_players(
        "[players.a]\nplayer = 'b'\n[players.b]\nplayer = 'a'",
        &["--seat", "2=a"],
        "players.a refers to itself",
    );
}

/// An invalid option is a fault in the command line or in the file that contains the option, whatever the command.
#[test]
fn an_unusable_player_option_has_the_same_exit_code_everywhere() {
    let folder = scratch();
    let write = |file: &str, text: &str| {
        fs::write(folder.path().join(file), text).expect("the scratch folder can be written");
    };
    let book = "pvs: option book=bad.book: bad.book is not a Rival opening book; ";
    let time = "greedy: time=soon: malformed time \"soon\": ";
    let check = |line: &str, code: i32, said: &str| {
        let mut words = line.split(' ');
        let program = words.next().unwrap_or_default();
        let run = if program == "rival" { Rival::new(words) } else { Rival::arena(words) };
        let finished = run.dir(folder.path()).run().exits(code);
        check_finished(&finished, &[&format!("{program}: {said}")]);
    };
    write("bad.book", "no book");
    for line in [
        "rival play checkers --plain --seat 2=pvs:book=bad.book",
        "rival watch checkers pvs:book=bad.book random",
        "rival compare checkers pvs:book=bad.book random --games 2",
        "rival analyze checkers --depth 1 --player pvs:book=bad.book",
        "rival engine checkers --player pvs --option book=bad.book",
    ] {
        check(line, 2, book);
    }
    // A run stores absolute file paths, so it can be resumed from any folder.
    let file = folder.path().join("bad.book");
    let file = file.display();
    let absolute = format!("pvs: option book={file}: {file} is not a Rival opening book; ");
    check("rival-arena match checkers pvs:book=bad.book random --pairs 1", 2, &absolute);
    check("rival-arena match checkers greedy:time=soon random --pairs 1", 2, time);
    write(
        "rival.toml",
        "[players.late]\nplayer = 'greedy'\noptions = { time = 'soon' }\n\
         [players.mine]\nplayer = 'pvs'\noptions = { book = 'bad.book' }\n",
    );
    let in_configuration = format!("rival.toml: players.mine: {book}");
    for line in ["rival play checkers --plain --seat 2=mine", "rival engine checkers --player mine"]
    {
        check(line, 3, &in_configuration);
    }
    let in_configuration = format!("rival.toml: players.mine: {absolute}");
    check("rival-arena match checkers mine random --pairs 1", 3, &in_configuration);
    let in_configuration = format!("rival.toml: players.late: {time}");
    check("rival-arena match checkers late random --pairs 1", 3, &in_configuration);
    // Options after the name are user input, too.
    check("rival engine checkers --player late --option time=soon", 2, "greedy has no option");
    check("rival play checkers --plain --seat 2=mine:depth=1", 2, book);
    for (player, why) in [("pvs:book=bad.book", absolute.as_str()), ("greedy:time=soon", time)] {
        let players = format!("[[player]]\nplayer = '{player}'\n[[player]]\nplayer = 'random'\n");
        write("spring.toml", &format!("game = 'checkers'\npairs = 1\n{players}"));
        let in_file = format!("spring.toml: line 4: {why}");
        check("rival-arena tournament spring.toml", 3, &in_file);
    }
}

#[test]
fn meaningless_limits_are_a_usage_error() {
    check(&["compare", "tic-tac-toe", "--depth", "0"], 2, &["'0'", "0 is not from 1 to 100"]);
    check(&["compare", "tic-tac-toe", "--depth", "3", "--openings", "2"], 2, &["--games <N>"]);
    check(
        &["compare", "tic-tac-toe", "random", "random", "--games", "2", "--openings", "10"],
        2,
        &["no balanced tic-tac-toe:3,3,3 position after 10 random plies"],
    );
    check(
        &["watch", "checkers", "random", "random", "--time", "0s"],
        2,
        &["malformed time \"0s\""],
    );
    check(&["watch", "checkers", "random", "random", "--seed", "-1"], 2, &["-1"]);
    check(
        &["compare", "tic-tac-toe", "--depth", "3", "--evaluator", "lins"],
        2,
        &["evaluator \"lins\": did you mean lines?\n"],
    );
}

#[test]
fn the_log_is_written_on_request_and_not_to_standard_output() {
    let folder = scratch();
    let arguments = ["watch", "tic-tac-toe", "random", "random", "--seed", "7"];
    let quiet = Rival::new(arguments).run().exits(0);
    assert_eq!(quiet.stderr, "");
    let loud = Rival::new(arguments).env("RIVAL_LOG", "debug").run().exits(0);
    assert!(loud.stderr.contains("match started"), "{loud}");
    assert_eq!(loud.stdout, quiet.stdout);
    let filed = Rival::new(arguments.iter().chain(&["--log", "log"])).dir(folder.path());
    assert_eq!(filed.run().exits(0).stderr, "");
    let log = fs::read_to_string(folder.path().join("log")).expect("the log was written");
    assert!(log.contains("match ended"), "{log}");
    let wrong = Rival::new(["games"]).env("RIVAL_LOG", "rival=lots").run().exits(2);
    check_finished(&wrong, &["rival: RIVAL_LOG can't be \"rival=lots\": "]);
}

#[cfg(unix)]
#[test]
fn arguments_that_are_not_text_are_a_usage_error() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let finished =
        Rival::new([OsStr::new("moves"), OsStr::from_bytes(b"check\xffers")]).run().exits(2);
    assert!(!finished.stderr.contains("panicked"), "{finished}");
}
