//! Handles command lines that begin with a game, a file or a common synonym instead of a command.

use std::ffi::OsString;
use std::path::Path;

use clap::CommandFactory;

use crate::arguments::Arguments;

/// Common words for commands that have another name or are part of another command.
const SYNONYMS: [(&str, &[&str]); 13] = [
    ("continue", &["play", "--resume"]),
    ("explore", &["matches", "explore"]),
    ("export", &["matches", "export"]),
    ("import", &["matches", "import"]),
    ("levels", &["players"]),
    ("library", &["matches"]),
    ("list", &["games"]),
    ("menu", &["play"]),
    ("new", &["play"]),
    ("resume", &["play", "--resume"]),
    ("rules", &["games"]),
    ("search", &["matches", "search"]),
    ("version", &["--version"]),
];

/// The commands whose first argument is a game.
const GAME_COMMANDS: [&str; 5] = ["analyze", "games", "play", "puzzles", "watch"];

/// Words that users expect in a command that doesn't take them: the command, the word, and the option that takes the
/// next word, if any.
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
    name_output(&mut words);
    for color in ["white", "black"] {
        let typed = words.iter().position(|word| *word == *format!("--{color}"));
        let typed = typed.or_else(|| player_at(&words, color));
        if let Some(index) = typed.filter(|_| is_play(&words)) {
            drop(words.splice(index..=index, ["--color".into(), color.into()]));
        }
    }
    words
}

/// The index of this word after the game. The value of an option doesn't count.
fn player_at(words: &[OsString], wanted: &str) -> Option<usize> {
    let is_option = |word: &OsString| word.as_encoded_bytes().starts_with(b"-");
    let mut pairs = words.iter().enumerate().skip(3);
    pairs
        .find(|(index, word)| *word == wanted && !is_option(&words[index - 1]))
        .map(|(index, _)| index)
}

/// The file name extensions of the formats that `rival convert` writes, each with the format.
const FORMATS: [(&str, &str); 7] = [
    ("ggf", "ggf"),
    ("json", "json"),
    ("mat", "mat"),
    ("pdn", "pdn"),
    ("pgn", "pgn"),
    ("svg", "svg"),
    ("toml", "record"),
];

/// Turns a second file into options: `rival convert a.pdn b.pgn` means `rival convert a.pdn --to pgn --out b.pgn`.
fn name_output(words: &mut Vec<OsString>) {
    let [_, command, from, to] = &words[..] else { return };
    let is_option = |word: &OsString| word.as_encoded_bytes().starts_with(b"-");
    let format = FORMATS
        .iter()
        .find(|(extension, _)| Path::new(to).extension() == Some((*extension).as_ref()));
    if let Some((_, format)) = format.filter(|_| command == "convert" && !is_option(from)) {
        drop(words.splice(3..3, ["--to", format, "--out"].map(OsString::from)));
    }
}

/// The words in a game's name that users may type separately.
const NAME_WORDS_MAX: usize = 3;

/// Joins the words at `first` that name a game: "connect four", "international draughts".
fn join_game(words: &mut Vec<OsString>, first: usize) {
    for count in (2..=NAME_WORDS_MAX).rev() {
        let Some(parts) = words.get(first..first + count) else { continue };
        let parts: Option<Vec<&str>> = parts.iter().map(|word| word.to_str()).collect();
        let is_word = |part: &&str| part.chars().all(char::is_alphanumeric);
        let Some(name) = parts.filter(|parts| parts.iter().all(is_word)) else { continue };
        let name = name.join("-");
        if is_game(&name) {
            drop(words.splice(first..first + count, [name.into()]));
            return;
        }
    }
}

fn is_play(words: &[OsString]) -> bool {
    words.get(1).is_some_and(|command| command == "play")
}

fn with_command(mut words: Vec<OsString>) -> Vec<OsString> {
    let takes_game = words.get(1).is_some_and(|word| GAME_COMMANDS.iter().any(|it| word == it));
    join_game(&mut words, if takes_game { 2 } else { 1 });
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
        check("rival play chess black club", "rival play chess --color black club");
        check("rival play chess --color black", "rival play chess --color black");
        check("rival international draughts", "rival play international-draughts");
        check("rival watch tic tac toe random", "rival watch tic-tac-toe random");
        check("rival play chess human", "rival play chess human");
        check("rival convert a.pgn b.toml", "rival convert a.pgn --to record --out b.toml");
        check("rival convert a.pgn --to json", "rival convert a.pgn --to json");
        for (word, command) in SYNONYMS {
            assert!(Arguments::command().find_subcommand(word).is_none(), "{word}");
            let is_known = command[0].starts_with('-')
                || Arguments::command().find_subcommand(command[0]).is_some();
            assert!(is_known, "{word}");
        }
    }
}
