//! Projects for new plugins and games: their names, folders and files, and the Rival checkout to build against.

mod game;
mod plugin;

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};

use crate::failure::{Failure, FailureKind, OrFail};

pub use self::plugin::PluginKind;

/// The folder next to the program where packages install the source.
const INSTALLED: &str = "sdk";

/// The environment variable for the checkout to build against, if there is no argument for it.
const CHECKOUT_VARIABLE: &str = "RIVAL_SDK";

/// The path of the SDK in a checkout.
const SDK: &str = "crates/plugin-system/plugin-sdk";

/// The paths of a project's files, with their content.
type Files = Vec<(String, String)>;

/// A new project's content.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProjectKind {
    /// A plugin in this language.
    Plugin(PluginKind),
    /// A game.
    Game,
}

impl ProjectKind {
    const fn name(self) -> &'static str {
        match self {
            Self::Plugin(_) => "plugin",
            Self::Game => "game",
        }
    }
}

/// A new project.
#[derive(Clone, Copy, Debug)]
pub struct Project<'a> {
    /// The project's content.
    pub kind: ProjectKind,
    /// The folder, as given by the user.
    pub folder: &'a Path,
    /// The name, if it differs from the folder's name.
    pub name: Option<&'a str>,
    /// The checkout to build against, if given by the user.
    pub checkout: Option<&'a Path>,
}

impl Project<'_> {
    /// The project's name.
    fn name(&self) -> Result<String, Failure> {
        let folder = self.folder()?;
        let of_folder = || folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let name = self.name.map_or_else(of_folder, String::from);
        check_name(self.kind.name(), &name)
            .map_err(|why| Failure::new(FailureKind::Usage, anyhow!(why)))?;
        Ok(name)
    }

    /// The root of the checkout to build against: the given one, the one named by the environment variable, or the one
    /// that contains this program or the current folder.
    fn checkout(&self) -> Result<PathBuf, Failure> {
        let variable = env::var_os(CHECKOUT_VARIABLE).filter(|value| !value.is_empty());
        let given = self.checkout.map(Path::to_owned).or(variable.map(PathBuf::from));
        let checkout = given.map_or_else(found_checkout, |path| named_checkout(&path));
        let checkout = checkout.or_fail(FailureKind::Usage)?;
        let folder = self.folder()?;
        if folder.starts_with(&checkout) {
            let error = anyhow!(
                "{} is inside the checkout {}, which builds its {}s; choose another folder",
                folder.display(),
                checkout.display(),
                self.kind.name()
            );
            return Err(Failure::new(FailureKind::Usage, error));
        }
        Ok(checkout)
    }

    /// Writes the files to the folder, which must be empty or missing. Returns a sentence that states where the project
    /// is.
    ///
    /// # Errors
    /// [`Failure`] if the name, the folder or the checkout can't be used, or a file can't be written.
    pub fn create(&self) -> Result<String, Failure> {
        let name = self.name()?;
        let files = match self.kind {
            ProjectKind::Plugin(kind) => plugin::files(&name, kind, self)?,
            ProjectKind::Game => game::files(&name, self)?,
        };
        let folder = self.folder()?;
        create_empty_folder(&folder).or_fail(FailureKind::Input)?;
        for (path, text) in files {
            write(&folder.join(path), &text).or_fail(FailureKind::Failed)?;
        }
        let shown = self.folder.display();
        Ok(format!(
            "Created {name} in {shown}; its README.md explains how to build, check and play it"
        ))
    }

    fn folder(&self) -> Result<PathBuf, Failure> {
        std::path::absolute(self.folder).or_fail(FailureKind::Usage)
    }
}

/// A folder in the checkout, quoted as a value in `Cargo.toml`.
fn manifest_path(folder: &Path) -> Result<String, Failure> {
    let path = folder
        .to_str()
        .ok_or_else(|| anyhow!("{} can't be written in Cargo.toml", folder.display()))
        .or_fail(FailureKind::Input)?;
    Ok(toml::Value::String(path.into()).to_string())
}

/// The checkout's lock file, because the crate versions that this program was built with are probably cached on this
/// machine.
fn lock_file(checkout: &Path) -> Option<(String, String)> {
    let lock = fs::read_to_string(checkout.join("Cargo.lock")).ok()?;
    Some(("Cargo.lock".into(), lock))
}

/// Names reserved by Rust or cargo, which no crate can have.
const RESERVED_NAMES: &[&str] = &[
    "abstract",
    "alloc",
    "as",
    "async",
    "await",
    "become",
    "box",
    "break",
    "const",
    "continue",
    "core",
    "crate",
    "do",
    "dyn",
    "else",
    "enum",
    "extern",
    "false",
    "final",
    "fn",
    "for",
    "gen",
    "if",
    "impl",
    "in",
    "let",
    "loop",
    "macro",
    "match",
    "mod",
    "move",
    "mut",
    "override",
    "plugin-sdk",
    "priv",
    "proc_macro",
    "pub",
    "ref",
    "return",
    "self",
    "static",
    "std",
    "struct",
    "super",
    "test",
    "trait",
    "true",
    "try",
    "type",
    "typeof",
    "unsafe",
    "unsized",
    "use",
    "virtual",
    "where",
    "while",
    "yield",
];

/// Checks that cargo and Rival both accept the name.
fn check_name(what: &str, name: &str) -> Result<(), String> {
    let allowed = |byte: u8| {
        byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'-' | b'_')
    };
    let begins = name.starts_with(|sign: char| sign.is_ascii_lowercase());
    if !begins || name.len() > 64 || !name.bytes().all(allowed) {
        let name: String = name.chars().take(64).flat_map(char::escape_default).collect();
        return Err(format!(
            "invalid {what} name \"{name}\": use up to 64 of a-z, 0-9, - and _, starting with a letter (--name NAME)"
        ));
    }
    if RESERVED_NAMES.contains(&name) {
        return Err(format!(
            "invalid {what} name \"{name}\": a Rust keyword; choose another with --name NAME"
        ));
    }
    Ok(())
}

/// The checkout at a path given by the user, either its root or its SDK folder.
fn named_checkout(path: &Path) -> anyhow::Result<PathBuf> {
    let path = path
        .canonicalize()
        .with_context(|| format!("can't use the checkout {}", path.display()))?;
    let found = path.ancestors().take(3).find(|folder| is_checkout(folder));
    found
        .map(Path::to_owned)
        .ok_or_else(|| anyhow!("{} is not a checkout of Rival or its {SDK}", path.display()))
}

/// The checkout that contains this program or the current folder, or the checkout that a package installed next to the
/// program.
fn found_checkout() -> anyhow::Result<PathBuf> {
    let starts = [env::current_exe().and_then(|file| file.canonicalize()), env::current_dir()];
    let starts: Vec<PathBuf> = starts.into_iter().flatten().collect();
    let above = starts.iter().flat_map(|start| start.ancestors());
    let mut above = above.flat_map(|folder| [folder.to_owned(), folder.join(INSTALLED)]);
    above.find(|folder| is_checkout(folder)).ok_or_else(|| {
        anyhow!("no checkout of Rival contains this program or this folder; pass --sdk DIR or set {CHECKOUT_VARIABLE}")
    })
}

fn is_checkout(folder: &Path) -> bool {
    let manifest = fs::read_to_string(folder.join(SDK).join("Cargo.toml")).unwrap_or_default();
    let manifest: toml::Table = manifest.parse().unwrap_or_default();
    let name = manifest.get("package").and_then(|package| package.get("name"));
    name.and_then(toml::Value::as_str) == Some("plugin-sdk")
}

/// Creates the folder, or checks that it is empty.
fn create_empty_folder(folder: &Path) -> anyhow::Result<()> {
    let shown = folder.display();
    match fs::read_dir(folder).map(Iterator::count) {
        Ok(0) => Ok(()),
        Ok(_) => Err(anyhow!("{shown} is not empty; choose an empty or new folder")),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            fs::create_dir_all(folder).with_context(|| format!("can't create {shown}"))
        }
        Err(error) => Err(error).with_context(|| format!("can't use {shown}")),
    }
}

fn write(file: &Path, text: &str) -> anyhow::Result<()> {
    let folder = file.parent().unwrap_or(file);
    let written = fs::create_dir_all(folder).and_then(|()| fs::write(file, text));
    written.with_context(|| format!("can't write {}", file.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str, expected: &str) {
        let result = check_name("plugin", name).map_or_else(|why| why, |()| "fine".into());
        assert!(result.contains(expected), "{name}: {result}");
    }

    #[test]
    fn names_must_be_valid_for_cargo_and_rival() {
        check("lucky", "fine");
        check("my-player_2", "fine");
        check("", "invalid plugin name \"\": use up to 64 of");
        check("Lucky", "use up to 64 of");
        check("2lucky", "use up to 64 of");
        check("a.b", "use up to 64 of");
        check("a/b\n", "\"a/b\\n\"");
        check(&"x".repeat(65), "use up to 64 of");
        check("fn", "a Rust keyword");
        check("plugin-sdk", "a Rust keyword");
    }
}
