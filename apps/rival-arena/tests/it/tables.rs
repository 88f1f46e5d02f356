//! Runs with tablebase adjudication.

use std::fs;
use std::path::Path;
use std::process::Command;

use tablebase::{
    BuildObserver, BuildOptions, Content, Control, TableInfo, TableProgress, Tablebase,
};

#[cfg(feature = "queue")]
use crate::support::{Process, Server};
use crate::support::{arena, output, run, table};

const COMMAND: &str = "run `rival tablebase build checkers:english --pieces 3`";

struct Silent;

impl BuildObserver for Silent {
    fn on_progress(&mut self, _: TableProgress) -> Control {
        Control::Continue
    }

    fn on_table(&mut self, _: &TableInfo) {}
}

/// Builds the English checkers tablebases with up to three pieces in this home folder.
fn build(home: &Path) {
    let tablebase: &dyn Tablebase = game_catalog::tablebase("checkers").unwrap().unwrap();
    let folder = tablebase.folder_in(&home.join(".local/share/rival/tables"));
    let options =
        BuildOptions { pieces: 3, content: Content::Values, threads: 2, memory_bytes: 1 << 28 };
    tablebase.builder(&folder, options).unwrap().build(&mut Silent).unwrap();
}

/// A match that starts from endgames with three and four pieces.
fn a_match(home: &Path, rest: &[&str]) -> Command {
    fs::write(home.join("endings.txt"), "W:WK14,K15:BK23\nB:W18,K32:B14,K29\n").unwrap();
    let mut command = arena(home, &["match", "checkers", "alpha-beta", "random", "--depth", "2"]);
    command.args(["--pairs", "2", "--openings", "endings.txt", "--seed", "4", "--tables", "3"]);
    command.args(rest);
    command
}

fn journal(home: &Path, out: &str) -> String {
    fs::read_to_string(home.join(out).join("journal.jsonl")).unwrap()
}

#[test]
fn a_run_without_its_tables_does_not_begin() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let refused = a_match(home, &["--out", "out"]).output().unwrap();
    let said = String::from_utf8(refused.stderr).unwrap();
    assert_eq!(refused.status.code(), Some(2), "{said}");
    assert!(said.contains("games can't be adjudicated") && said.contains(COMMAND), "{said}");
    assert!(!home.join("out").exists());
    let text = "game = 'checkers'\npairs = 1\nadjudication = { tables = 3 }\n\
                [[player]]\nplayer = 'greedy'\n[[player]]\nplayer = 'random'\n";
    fs::write(home.join("spring.toml"), text).unwrap();
    let in_file = run(home, &["tournament", "spring.toml", "--out", "out"], 3);
    let said = String::from_utf8(in_file.stderr).unwrap();
    assert!(said.contains("games can't be adjudicated") && said.contains(COMMAND), "{said}");
    let other = run(home, &["match", "tic-tac-toe", "greedy", "random", "--tables", "3"], 2);
    let said = String::from_utf8(other.stderr).unwrap();
    assert!(said.contains("no tablebases for tic-tac-toe:3,3,3"), "{said}");
}

#[test]
fn tablebase_decisions_appear_in_journal_tables_and_json() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    build(home);
    let events = output(a_match(home, &["--out", "out", "--json"]));
    let reason = r#""reason":"adjudicated","detail":"by endgame tables""#;
    assert_eq!(journal(home, "out").matches(reason).count(), 4, "{}", journal(home, "out"));
    assert!(events.contains("by endgame tables"), "{events}");
    let shown = table(home, "out");
    assert!(shown.contains("by endgame tables"), "{shown}");
    drop(run(home, &["verify", "out"], 0));
    let report = fs::read_to_string(home.join("out/report.html")).unwrap();
    assert!(report.contains("by endgame tables"));

    // A tournament file can also request tables, and an extended run still uses them.
    let settings = fs::read_to_string(home.join("out/tournament.toml")).unwrap();
    assert!(settings.contains("tables = 3"), "{settings}");
    fs::write(home.join("same.toml"), settings.replace("pairs = 2", "pairs = 1")).unwrap();
    drop(run(home, &["tournament", "same.toml", "--out", "same"], 0));
    drop(run(home, &["resume", "same", "--pairs", "2"], 0));
    assert_eq!(journal(home, "same").matches(reason).count(), 4);

    // Without the tables, the program neither plays nor verifies.
    fs::remove_dir_all(home.join(".local/share/rival/tables")).unwrap();
    for command in [&["resume", "same", "--pairs", "3"][..], &["verify", "same"]] {
        let said = String::from_utf8(run(home, command, 3).stderr).unwrap();
        assert!(said.contains(COMMAND), "{said}");
    }
    assert!(table(home, "same").contains("by endgame tables"));
}

/// Warnings from creating players appear once, before the first game.
#[test]
fn an_unusable_file_is_named_at_the_start() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    build(home);
    let file = home.join(".local/share/rival/tables/english/1k-1k.values");
    fs::write(&file, "something else").unwrap();
    let players = ["match", "checkers", "pvs:tables=auto,depth=1", "random"];
    let done = run(home, &[&players[..], &["--pairs", "1", "--out", "out"]].concat(), 0);
    let said = String::from_utf8(done.stderr).unwrap();
    let why = "is not a Rival tablebase; rebuilding it";
    assert!(said.starts_with(&format!("warning: {} {why}\nseed ", file.display())), "{said}");
    assert_eq!(said.matches("1k-1k.values").count(), 1, "{said}");
}

#[cfg(feature = "queue")]
#[test]
fn a_worker_without_the_tables_refuses_the_run() {
    let [with, without] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let (with, without) = (with.path(), without.path());
    build(with);
    let server = Server::start(with);
    let worker = |home, name| {
        let url = server.url();
        let arguments = ["worker", &url, "--concurrency", "1", "--name", name];
        Process::start(arena(home, &arguments))
    };
    let mut poor = worker(without, "poor");
    let mut scheduler = Process::start(a_match(with, &["--out", "out", "--queue", &server.url()]));
    poor.read_messages(COMMAND);
    scheduler.read_messages("the worker poor plays no games: games can't be adjudicated");
    let _rich = worker(with, "rich");
    scheduler.end_well();
    let journal = journal(with, "out");
    assert_eq!(journal.matches("by endgame tables").count(), 4, "{journal}");
}
