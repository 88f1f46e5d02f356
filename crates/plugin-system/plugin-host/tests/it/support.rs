//! Builds the plugins that the tests load, and provides a table for these plugins.

use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};

use board_engine::Seat;
use cargo_metadata::Message;
use games_package::{
    AskError, Host, MoveLimit, Options, Player, PlayerError, Prompt, Reply, Request, Setup,
    Thinking, ThinkingLimits, TimeControl, Urgency,
};
use plugin_host::{Cache, ChildProgram, Isolation, Plugin, PluginPlayer, Policy};
use tempfile::TempDir;

/// The library with this name.
pub(crate) fn library(name: &str) -> &'static Path {
    built(&format!("lib{name}.so"))
}

/// The file with this name, from `$RIVAL_PLUGIN_DIR` or its folder of examples. Otherwise builds it now, because `cargo
/// test` only builds what a test links.
pub(crate) fn built(name: &str) -> &'static Path {
    static FILES: OnceLock<Vec<PathBuf>> = OnceLock::new();
    let files = FILES.get_or_init(|| match std::env::var_os("RIVAL_PLUGIN_DIR") {
        Some(folder) => built_in(Path::new(&folder)),
        None => build(),
    });
    files.iter().find(|file| file.file_name().is_some_and(|built| built == name)).unwrap()
}

fn built_in(folder: &Path) -> Vec<PathBuf> {
    let folders = [folder.to_owned(), folder.join("examples")];
    let entries = folders.iter().flat_map(|folder| folder.read_dir().unwrap());
    entries.map(|entry| entry.unwrap().path()).collect()
}

/// The packages that contain the plugins: this package's examples and the shipped plugins.
const PACKAGES: [&str; 4] = ["plugin-host", "minimal", "human", "textbook"];

fn build() -> Vec<PathBuf> {
    let target_folder = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
    let mut command = Command::new(env!("CARGO"));
    command.args(["build", "--quiet", "--lib", "--examples"]);
    command.args(PACKAGES.iter().flat_map(|package| ["--package", package]));
    command.arg("--message-format=json-render-diagnostics");
    command.args(if cfg!(debug_assertions) { &[][..] } else { &["--release"] });
    command.arg("--target-dir").arg(target_folder);
    command.current_dir(env!("CARGO_MANIFEST_DIR")).stdout(Stdio::piped());
    let mut cargo = command.spawn().unwrap();
    let messages = Message::parse_stream(BufReader::new(cargo.stdout.take().unwrap()));
    let files = messages.flat_map(|message| match message.unwrap() {
        Message::CompilerArtifact(artifact) => {
            let files = artifact.filenames.into_iter().chain(artifact.executable);
            files.map(cargo_metadata::camino::Utf8PathBuf::into_std_path_buf).collect()
        }
        _ => Vec::new(),
    });
    let files = files.collect();
    assert!(cargo.wait().unwrap().success());
    files
}

/// A library built by a C or C++ compiler.
pub(crate) struct Compiled {
    pub(crate) file: PathBuf,
    pub(crate) folder: TempDir,
}

/// Compiles a C or C++ source. The path is relative to this package's folder.
pub(crate) fn compiled(source: &str, more: &[&str]) -> Compiled {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("plugin.so");
    let is_cpp = Path::new(source).extension().is_some_and(|extension| extension == "cpp");
    let (compiler, standard) = if is_cpp { ("c++", "-std=c++20") } else { ("cc", "-std=c11") };
    let output = Command::new(compiler)
        .args([
            standard, "-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-pthread", "-I",
        ])
        .arg(package.join("../plugin-abi/include"))
        .args(more)
        .args([&package.join(source), Path::new("-o"), &file])
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Compiled { file, folder }
}

/// Returns `true` if the slow tests are enabled.
pub(crate) fn is_deep() -> bool {
    std::env::var("RIVAL_DEEP").is_ok_and(|value| value == "1")
}

/// Every plugin runs in this process.
pub(crate) fn in_process() -> Arc<Isolation> {
    Arc::new(Isolation { policy: Policy::Off, ..Isolation::default() })
}

/// Every plugin runs in a separate process.
pub(crate) fn sandboxed() -> Arc<Isolation> {
    Arc::new(Isolation {
        child_program: ChildProgram::Program(built("child").into()),
        ..Isolation::default()
    })
}

/// This test process's plugin cache.
pub(crate) fn cache() -> &'static Cache {
    static CACHE: OnceLock<Cache> = OnceLock::new();
    CACHE.get_or_init(|| {
        Cache::in_folder(Path::new(env!("CARGO_TARGET_TMPDIR")).join("plugin-copies")).unwrap()
    })
}

/// A player from the scripted plugin.
pub(crate) fn scripted(fault: &str, isolation: &Arc<Isolation>) -> PluginPlayer {
    let plugin = Plugin::load(library("scripted"), cache(), isolation).unwrap();
    plugin.new_player("scripted", "checkers:english", &fault_option(fault)).unwrap()
}

pub(crate) fn fault_option(fault: &str) -> Options {
    let mut options = Options::default();
    options.set("fault", fault);
    options
}

/// A player's settings for a match.
pub(crate) fn setup() -> Setup {
    Setup {
        game: "checkers:english".into(),
        seat: Seat::SECOND,
        seat_count: 2,
        time_control: TimeControl::Unlimited,
        thinking: ThinkingLimits::default(),
        pondering: false,
        margin: Duration::ZERO,
        move_limit: MoveLimit::NONE,
        seed: 1,
    }
}

/// A request with two moves.
pub(crate) fn request() -> Request {
    Request {
        seat: Seat::SECOND,
        start: "S".into(),
        moves: "11-15".into(),
        position: "P".into(),
        legal_moves: vec!["22-17".into(), "22-18".into()],
        time_left: None,
        budget: None,
        draw_offer: None,
        clocks: Vec::new(),
    }
}

/// The player's reply on its turn, or the kind and message of its failure.
pub(crate) fn turn(player: &mut dyn Player) -> Result<Reply, String> {
    player.choose_move(&request(), &Table::default()).map_err(|error| shown(&error))
}

pub(crate) fn shown(error: &PlayerError) -> String {
    format!("{}: {}", error.kind().name(), error.text())
}

/// A host that records everything it receives.
#[derive(Default)]
pub(crate) struct Table {
    pub(crate) received: Mutex<Vec<String>>,
    /// Whether the player may think. If not, the player should stop immediately.
    pub(crate) runs: bool,
    /// The time from which the move is needed immediately.
    pub(crate) move_now_at: Option<Instant>,
}

impl Table {
    fn note(&self, text: String) {
        self.received.lock().unwrap().push(text);
    }
}

impl Host for Table {
    fn urgency(&self) -> Urgency {
        match self.move_now_at {
            Some(moment) if Instant::now() >= moment => Urgency::MoveNow,
            _ if self.runs => Urgency::None,
            _ => Urgency::BudgetUsed,
        }
    }

    fn report(&self, thinking: &Thinking) {
        self.note(format!("{thinking:?}"));
    }

    fn ask(&self, prompt: &Prompt) -> Result<String, AskError> {
        self.note(format!("{prompt:?}"));
        Err(AskError::Cancelled)
    }

    fn resolve(&self, text: &str) -> Result<String, String> {
        match text {
            "9 14" => Ok("9-14".into()),
            "22 18" => Ok("22-18".into()),
            _ => Err("that is not a move".into()),
        }
    }

    fn log(&self, text: &str) {
        self.note(text.into());
    }
}
