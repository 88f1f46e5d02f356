//! Explains why a folder contains no plugin.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use crate::error::shown;
use crate::program::MANIFEST;

/// Maximum number of entries to examine in all folders together.
const ENTRIES_MAX: usize = 1000;

/// The depth of the folders to search, below the folder itself.
const DEPTH_MAX: usize = 10;

/// The extensions of archives.
const ARCHIVES: [&str; 7] = ["zip", "tar", "gz", "tgz", "xz", "7z", "rar"];

/// The reason why a folder contains no plugin: a file that is misnamed, misplaced, packed or for another system.
pub(crate) fn reason(folder: &Path) -> String {
    let mut left = ENTRIES_MAX;
    let found = below(folder, Path::new(""), 0, &mut left);
    let no_plugin = format!("no {MANIFEST} and no library");
    match found.iter().find_map(|path| remedy(path)) {
        Some(remedy) => format!("{no_plugin}; {remedy}"),
        None if found.is_empty() => "it is empty; add a player.toml".into(),
        None => format!("{no_plugin}; add a {MANIFEST}"),
    }
}

/// The names of the files below a folder, sorted by depth and name.
fn below(folder: &Path, part: &Path, depth: usize, left: &mut usize) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder.join(part)).into_iter().flatten().flatten();
    let mut entries: Vec<_> = entries.take(*left).collect();
    *left -= entries.len();
    entries.sort_by_key(fs::DirEntry::file_name);
    let is_folder = |entry: &fs::DirEntry| entry.file_type().is_ok_and(|kind| kind.is_dir());
    let (folders, files): (Vec<_>, Vec<_>) = entries.into_iter().partition(is_folder);
    let path = |entry: &fs::DirEntry| part.join(entry.file_name());
    let mut found: Vec<PathBuf> = files.iter().map(path).collect();
    if depth < DEPTH_MAX {
        let inner =
            folders.iter().filter(|entry| !entry.file_name().as_encoded_bytes().starts_with(b"."));
        found.extend(inner.flat_map(|entry| below(folder, &path(entry), depth + 1, left)));
    }
    found
}

/// The remedy if this file shows what is wrong.
fn remedy(path: &Path) -> Option<String> {
    let name = path.file_name()?.to_string_lossy();
    let extension =
        path.extension().and_then(OsStr::to_str).unwrap_or_default().to_ascii_lowercase();
    let found = shown(path);
    if name.contains('\\') {
        return Some(format!(
            "found \"{found}\", a file name with a backslash; pack the archive with / between folders"
        ));
    }
    if name == MANIFEST {
        return Some(format!("found {found}; move its folder up"));
    }
    let lower = name.to_ascii_lowercase();
    if lower.starts_with(MANIFEST) || lower == "plugin.toml" {
        return Some(format!("found {found}; rename it to {MANIFEST}"));
    }
    match extension.as_str() {
        "dll" => Some(format!("found {found}, a Windows library; build it for Linux")),
        "dylib" => Some(format!("found {found}, a macOS library; build it for Linux")),
        archive if ARCHIVES.contains(&archive) => Some(format!("found {found}; unpack it")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reason_names_the_file_that_looks_like_a_plugin() {
        let check = |names: &[&str], expected: &str| {
            let folder = tempfile::tempdir().unwrap();
            for name in names {
                let file = folder.path().join(name);
                fs::create_dir_all(file.parent().unwrap()).unwrap();
                fs::write(file, "").unwrap();
            }
            assert_eq!(reason(folder.path()), format!("no player.toml and no library; {expected}"));
        };
        assert_eq!(reason(tempfile::tempdir().unwrap().path()), "it is empty; add a player.toml");
        check(&["player.py"], "add a player.toml");
        check(&["a.py", "player.toml.txt"], "found player.toml.txt; rename it to player.toml");
        check(&["bot/Player.toml"], "found bot/Player.toml; rename it to player.toml");
        check(&["bot/src/player.toml"], "found bot/src/player.toml; move its folder up");
        check(&["a/b/c/d/e/player.toml"], "found a/b/c/d/e/player.toml; move its folder up");
        check(&["bot.zip"], "found bot.zip; unpack it");
        check(&["bot.DLL"], "found bot.DLL, a Windows library; build it for Linux");
        check(&["libbot.dylib"], "found libbot.dylib, a macOS library; build it for Linux");
        check(
            &["bot\\player.toml"],
            "found \"bot\\player.toml\", a file name with a backslash; pack the archive with / between folders",
        );
    }
}
