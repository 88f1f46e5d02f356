//! `rival plugin new`: creates the project of a new plugin.

use house::{CommandResult, Failure};
use plugin_host::C_HEADER;

use crate::arguments::NewArguments;
use crate::commands::project::{Files, Project, SDK, lock_file, manifest_path};

const MANIFEST: &str = include_str!("new/manifest.txt");
const PLAYER: &str = include_str!("new/player.txt");
const README: &str = include_str!("new/readme.txt");
const C_README: &str = include_str!("new/c/readme.txt");
const C_MAKEFILE: &str = include_str!("new/c/Makefile");
/// The example plugin in C, under its own name.
const C_PLAYER: &str = include_str!("../../../../../plugins/c-example/c_example.c");
const C_NAME: &str = "c-example";

/// The files of a player that is a program, with `{name}` for its name.
type Program = &'static [(&'static str, &'static str)];

const PYTHON: Program = &[
    ("player.py", include_str!("new/python/player.py")),
    ("player.toml", include_str!("new/python/player.toml")),
    ("README.md", include_str!("new/python/readme.txt")),
];
const JAVASCRIPT: Program = &[
    ("player.js", include_str!("new/javascript/player.js")),
    ("player.toml", include_str!("new/javascript/player.toml")),
    ("README.md", include_str!("new/javascript/readme.txt")),
];
const CPP: Program = &[
    ("player.cpp", include_str!("new/cpp/player.cpp")),
    ("player.toml", include_str!("new/cpp/player.toml")),
    ("Makefile", include_str!("new/cpp/Makefile")),
    (".gitignore", "/player\n"),
    ("README.md", include_str!("new/cpp/readme.txt")),
];

pub(super) fn run(arguments: &NewArguments) -> CommandResult {
    let project = Project {
        what: "plugin",
        folder: &arguments.project.folder,
        name: arguments.project.name.as_deref(),
        checkout: arguments.project.sdk.as_deref(),
    };
    let name = project.name()?;
    let NewArguments { c, python, javascript, cpp, .. } = arguments;
    let files = match (c, python, javascript, cpp) {
        (true, ..) => c_files(&name),
        (_, true, ..) => program_files(&name, PYTHON),
        (_, _, true, _) => program_files(&name, JAVASCRIPT),
        (_, _, _, true) => program_files(&name, CPP),
        _ => rust_files(&name, &project)?,
    };
    project.write(&name, files)
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
    fn the_example_in_c_takes_the_name() {
        let files = c_files("lucky");
        assert_eq!(files[0].0, "lucky.c");
        assert!(files[0].1.contains(".name = \"lucky\"") && !files[0].1.contains(C_NAME));
    }
}
