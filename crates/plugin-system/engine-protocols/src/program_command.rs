//! Engine commands as strings: resolves programs and lists the files that a command runs.

use std::env;
use std::path::{Path, PathBuf};

use crate::process::settings;

/// The command with an absolute path to its program. `None` if the path has no folder (the system then searches for the
/// program), if the path is already absolute, or if a command can't express the absolute path.
pub fn with_absolute_program(command: &str, folder: &Path) -> Option<String> {
    let (line, _) = settings(command).ok()?;
    let mut words = shlex::split(line)?;
    let program = words.first_mut()?;
    if !program.contains('/') || Path::new(program.as_str()).is_absolute() {
        return None;
    }
    *program = folder.join(program.as_str()).to_str()?.into();
    let after = command.strip_prefix(line)?;
    let line = shlex::try_join(words.iter().map(String::as_str)).ok()?;
    // A question mark would end the command.
    (!line.contains('?')).then(|| line + after)
}

/// The files that a command runs when it starts in `folder`: its program, if that is a file, and arguments that are
/// file names, such as an interpreter's script.
pub fn command_files(command: &str, folder: &Path) -> Vec<PathBuf> {
    let Some(words) = settings(command).ok().and_then(|(line, _)| shlex::split(line)) else {
        return Vec::new();
    };
    let Some((program, arguments)) = words.split_first() else { return Vec::new() };
    let program = if program.contains('/') {
        Some(folder.join(program))
    } else {
        let path = env::var_os("PATH").unwrap_or_default();
        env::split_paths(&path).map(|place| place.join(program)).find(|file| file.is_file())
    };
    let arguments = arguments.iter().map(|argument| folder.join(argument));
    program.into_iter().chain(arguments).filter(|file| file.is_file()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_gets_an_absolute_path_and_the_rest_of_the_command_stays() {
        let check = |command: &str, expected: Option<&str>| {
            let absolute = with_absolute_program(command, Path::new("/srv/ada"));
            assert_eq!(absolute.as_deref(), expected, "{command}");
        };
        check("./engine", Some("/srv/ada/./engine"));
        check("bin/engine --deep 'a b'", Some("/srv/ada/bin/engine --deep 'a b'"));
        check(
            "'my engines/one'?Hash=4&Book=x y",
            Some("'/srv/ada/my engines/one'?Hash=4&Book=x y"),
        );
        check("stockfish", None);
        check("/usr/bin/engine hub", None);
        check("'unclosed", None);
        assert_eq!(with_absolute_program("./engine", Path::new("/why?")), None);
    }

    #[test]
    fn a_commands_files_are_its_program_and_file_arguments() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["engine", "script.py"] {
            std::fs::write(folder.path().join(name), "").unwrap();
        }
        let files = |command: &str| command_files(command, folder.path());
        let named = |name: &str| folder.path().join(name);
        assert_eq!(
            files("./engine script.py --fast?Hash=4"),
            [named("./engine"), named("script.py")]
        );
        assert_eq!(files("./missing"), Vec::<PathBuf>::new());
        assert_eq!(files("sh script.py").len(), 2, "the interpreter is one of them");
    }
}
