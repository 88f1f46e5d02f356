//! Where tournaments are kept: the folders of the user, and those that the arguments name.

use std::cmp::Reverse;
use std::fs;
use std::path::{Path, PathBuf};

use arena_run::folder::Folder;
use board_engine::is_printable;

use crate::error::Refused;

/// The longest name of a tournament, in characters.
const NAME_LENGTH_MAX: usize = 60;

/// The most tournaments in the server's own folder.
const OWN_MAX: usize = 1000;

/// A tournament in its folder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    /// The name by which requests call it.
    pub(crate) name: String,
    /// What it is called on a page.
    pub(crate) title: String,
    /// Its folder.
    pub(crate) path: PathBuf,
}

/// All folders in which tournaments are looked for.
#[derive(Debug)]
pub(super) struct Folders {
    /// The server's own, in which new ones are made.
    own: Option<PathBuf>,
    /// Those that the arguments name: folders of tournaments, or of one.
    given: Vec<PathBuf>,
}

impl Folders {
    pub(super) const fn new(own: Option<PathBuf>, given: Vec<PathBuf>) -> Self {
        Self { own, given }
    }

    /// All tournaments, the one whose games are newest first.
    pub(super) fn all(&self) -> Vec<Place> {
        let of_own = self.own.iter().flat_map(|own| children(own, ""));
        let of_given = self.given.iter().enumerate().flat_map(|(index, given)| {
            // In the address the number of the folder stands before the name.
            let prefix = format!("{}:", index + 1);
            let itself = place(given, &prefix);
            if itself.is_some() { itself.into_iter().collect() } else { children(given, &prefix) }
        });
        let mut all: Vec<Place> = of_own.chain(of_given).collect();
        all.sort_by_cached_key(|place| {
            (Reverse(Folder::existing(place.path.clone()).changed_ns()), place.name.clone())
        });
        all
    }

    /// The tournament with this name. A name is compared with those that there are and is never made into a path.
    pub(super) fn find(&self, name: &str) -> Option<Place> {
        self.all().into_iter().find(|place| place.name == name)
    }

    /// A new place for a tournament of this game, under this name or one that is made for it.
    ///
    /// # Errors
    /// [`Refused`] if the name can't be that of a folder, is taken, or if there are too many.
    pub(super) fn new_place(&self, name: Option<&str>, game: &str) -> Result<Place, Refused> {
        let why =
            "there is no folder in which tournaments can be kept: your user has no home folder";
        let own = self.own.as_deref().ok_or_else(|| Refused::conflict(why))?;
        if children(own, "").len() >= OWN_MAX {
            let why = format!("there are {OWN_MAX} tournaments in {}: remove some", own.display());
            return Err(Refused::conflict(why));
        }
        let at = |name: &str| Place { name: name.into(), title: name.into(), path: own.join(name) };
        if let Some(name) = name {
            let place = at(checked(name)?);
            if place.path.exists() {
                return Err(Refused::conflict(format!("name: there is a tournament \"{name}\"")));
            }
            return Ok(place);
        }
        let game = game.replace([':', ','], "-");
        let mut places = (1..).map(|number| at(&format!("{game} {number}")));
        places.find(|place| !place.path.exists()).ok_or_else(|| Refused::failed("no name is free"))
    }
}

/// The name, if it can be that of a folder on any system.
fn checked(name: &str) -> Result<&str, Refused> {
    let is_allowed = |c: char| is_printable(c) && !"/\\:*?\"<>|".contains(c);
    let is_short = name.chars().count() <= NAME_LENGTH_MAX;
    let is_whole = name.trim() == name && !name.is_empty() && !name.starts_with('.');
    if is_whole && is_short && !name.ends_with('.') && name.chars().all(is_allowed) {
        return Ok(name);
    }
    Err(Refused::bad(format!(
        "name: a name has up to {NAME_LENGTH_MAX} letters, digits and blanks, and none of / \\ : * ? \" < > |"
    )))
}

/// The tournaments in a folder.
fn children(folder: &Path, prefix: &str) -> Vec<Place> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    entries.filter_map(|entry| place(&entry.ok()?.path(), prefix)).collect()
}

/// The tournament in this folder, if it is one.
fn place(path: &Path, prefix: &str) -> Option<Place> {
    let title = path.canonicalize().ok()?.file_name()?.to_str()?.to_owned();
    let is_shown = !title.starts_with('.') && Folder::existing(path.into()).is_of_run();
    is_shown.then(|| Place { name: format!("{prefix}{title}"), title, path: path.into() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn begun(folder: &Path) {
        fs::create_dir_all(folder).unwrap();
        fs::write(folder.join("tournament.toml"), "").unwrap();
    }

    #[test]
    fn a_name_never_leads_out_of_the_folders() {
        let folder = tempfile::tempdir().unwrap();
        let (own, given) = (folder.path().join("own"), folder.path().join("given"));
        for path in ["own/a", "given/b", "secret", "own/.hidden"] {
            begun(&folder.path().join(path));
        }
        let folders = Folders::new(Some(own), vec![given, folder.path().join("secret")]);
        let mut names: Vec<String> = folders.all().into_iter().map(|place| place.name).collect();
        names.sort();
        assert_eq!(names, ["1:b", "2:secret", "a"]);
        for name in ["../secret", "..", ".", "", "a/", "./a", "b", "1:../own/a", "/", ".hidden"] {
            assert_eq!(folders.find(name), None, "{name}");
        }
        for name in ["..", "../x", "a/b", "a\\b", "", " a", ".x", "a\0", "a.", &"x".repeat(61)] {
            let refused = folders.new_place(Some(name), "chess").unwrap_err();
            assert!(refused.why().starts_with("name: "), "{name}: {refused:?}");
        }
        assert!(folders.new_place(Some("a"), "chess").is_err(), "it is taken");
        let place = folders.new_place(None, "checkers:english").unwrap();
        assert_eq!(place.name, "checkers-english 1");
    }
}
