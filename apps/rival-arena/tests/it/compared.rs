//! Tests the documentation page that compares Rival's options with other match managers' options.

use std::fs;
use std::path::Path;

use integration_tests::{uci_script, write_script};

use super::support::run;

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/operator/compared.md");

/// An XBoard engine that resigns.
const XBOARD: &str = "#!/bin/sh\nwhile read -r line; do\n  case $line in\n    protover*) echo 'feature ping=1 usermove=1 done=1';;\n\
    ping*) echo \"pong ${line#ping }\";;\n    go|usermove*) echo resign;;\n    quit) exit;;\n  esac\ndone\n";

/// The code spans in a table cell.
fn codes(cell: &str) -> impl Iterator<Item = &str> {
    cell.split('`').skip(1).step_by(2)
}

fn prepare(folder: &Path) {
    let script = uci_script("", "").replace(
        "uci) echo uciok;;",
        "uci) echo 'option name Hash type spin default 1 min 1 max 9'; echo uciok;;",
    );
    write_script(&folder.join("engine.sh"), &script, 0o755);
    write_script(&folder.join("xboard.sh"), XBOARD, 0o755);
    fs::create_dir(folder.join("place")).unwrap();
    let book = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n4k3/4p3/8/8/8/8/8/4K3 w - - 0 1\n";
    fs::write(folder.join("book.epd"), book).unwrap();
    fs::write(folder.join("games.pgn"), "[Event \"x\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 *\n").unwrap();
}

#[test]
fn each_option_on_the_page_works_or_is_marked_as_absent() {
    let page = fs::read_to_string(PAGE).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    prepare(folder);
    let (mut count, mut rows) = (0, 0);
    for line in
        page.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| fastchess"))
    {
        let cell = line.trim_end_matches(" |").rsplit(" | ").next().unwrap();
        rows += 1;
        assert!(cell.len() > 3, "a reason or an option is missing: {line}");
        for code in codes(cell) {
            count += 1;
            let out = format!("out{count}");
            if let Some(command) = code.strip_prefix("rival-arena ") {
                run(
                    folder,
                    &command.split(' ').collect::<Vec<_>>(),
                    if command.contains("sprt") { 11 } else { 0 },
                );
                continue;
            }
            let (engine, options) = match code.as_bytes() {
                [b'?', ..] => (format!("engine:uci:./engine.sh{code}"), Vec::new()),
                [b'-', b'-', ..] => ("engine:uci:./engine.sh".into(), code.split(' ').collect()),
                _ => continue,
            };
            // `--tables` has its own tests, and every test uses `--seed`.
            if ["--tables 4", "--seed"].contains(&code) {
                continue;
            }
            let mut arguments = vec!["match", "chess", &engine, "random", "--out", &out];
            arguments.extend(options);
            let is_given = |option: &str| code.contains(option);
            if !is_given("--plies-max") {
                arguments.extend(["--plies-max", "2"]);
            }
            if !is_given("--openings") {
                arguments.extend(["--openings", "start"]);
            }
            if is_given("--plies-max") {
                arguments.extend(["--resign", "0,1", "--draw", "100,1,1"]);
            }
            run(folder, &arguments, 0);
        }
    }
    assert!(rows > 40 && count > 50, "{rows} rows, {count} options");
}
