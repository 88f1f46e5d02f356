//! `rival plugin new`: creates the project of a new plugin.

use std::env;
use std::fs;
use std::io::{self, Write, stdout};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use house::{CommandResult, Failure, FailureKind, OrFail};
use plugin_host::C_HEADER;

use crate::arguments::NewArguments;

const MANIFEST: &str = include_str!("new/manifest.txt");
const PLAYER: &str = include_str!("new/player.txt");
const README: &str = include_str!("new/readme.txt");
const C_README: &str = include_str!("new/c_readme.txt");
/// The example plugin in C, under its own name.
const C_PLAYER: &str = include_str!("../../../../../plugins/c-example/c_example.c");
const C_NAME: &str = "c-example";

/// The environment variable with the checkout to build against, if `--sdk` is not given.
const SDK_VARIABLE: &str = "RIVAL_SDK";

/// The path of the SDK in a checkout.
const SDK: &str = "crates/plugin-sdk";

pub(super) fn run(arguments: &NewArguments) -> CommandResult {
    let folder = std::path::absolute(&arguments.folder).or_fail(FailureKind::Usage)?;
    let name = match &arguments.name {
        Some(name) => name.clone(),
        None => folder.file_name().unwrap_or_default().to_string_lossy().into_owned(),
    };
    check_name(&name).map_err(|why| Failure::new(FailureKind::Usage, anyhow!(why)))?;
    let files = if arguments.c { c_files(&name) } else { rust_files(&name, &folder, arguments)? };
    create_empty_folder(&folder).or_fail(FailureKind::Input)?;
    for (path, text) in files {
        write(&folder.join(path), &text).or_fail(FailureKind::Failed)?;
    }
    let shown = arguments.folder.display();
    Ok(writeln!(
        stdout(),
        "{name} lies in {shown}: README.md there says how to build, check and play it"
    )?)
}

/// Names that Rust or cargo reserves, so that no crate can have them.
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
fn check_name(name: &str) -> Result<(), String> {
    let allowed = |byte: u8| {
        byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'-' | b'_')
    };
    let begins = name.starts_with(|sign: char| sign.is_ascii_lowercase());
    if !begins || name.len() > 64 || !name.bytes().all(allowed) {
        let name: String = name.chars().take(64).flat_map(char::escape_default).collect();
        return Err(format!(
            "a plugin can't be called \"{name}\": use up to 64 of a-z, 0-9, - and _, a letter first (--name NAME)"
        ));
    }
    if RESERVED_NAMES.contains(&name) {
        return Err(format!(
            "a plugin can't be called \"{name}\", which Rust has taken: choose --name NAME"
        ));
    }
    Ok(())
}

/// The paths and texts of the files of a project.
type Files = Vec<(String, String)>;

fn rust_files(name: &str, folder: &Path, arguments: &NewArguments) -> Result<Files, Failure> {
    let variable = env::var_os(SDK_VARIABLE).filter(|value| !value.is_empty());
    let sdk = match arguments.sdk.clone().or(variable.map(PathBuf::from)) {
        Some(path) => named_sdk(&path),
        None => found_sdk(),
    };
    let sdk = sdk.or_fail(FailureKind::Usage)?;
    let checkout = sdk.ancestors().nth(2).unwrap_or(&sdk);
    if folder.starts_with(checkout) {
        let error = anyhow!(
            "{} lies within the checkout {}, whose own plugins are built with it: choose a folder elsewhere",
            folder.display(),
            checkout.display()
        );
        return Err(Failure::new(FailureKind::Usage, error));
    }
    let path = sdk
        .to_str()
        .ok_or_else(|| anyhow!("{} is no text that Cargo.toml can hold", sdk.display()))
        .or_fail(FailureKind::Input)?;
    let path = toml::Value::String(path.into()).to_string();
    let library = name.replace('-', "_");
    let mut files = vec![
        ("Cargo.toml".into(), MANIFEST.replace("{name}", name).replace("{sdk}", &path)),
        ("src/lib.rs".into(), PLAYER.into()),
        ("README.md".into(), README.replace("{name}", name).replace("{library}", &library)),
        (".gitignore".into(), "/target\n".into()),
    ];
    // The crate versions that this program was built with are probably cached on this machine.
    if let Ok(lock) = fs::read_to_string(checkout.join("Cargo.lock")) {
        files.push(("Cargo.lock".into(), lock));
    }
    Ok(files)
}

fn c_files(name: &str) -> Files {
    vec![
        (format!("{name}.c"), C_PLAYER.replace(&format!("\"{C_NAME}\""), &format!("\"{name}\""))),
        ("rival_plugin.h".into(), C_HEADER.into()),
        ("README.md".into(), C_README.replace("{name}", name)),
    ]
}

/// The SDK at a path that the user gave: its own folder or a checkout.
fn named_sdk(path: &Path) -> anyhow::Result<PathBuf> {
    let path = path
        .canonicalize()
        .with_context(|| format!("can't use the checkout {}", path.display()))?;
    let found = [path.clone(), path.join(SDK)].into_iter().find(|path| is_sdk(path));
    found.ok_or_else(|| anyhow!("{} is neither a checkout of Rival nor its {SDK}", path.display()))
}

/// The SDK of the checkout that contains this program, or else the current folder.
fn found_sdk() -> anyhow::Result<PathBuf> {
    let starts = [env::current_exe().and_then(|file| file.canonicalize()), env::current_dir()];
    let starts: Vec<PathBuf> = starts.into_iter().flatten().collect();
    let above = starts.iter().flat_map(|start| start.ancestors());
    above.map(|folder| folder.join(SDK)).find(|path| is_sdk(path)).ok_or_else(|| {
        anyhow!("no checkout of Rival is above this program or above this folder: name one with --sdk DIR or {SDK_VARIABLE}")
    })
}

fn is_sdk(folder: &Path) -> bool {
    let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap_or_default();
    let manifest: toml::Table = manifest.parse().unwrap_or_default();
    let name = manifest.get("package").and_then(|package| package.get("name"));
    name.and_then(toml::Value::as_str) == Some("plugin-sdk")
}

/// Creates the folder, or checks that it is empty.
fn create_empty_folder(folder: &Path) -> anyhow::Result<()> {
    let shown = folder.display();
    match fs::read_dir(folder).map(Iterator::count) {
        Ok(0) => Ok(()),
        Ok(_) => {
            Err(anyhow!("{shown} is not empty: choose a folder that is empty or not there yet"))
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            fs::create_dir_all(folder).with_context(|| format!("can't make {shown}"))
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
        let result = check_name(name).map_or_else(|why| why, |()| "fine".into());
        assert!(result.contains(expected), "{name}: {result}");
    }

    #[test]
    fn names_are_those_that_cargo_and_rival_take() {
        check("lucky", "fine");
        check("my-player_2", "fine");
        check("", "can't be called \"\": use up to 64 of");
        check("Lucky", "use up to 64 of");
        check("2lucky", "use up to 64 of");
        check("a.b", "use up to 64 of");
        check("a/b\n", "\"a/b\\n\"");
        check(&"x".repeat(65), "use up to 64 of");
        check("fn", "which Rust has taken");
        check("plugin-sdk", "which Rust has taken");
    }

    #[test]
    fn the_example_in_c_takes_the_name() {
        let files = c_files("lucky");
        assert_eq!(files[0].0, "lucky.c");
        assert!(files[0].1.contains(".name = \"lucky\"") && !files[0].1.contains(C_NAME));
    }
}
