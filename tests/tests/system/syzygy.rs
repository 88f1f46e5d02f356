//! Syzygy tables for chess on the command line.

use std::fs;
use std::path::{Path, PathBuf};

use integration_tests::{Finished, Rival, scratch};

/// The folder with the three-piece tables.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/games/chess/tablebase/tests/syzygy")
}

fn tablebase(folder: &Path, arguments: &[&str]) -> Finished {
    let folder = folder.display().to_string();
    Rival::new(["tablebase"].iter().chain(arguments).chain(&["--folder", &folder])).run()
}

const WON: &str = "8/8/8/3k4/8/8/8/KQ6 w - - 0 1";

#[test]
fn a_folder_of_files_is_listed_shown_and_verified() {
    let listed = tablebase(&folder(), &["list", "chess"]).exits(0);
    assert!(listed.stdout.starts_with("chess: 5 tables, all with up to 3 pieces, "), "{listed}");
    assert!(listed.stdout.contains("\n  KQvK        values and distances, 5.5 KiB\n"), "{listed}");
    let shown = tablebase(&folder(), &["show", "chess", WON]).exits(0);
    let begin = "win (17 plies to the next irreversible move)\n";
    assert!(shown.stdout.starts_with(begin), "{shown}");
    let last = shown.stdout.lines().last().unwrap_or_default();
    assert!(last.ends_with("  draw"), "{shown}");
    let verified = tablebase(&folder(), &["verify", "chess", "--samples", "300"]).exits(0);
    assert!(verified.stdout.ends_with(" positions checked, 0 wrong\n"), "{verified}");
}

#[test]
fn positions_are_read_from_standard_input() {
    let lines = format!("{WON}\n8/8/8/3k4/8/8/8/K7 w - - 0 1\n8/8/8/3q4/8/8/7k/K7 w - - 0 1\n");
    let folder = folder().display().to_string();
    let show = ["tablebase", "show", "chess", "-", "--folder", &folder];
    let run = Rival::new(show).input(lines).run().exits(0);
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert_eq!(lines[..2], ["win (17 plies to the next irreversible move)", "draw"], "{run}");
    assert!(lines.len() == 3 && lines[2].starts_with("loss ("), "{run}");
    let wrong = Rival::new(show).input("nonsense\n").run().exits(3);
    assert_eq!(wrong.stdout, "");
}

#[test]
fn damaged_and_missing_files_are_named() {
    let home = scratch();
    let own = home.path().join("chess");
    let missing = tablebase(home.path(), &["show", "chess", WON]).exits(3);
    let why = format!(
        "no tablebases for chess in {}; download Syzygy files (.rtbw and .rtbz) into it\n",
        own.display()
    );
    assert!(missing.stderr.ends_with(&why), "{missing}");
    fs::create_dir(&own).expect("it can be made");
    let bytes = fs::read(folder().join("KQvK.rtbw")).expect("it exists");
    let file = own.join("KQvK.rtbw");
    fs::write(&file, &bytes[..bytes.len() - 64]).expect("it can be written");
    let damaged = tablebase(home.path(), &["show", "chess", WON]).exits(3);
    let why = format!("{} is damaged (it is truncated); download it again\n", file.display());
    assert!(damaged.stderr.contains(&why), "{damaged}");
}

#[test]
fn engines_have_the_standard_option() {
    let commands = format!(
        "uci\\nsetoption name SyzygyPath value {}\\nposition fen {WON}\\ngo depth 4\\n",
        folder().display()
    );
    // The end of input would stop the search.
    let talk = format!(
        "coproc ENGINE {{ rival engine chess; }}; printf '{commands}' >&\"${{ENGINE[1]}}\"; \
        while read -r line; do echo \"$line\"; [[ $line == bestmove* ]] && break; done <&\"${{ENGINE[0]}}\"; \
        echo quit >&\"${{ENGINE[1]}}\"; wait"
    );
    let run = Rival::shell(&talk).run().exits(0);
    let declared = "option name SyzygyPath type string default <empty>\n";
    assert!(run.stdout.contains(declared), "{run}");
    let mut scores = run.stdout.lines().filter_map(|line| line.split(" score cp ").nth(1));
    let last = scores.next_back().and_then(|score| score.split(' ').next()?.parse::<i32>().ok());
    assert!(last.is_some_and(|score| score >= 10_000), "{run}");
}
