//! The plugins that the user trusts. Trusted plugins are listed in a file in the user's configuration folder, which
//! only commands write.
//!
//! Each plugin is pinned by the hash of its content. A name or a path would still match after another user replaced the
//! file.

use std::fs::{self, DirBuilder};
use std::io::{ErrorKind, Read, Write};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use etcetera::BaseStrategy;
use plugin_host::{Cache, Pin, Plugin, exposure};
use serde::{Deserialize, Serialize};

use crate::configuration::check_format;
use crate::failure::{Failure, FailureKind, OrFail};

/// The file name in the configuration folder.
const FILE_NAME: &str = "trusted-plugins.toml";

/// Maximum size of the file in bytes.
const FILE_BYTES_MAX: u64 = 1 << 20;

/// The first lines of the file.
const HEADING: &str = "# Plugins that run outside the sandbox while their content has this hash.\n\
                       # Written by \"rival plugin trust\" and \"rival plugin distrust\".\n\n";

/// The format version.
const FORMAT: u32 = 1;

/// The content of the file.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Content {
    format: u32,
    plugin: Vec<Entry>,
}

impl Default for Content {
    fn default() -> Self {
        Self { format: FORMAT, plugin: Vec::new() }
    }
}

/// A pinned plugin.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    /// The plugin's path when it was pinned.
    file: PathBuf,
    /// The hash of the plugin's content, combined with the hash of its data, if any.
    blake3: String,
}

/// The file that contains the pins. `None` if there is no home folder.
fn path() -> Option<PathBuf> {
    let home = etcetera::choose_base_strategy().ok()?;
    Some(home.config_dir().join("rival").join(FILE_NAME))
}

/// The plugins that the user trusts.
///
/// # Errors
/// [`Failure`] if the list can't be read, is malformed, or is writable by other users.
pub(crate) fn trusted_plugins() -> Result<Vec<Pin>, Failure> {
    let Some(path) = path() else { return Ok(Vec::new()) };
    let pins = read(&path)?.plugin.into_iter();
    Ok(pins.map(|Entry { file, blake3 }| Pin { file, build: blake3 }).collect())
}

fn read(path: &Path) -> Result<Content, Failure> {
    let failed = || format!("can't read {}", path.display());
    let file = match fs::File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Content::default()),
        Err(error) => return Err(error).with_context(failed).or_fail(FailureKind::Input),
    };
    if let Some(why) = exposure(path).with_context(failed).or_fail(FailureKind::Input)? {
        let what = anyhow!("{}: {why}; remove that permission (chmod go-w)", path.display());
        return Err(Failure::new(FailureKind::Input, what));
    }
    let mut text = String::new();
    file.take(FILE_BYTES_MAX)
        .read_to_string(&mut text)
        .with_context(failed)
        .or_fail(FailureKind::Input)?;
    check_format(&text, path, FORMAT).or_fail(FailureKind::Input)?;
    toml::from_str(&text)
        .map_err(|error| anyhow!("{}: {}", path.display(), error.message().replace('\n', " ")))
        .or_fail(FailureKind::Input)
}

/// Overwrites the file.
fn write(path: &Path, content: &Content) -> Result<(), Failure> {
    let failed = || format!("can't write {}", path.display());
    let text = toml::to_string(content).with_context(failed).or_fail(FailureKind::Failed)?;
    let folder = path.parent().unwrap_or(path);
    let write = || {
        // Only the user gets access to the folder, regardless of the umask. The file is replaced atomically.
        DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        file.write_all(format!("{HEADING}{text}").as_bytes())?;
        file.as_file().sync_all()?;
        file.persist(path)?;
        std::io::Result::Ok(())
    };
    write().with_context(failed).or_fail(FailureKind::Failed)
}

/// The file path. Writing requires the path, so a missing home folder is an error.
fn known_path() -> Result<PathBuf, Failure> {
    path().ok_or_else(|| Failure::new(FailureKind::Failed, anyhow!("HOME is not set")))
}

/// A plugin's absolute path: a library, or a plugin program's folder.
fn whole(file: &Path) -> PathBuf {
    let is_manifest = file.file_name().is_some_and(|name| name == "player.toml");
    let named = file.parent().filter(|_| is_manifest).unwrap_or(file);
    let named = if named.as_os_str().is_empty() { Path::new(".") } else { named };
    fs::canonicalize(named).or_else(|_gone| std::path::absolute(named)).unwrap_or(named.into())
}

/// Pins the plugin in `file` by its content, without running it. Returns the pin.
///
/// # Errors
/// [`Failure`] if the file is not a plugin, if other users can change it, or if the pin can't be saved.
pub fn trust_plugin(file: &Path) -> Result<Pin, Failure> {
    let cache = Cache::user().or_fail(FailureKind::Failed)?;
    let build = Plugin::build_in(file, &cache).or_fail(FailureKind::Input)?;
    let whole = whole(file);
    if let Some(why) = exposure(&whole).or_fail(FailureKind::Input)? {
        let what = anyhow!(
            "{} can't be trusted: {why}; remove that permission first (chmod go-w)",
            file.display()
        );
        return Err(Failure::new(FailureKind::Input, what));
    }
    let path = known_path()?;
    let mut content = read(&path)?;
    content.plugin.retain(|entry| entry.file != whole);
    content.plugin.push(Entry { file: whole.clone(), blake3: build.clone() });
    write(&path, &content)?;
    Ok(Pin { file: whole, build })
}

/// Removes the pins for this file and for its content. Returns `true` if there were any.
///
/// # Errors
/// [`Failure`] if the list of pins can't be read or saved.
pub fn distrust_plugin(file: &Path) -> Result<bool, Failure> {
    let path = known_path()?;
    let mut content = read(&path)?;
    let whole = whole(file);
    // The file may have disappeared or changed since it was pinned.
    let cache = Cache::user().or_fail(FailureKind::Failed)?;
    let build = Plugin::build_in(file, &cache).ok();
    let before = content.plugin.len();
    content.plugin.retain(|entry| entry.file != whole && Some(&entry.blake3) != build.as_ref());
    let has_changed = content.plugin.len() < before;
    if has_changed {
        write(&path, &content)?;
    }
    Ok(has_changed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_survives_a_round_trip_and_a_newer_one_is_refused_by_name() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE_NAME);
        let entry = Entry { file: "/a/libb.so".into(), blake3: "00".into() };
        write(&path, &Content { plugin: vec![entry], ..Content::default() }).unwrap();
        assert_eq!(read(&path).unwrap().plugin[0].blake3, "00");
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains("format = 1\n"), "{text}");
        fs::write(&path, text.replace("format = 1", "format = 2")).unwrap();
        let refused = read(&path).unwrap_err().to_string();
        let why = "was written by a newer version of Rival (format 2; this program reads 1)";
        assert_eq!(refused, format!("{} {why}", path.display()));
    }
}
