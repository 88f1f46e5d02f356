//! The folders to search for tournaments: the user's folder and other given folders.

use std::cmp::Reverse;
use std::fs;
use std::path::{Path, PathBuf};

use board_engine::is_printable;
use match_library::user_folder;
use thiserror::Error;

use crate::run_folder::folder::Folder;

/// The folder for the user's tournaments, next to the saved matches.
const TOURNAMENTS: &str = "tournaments";

/// Maximum length of a tournament name in characters.
const NAME_LENGTH_MAX: usize = 60;

/// Maximum number of tournaments in the user's folder.
const OWN_MAX: usize = 1000;

/// The folder where this user's programs store their tournaments; `None` if the user has no home folder.
pub fn own_folder() -> Option<PathBuf> {
    user_folder().map(|folder| folder.join(TOURNAMENTS))
}

/// A tournament and its folder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// The folder's name in requests.
    pub name: String,
    /// The folder's title on the page.
    pub title: String,
    /// Its folder.
    pub path: PathBuf,
}

/// The reason why a new tournament can't be placed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum PlaceError {
    /// The user has no home folder.
    #[error("no folder for tournaments: HOME is not set")]
    NoFolder,
    /// There are too many tournaments.
    #[error("{} already has {OWN_MAX} tournaments; remove some", .0.display())]
    TooMany(PathBuf),
    /// The name is not a portable folder name.
    #[error(
        "name: expected up to {NAME_LENGTH_MAX} letters, digits and spaces, and none of / \\ : * ? \" < > |"
    )]
    Name(String),
    /// A tournament with this name already exists.
    #[error("name: tournament \"{0}\" already exists")]
    Taken(String),
}

/// All folders to search for tournaments.
#[derive(Debug)]
pub struct Places {
    /// The folder for new tournaments.
    own: Option<PathBuf>,
    /// Other folders, each with one or more tournaments.
    given: Vec<PathBuf>,
}

impl Places {
    /// Creates new tournaments in `own`. Finds tournaments in `own` and `given`.
    pub const fn new(own: Option<PathBuf>, given: Vec<PathBuf>) -> Self {
        Self { own, given }
    }

    /// All tournaments, most recently played first.
    pub fn all(&self) -> Vec<Place> {
        let of_own = self.own.iter().flat_map(|own| children(own, ""));
        let of_given = self.given.iter().enumerate().flat_map(|(index, given)| {
            // A name starts with the folder's index, followed by the tournament's name.
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

    /// The tournament with this name. The name is only compared with existing names, and never used as a path.
    pub fn find(&self, name: &str) -> Option<Place> {
        self.all().into_iter().find(|place| place.name == name)
    }

    /// A place for a new tournament of this game, with this name or a generated one.
    ///
    /// # Errors
    /// [`PlaceError`] if the name is not a portable folder name or is taken, or if there are too many tournaments.
    pub fn new_place(&self, name: Option<&str>, game: &str) -> Result<Place, PlaceError> {
        let own = self.own.as_deref().ok_or(PlaceError::NoFolder)?;
        if children(own, "").len() >= OWN_MAX {
            return Err(PlaceError::TooMany(own.into()));
        }
        let at = |name: &str| Place { name: name.into(), title: name.into(), path: own.join(name) };
        if let Some(name) = name {
            let place = at(check_name(name)?);
            if place.path.exists() {
                return Err(PlaceError::Taken(name.into()));
            }
            return Ok(place);
        }
        let game = game.replace([':', ','], "-");
        let mut places = (1..).map(|number: u32| at(&format!("{game} {number}")));
        let free = places.find(|place| !place.path.exists());
        free.ok_or_else(|| PlaceError::TooMany(own.into()))
    }
}

/// Checks that the name is a portable folder name.
fn check_name(name: &str) -> Result<&str, PlaceError> {
    let is_allowed = |c: char| is_printable(c) && !"/\\:*?\"<>|".contains(c);
    let is_short = name.chars().count() <= NAME_LENGTH_MAX;
    let is_whole = name.trim() == name && !name.is_empty() && !name.starts_with('.');
    if is_whole && is_short && !name.ends_with('.') && name.chars().all(is_allowed) {
        return Ok(name);
    }
    Err(PlaceError::Name(name.into()))
}

/// The tournaments in a folder.
fn children(folder: &Path, prefix: &str) -> Vec<Place> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    entries.filter_map(|entry| place(&entry.ok()?.path(), prefix)).collect()
}

/// The tournament in this folder, if there is one.
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
    fn a_name_cannot_escape_the_folders() {
        let folder = tempfile::tempdir().unwrap();
        let (own, given) = (folder.path().join("own"), folder.path().join("given"));
        for path in ["own/a", "given/b", "secret", "own/.hidden"] {
            begun(&folder.path().join(path));
        }
        let places = Places::new(Some(own), vec![given, folder.path().join("secret")]);
        let mut names: Vec<String> = places.all().into_iter().map(|place| place.name).collect();
        names.sort();
        assert_eq!(names, ["1:b", "2:secret", "a"]);
        for name in ["../secret", "..", ".", "", "a/", "./a", "b", "1:../own/a", "/", ".hidden"] {
            assert_eq!(places.find(name), None, "{name}");
        }
        for name in ["..", "../x", "a/b", "a\\b", "", " a", ".x", "a\0", "a.", &"x".repeat(61)] {
            let refused = places.new_place(Some(name), "chess").unwrap_err();
            assert!(refused.to_string().starts_with("name: "), "{name}: {refused:?}");
        }
        assert!(places.new_place(Some("a"), "chess").is_err(), "it is taken");
        let place = places.new_place(None, "checkers:english").unwrap();
        assert_eq!(place.name, "checkers-english 1");
    }
}
