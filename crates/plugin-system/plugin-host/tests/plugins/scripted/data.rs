//! The ways in which a plugin uses its data.

use std::fs::{self, File};
use std::io;
use std::os::unix::fs::symlink;
use std::path::Path;

use plugin_sdk::PlayerError;

/// The result of the fault, as an error for the table.
pub(super) fn act(fault: &str, data: Option<&Path>) -> PlayerError {
    PlayerError::new(match data {
        None => "no data".into(),
        Some(folder) if fault == "reads its data" => read(folder),
        Some(folder) => leave(folder, fault),
    })
}

/// The content of `book.txt`, and the names of all files.
fn read(folder: &Path) -> String {
    let names = || -> io::Result<Vec<_>> {
        fs::read_dir(folder)?.map(|entry| Ok(entry?.file_name())).collect()
    };
    let mut names = names().unwrap_or_default();
    names.sort();
    format!(
        "{:?} of {names:?} in {}",
        fs::read_to_string(folder.join("book.txt")).ok(),
        folder.display()
    )
}

/// Lists the attempts that succeed in doing more than reading the plugin's own data. The fault ends with another
/// plugin's data folder.
fn leave(folder: &Path, fault: &str) -> String {
    let other = Path::new(fault.rsplit(' ').next().unwrap_or_default());
    let (own, new) = (folder.join("book.txt"), folder.join("new"));
    let attempts = [
        ("write a new file", File::create(&new).map(drop)),
        ("write to its book", File::options().append(true).open(&own).map(drop)),
        ("cut off its book", File::options().write(true).truncate(true).open(&own).map(drop)),
        ("remove its book", fs::remove_file(&own)),
        ("rename its book", fs::rename(&own, &new)),
        ("make a folder", fs::create_dir(&new)),
        ("make a link", symlink("/etc/passwd", &new)),
        ("link its book", fs::hard_link(&own, &new)),
        ("list the folder above", fs::read_dir(folder.join("..")).map(drop)),
        ("list what is outside of its root", fs::read_dir(folder.join("../..")).map(drop)),
        ("read /etc/passwd from there", fs::read(folder.join("../etc/passwd")).map(drop)),
        ("list another plugin's data", fs::read_dir(other).map(drop)),
        ("read another plugin's data", fs::read(other.join("book.txt")).map(drop)),
    ];
    let worked = attempts.into_iter().filter(|(_, result)| result.is_ok()).map(|(what, _)| what);
    format!("worked: {:?}", worked.collect::<Vec<_>>())
}
