//! `rival game new`: creates the project of a new game.

use std::path::Path;

use anyhow::anyhow;
use house::{CommandResult, Failure, FailureKind};

use crate::arguments::ProjectArguments;
use crate::commands::project::{Files, Project, lock_file, manifest_path};

const MANIFEST: &str = include_str!("new/manifest.txt");

/// The files, with the templates of their texts.
const TEMPLATES: [(&str, &str); 9] = [
    ("README.md", include_str!("new/readme.txt")),
    ("src/lib.rs", include_str!("new/lib.txt")),
    ("src/rules.rs", include_str!("new/rules.txt")),
    ("src/notation.rs", include_str!("new/notation.txt")),
    ("src/evaluation.rs", include_str!("new/evaluation.txt")),
    ("src/family.rs", include_str!("new/family.txt")),
    ("src/main.rs", include_str!("new/main.txt")),
    ("src/bin/{name}-arena.rs", include_str!("new/arena.txt")),
    ("tests/laws.rs", include_str!("new/laws.txt")),
];

pub(super) fn run(arguments: &ProjectArguments) -> CommandResult {
    let project = Project {
        what: "game",
        folder: &arguments.folder,
        name: arguments.name.as_deref(),
        checkout: arguments.sdk.as_deref(),
    };
    let name = project.name()?;
    let checkout = project.checkout()?;
    check_is_free(&name, &checkout)?;
    let mut files: Files = TEMPLATES
        .into_iter()
        .map(|(path, text)| (path.replace("{name}", &name), filled(text, &name)))
        .collect();
    files.push(("Cargo.toml".into(), manifest(&name, &checkout)?));
    files.push((".gitignore".into(), "/target\n".into()));
    files.extend(lock_file(&checkout));
    project.write(&name, files)
}

/// Checks that no crate of Rival has this name, which cargo would take for the project's own.
fn check_is_free(name: &str, checkout: &Path) -> CommandResult {
    let is_taken = ["crates", "apps", "plugins"]
        .into_iter()
        .any(|folder| checkout.join(folder).join(name).exists());
    if is_taken {
        let error = anyhow!("Rival has a crate \"{name}\": choose --name NAME");
        return Err(Failure::new(FailureKind::Usage, error));
    }
    Ok(())
}

/// A template with the name of the game and of its crate.
fn filled(text: &str, name: &str) -> String {
    text.replace("{name}", name)
        .replace("{crate}", &name.replace('-', "_"))
        .replace("{family}", &name.replace('_', "-"))
}

/// The manifest, with the paths of the checkout's crates.
fn manifest(name: &str, checkout: &Path) -> Result<String, Failure> {
    const MARK: &str = "{rival:";
    let mut parts = MANIFEST.split(MARK);
    let mut text = filled(parts.next().unwrap_or_default(), name);
    for part in parts {
        let (path, rest) = part.split_once('}').expect("a mark ends with a brace");
        text.push_str(&manifest_path(&checkout.join(path))?);
        text.push_str(rest);
    }
    Ok(text)
}
