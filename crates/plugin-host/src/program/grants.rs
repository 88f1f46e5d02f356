//! What a program may read and start, besides its own folder and the system's libraries.
//!
//! A stranger writes `player.toml`, so it can ask only for what the system has installed: nothing of the user's own.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Component, Path, PathBuf};

use super::manifest::ProgramManifest;
use crate::error::shown;

/// Where systems install programs. What a program asks for must lie there.
const SYSTEM_PLACES: [&str; 7] =
    ["/usr", "/bin", "/lib", "/lib64", "/opt", "/nix/store", "/etc/alternatives"];

/// Where programs are looked up besides `$PATH`.
const PROGRAM_PLACES: [&str; 3] = ["/usr/local/bin", "/usr/bin", "/bin"];

/// The system's libraries, which every plugin may read.
const LIBRARIES: [&str; 4] = ["/lib", "/lib64", "/usr/lib", "/usr/local/lib"];

/// How many links are followed.
const LINKS_MAX: usize = 32;

/// What a program may use, as absolute paths.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Grants {
    /// The program to start: an absolute path, or one that begins with `./` in its folder.
    pub(crate) program: PathBuf,
    /// Files and folders that it may read.
    pub(crate) reads: Vec<PathBuf>,
    /// Files that it may read and start, without those of its own folder.
    pub(crate) runs: Vec<PathBuf>,
    /// Links on the way to them.
    pub(crate) links: Vec<PathBuf>,
}

impl Grants {
    /// What the manifest asks for. `search_path` is the value of `$PATH`.
    ///
    /// # Errors
    /// What can't be granted, as a phrase.
    pub(crate) fn of(
        manifest: &ProgramManifest,
        folder: &Path,
        search_path: Option<&OsStr>,
    ) -> Result<Self, String> {
        let mut grants = Self::default();
        let name = manifest.command.first().map_or("", String::as_str);
        grants.program = if name.contains('/') && !name.starts_with('/') {
            own_program(name, folder)?
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

    /// Grants a program by its name or its absolute path. Returns the path by which it is started.
    fn add_program(&mut self, name: &str, search_path: Option<&OsStr>) -> Result<PathBuf, String> {
        let listed = search_path.map(std::env::split_paths).into_iter().flatten();
        let places = listed.chain(PROGRAM_PLACES.map(PathBuf::from));
        let candidates: Vec<PathBuf> = if name.starts_with('/') {
            vec![name.into()]
        } else if name.contains('/') {
            return Err(format!("can't be granted to start {name}: name it without its folder"));
        } else {
            places.filter(|place| place.is_absolute()).map(|place| place.join(name)).collect()
        };
        let found = candidates.into_iter().find(|path| is_program(path) && is_of_system(path));
        let found = found.ok_or_else(|| {
            let places = SYSTEM_PLACES.join(", ");
            let shown = crate::error::one_line(name);
            format!("there is no program {shown} on this system (below {places}): install it, or name another one in command or runs")
        })?;
        let file = self.follow(&found)?;
        // An interpreter that is installed in a folder of its own has its library beside it.
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
        let refused = |why: &str| Err(format!("can't be granted to read {}: {why}", shown(path)));
        if !path.is_absolute() {
            return refused(
                "name it from the root; what lies in its own folder it can read anyway",
            );
        }
        if !path.exists() {
            // Another system may have it.
            return Ok(());
        }
        let file = self.follow(path)?;
        if !is_of_system(&file) || SYSTEM_PLACES.iter().all(|place| !path.starts_with(place)) {
            let places = SYSTEM_PLACES.join(", ");
            return refused(&format!(
                "only what lies below {places} can be granted; copy what it needs into its folder"
            ));
        }
        self.reads.push(file);
        Ok(())
    }

    /// Grants the links on a path. Returns the file at its end.
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
                        return Err(format!("can't use {}: it leads in a circle", shown(path)));
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

/// The parts of a path, the last one first.
fn reversed(path: &Path) -> Vec<PathBuf> {
    let parts = path.components().rev().filter_map(|part| match part {
        Component::Normal(name) => Some(PathBuf::from(name)),
        Component::ParentDir => Some(PathBuf::from("..")),
        _ => None,
    });
    parts.collect()
}

/// A program in the folder itself.
fn own_program(name: &str, folder: &Path) -> Result<PathBuf, String> {
    let path = Path::new(name);
    if path.components().any(|part| part == Component::ParentDir) {
        return Err(format!("can't start {}: it is not in its folder", shown(path)));
    }
    if !is_program(&folder.join(path)) {
        return Err(format!(
            "has no program {} in its folder that can be started: build it, or make it executable",
            shown(path)
        ));
    }
    Ok(path.into())
}

fn is_program(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|file| file.is_file() && file.permissions().mode() & 0o111 != 0)
}

/// Whether the path leads to something that the system has installed.
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
    fn only_what_the_system_has_installed_is_granted() {
        let granted =
            grants("command = [\"sh\"]\nreads = [\"/usr/share\", \"/usr/nothing\"]").unwrap();
        assert!(granted.program.ends_with("sh") && granted.program.is_absolute());
        assert_eq!(granted.runs.len(), 1);
        assert!(granted.reads.contains(&PathBuf::from("/usr/share")));
        let sh = "command = [\"sh\"]\n";
        check_refused(
            &format!("{sh}reads = [\"/etc/passwd\"]"),
            "can't be granted to read /etc/passwd: only what lies below",
        );
        check_refused(&format!("{sh}reads = [\"/usr/../etc/passwd\"]"), "can't be granted to read");
        check_refused(&format!("{sh}reads = [\"book\"]"), "name it from the root");
        check_refused(&format!("{sh}reads = [\"/\"]"), "only what lies below");
        check_refused(
            &format!("{sh}runs = [\"no-such-program\"]"),
            "there is no program no-such-program",
        );
        check_refused("command = [\"../a\"]", "it is not in its folder");
        check_refused("command = [\"./a\"]", "has no program ./a in its folder");
    }
}
