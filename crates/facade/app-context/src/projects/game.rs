//! Project for a new game.

use std::path::Path;

use super::{Files, Project, lock_file, manifest_path};
use crate::failure::{CommandResult, Failure, FailureKind};

const MANIFEST: &str = include_str!("game/manifest.txt");

/// The files and their text templates.
const TEMPLATES: [(&str, &str); 10] = [
    ("README.md", include_str!("game/readme.txt")),
    ("src/lib.rs", include_str!("game/lib.txt")),
    ("src/rules.rs", include_str!("game/rules.txt")),
    ("src/notation.rs", include_str!("game/notation.txt")),
    ("src/evaluation.rs", include_str!("game/evaluation.txt")),
    ("src/family.rs", include_str!("game/family.txt")),
    ("src/main.rs", include_str!("game/main.txt")),
    ("src/bin/{name}-arena.rs", include_str!("game/arena.txt")),
    ("src/bin/{name}-web.rs", include_str!("game/web.txt")),
    ("tests/laws.rs", include_str!("game/laws.txt")),
];

/// The files for a game with this name.
pub(super) fn files(name: &str, project: &Project<'_>) -> Result<Files, Failure> {
    let checkout = project.checkout()?;
    check_is_free(name, &checkout)?;
    let mut files: Files = TEMPLATES
        .into_iter()
        .map(|(path, text)| (path.replace("{name}", name), filled(text, name)))
        .collect();
    files.push(("Cargo.toml".into(), manifest(name, &checkout)?));
    files.push((".gitignore".into(), "/target\n".into()));
    files.extend(lock_file(&checkout));
    Ok(files)
}

/// Checks that no Rival crate has this name, because cargo would confuse that crate with the project's own.
fn check_is_free(name: &str, checkout: &Path) -> CommandResult {
    let is_taken = ["crates", "apps", "plugins"]
        .into_iter()
        .any(|folder| checkout.join(folder).join(name).exists());
    if is_taken {
        let why = format_args!("Rival already has a crate \"{name}\"; choose --name NAME");
        return Err(Failure::message(FailureKind::Usage, why));
    }
    Ok(())
}

/// Fills in the names of the game and its crate in a template.
fn filled(text: &str, name: &str) -> String {
    text.replace("{name}", name)
        .replace("{crate}", &name.replace('-', "_"))
        .replace("{family}", &name.replace('_', "-"))
}

/// The manifest, with the paths to the crates in the checkout.
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
