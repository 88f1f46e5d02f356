//! Handles command lines that begin with a game, a file or a common synonym instead of a command.

use std::ffi::OsString;
use std::path::Path;

use clap::CommandFactory;

use crate::arguments::Arguments;

/// Common words for commands that have another name or are part of another command.
const SYNONYMS: [(&str, &[&str]); 11] = [
    ("continue", &["play", "--resume"]),
    ("explore", &["matches", "explore"]),
    ("export", &["matches", "export"]),
    ("import", &["matches", "import"]),
    ("library", &["matches"]),
    ("list", &["games"]),
    ("menu", &["play"]),
    ("new", &["play"]),
    ("resume", &["play", "--resume"]),
    ("search", &["matches", "search"]),
    ("version", &["--version"]),
];

/// The command line with the command that its first word means: `rival chess` is `rival play chess`, and a file is
/// analyzed. Other command lines stay the same.
pub(crate) fn completed(mut words: Vec<OsString>) -> Vec<OsString> {
    let Some(first) = words.get(1).and_then(|word| word.to_str()) else { return words };
    if first.starts_with('-') || Arguments::command().find_subcommand(first).is_some() {
        return words;
    }
    let synonym = SYNONYMS.iter().find(|(word, _)| *word == first);
    let (command, taken): (&[&str], usize) = match synonym {
        Some((_, command)) => (command, 1),
        None if app_context::game(first).is_ok() => (&["play"], 0),
        None if Path::new(first).is_file() => (&["analyze"], 0),
        None => return words,
    };
    drop(words.splice(1..=taken, command.iter().map(OsString::from)));
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, expected: &str) {
        let words = line.split(' ').map(OsString::from).collect();
        let expected: Vec<OsString> = expected.split(' ').map(OsString::from).collect();
        assert_eq!(completed(words), expected, "{line}");
    }

    #[test]
    fn a_game_a_file_or_a_synonym_becomes_a_command() {
        check("rival", "rival");
        check("rival tic-tac-toe --first", "rival play tic-tac-toe --first");
        check("rival play", "rival play");
        check("rival Cargo.toml", "rival analyze Cargo.toml");
        check("rival import games.pgn", "rival matches import games.pgn");
        check("rival version", "rival --version");
        check("rival --plain tic-tac-toe", "rival --plain tic-tac-toe");
        check("rival xyz", "rival xyz");
        for (word, command) in SYNONYMS {
            assert!(Arguments::command().find_subcommand(word).is_none(), "{word}");
            let is_known = command[0].starts_with('-')
                || Arguments::command().find_subcommand(command[0]).is_some();
            assert!(is_known, "{word}");
        }
    }
}
