//! How far plugins are trusted, and how untrusted ones are run.

use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use game_family::{CatalogError, LineOfPlay};

/// Where players that don't have the rules get them: begins a line of play of the game with this name, at the position with
/// this text or at the start.
pub type RulesSource =
    fn(game: &str, position: Option<&str>) -> Result<Box<dyn LineOfPlay>, CatalogError>;

/// Whether untrusted plugins run in separate processes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Policy {
    /// They do, and are refused where the system can't confine the process.
    Require,
    /// They do, confined as well as Linux can; on other systems they are refused.
    #[default]
    Prefer,
    /// They run in this process like trusted ones, and can do anything that this program can.
    Off,
}

/// What is decided about plugins before any of their code runs.
#[derive(Clone, Debug)]
pub struct Isolation {
    /// What happens to plugins that are not trusted.
    pub policy: Policy,
    /// The files of plugins that the user trusts to run in this process.
    pub trusted: Vec<PathBuf>,
    /// What the user grants to single plugins.
    pub grants: Vec<Grant>,
    /// The plugins that came with this program; they run in this process.
    pub shipped: Option<Shipped>,
    /// The most memory that a plugin may take without a grant, in bytes: address space of a library, resident memory of a
    /// program.
    pub memory_bytes_max: u64,
    /// How long a plugin may take for each of: being loaded, giving its manifest, making a player.
    pub preparation_time_max: Duration,
    /// The longest that a plugin may think about a move in a match without a clock, if there is a limit. Time in which
    /// the plugin waits for a person's answer is not counted.
    pub move_time_max: Option<Duration>,
    /// How long a player has to return when its answer is no longer needed. Then its process is killed, which is not a
    /// fault of the player.
    pub withdrawal_time_max: Duration,
    /// The program that is run as the child process.
    pub child_program: ChildProgram,
    /// The rules for plugins in C that run in this process. A child process has those of
    /// [`child_main`](crate::child_main).
    pub rules: Option<RulesSource>,
}

impl Default for Isolation {
    /// Nothing is trusted; 4 GiB, ten seconds to begin, ten minutes a move, 0.2 s to stop, this program as the
    /// child, and no rules.
    fn default() -> Self {
        Self {
            policy: Policy::Prefer,
            trusted: Vec::new(),
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
    /// Where the plugin in `file` runs.
    pub(crate) fn place(&self, file: &Path) -> Location {
        let is_trusted = || {
            self.trusted.iter().any(|trusted| is_same_file(trusted, file))
                || self.shipped.as_ref().is_some_and(|shipped| shipped.include(file))
        };
        if self.policy == Policy::Off || is_trusted() {
            Location::InProcess
        } else {
            Location::Sandboxed
        }
    }
}

/// What the user grants to one plugin, if it asks for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grant {
    /// The plugin's file; of a program its folder, or the `player.toml` in it.
    pub file: PathBuf,
    /// The most memory that it may take, in bytes; none stands for the limit of all plugins.
    pub memory_bytes_max: Option<u64>,
    /// The most threads that it may have; none stands for the limit of all plugins.
    pub threads_max: Option<u64>,
}

impl Grant {
    /// Whether it is for the plugin in `file`.
    pub(crate) fn is_for(&self, file: &Path) -> bool {
        is_same_file(&self.file, file)
    }
}

fn is_same_file(one: &Path, other: &Path) -> bool {
    let (one, other) = (fs::canonicalize(one), fs::canonicalize(other));
    one.ok().zip(other.ok()).is_some_and(|(one, other)| one == other)
}

/// The plugins that came with a program: files with certain names in the program's folder.
///
/// Anybody who can put a file into that folder can also replace this program, so a plugin there is as trustworthy as
/// the program itself. That is not true in a folder like `/tmp`, where everybody may add files and only the owner may
/// replace them: there no plugin counts as shipped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shipped {
    /// The file of the program.
    pub executable: PathBuf,
    /// The names of the plugins' files: `libminimal.so`.
    pub names: Vec<OsString>,
}

/// In folders with this bit only the owner of a file may replace it.
const STICKY: u32 = 0o1000;

impl Shipped {
    fn include(&self, file: &Path) -> bool {
        let Some(name) = file.file_name() else { return false };
        let Ok(executable) = fs::canonicalize(&self.executable) else { return false };
        let (Some(own_folder), Ok(file)) = (executable.parent(), fs::canonicalize(file)) else {
            return false;
        };
        let is_shared = |folder: &Path| {
            fs::metadata(folder).map_or(true, |folder| folder.permissions().mode() & STICKY != 0)
        };
        self.names.iter().any(|known| known == name)
            && file == own_folder.join(name)
            && !is_shared(own_folder)
    }
}

/// The program that is run as a child: it calls [`child_main`](crate::child_main) first of all.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum ChildProgram {
    /// This program, even if its file was replaced after it was started.
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
        isolation.place(file)
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
    fn trust_is_by_file_not_by_name() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::create_dir(path("a")).unwrap();
        fs::write(path("liba.so"), "").unwrap();
        fs::write(path("a/liba.so"), "").unwrap();
        let isolation = Isolation { trusted: vec![path("a/../liba.so")], ..Isolation::default() };
        assert_eq!(place(&isolation, &path("liba.so")), Location::InProcess);
        assert_eq!(place(&isolation, &path("a/liba.so")), Location::Sandboxed);
        let off = Isolation { policy: Policy::Off, ..Isolation::default() };
        assert_eq!(place(&off, &path("a/liba.so")), Location::InProcess);
    }
}
