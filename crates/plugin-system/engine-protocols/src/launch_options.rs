//! An engine's command, with options for the process and for the engine.

use std::env;
use std::path::{Path, PathBuf};

use games_package::Options;

use crate::process::{CommandError, settings, words};

/// The option for the folder in which the program starts.
const FOLDER: &str = "dir";
/// The option for a line to send before the engine's options.
const INIT: &str = "init";
/// The option for a file to which the engine's standard error is appended.
const STDERR: &str = "stderr";

/// An engine's command and the settings for its process.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct LaunchOptions {
    /// The program and its arguments.
    pub(crate) words: Vec<String>,
    /// The folder in which the program starts; by default this process's folder.
    pub(crate) folder: Option<PathBuf>,
    /// Lines to send before the engine's options.
    pub(crate) init: Vec<String>,
    /// The file to which the child's standard error is appended.
    pub(crate) stderr: Option<PathBuf>,
    /// The engine's option names and values.
    pub(crate) options: Vec<(String, String)>,
}

impl LaunchOptions {
    /// Parses a command with its own options, and adds `more`. File names are relative to `folder`, or to this
    /// process's folder. `before` is the prefix before the command in a player's name, and `example` is a sample
    /// command for error messages.
    pub(crate) fn parse(
        (before, example): (&'static str, &'static str),
        command: &str,
        more: &Options,
        folder: Option<PathBuf>,
    ) -> Result<Self, CommandError> {
        let (command, mut values) = settings(command)?;
        values.extend(more.iter().map(|(name, value)| (name.into(), value.into())));
        let base = folder.clone().or_else(|| env::current_dir().ok()).unwrap_or_default();
        let mut found = Self {
            words: words(before, example, command)?,
            folder,
            init: Vec::new(),
            stderr: None,
            options: Vec::new(),
        };
        for (name, value) in values {
            match name.as_str() {
                FOLDER => found.start_in(&base, &value),
                INIT => found.init.push(value),
                STDERR => found.stderr = Some(base.join(value)),
                _ => found.options.push((name, value)),
            }
        }
        Ok(found)
    }

    /// Sets the folder in which the program starts. The path to the program itself stays the same.
    fn start_in(&mut self, base: &Path, folder: &str) {
        let program = &mut self.words[0];
        if program.contains('/') {
            *program = base.join(&program).to_string_lossy().into_owned();
        }
        self.folder = Some(base.join(folder));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn process_options_are_not_sent_to_the_engine() {
        let command =
            "./engine --deep?stderr=log&dir=data&Hash=4&init=debug on&Clear Hash&Path=a,b=c";
        let folder = Some(PathBuf::from("/srv"));
        let found =
            LaunchOptions::parse(("engine:uci:", "x"), command, &Options::default(), folder);
        let option = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let expected = LaunchOptions {
            words: vec!["/srv/./engine".into(), "--deep".into()],
            folder: Some("/srv/data".into()),
            init: vec!["debug on".into()],
            stderr: Some("/srv/log".into()),
            options: vec![option("Hash", "4"), option("Clear Hash", ""), option("Path", "a,b=c")],
        };
        assert_eq!(found, Ok(expected));
    }
}
