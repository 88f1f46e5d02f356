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

/// Words that don't belong to a command, although people expect them there: the command, the word, and the option that
/// takes the next word, if any.
const PHRASES: [(&str, &str, Option<&str>); 3] = [
    ("matches", "list", None),
    ("matches", "search", Some("--player")),
    ("puzzles", "list", Some("--game")),
];

/// The command line as the program understands it: `rival chess` is `rival play chess`, a file is analyzed, and
/// `matches search anna` means `matches search --player anna`.
pub(crate) fn completed(words: Vec<OsString>) -> Vec<OsString> {
    let mut words = with_command(words);
    let is_word = |index: usize, word: &str| words.get(index).is_some_and(|it| it == word);
    let phrase = PHRASES.iter().find(|(command, word, _)| is_word(1, command) && is_word(2, word));
    match phrase {
        Some((_, _, None)) => drop(words.remove(2)),
        Some((_, _, Some(option))) => {
            let is_value = |word: &OsString| !word.as_encoded_bytes().starts_with(b"-");
            if words.get(3).is_some_and(is_value) {
                words.insert(3, option.into());
            }
        }
        None => {}
    }
    for color in ["white", "black"] {
        let typed = words.iter().position(|word| *word == *format!("--{color}"));
        if let Some(index) = typed.filter(|_| is_play(&words)) {
            drop(words.splice(index..=index, ["--color".into(), color.into()]));
        }
    }
    words
}

fn is_play(words: &[OsString]) -> bool {
    words.get(1).is_some_and(|command| command == "play")
}

fn with_command(mut words: Vec<OsString>) -> Vec<OsString> {
    let Some(first) = words.get(1).and_then(|word| word.to_str()) else { return words };
    if first.starts_with('-') || Arguments::command().find_subcommand(first).is_some() {
        return words;
    }
    let synonym = SYNONYMS.iter().find(|(word, _)| *word == first);
    let (command, taken): (&[&str], usize) = match synonym {
        Some((_, command)) => (command, 1),
        None if is_game(first) => (&["play"], 0),
        None if Path::new(first).is_file() => (&["analyze"], 0),
        None => return words,
    };
    drop(words.splice(1..=taken, command.iter().map(OsString::from)));
    words
}

/// Returns `true` if the word is a game's name, or stands for several games.
fn is_game(word: &str) -> bool {
    app_context::game(word).is_ok() || game_catalog::drawn_game(word, &mut |_| 0).is_some()
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
        check("rival tictactoe --white", "rival play tictactoe --color white");
        check("rival matches list --page 2", "rival matches --page 2");
        check("rival search anna", "rival matches search --player anna");
        check("rival matches search --game chess", "rival matches search --game chess");
        check("rival puzzles list chess", "rival puzzles list --game chess");
        for (word, command) in SYNONYMS {
            assert!(Arguments::command().find_subcommand(word).is_none(), "{word}");
            let is_known = command[0].starts_with('-')
                || Arguments::command().find_subcommand(command[0]).is_some();
            assert!(is_known, "{word}");
        }
    }
}
