//! Project for a new plugin.

use plugin_host::C_HEADER;

use super::{Files, Project, SDK, lock_file, manifest_path};
use crate::failure::Failure;

const MANIFEST: &str = include_str!("plugin/manifest.txt");
const PLAYER: &str = include_str!("plugin/player.txt");
const README: &str = include_str!("plugin/readme.txt");
const C_README: &str = include_str!("plugin/c/readme.txt");
const C_MAKEFILE: &str = include_str!("plugin/c/Makefile");
/// The example plugin in C, under its original name.
const C_PLAYER: &str = include_str!("../../../../../plugins/c-example/c_example.c");
const C_NAME: &str = "c-example";

/// The files for a plugin, with `{name}` as a placeholder for its name.
type Program = &'static [(&'static str, &'static str)];

const PYTHON: Program = &[
    ("player.py", include_str!("plugin/python/player.py")),
    ("player.toml", include_str!("plugin/python/player.toml")),
    ("README.md", include_str!("plugin/python/readme.txt")),
];
const JAVASCRIPT: Program = &[
    ("player.js", include_str!("plugin/javascript/player.js")),
    ("player.toml", include_str!("plugin/javascript/player.toml")),
    ("README.md", include_str!("plugin/javascript/readme.txt")),
];
const CPP: Program = &[
    ("player.cpp", include_str!("plugin/cpp/player.cpp")),
    ("rival_plugin.h", C_HEADER),
    ("Makefile", include_str!("plugin/cpp/Makefile")),
    (".gitignore", "/{name}.so\n"),
    ("README.md", include_str!("plugin/cpp/readme.txt")),
];

/// A plugin's language.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PluginKind {
    /// A Rust library.
    Rust,
    /// A C library.
    C,
    /// A Python program.
    Python,
    /// A JavaScript program.
    JavaScript,
    /// A C++ library.
    Cpp,
}

/// The files for a plugin with this name.
pub(super) fn files(name: &str, kind: PluginKind, project: &Project<'_>) -> Result<Files, Failure> {
    Ok(match kind {
        PluginKind::Rust => rust_files(name, project)?,
        PluginKind::C => c_files(name),
        PluginKind::Python => program_files(name, PYTHON),
        PluginKind::JavaScript => program_files(name, JAVASCRIPT),
        PluginKind::Cpp => program_files(name, CPP),
    })
}

fn rust_files(name: &str, project: &Project<'_>) -> Result<Files, Failure> {
    let checkout = project.checkout()?;
    let sdk = manifest_path(&checkout.join(SDK))?;
    let library = name.replace('-', "_");
    let mut files: Files = vec![
        ("Cargo.toml".into(), MANIFEST.replace("{name}", name).replace("{sdk}", &sdk)),
        ("src/lib.rs".into(), PLAYER.into()),
        ("README.md".into(), README.replace("{name}", name).replace("{library}", &library)),
        (".gitignore".into(), "/target\n".into()),
    ];
    files.extend(lock_file(&checkout));
    Ok(files)
}

fn c_files(name: &str) -> Files {
    vec![
        (format!("{name}.c"), C_PLAYER.replace(&format!("\"{C_NAME}\""), &format!("\"{name}\""))),
        ("rival_plugin.h".into(), C_HEADER.into()),
        ("Makefile".into(), C_MAKEFILE.replace("{name}", name)),
        ("README.md".into(), C_README.replace("{name}", name)),
        (".gitignore".into(), format!("/{name}.so\n")),
    ]
}

fn program_files(name: &str, program: Program) -> Files {
    let named = |(file, text): &(&str, &str)| ((*file).into(), text.replace("{name}", name));
    program.iter().map(named).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_c_example_gets_the_name() {
        let files = c_files("lucky");
        assert_eq!(files[0].0, "lucky.c");
        assert!(files[0].1.contains(".name = \"lucky\"") && !files[0].1.contains(C_NAME));
    }
}
