//! Trust in plugins, and isolation of untrusted ones.

use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use games_package::{CatalogError, LineOfPlay};

use crate::data::Data;
use crate::exposure::exposure;
use crate::{Confinement, PluginError};

/// Supplies rules to players without their own: begins a line of play of the named game, at a position given as text or
/// at the start.
pub type RulesSource =
    fn(game: &str, position: Option<&str>) -> Result<Box<dyn LineOfPlay>, CatalogError>;

/// Whether untrusted plugins run in separate processes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Policy {
    /// They do, and are refused if the system can't confine the process.
    Require,
    /// They do, confined as well as Linux allows; other systems refuse them.
    #[default]
    Prefer,
    /// They run in this process like trusted ones, and can do anything that this program can.
    Off,
}

/// The treatment of an untrusted plugin that could read the user's files because the system can't
/// confine it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Unsandboxed {
    /// It is refused.
    #[default]
    Refuse,
    /// It runs in its own process with the user's rights.
    Allow,
}

/// A plugin with the exact content that the user trusts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pin {
    /// The path of the library, or the folder of the program.
    pub file: PathBuf,
    /// The [build](crate::Plugin::build), in 64 hexadecimal digits.
    pub build: String,
}

/// Called before an untrusted plugin starts that is not fully confined.
pub type WeaknessReport = fn(&Confinement);

/// Decides how plugins run, before any of their code runs.
#[derive(Clone, Debug)]
pub struct Isolation {
    /// The treatment of untrusted plugins.
    pub policy: Policy,
    /// The treatment of a plugin that could read the user's files.
    pub unsandboxed: Unsandboxed,
    /// Called once with the confinement of plugins if a step fails.
    pub report_weakness: Option<WeaknessReport>,
    /// The plugins that the user trusts: libraries run in this process, programs run unconfined.
    pub trusted: Vec<Pin>,
    /// The files of plugins that are confined even if they are trusted.
    pub isolated: Vec<PathBuf>,
    /// The user's grants to single plugins.
    pub grants: Vec<Grant>,
    /// The plugins that came with this program; they run in this process.
    pub shipped: Option<Shipped>,
    /// Maximum memory of a plugin without a grant, in bytes: address space for a library, resident memory for a
    /// program.
    pub memory_bytes_max: u64,
    /// The time limit of each step: loading, returning the manifest, creating a player.
    pub preparation_time_max: Duration,
    /// Maximum thinking time per move in a match without a clock, if limited. Time spent waiting for a person's answer
    /// doesn't count.
    pub move_time_max: Option<Duration>,
    /// Time limit for returning once the answer is no longer needed. After that, the process is killed, which is not a
    /// fault of the player.
    pub withdrawal_time_max: Duration,
    /// The program to run as the child process.
    pub child_program: ChildProgram,
    /// The rules for plugins in C that run in this process. [`child_main`](crate::child_main)
    /// passes the rules to a child process.
    pub rules: Option<RulesSource>,
}

impl Default for Isolation {
    /// Trusts nothing; 4 GiB of memory, ten seconds to prepare, ten minutes per move, 0.2 s to stop, this program as
    /// the child, and no rules.
    fn default() -> Self {
        Self {
            policy: Policy::Prefer,
            unsandboxed: Unsandboxed::Refuse,
            report_weakness: None,
            trusted: Vec::new(),
            isolated: Vec::new(),
            grants: Vec::new(),
            shipped: None,
            memory_bytes_max: 4 << 30,
            preparation_time_max: Duration::from_secs(10),
            move_time_max: Some(Duration::from_mins(10)),
            withdrawal_time_max: Duration::from_millis(200),
            child_program: ChildProgram::ThisProgram,
            rules: None,
        }
    }
}

/// Where a plugin's code runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Location {
    /// In this process.
    InProcess,
    /// In a separate process, or not at all if this system can't confine that process.
    Sandboxed,
}

impl Isolation {
    /// Where the plugin in `file` with this build runs.
    ///
    /// # Errors
    /// [`PluginError::Exposed`] if it is trusted but other users can change it.
    pub(crate) fn place(&self, file: &Path, build: &blake3::Hash) -> Result<Location, PluginError> {
        let is_shipped = || self.shipped.as_ref().is_some_and(|shipped| shipped.include(file));
        if self.policy == Policy::Off {
            return Ok(Location::InProcess);
        }
        if self.isolated.iter().any(|isolated| is_same_file(isolated, file)) {
            return Ok(Location::Sandboxed);
        }
        if is_shipped() {
            return Ok(Location::InProcess);
        }
        let build = build.to_hex();
        if self.trusted.iter().all(|pin| pin.build != build.as_str()) {
            return Ok(Location::Sandboxed);
        }
        let exposed = |why| PluginError::Exposed { file: file.into(), why };
        match exposure(file) {
            Ok(None) => Ok(Location::InProcess),
            Ok(Some(why)) => Err(exposed(why)),
            Err(error) => Err(exposed(format!("its permissions are unknown ({error})"))),
        }
    }

    /// Whether the plugin in `file` was trusted with content other than `build` and is no longer trusted.
    pub(crate) fn has_changed(&self, file: &Path, build: &str) -> bool {
        let of_file = self.trusted.iter().filter(|pin| is_same_file(&pin.file, file));
        of_file.clone().count() > 0 && self.trusted.iter().all(|pin| pin.build != build)
    }

    /// Whether an untrusted plugin may run with this confinement. Reports weaknesses.
    pub(crate) fn accepts(&self, confinement: &Confinement) -> bool {
        let is_accepted = match (self.policy, self.unsandboxed) {
            (Policy::Require, _) => confinement.is_full(),
            (_, Unsandboxed::Allow) => true,
            (_, Unsandboxed::Refuse) => confinement.protects_files(),
        };
        if let Some(report) = self.report_weakness
            && is_accepted
            && confinement.failed().next().is_some()
        {
            report(confinement);
        }
        is_accepted
    }

    /// The error for refusing the plugin in `file` with this confinement.
    pub(crate) fn refusal(&self, file: PathBuf, confinement: Confinement) -> PluginError {
        if self.policy == Policy::Require {
            PluginError::NotConfined { file, confinement }
        } else {
            PluginError::FilesOpen { file, confinement }
        }
    }
}

/// The user's grants to one plugin, if it requests them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grant {
    /// The plugin's file; for a program its folder or the `player.toml` in it.
    pub file: PathBuf,
    /// Maximum memory in bytes; `None` means the limit for all plugins.
    pub memory_bytes_max: Option<u64>,
    /// Maximum number of threads; `None` means the limit for all plugins.
    pub threads_max: Option<u64>,
}

impl Grant {
    /// Whether the grant applies to the plugin in `file`.
    pub(crate) fn is_for(&self, file: &Path) -> bool {
        is_same_file(&self.file, file)
    }
}

/// The identity of a plugin's players: the hash of its code, combined with the hash of its data if any.
pub(crate) fn build_of(code: blake3::Hash, data: Option<&Data>) -> blake3::Hash {
    data.map_or(code, |data| {
        blake3::hash(&[code.as_bytes().as_slice(), data.hash().as_bytes()].concat())
    })
}

fn is_same_file(one: &Path, other: &Path) -> bool {
    let (one, other) = (fs::canonicalize(one), fs::canonicalize(other));
    one.ok().zip(other.ok()).is_some_and(|(one, other)| one == other)
}

/// The plugins that came with a program: files with certain names in the program's folder.
///
/// Any user who can put a file into that folder can also replace this program, so a plugin there is as trustworthy as
/// the program itself. That is not true for a folder like `/tmp`, to which all users may add files, so no plugin there
/// counts as shipped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shipped {
    /// The file of the program.
    pub executable: PathBuf,
    /// The names of the plugins' files: `libminimal.so`.
    pub names: Vec<OsString>,
}

/// All users may add files to folders with one of these bits.
const OPEN_TO_ALL: u32 = 0o1002;

impl Shipped {
    /// Returns `true` if the plugin in `file` came with the program.
    pub fn include(&self, file: &Path) -> bool {
        let Some(name) = file.file_name() else { return false };
        let Ok(executable) = fs::canonicalize(&self.executable) else { return false };
        let (Some(own_folder), Ok(file)) = (executable.parent(), fs::canonicalize(file)) else {
            return false;
        };
        let is_shared = |folder: &Path| {
            fs::metadata(folder)
                .map_or(true, |folder| folder.permissions().mode() & OPEN_TO_ALL != 0)
        };
        self.names.iter().any(|known| known == name)
            && file == own_folder.join(name)
            && !is_shared(own_folder)
    }
}

/// The program to run as a child. It must call [`child_main`](crate::child_main) first.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum ChildProgram {
    /// This program, even if its file was replaced after the start.
    #[default]
    ThisProgram,
    /// The program in this file.
    Program(PathBuf),
}

#[cfg(test)]
mod tests {
    use std::fs::Permissions;

    use super::*;

    fn place(isolation: &Isolation, file: &Path) -> Location {
        isolation.place(file, &blake3::hash(&fs::read(file).unwrap())).unwrap()
    }

    #[test]
    fn only_known_names_in_the_programs_folder_are_shipped() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::create_dir(path("plugins")).unwrap();
        for name in ["program", "libours.so", "libother.so", "plugins/libours.so"] {
            fs::write(path(name), name).unwrap();
        }
        std::os::unix::fs::symlink(path("plugins/libours.so"), path("liblinked.so")).unwrap();
        let names = vec!["libours.so".into(), "liblinked.so".into()];
        let shipped = Some(Shipped { executable: path("program"), names });
        let isolation = Isolation { shipped, ..Isolation::default() };
        assert_eq!(place(&isolation, &path("libours.so")), Location::InProcess);
        assert_eq!(place(&isolation, &path("plugins/../libours.so")), Location::InProcess);
        assert_eq!(place(&isolation, &path("libother.so")), Location::Sandboxed);
        assert_eq!(place(&isolation, &path("plugins/libours.so")), Location::Sandboxed);
        assert_eq!(place(&isolation, &path("liblinked.so")), Location::Sandboxed);
        fs::set_permissions(folder.path(), Permissions::from_mode(0o1777)).unwrap();
        assert_eq!(place(&isolation, &path("libours.so")), Location::Sandboxed);
    }

    #[test]
    fn trust_is_by_content_not_by_name() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::create_dir(path("a")).unwrap();
        fs::write(path("liba.so"), "trusted").unwrap();
        fs::write(path("a/liba.so"), "another").unwrap();
        for file in [path("liba.so"), path("a"), path("a/liba.so")] {
            let mode = if file.is_dir() { 0o755 } else { 0o644 };
            fs::set_permissions(file, Permissions::from_mode(mode)).unwrap();
        }
        let build = blake3::hash(b"trusted").to_hex().to_string();
        let pin = Pin { file: path("a/../liba.so"), build: build.clone() };
        let isolation = Isolation { trusted: vec![pin], ..Isolation::default() };
        assert_eq!(place(&isolation, &path("liba.so")), Location::InProcess);
        assert_eq!(place(&isolation, &path("a/liba.so")), Location::Sandboxed);
        assert!(!isolation.has_changed(&path("liba.so"), &build));
        assert!(!isolation.has_changed(&path("a/liba.so"), "other"));
        assert!(isolation.has_changed(&path("liba.so"), "other"));
        fs::write(path("a/liba.so"), "trusted").unwrap();
        assert_eq!(place(&isolation, &path("a/liba.so")), Location::InProcess, "the same content");
        fs::write(path("liba.so"), "changed").unwrap();
        assert_eq!(place(&isolation, &path("liba.so")), Location::Sandboxed);
        fs::set_permissions(path("a/liba.so"), Permissions::from_mode(0o666)).unwrap();
        let refused = isolation.place(&path("a/liba.so"), &blake3::hash(b"trusted")).unwrap_err();
        assert!(refused.to_string().contains("it is trusted, but others can write "), "{refused}");
        let apart = Isolation { isolated: vec![path("a/liba.so")], ..isolation };
        assert_eq!(place(&apart, &path("a/liba.so")), Location::Sandboxed);
        let off = Isolation { policy: Policy::Off, ..Isolation::default() };
        assert_eq!(place(&off, &path("a/liba.so")), Location::InProcess);
    }
}
