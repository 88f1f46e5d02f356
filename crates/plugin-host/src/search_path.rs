//! Where plugins are looked for.

use std::env;
use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};

/// What decides where plugins are looked for. It reads nothing itself, so that tests and programs can say it all.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SearchPath {
    /// The folders of `--plugins`, in the order given.
    pub named: Vec<PathBuf>,
    /// The value of `$RIVAL_PLUGINS`: folders separated as in `$PATH`.
    pub variable: Option<OsString>,
    /// The folder that the program runs in.
    pub working_folder: PathBuf,
    /// The file of the program.
    pub executable: Option<PathBuf>,
}

/// A folder to look in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Folder {
    /// Where it is.
    pub path: PathBuf,
    /// Who named it.
    pub origin: Origin,
}

/// Who named a folder.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// `--plugins`.
    Option,
    /// `$RIVAL_PLUGINS`.
    Variable,
    /// Nobody: it is looked into if it is there, and what is no plugin in it is passed over.
    Usual,
}

impl Origin {
    /// Whether the user named the folder: then it must be there, and whatever looks like a library in it is meant.
    pub fn is_explicit(self) -> bool {
        self != Self::Usual
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Option => "named by --plugins",
            Self::Variable => "named by $RIVAL_PLUGINS",
            Self::Usual => "one of the usual folders",
        })
    }
}

impl SearchPath {
    /// The folders in the order in which they are looked into, each once: those of `--plugins`, those of
    /// `$RIVAL_PLUGINS`, `plugins` in the working folder, the program's folder, and `plugins` in that.
    pub fn folders(&self) -> Vec<Folder> {
        let named = self.named.iter().map(|path| (path.clone(), Origin::Option));
        let listed = self.variable.iter().flat_map(env::split_paths);
        let listed =
            listed.filter(|path| !path.as_os_str().is_empty()).map(|path| (path, Origin::Variable));
        let program_folder = self.executable.as_deref().and_then(Path::parent);
        let usual = [
            Some(self.working_folder.join("plugins")),
            program_folder.map(Path::to_path_buf),
            program_folder.map(|folder| folder.join("plugins")),
        ];
        let usual = usual.into_iter().flatten().map(|path| (path, Origin::Usual));

        let mut folders: Vec<Folder> = Vec::new();
        for (path, origin) in named.chain(listed).chain(usual) {
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
    fn folders_that_the_user_names_come_first() {
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
            ("/here/plugins", Origin::Usual),
            ("/bin", Origin::Usual),
            ("/bin/plugins", Origin::Usual),
        ];
        check(&path, &expected);
    }

    #[test]
    fn a_folder_is_looked_into_once_and_the_first_who_named_it_counts() {
        let path = SearchPath {
            named: vec!["/bin".into()],
            variable: Some(":/bin:/x::/x:".into()),
            working_folder: "/bin".into(),
            executable: Some("/bin/rival".into()),
        };
        let expected =
            [("/bin", Origin::Option), ("/x", Origin::Variable), ("/bin/plugins", Origin::Usual)];
        check(&path, &expected);
    }

    #[test]
    fn without_a_known_program_there_is_the_working_folder() {
        check(&SearchPath::default(), &[("plugins", Origin::Usual)]);
    }
}
