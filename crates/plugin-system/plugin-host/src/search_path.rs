//! The folders in which to search for plugins.

use std::env;
use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};

/// The parameters of the search path. The caller sets all of these folders; nothing is read from the environment.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SearchPath {
    /// The folders of `--plugins`, in the given order.
    pub named: Vec<PathBuf>,
    /// The value of `$RIVAL_PLUGINS`: folders separated as in `$PATH`.
    pub variable: Option<OsString>,
    /// The program's current folder.
    pub working_folder: PathBuf,
    /// The program's file.
    pub executable: Option<PathBuf>,
}

/// A folder to search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Folder {
    /// Its path.
    pub path: PathBuf,
    /// The option or file in which the user named it.
    pub origin: Origin,
}

/// The option or file that names a folder.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// `--plugins`.
    Option,
    /// `$RIVAL_PLUGINS`.
    Variable,
    /// A default folder. The folder is searched if it exists, and files that aren't plugins are skipped.
    Default,
}

impl Origin {
    /// Returns `true` if the user named the folder. Such a folder must exist, and every library in it must be a plugin.
    pub fn is_explicit(self) -> bool {
        self != Self::Default
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Option => "named by --plugins",
            Self::Variable => "named by $RIVAL_PLUGINS",
            Self::Default => "one of the default folders",
        })
    }
}

impl SearchPath {
    /// The folders in search order without duplicates: `--plugins`, `$RIVAL_PLUGINS`, `plugins` in the current folder,
    /// the program's folder, and `plugins` in the program's folder.
    pub fn folders(&self) -> Vec<Folder> {
        let named = self.named.iter().map(|path| (path.clone(), Origin::Option));
        let listed = self.variable.iter().flat_map(env::split_paths);
        let listed =
            listed.filter(|path| !path.as_os_str().is_empty()).map(|path| (path, Origin::Variable));
        let program_folder = self.executable.as_deref().and_then(Path::parent);
        let defaults = [
            Some(self.working_folder.join("plugins")),
            program_folder.map(Path::to_path_buf),
            program_folder.map(|folder| folder.join("plugins")),
        ];
        let defaults = defaults.into_iter().flatten().map(|path| (path, Origin::Default));

        let mut folders: Vec<Folder> = Vec::new();
        for (path, origin) in named.chain(listed).chain(defaults) {
            if folders.iter().all(|folder| folder.path != path) {
                folders.push(Folder { path, origin });
            }
        }
        folders
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(path: &SearchPath, expected: &[(&str, Origin)]) {
        let folders = path.folders();
        let found: Vec<_> =
            folders.iter().map(|folder| (folder.path.to_str().unwrap(), folder.origin)).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn folders_named_by_the_user_are_searched_first() {
        let path = SearchPath {
            named: vec!["b".into(), "a".into()],
            variable: Some("/x:/y".into()),
            working_folder: "/here".into(),
            executable: Some("/bin/rival".into()),
        };
        let expected = [
            ("b", Origin::Option),
            ("a", Origin::Option),
            ("/x", Origin::Variable),
            ("/y", Origin::Variable),
            ("/here/plugins", Origin::Default),
            ("/bin", Origin::Default),
            ("/bin/plugins", Origin::Default),
        ];
        check(&path, &expected);
    }

    #[test]
    fn a_folder_is_searched_only_once_with_its_first_origin() {
        let path = SearchPath {
            named: vec!["/bin".into()],
            variable: Some(":/bin:/x::/x:".into()),
            working_folder: "/bin".into(),
            executable: Some("/bin/rival".into()),
        };
        let expected =
            [("/bin", Origin::Option), ("/x", Origin::Variable), ("/bin/plugins", Origin::Default)];
        check(&path, &expected);
    }

    #[test]
    fn without_a_known_program_only_the_working_folder_is_searched() {
        check(&SearchPath::default(), &[("plugins", Origin::Default)]);
    }
}
