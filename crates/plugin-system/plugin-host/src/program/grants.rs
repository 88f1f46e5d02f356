//! The files that a program may read and start, besides its own folder and the system libraries.
//!
//! A stranger may have written `player.toml`, so it can request only system files, never the user's own files.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Component, Path, PathBuf};

use super::executable::interpreters;
use super::manifest::ProgramManifest;
use crate::error::{one_line, shown};
use crate::sandbox::Order;

/// The folders in which systems install programs. Requested files must be in one of these folders.
const SYSTEM_PLACES: [&str; 7] =
    ["/usr", "/bin", "/lib", "/lib64", "/opt", "/nix/store", "/etc/alternatives"];

/// Folders in which to look for programs, in addition to `$PATH`.
const PROGRAM_PLACES: [&str; 3] = ["/usr/local/bin", "/usr/bin", "/bin"];

/// The system libraries, which every plugin may read.
const LIBRARIES: [&str; 4] = ["/lib", "/lib64", "/usr/lib", "/usr/local/lib"];

/// The maximum number of links to follow.
const LINKS_MAX: usize = 32;

/// The files that a program may use, as absolute paths.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Grants {
    /// The program to start: an absolute path, or a path in its folder that begins with `./`.
    pub(crate) program: PathBuf,
    /// Files and folders that the program may read.
    pub(crate) reads: Vec<PathBuf>,
    /// Files that the program may read and start, in addition to its own folder.
    pub(crate) runs: Vec<PathBuf>,
    /// Links on the paths to these files.
    pub(crate) links: Vec<PathBuf>,
}

impl Grants {
    /// Grants the manifest's requests. `search_path` is the value of `$PATH`.
    ///
    /// # Errors
    /// The first request that can't be granted, as a phrase.
    pub(crate) fn of(
        manifest: &ProgramManifest,
        folder: &Path,
        search_path: Option<&OsStr>,
    ) -> Result<Self, String> {
        let mut grants = Self::default();
        let name = manifest.command.first().map_or("", String::as_str);
        grants.program = if name.contains('/') && !name.starts_with('/') {
            grants.add_own_program(name, folder, search_path)?
        } else if !name.contains('/') && folder.join(name).is_file() {
            let why =
                format!("finds {0} only in its folder; write ./{0} in command", one_line(name));
            grants.add_program(name, search_path).map_err(|_not_found| why)?
        } else {
            grants.add_program(name, search_path)?
        };
        for name in &manifest.runs {
            grants.add_program(name, search_path)?;
        }
        for path in &manifest.reads {
            grants.add_read(path)?;
        }
        for paths in [&mut grants.reads, &mut grants.runs, &mut grants.links] {
            paths.sort();
            paths.dedup();
        }
        Ok(grants)
    }

    /// Grants the interpreter of a program in the folder. Returns the path to start the program with.
    fn add_own_program(
        &mut self,
        name: &str,
        folder: &Path,
        search_path: Option<&OsStr>,
    ) -> Result<PathBuf, String> {
        let program = own_program(name, folder)?;
        let interpreters = interpreters(&folder.join(&program));
        let interpreters =
            interpreters.map_err(|why| format!("can't start {}: it {why}", shown(&program)))?;
        for interpreter in interpreters {
            // The child process reports a missing interpreter. A trusted program may use any interpreter.
            if !Path::new(&interpreter).starts_with(Order::FOLDER) {
                let _granted = self.add_program(&interpreter, search_path);
            }
        }
        Ok(program)
    }

    /// Grants a program given by name or absolute path. Returns the path with which to start the program.
    fn add_program(&mut self, name: &str, search_path: Option<&OsStr>) -> Result<PathBuf, String> {
        let listed = search_path.map(std::env::split_paths).into_iter().flatten();
        let places = listed.chain(PROGRAM_PLACES.map(PathBuf::from));
        let candidates: Vec<PathBuf> = if name.starts_with('/') {
            vec![name.into()]
        } else if name.contains('/') {
            return Err(format!(
                "can't get permission to start {name}; give its name without a folder"
            ));
        } else {
            places.filter(|place| place.is_absolute()).map(|place| place.join(name)).collect()
        };
        let is_usable = |path: &&PathBuf| {
            is_program(path) && is_of_system(path) && virtual_environment(path).is_none()
        };
        let found = candidates.iter().find(is_usable).cloned();
        let found = found.ok_or_else(|| not_found(name, &candidates))?;
        let file = self.follow(&found)?;
        // An interpreter with its own prefix has its library in the prefix's `lib` folder.
        let library = file.parent().and_then(Path::parent).map(|prefix| prefix.join("lib"));
        let is_needed = |library: &PathBuf| {
            library.is_dir()
                && is_of_system(library)
                && LIBRARIES.iter().all(|known| !library.starts_with(known))
        };
        self.reads.extend(library.filter(is_needed));
        self.runs.push(file);
        Ok(found)
    }

    fn add_read(&mut self, path: &Path) -> Result<(), String> {
        let refused =
            |why: &str| Err(format!("can't get permission to read {}: {why}", shown(path)));
        if !path.is_absolute() {
            return refused("use an absolute path; its own folder is always readable");
        }
        if !path.exists() {
            // The file may exist on other systems.
            return Ok(());
        }
        let file = self.follow(path)?;
        if !is_of_system(&file) || SYSTEM_PLACES.iter().all(|place| !path.starts_with(place)) {
            let places = SYSTEM_PLACES.join(", ");
            return refused(&format!(
                "only files below {places} can be granted; copy needed files into its folder"
            ));
        }
        self.reads.push(file);
        Ok(())
    }

    /// Grants the links on a path. Returns the file at the end of the path.
    fn follow(&mut self, path: &Path) -> Result<PathBuf, String> {
        let mut real = PathBuf::from("/");
        let mut rest: Vec<PathBuf> = reversed(path);
        let mut followed = 0;
        while let Some(part) = rest.pop() {
            if part == Path::new("..") {
                real.pop();
                continue;
            }
            let next = real.join(&part);
            match fs::read_link(&next) {
                Ok(target) => {
                    followed += 1;
                    if followed > LINKS_MAX {
                        return Err(format!("can't use {}: it contains a cycle", shown(path)));
                    }
                    self.links.push(next);
                    if target.is_absolute() {
                        real = PathBuf::from("/");
                    }
                    rest.extend(reversed(&target));
                }
                Err(_no_link) => real = next,
            }
        }
        Ok(real)
    }
}

/// The reason why a program can't be granted, as a phrase: it is missing, in a virtual environment, or elsewhere among
/// the user's files.
fn not_found(name: &str, candidates: &[PathBuf]) -> String {
    let (places, name) = (SYSTEM_PLACES.join(", "), one_line(name));
    let Some(path) = candidates.iter().find(|path| is_program(path)) else {
        return format!(
            "needs the program {name}, which was not found (below {places}); install it, or specify another one in command or runs"
        );
    };
    if let Some(folder) = virtual_environment(path) {
        return in_virtual_environment(path, &folder);
    }
    format!(
        "can't start {}: it is not below {places}, and plugins can't read other folders; install {name} there",
        shown(path)
    )
}

/// The reason why a program in a virtual environment can't be started, as a phrase.
fn in_virtual_environment(program: &Path, folder: &Path) -> String {
    format!(
        "can't start {}: plugins can't use the virtual environment {}; {MODULES_ADVICE}",
        shown(program),
        shown(folder)
    )
}

/// The remedy for missing modules.
const MODULES_ADVICE: &str = "use the system's python3 and install the modules into the player's folder (pip install --target)";

/// The Python virtual environment that contains this program.
fn virtual_environment(program: &Path) -> Option<PathBuf> {
    let folder = program.parent()?.parent()?;
    let is_of_system = SYSTEM_PLACES.iter().any(|place| folder.starts_with(place));
    (!is_of_system && folder.join("pyvenv.cfg").is_file()).then(|| folder.into())
}

/// The components of a path, last component first.
fn reversed(path: &Path) -> Vec<PathBuf> {
    let parts = path.components().rev().filter_map(|part| match part {
        Component::Normal(name) => Some(PathBuf::from(name)),
        Component::ParentDir => Some(PathBuf::from("..")),
        _ => None,
    });
    parts.collect()
}

/// Resolves a program in the folder itself.
fn own_program(name: &str, folder: &Path) -> Result<PathBuf, String> {
    let path = Path::new(name);
    if path.components().any(|part| part == Component::ParentDir) {
        return Err(format!("can't start {}: it is not in its folder", shown(path)));
    }
    let is_hidden = |part: Component<'_>| matches!(part, Component::Normal(name) if name.as_encoded_bytes().starts_with(b"."));
    if folder.join(path).is_symlink() || path.components().any(is_hidden) {
        return Err(format!(
            "can't start {}: links and hidden files are not copied; for a virtual environment, {MODULES_ADVICE}",
            shown(path)
        ));
    }
    let file = folder.join(path);
    // Links in a virtual environment are not copied, so check for one first.
    if virtual_environment(&file).is_some() {
        let environment = path.parent().and_then(Path::parent).unwrap_or(path);
        return Err(in_virtual_environment(path, environment));
    }
    if !file.is_file() {
        return Err(format!("has no program {} in its folder; build it", shown(path)));
    }
    Ok(path.into())
}

fn is_program(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|file| file.is_file() && file.permissions().mode() & 0o111 != 0)
}

/// Returns `true` if the path leads to a system file.
fn is_of_system(path: &Path) -> bool {
    fs::canonicalize(path)
        .is_ok_and(|path| SYSTEM_PLACES.iter().any(|place| path.starts_with(place)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::manifest;

    fn grants(text: &str) -> Result<Grants, String> {
        let folder = tempfile::tempdir().unwrap();
        let manifest = manifest::read(&format!("name = \"a\"\n{text}")).unwrap();
        Grants::of(&manifest, folder.path(), Some(OsStr::new("/tmp:relative")))
    }

    fn check_refused(text: &str, expected: &str) {
        let refusal = grants(text).unwrap_err();
        assert!(refusal.contains(expected), "{refusal}");
    }

    #[test]
    fn only_system_files_are_granted() {
        let granted =
            grants("command = [\"sh\"]\nreads = [\"/usr/share\", \"/usr/nothing\"]").unwrap();
        assert!(granted.program.ends_with("sh") && granted.program.is_absolute());
        assert_eq!(granted.runs.len(), 1);
        assert!(granted.reads.contains(&PathBuf::from("/usr/share")));
        let sh = "command = [\"sh\"]\n";
        check_refused(
            &format!("{sh}reads = [\"/etc/passwd\"]"),
            "can't get permission to read /etc/passwd: only files below",
        );
        check_refused(
            &format!("{sh}reads = [\"/usr/../etc/passwd\"]"),
            "can't get permission to read",
        );
        check_refused(&format!("{sh}reads = [\"book\"]"), "use an absolute path");
        check_refused(&format!("{sh}reads = [\"/\"]"), "only files below");
        check_refused(
            &format!("{sh}runs = [\"no-such-program\"]"),
            "needs the program no-such-program, which was not found (below /usr, ",
        );
        check_refused("command = [\"../a\"]", "it is not in its folder");
        check_refused(
            "command = [\"./.venv/bin/python\"]",
            "can't start ./.venv/bin/python: links and hidden files are not copied; for a virtual environment, use",
        );
        check_refused("command = [\"./a\"]", "has no program ./a in its folder; build it");
    }

    #[test]
    fn an_unreadable_program_is_named_with_its_location() {
        let folder = tempfile::tempdir().unwrap();
        let bin = folder.path().join("venv/bin");
        fs::create_dir_all(&bin).unwrap();
        std::os::unix::fs::symlink("/bin/sh", bin.join("python3")).unwrap();
        fs::write(bin.join("tool"), "#!/bin/sh\n").unwrap();
        fs::set_permissions(bin.join("tool"), fs::Permissions::from_mode(0o755)).unwrap();
        let command = |name: &str| format!("command = [\"{}\"]", bin.join(name).display());
        check_refused(&command("tool"), "/venv/bin/tool: it is not below /usr, ");
        fs::write(folder.path().join("venv/pyvenv.cfg"), "home = /usr/bin\n").unwrap();
        check_refused(
            &command("python3"),
            "/venv/bin/python3: plugins can't use the virtual environment ",
        );
        check_refused(&command("nothing"), "/venv/bin/nothing, which was not found (below ");
    }

    #[test]
    fn a_program_in_the_plugin_folder_is_refused_with_the_reason() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir_all(folder.path().join("venv/bin")).unwrap();
        fs::write(folder.path().join("venv/pyvenv.cfg"), "home = /usr/bin\n").unwrap();
        let check = |name: &str, expected: &str| {
            assert_eq!(own_program(name, folder.path()).unwrap_err(), expected);
        };
        check("./other", "has no program ./other in its folder; build it");
        let venv = "can't start ./venv/bin/python: plugins can't use the virtual environment ./venv; use the system's python3 and install the modules into the player's folder (pip install --target)";
        check("./venv/bin/python", venv);
    }

    #[test]
    fn the_interpreter_of_a_script_is_granted() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("player"), "#!/bin/sh\n").unwrap();
        fs::write(folder.path().join("text"), "print(1)\n").unwrap();
        let grants = |command: &str| {
            let manifest = format!("name = \"a\"\ncommand = [\"{command}\"]");
            Grants::of(&manifest::read(&manifest).unwrap(), folder.path(), None)
        };
        let granted = grants("./player").unwrap();
        assert_eq!(granted.program, PathBuf::from("./player"));
        assert_eq!(granted.runs, [fs::canonicalize("/bin/sh").unwrap()]);
        let is_link = fs::symlink_metadata("/bin").unwrap().is_symlink();
        assert_eq!(granted.links.contains(&PathBuf::from("/bin")), is_link);
        let refusal = grants("./text").unwrap_err();
        assert!(
            refusal.starts_with("can't start ./text: it is neither a Linux program"),
            "{refusal}"
        );
        let refusal = grants("player").unwrap_err();
        assert_eq!(refusal, "finds player only in its folder; write ./player in command");
    }
}
