//! How far plugins are trusted, and how those that are not are run.

use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Whether the plugins of strangers get a process of their own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Policy {
    /// They do, and are refused where the system can't confine it.
    Require,
    /// They do, confined as well as Linux can; on other systems they are refused.
    #[default]
    Prefer,
    /// They run in this process, as those that are trusted: whatever they do, they do to this program.
    Off,
}

/// What is decided about plugins before any of their code runs.
#[derive(Clone, Debug)]
pub struct Isolation {
    /// What happens to plugins that are not trusted.
    pub policy: Policy,
    /// The files of plugins that run in this process since the user says so.
    pub trusted: Vec<PathBuf>,
    /// The plugins that came with this program; they run in this process.
    pub shipped: Option<Shipped>,
    /// The most memory that a plugin may take, in bytes of addresses.
    pub memory_bytes_max: u64,
    /// How long a plugin may take to be loaded, to say what it is, and to make a player: each.
    pub preparation_time_max: Duration,
    /// The longest that a plugin may think about a move where no time is counted, if there is a limit. The time
    /// that a person takes to answer it is not counted.
    pub move_time_max: Option<Duration>,
    /// How long a player has to come to an end when nobody wants its answer any more. Then its process is ended, which
    /// is no fault.
    pub withdrawal_time_max: Duration,
    /// What is run as a child.
    pub runner: Runner,
}

impl Default for Isolation {
    /// Nothing is trusted; 4 GiB, ten seconds to begin, ten minutes a move, 0.2 s to stop, and this program as
    /// the child.
    fn default() -> Self {
        Self {
            policy: Policy::Prefer,
            trusted: Vec::new(),
            shipped: None,
            memory_bytes_max: 4 << 30,
            preparation_time_max: Duration::from_secs(10),
            move_time_max: Some(Duration::from_mins(10)),
            withdrawal_time_max: Duration::from_millis(200),
            runner: Runner::ThisProgram,
        }
    }
}

/// Where a plugin's code runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    /// In this process.
    InProcess,
    /// In a process of its own, or nowhere if this system can't confine that.
    Sandboxed,
}

impl Isolation {
    /// Where the plugin in `file` runs.
    pub(crate) fn place(&self, file: &Path) -> Place {
        let is_trusted = || {
            self.trusted.iter().any(|trusted| is_same_file(trusted, file))
                || self.shipped.as_ref().is_some_and(|shipped| shipped.include(file))
        };
        if self.policy == Policy::Off || is_trusted() { Place::InProcess } else { Place::Sandboxed }
    }
}

fn is_same_file(one: &Path, other: &Path) -> bool {
    let (one, other) = (fs::canonicalize(one), fs::canonicalize(other));
    one.ok().zip(other.ok()).is_some_and(|(one, other)| one == other)
}

/// The plugins that came with a program: files of certain names in the program's own folder.
///
/// Who can put a file into that folder can put another program into the place of this one, so that a plugin from
/// there is worth as much trust as the program itself. It is not so where anybody may add files and only the owner
/// may replace them, as in `/tmp`: in such a folder nothing counts as shipped.
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
pub enum Runner {
    /// This program, whatever has become of its file since it was started.
    #[default]
    ThisProgram,
    /// The program in this file.
    Program(PathBuf),
}

#[cfg(test)]
mod tests {
    use std::fs::Permissions;

    use super::*;

    fn place(isolation: &Isolation, file: &Path) -> Place {
        isolation.place(file)
    }

    #[test]
    fn only_what_lies_beside_the_program_under_a_known_name_is_shipped() {
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
        assert_eq!(place(&isolation, &path("libours.so")), Place::InProcess);
        assert_eq!(place(&isolation, &path("plugins/../libours.so")), Place::InProcess);
        assert_eq!(place(&isolation, &path("libother.so")), Place::Sandboxed);
        assert_eq!(place(&isolation, &path("plugins/libours.so")), Place::Sandboxed);
        assert_eq!(place(&isolation, &path("liblinked.so")), Place::Sandboxed);
        fs::set_permissions(folder.path(), Permissions::from_mode(0o1777)).unwrap();
        assert_eq!(place(&isolation, &path("libours.so")), Place::Sandboxed);
    }

    #[test]
    fn the_user_trusts_files_and_not_names() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::create_dir(path("a")).unwrap();
        fs::write(path("liba.so"), "").unwrap();
        fs::write(path("a/liba.so"), "").unwrap();
        let isolation = Isolation { trusted: vec![path("a/../liba.so")], ..Isolation::default() };
        assert_eq!(place(&isolation, &path("liba.so")), Place::InProcess);
        assert_eq!(place(&isolation, &path("a/liba.so")), Place::Sandboxed);
        let off = Isolation { policy: Policy::Off, ..Isolation::default() };
        assert_eq!(place(&off, &path("a/liba.so")), Place::InProcess);
    }
}
