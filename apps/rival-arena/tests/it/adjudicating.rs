//! Tests adjudication rules that are set on the command line and in a file.

use std::fs;

use integration_tests::{uci_script, write_script};

use super::support::{run, table};

#[test]
fn adjudication_is_set_on_the_command_line_and_in_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let rules = "{ draw = { score = 0.1, moves = 8, after = 40, resets = true }, win = { score = 5, moves = 4 }, \
        resign = { score = 6, moves = 3 }, plies_max = 20 }";
    let file = format!(
        "game = 'chess'\nopenings = 'start'\nseed = 1\nadjudication = {rules}\n\
         [[player]]\nplayer = 'greedy'\n[[player]]\nplayer = 'random'\n"
    );
    fs::write(folder.join("run.toml"), file).unwrap();
    run(folder, &["tournament", "run.toml", "--out", "file"], 0);
    let arguments = [
        "match",
        "chess",
        "greedy",
        "random",
        "--openings",
        "start",
        "--seed",
        "1",
        "--draw",
        "0.1,8,40",
        "--draw-resets",
        "--win",
        "5,4",
        "--resign",
        "6,3",
        "--plies-max",
        "20",
        "--out",
        "line",
    ];
    run(folder, &arguments, 0);
    let settings =
        |out: &str| fs::read_to_string(folder.join(out).join("tournament.toml")).unwrap();
    assert_eq!(settings("line"), settings("file"));
    run(folder, &["verify", "line"], 0);
}

#[test]
fn an_engine_that_sees_its_loss_resigns_without_the_opponents_scores() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let script = uci_script("", "echo info depth 1 score cp -900");
    write_script(&folder.join("engine.sh"), &script, 0o755);
    let mut arguments = vec!["match", "chess", "engine:uci:./engine.sh", "random"];
    arguments.extend(["--openings", "start", "--resign", "5,1", "--out", "out"]);
    run(folder, &arguments, 0);
    let tables = table(folder, "out");
    assert!(tables.contains("the loser sees its loss"), "{tables}");
    run(folder, &["verify", "out"], 0);
}
