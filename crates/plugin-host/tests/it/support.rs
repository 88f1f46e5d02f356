//! Builds the plugins that the tests load, and a table for them.

use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, OnceLock};

use board_engine::Seat;
use cargo_metadata::{CrateType, Message};
use games_package::{
    AskError, Host, Options, Player, PlayerError, Prompt, Reply, Request, Thinking,
};
use plugin_host::{Cache, Plugin, PluginPlayer};

/// The library of this name: one of those that `$RIVAL_PLUGIN_DIR` holds, with its examples, or else built now,
/// since `cargo test` builds no library that isn't linked.
pub(crate) fn library(name: &str) -> &'static Path {
    static LIBRARIES: OnceLock<Vec<(String, PathBuf)>> = OnceLock::new();
    let libraries = LIBRARIES.get_or_init(|| match std::env::var_os("RIVAL_PLUGIN_DIR") {
        Some(folder) => built_in(Path::new(&folder)),
        None => build(),
    });
    &libraries.iter().find(|(built, _)| built == name).unwrap().1
}

/// The libraries that lie in this folder and in its folder of examples, by name.
fn built_in(folder: &Path) -> Vec<(String, PathBuf)> {
    let folders = [folder.to_owned(), folder.join("examples")];
    let files = folders.iter().flat_map(|folder| folder.read_dir().unwrap());
    let library = |path: PathBuf| {
        let name = path.file_name()?.to_str()?.strip_prefix("lib")?.strip_suffix(".so")?.to_owned();
        Some((name, path))
    };
    files.filter_map(|entry| library(entry.unwrap().path())).collect()
}

/// The packages with the plugins: the examples of this one, and those that are shipped.
const PACKAGES: [&str; 4] = ["plugin-host", "minimal", "human", "textbook"];

fn build() -> Vec<(String, PathBuf)> {
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
    let artifacts = messages.filter_map(|message| match message.unwrap() {
        Message::CompilerArtifact(artifact)
            if artifact.target.crate_types.contains(&CrateType::CDyLib) =>
        {
            Some((artifact.target.name, artifact.filenames.first()?.clone().into_std_path_buf()))
        }
        _ => None,
    });
    let libraries = artifacts.collect();
    assert!(cargo.wait().unwrap().success());
    libraries
}

/// The copies of this test's process.
pub(crate) fn cache() -> &'static Cache {
    static CACHE: OnceLock<Cache> = OnceLock::new();
    CACHE.get_or_init(|| {
        Cache::in_folder(Path::new(env!("CARGO_TARGET_TMPDIR")).join("plugin-copies")).unwrap()
    })
}

/// A player of the scripted plugin.
pub(crate) fn scripted(fault: &str) -> PluginPlayer {
    let plugin = Plugin::load(library("scripted"), cache()).unwrap();
    plugin.new_player("scripted", "checkers:english", &fault_option(fault)).unwrap()
}

pub(crate) fn fault_option(fault: &str) -> Options {
    let mut options = Options::default();
    options.set("fault", fault);
    options
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
    }
}

/// What the player does on its turn: a reply, or the kind of failure with its text.
pub(crate) fn turn(player: &mut dyn Player) -> Result<Reply, String> {
    player.choose_move(&request(), &Table::default()).map_err(|error| shown(&error))
}

pub(crate) fn shown(error: &PlayerError) -> String {
    format!("{}: {}", error.kind().name(), error.text())
}

/// A host that writes down what it is told.
#[derive(Default)]
pub(crate) struct Table {
    pub(crate) told: Mutex<Vec<String>>,
    /// Whether nobody is to answer at once.
    pub(crate) runs: bool,
}

impl Table {
    fn note(&self, text: String) {
        self.told.lock().unwrap().push(text);
    }
}

impl Host for Table {
    fn is_stopped(&self) -> bool {
        !self.runs
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
            _ => Err("that is no move".into()),
        }
    }

    fn log(&self, text: &str) {
        self.note(text.into());
    }
}
