//! Files to which a run appends its games.

use std::fs;
use std::path::Path;

use super::support::{arena, output, run};

/// Plays four chess games and writes them to `games.pgn` and `ends.epd`.
fn play(folder: &Path) {
    let mut arguments = vec!["match", "chess", "pvs:name=Ada", "random", "--clock", "1m+1s"];
    arguments.extend(["--nodes", "200", "--pv", "--plies-max", "8", "--pairs", "2", "--seed", "1"]);
    arguments.extend(["--openings", "random:2", "--concurrency", "1", "--out", "out"]);
    run(folder, &[&arguments[..], &FILES].concat(), 0);
}

const FILES: [&str; 4] = ["--games-out", "games.pgn", "--epd-out", "ends.epd"];

fn read(folder: &Path, file: &str) -> String {
    fs::read_to_string(folder.join(file)).unwrap()
}

#[test]
fn each_game_has_its_time_control_its_end_and_the_search_of_each_move() {
    let folder = tempfile::tempdir().unwrap();
    play(folder.path());
    let games = read(folder.path(), "games.pgn");
    for part in [
        "[Event \"out\"]",
        "[White \"Ada\"]",
        "[TimeControl \"60+1\"]",
        "[Termination \"adjudication\"]",
        "[%clk 0:01:0",
        "[%eval ",
        " n=",
        " pv=",
    ] {
        assert!(games.contains(part), "{part}: {games}");
    }
    let evaluation = games.split("[%eval").nth(1).and_then(|rest| rest.split(']').next());
    assert!(evaluation.is_some_and(|text| text.contains(',')), "no depth: {games}");
    assert_eq!(games.matches("[GameId ").count(), 4);
    // The export contains the same games in the planned order.
    let mut exported: Vec<String> = output(arena(folder.path(), &["games", "out"]))
        .split("[Event")
        .map(|game| game.trim().to_owned())
        .collect();
    let mut written: Vec<String> =
        games.split("[Event").map(|game| game.trim().to_owned()).collect();
    exported.sort();
    written.sort();
    assert_eq!(exported, written);
    let ends = read(folder.path(), "ends.epd");
    assert_eq!(ends.lines().count(), 4, "{ends}");
    assert!(ends.lines().all(|line| line.contains(" hmvc ") && line.contains(" id \"")), "{ends}");
    // The final positions can be used as openings.
    let openings =
        ["match", "chess", "random", "greedy", "--openings", "ends.epd", "--plies-max", "2"];
    run(folder.path(), &[&openings[..], &["--out", "next"]].concat(), 0);
    run(folder.path(), &["verify", "out"], 0);
}

#[test]
fn a_truncated_file_is_completed_and_its_other_content_stays() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    play(folder);
    let other = "[Event \"another\"]\n\n1. e4 *";
    for (file, other) in [("games.pgn", other), ("ends.epd", "4k3/8/8/8/8/8/8/4K3 w - -")] {
        let whole = read(folder, file);
        let last =
            whole.trim_end().rfind(if file == "games.pgn" { "[Event" } else { "\n" }).unwrap();
        let mut cuts = vec![0, 1, whole.len() / 3, whole.len() / 2, last, last + 1, whole.len()];
        cuts.extend((last..whole.len()).step_by(97));
        for cut in cuts {
            fs::write(folder.join(file), &whole.as_bytes()[..cut]).unwrap();
            run(folder, &[&["resume", "out"][..], &FILES].concat(), 0);
            assert_eq!(read(folder, file), whole, "{file} cut at {cut}");
        }
        fs::write(folder.join(file), other).unwrap();
        run(folder, &[&["resume", "out"][..], &FILES].concat(), 0);
        assert_eq!(read(folder, file), format!("{other}\n{whole}"));
    }
}

#[test]
fn draughts_are_written_as_pdn() {
    let folder = tempfile::tempdir().unwrap();
    let mut arguments = vec!["match", "checkers", "greedy", "random", "--clock", "10s+0.1s"];
    arguments.extend(["--plies-max", "6", "--out", "out", "--games-out", "games.pdn"]);
    run(folder.path(), &arguments, 0);
    let games = read(folder.path(), "games.pdn");
    assert!(
        games.contains("[GameType \"21\"]") && games.contains("[TimeControl \"10+0.1\"]"),
        "{games}"
    );
    assert_eq!(games.matches("[GameId ").count(), 2, "{games}");
}
