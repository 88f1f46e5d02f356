//! The commands on pages work.
//!
//! Bash runs every line of a fenced `sh` block and expects success. The block runs in an empty folder that is also its
//! home, with `rival` on the path and empty standard input. Each page has its own folder, so a line can use files from
//! earlier lines. A `cd DIR` line applies to the lines after it. A project that a page creates is built without a
//! network as a member of the tree's workspace, so cargo doesn't build the tree's crates a second time. An earlier
//! check ensures that the project is complete without the workspace. A `rust` block that begins with a path in a
//! comment, such as `// src/rules.rs`, becomes that file unless it quotes a file from the tree. Text that is not a
//! command belongs in a `text` block.

use std::env;
use std::fs;
use std::num::NonZeroUsize;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread::{self, ScopedJoinHandle};
use std::time::Duration;

use integration_tests::{Page, Rival, assert_none, pages, program, root, scratch};
use tempfile::TempDir;
use toml::{Table, Value};

/// The command that starts the program in a checkout. Tests replace the command with the built program.
const FROM_CHECKOUT: &str = "cargo run --release";

/// The time limit for a command. Cargo may have to build a project with all its dependencies while other pages'
/// commands run.
const TIME_MAX: Duration = Duration::from_mins(20);

/// Environment variables of the tester's cargo that affect whether its builds can be reused.
const SETTINGS: [&str; 2] = ["CARGO_INCREMENTAL", "RUSTFLAGS"];

/// Prefixes of commands that only run in a page's own project, each with the reason.
const NOT_RUN: &[(&str, &str)] = &[
    ("git clone ", "asks the network for what the tester already has"),
    ("cd rival", "follows git clone"),
    ("tests/run", "runs this very test"),
    ("cargo build", "tests/run has just built the tree"),
    ("cargo test", "tests/run runs all tests"),
    ("cargo bench", "measures for minutes"),
];

/// A step shown on a page.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Step {
    /// A command and its line number.
    Run { line: usize, command: String },
    /// A project file to write.
    Write { path: String, text: String },
}

/// The steps in the fenced `sh` and `rust` blocks of `text`.
fn steps(text: &str) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut lines = (1..).zip(text.lines());
    while let Some((_, fence)) = lines.next() {
        let Some(language) = fence.trim().strip_prefix("```") else { continue };
        let block: Vec<(usize, &str)> =
            lines.by_ref().take_while(|(_, line)| !line.trim().starts_with("```")).collect();
        match language {
            "sh" | "bash" | "console" => steps.extend(commands(&block)),
            "rust" => steps.extend(file(&block)),
            _ => {}
        }
    }
    steps
}

/// The commands in a block. A backslash at the end of a line joins it with the next line.
fn commands(block: &[(usize, &str)]) -> Vec<Step> {
    let mut found: Vec<(usize, String)> = Vec::new();
    let mut open = false;
    for &(line, content) in block {
        let content = content.trim();
        if content.is_empty() || content.starts_with('#') {
            continue;
        }
        let part = content.trim_end_matches('\\').trim_end();
        match found.last_mut() {
            Some((_, last)) if open => last.extend([" ", part]),
            _ => found.push((line, part.into())),
        }
        open = content.ends_with('\\');
    }
    found.into_iter().map(|(line, command)| Step::Run { line, command }).collect()
}

/// The file shown in a block, if the block begins with a path and doesn't quote the tree.
fn file(block: &[(usize, &str)]) -> Option<Step> {
    let ((_, first), rest) = block.split_first()?;
    let path = first.strip_prefix("// ").filter(|path| !path.starts_with("crates/"))?;
    Path::new(path).extension().filter(|extension| *extension == "rs")?;
    let text = rest.iter().flat_map(|(_, line)| [*line, "\n"]).collect();
    Some(Step::Write { path: path.into(), text })
}

/// The command to run for a displayed command, or `None` if [`NOT_RUN`] excludes it.
fn runnable(command: &str) -> Option<String> {
    if NOT_RUN.iter().any(|(beginning, _)| command.starts_with(beginning)) {
        return None;
    }
    Some(match command.strip_prefix(FROM_CHECKOUT) {
        Some(rest) => format!("rival{}", rest.strip_prefix(" --").unwrap_or(rest)),
        None => command.into(),
    })
}

/// The command with the profile of the tree's build instead of the users' profile.
fn as_built(command: &str) -> String {
    if program().plugins.ends_with("release") {
        return command.into();
    }
    command.replace(" --release", "").replace("target/release", "target/debug")
}

/// The failing commands on `page`.
fn failures(page: &Page) -> Vec<String> {
    let (home, checkout) = (scratch(), Checkout::new());
    let run = |command: &str, folder: &Path| {
        let run = Rival::shell(command).dir(folder).within(TIME_MAX);
        with_cargo(run.env("HOME", home.path()).env("RIVAL_SDK", checkout.0.path())).run()
    };
    let mut folder = home.path().to_owned();
    let mut failed = Vec::new();
    for step in steps(&page.text) {
        let (line, command) = match step {
            Step::Run { line, command } => (line, command),
            Step::Write { path, text } => {
                fs::write(folder.join(path), text).expect("a project has a folder for its file");
                continue;
            }
        };
        let is_project = folder.join("Cargo.toml").is_file();
        let runnable = if is_project { Some(as_built(&command)) } else { runnable(&command) };
        let Some(command) = runnable else { continue };
        let entered = command.strip_prefix("cd ").map(|name| folder.join(name));
        let finished = match entered {
            None => run(&command, &folder),
            Some(entered) => {
                folder = entered.canonicalize().expect("a page changes to a folder that is there");
                if !folder.join("Cargo.toml").is_file() {
                    continue;
                }
                let alone = run("cargo tree --depth 0", &folder);
                checkout.add(&folder);
                alone
            }
        };
        if finished.code() != Some(0) {
            failed.push(format!("{}:{line}: {finished}", page.path));
        }
    }
    failed
}

/// A separate workspace with links to the tree's crates. Cargo identifies crates by their paths in their workspace, so
/// a project added here reuses the crates built for the tree.
struct Checkout(TempDir);

impl Checkout {
    fn new() -> Self {
        let checkout = scratch();
        for entry in fs::read_dir(root()).expect("the tree can be listed") {
            let entry = entry.expect("the tree can be listed");
            let (from, to) = (entry.path(), checkout.path().join(entry.file_name()));
            if from.is_file() {
                fs::copy(from, to).expect("a file of the tree can be copied");
            } else if !from.ends_with("target") {
                symlink(from, to).expect("a link can be made");
            }
        }
        Self(checkout)
    }

    /// Makes the project in `folder` a member of this workspace instead of its own workspace, with the features of the
    /// tests' own build.
    fn add(&self, folder: &Path) {
        edit(&self.0.path().join("Cargo.toml"), |manifest| {
            let members = manifest["workspace"]["members"].as_array_mut();
            members.expect("the tree's manifest lists its members").push(text(folder));
        });
        edit(&folder.join("Cargo.toml"), |manifest| {
            manifest.remove("workspace");
            let package = manifest["package"].as_table_mut().expect("a project is a package");
            package.insert("workspace".into(), text(self.0.path()));
            let mut features = Table::new();
            features
                .insert("path".into(), text(&self.0.path().join("crates/support/workspace-hack")));
            features.insert("features".into(), vec!["tests"].into());
            let dependencies = manifest["dependencies"].as_table_mut();
            let dependencies = dependencies.expect("a project depends on Rival");
            dependencies.insert("workspace-hack".into(), features.into());
        });
    }
}

/// A path as a manifest value.
fn text(path: &Path) -> Value {
    path.to_str().expect("a scratch folder has a name in UTF-8").into()
}

/// Changes a manifest.
fn edit(file: &Path, change: impl FnOnce(&mut Table)) {
    let manifest = fs::read_to_string(file).expect("a manifest can be read");
    let mut manifest: Table = manifest.parse().expect("a manifest is TOML");
    change(&mut manifest);
    fs::write(file, manifest.to_string()).expect("a manifest can be written");
}

/// Uses the tester's cargo with its downloads and settings, without a network. Intermediate files go to the tree's
/// target folder, and final artifacts to each project's own target folder.
fn with_cargo(run: Rival) -> Rival {
    let home = env::home_dir().expect("a tester has a home");
    let known = [("CARGO_HOME", ".cargo"), ("RUSTUP_HOME", ".rustup")];
    let run = known.into_iter().fold(run, |run, (name, folder)| {
        run.env(name, env::var_os(name).unwrap_or_else(|| home.join(folder).into()))
    });
    let run = SETTINGS.iter().fold(run, |run, name| match env::var_os(name) {
        Some(value) => run.env(name, value),
        None => run,
    });
    let built = program().plugins.parent().expect("the folder of a profile has a parent");
    let run = run.env("CARGO_NET_OFFLINE", "true").env("CARGO_BUILD_BUILD_DIR", built);
    run.env("CARGO_TARGET_DIR", "target")
}

#[test]
fn the_commands_on_pages_work() {
    let shows = |page: &&Page| {
        page.path == "README.md" || (page.path.starts_with("docs/") && page.is("md"))
    };
    let pages: Vec<&Page> = pages().iter().filter(shows).collect();
    assert_none("Each command that a page shows succeeds.", &failures_of(&pages));
}

/// The failing commands on these pages. Several pages run at a time, because most commands wait more than they compute.
fn failures_of(pages: &[&Page]) -> Vec<String> {
    let at_once = thread::available_parallelism().map_or(1, NonZeroUsize::get) + 1;
    let next = AtomicUsize::new(0);
    let worker = || {
        let mut failed = Vec::new();
        while let Some(page) = pages.get(next.fetch_add(1, Relaxed)) {
            failed.extend(failures(page));
        }
        failed
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..at_once).map(|_| scope.spawn(worker)).collect();
        let ended = workers.into_iter().map(ScopedJoinHandle::join);
        ended.flat_map(|failed| failed.expect("no page makes its worker panic")).collect()
    })
}

#[test]
fn the_readme_shows_commands() {
    let readme =
        pages().iter().find(|page| page.path == "README.md").expect("there is a README.md");
    let shown = steps(&readme.text);
    let is_run =
        |step: &&Step| matches!(step, Step::Run { command, .. } if runnable(command).is_some());
    assert!(
        shown.iter().any(|step| is_run(&step)),
        "README.md shows no command that is run: {shown:?}"
    );
}

#[test]
fn commands_are_read_from_sh_blocks_and_files_from_rust_blocks() {
    let text = "a\n```text\nb\n```\n```sh\n# c\nd\n\ne \\\n  f\ng\n```\nh\n```rust\ni\n```\n```rust\n// src/j.rs\nk\n```\n```rust\n// crates/l.rs\nm\n```\n";
    let run = |line, command: &str| Step::Run { line, command: command.into() };
    let file = Step::Write { path: "src/j.rs".into(), text: "k\n".into() };
    assert_eq!(steps(text), [run(7, "d"), run(9, "e f"), run(11, "g"), file]);
}

#[test]
fn the_program_replaces_cargo_run() {
    assert_eq!(runnable("cargo run --release").as_deref(), Some("rival"));
    assert_eq!(runnable("cargo run --release -- games").as_deref(), Some("rival games"));
    assert_eq!(runnable("ls").as_deref(), Some("ls"));
    assert_eq!(runnable("tests/run --deep"), None);
}

#[test]
fn a_change_of_folder_applies_to_later_lines() {
    let page = |text: &str| Page { path: "README.md".into(), text: text.into() };
    let text = "```sh\nmkdir a\ncd a\necho b > b\n```\n```sh\ncd ..\ntest -f a/b\n```";
    assert_eq!(failures(&page(text)), Vec::<String>::new());
}

#[test]
fn a_command_that_fails_breaks_the_law() {
    let page = |text: &str| Page { path: "README.md".into(), text: text.into() };
    assert_eq!(failures(&page("```sh\necho a > b\ntest -f b\n```")), Vec::<String>::new());
    let found = failures(&page("```sh\ntrue\nfalse | true\n```"));
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].starts_with("README.md:3: `false | true` ends with"), "{found:?}");
}
