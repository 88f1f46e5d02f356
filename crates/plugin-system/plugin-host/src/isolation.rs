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

/// Supplies rules to players that don't implement them: begins a line of play in the named game, from a position string
/// or from the start.
pub type RulesSource =
    fn(game: &str, position: Option<&str>) -> Result<Box<dyn LineOfPlay>, CatalogError>;

/// Whether untrusted plugins run in separate processes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Policy {
    /// Untrusted plugins run in separate processes, and are refused if the system can't confine these processes.
    Require,
    /// Untrusted plugins run in separate processes, confined as well as Linux allows. Other systems refuse untrusted
    /// plugins.
    #[default]
    Prefer,
    /// Untrusted plugins run in this process like trusted plugins, and can do anything that this program can do.
    Off,
}

/// The policy for an untrusted plugin that could read the user's files, because the system can't confine it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Unsandboxed {
    /// The plugin is refused.
    #[default]
    Refuse,
    /// The plugin runs in its own process with the user's permissions.
    Allow,
}

/// A plugin that the user trusts as long as it has exactly this content.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pin {
    /// The library's path, or the program's folder.
    pub file: PathBuf,
    /// The [build](crate::Plugin::build) as 64 hexadecimal digits.
    pub build: String,
}

/// Called before an untrusted plugin starts that is not fully confined.
pub type WeaknessReport = fn(&Confinement);

/// Decides how a plugin runs, before any of its code runs.
#[derive(Clone, Debug)]
pub struct Isolation {
    /// The policy for untrusted plugins.
    pub policy: Policy,
    /// The policy for a plugin that could read the user's files.
    pub unsandboxed: Unsandboxed,
    /// Called once if a confinement step fails.
    pub report_weakness: Option<WeaknessReport>,
    /// The plugins that the user trusts. Libraries run in this process, programs run unconfined.
    pub trusted: Vec<Pin>,
    /// The files of plugins that are confined even if they are trusted.
    pub isolated: Vec<PathBuf>,
    /// The user's grants to individual plugins.
    pub grants: Vec<Grant>,
    /// The plugins that shipped with this program, which run in this process.
    pub shipped: Option<Shipped>,
    /// Maximum memory in bytes for a plugin without a grant: address space for a library, resident memory for a
    /// program.
    pub memory_bytes_max: u64,
    /// The time limit for each step: loading, returning the manifest, and creating a player.
    pub preparation_time_max: Duration,
    /// Maximum thinking time per move in a match without a clock; `None` for no limit. Time spent waiting for a human
    /// player doesn't count.
    pub move_time_max: Option<Duration>,
    /// Time limit for a call to return once its answer is no longer needed. Afterwards the process is killed, but the
    /// player is not at fault.
    pub withdrawal_time_max: Duration,
    /// The program to run in a child process.
    pub child_program: ChildProgram,
    /// The rules for plugins in C that run in this process. [`child_main`](crate::child_main) supplies the rules in a
    /// child process.
    pub rules: Option<RulesSource>,
}

impl Default for Isolation {
    /// Trusts nothing. Allows 4 GiB of memory, ten seconds to prepare, ten minutes per move and 0.2 s to stop. Uses
    /// this program as the child program, and supplies no rules.
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

/// The location of a plugin's code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Location {
    /// The code runs in this process.
    InProcess,
    /// The code runs in a separate process, or nowhere if this system can't confine that process.
    Sandboxed,
}

impl Isolation {
    /// Decides where to run this build of the plugin in `file`.
    ///
    /// # Errors
    /// [`PluginError::Exposed`] if the plugin is trusted but other users can change it.
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

    /// Returns `true` if the user trusted the plugin in `file` with content other than `build`. If so, the plugin is no
    /// longer trusted.
    pub(crate) fn has_changed(&self, file: &Path, build: &str) -> bool {
        let of_file = self.trusted.iter().filter(|pin| is_same_file(&pin.file, file));
        of_file.clone().count() > 0 && self.trusted.iter().all(|pin| pin.build != build)
    }

    /// Returns `true` if an untrusted plugin may run with this confinement. Reports weaknesses.
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

    /// The error that refuses the plugin in `file` with this confinement.
    pub(crate) fn refusal(&self, file: PathBuf, confinement: Confinement) -> PluginError {
        if self.policy == Policy::Require {
            PluginError::NotConfined { file, confinement }
        } else {
            PluginError::FilesOpen { file, confinement }
        }
    }
}

/// The user's grants to a plugin. A grant applies if the plugin requests it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grant {
    /// The plugin's file. For a program, this is its folder or the `player.toml` in the folder.
    pub file: PathBuf,
    /// Maximum memory in bytes; `None` for the default limit.
    pub memory_bytes_max: Option<u64>,
    /// Maximum number of threads; `None` for the default limit.
    pub threads_max: Option<u64>,
}

impl Grant {
    /// Returns `true` if the grant applies to the plugin in `file`.
    pub(crate) fn is_for(&self, file: &Path) -> bool {
        is_same_file(&self.file, file)
    }
}

/// The identity of a plugin's players: the hash of its code, combined with the hash of any data.
pub(crate) fn build_of(code: blake3::Hash, data: Option<&Data>) -> blake3::Hash {
    data.map_or(code, |data| {
        blake3::hash(&[code.as_bytes().as_slice(), data.hash().as_bytes()].concat())
    })
}

fn is_same_file(one: &Path, other: &Path) -> bool {
    let (one, other) = (fs::canonicalize(one), fs::canonicalize(other));
    one.ok().zip(other.ok()).is_some_and(|(one, other)| one == other)
}

/// The plugins that shipped with a program: files with certain names in the program's folder.
///
/// A user who can add a file to that folder can also replace the program, so a plugin there is as trustworthy as the
/// program itself. This does not apply to folders such as `/tmp`, to which all users can add files. Plugins there don't
/// count as shipped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shipped {
    /// The program's file.
    pub executable: PathBuf,
    /// The plugins' file names, such as `libminimal.so`.
    pub names: Vec<OsString>,
}

/// All users can add files to a folder that has one of these bits.
const OPEN_TO_ALL: u32 = 0o1002;

impl Shipped {
    /// Returns `true` if the plugin in `file` shipped with the program.
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

/// The program to run as a child. The program must call [`child_main`](crate::child_main) first.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum ChildProgram {
    /// This program, even if its file was replaced after it started.
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
    fn trust_depends_on_content_not_on_the_name() {
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
        assert!(
            refused.to_string().contains("it is trusted, but other users can write "),
            "{refused}"
        );
        let apart = Isolation { isolated: vec![path("a/liba.so")], ..isolation };
        assert_eq!(place(&apart, &path("a/liba.so")), Location::Sandboxed);
        let off = Isolation { policy: Policy::Off, ..Isolation::default() };
        assert_eq!(place(&off, &path("a/liba.so")), Location::InProcess);
    }
}
