//! Formats error messages as one printable line.

use std::ffi::OsString;

use board_engine::is_printable;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command, Error};

/// Maximum length, in characters, of a word that is displayed in full: longer than any useful position or path.
const WORD_LENGTH_MAX: usize = 240;

/// Number of characters shown at the beginning and at the end of a longer word.
const WORD_ENDS: (usize, usize) = (120, 40);

/// Number parser errors, each with a plain replacement.
const OF_NUMBERS: [(&str, &str); 4] = [
    ("invalid digit found in string", "expected only digits"),
    ("cannot parse integer from empty string", "expected a number"),
    ("number too large to fit in target type", "it is too large"),
    ("invalid float literal", "expected a number"),
];

/// Maximum length of a message in characters.
const LENGTH_MAX: usize = 2_000;

/// Formats the text as one line of limited length. Omits the middle of very long words and the end of a very long text.
/// Escapes characters that are not [printable](is_printable): they could move the cursor, color the screen or be
/// invisible.
pub fn one_line(text: &str) -> String {
    let words: Vec<String> = text.split_whitespace().map(shortened).collect();
    let line = words.join(" ");
    match line.char_indices().nth(LENGTH_MAX) {
        Some((end, _)) => format!("{}…", line.get(..end).unwrap_or_default()),
        None => line,
    }
}

/// An error with its causes, as one sentence: "can't read games.pdn: permission denied".
pub fn with_causes(error: &dyn std::error::Error) -> String {
    let causes = std::iter::successors(Some(error), |&error| error.source());
    causes.map(ToString::to_string).collect::<Vec<_>>().join(": ")
}

fn shortened(word: &str) -> String {
    let count = word.chars().count();
    let shown = |c: char| if is_printable(c) { c.into() } else { c.escape_unicode().to_string() };
    if count <= WORD_LENGTH_MAX {
        return word.chars().map(shown).collect();
    }
    let (head, tail) = WORD_ENDS;
    let start: String = word.chars().take(head).map(shown).collect();
    let end: String = word.chars().skip(count - tail).map(shown).collect();
    format!("{start}…{end}")
}

/// The command-line error, with a hint about the help. `None` if the user requested help.
pub(crate) fn usage(error: &Error, program: &Command) -> Option<String> {
    let is_help = matches!(
        error.kind(),
        ErrorKind::DisplayHelp
            | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
            | ErrorKind::DisplayVersion
    );
    (!is_help).then(|| {
        let unknown_option = unknown_option(error, program);
        let error = unknown_option.as_ref().unwrap_or(error);
        let said = in_words(sentence(&error.render().to_string()));
        let words = std::env::args_os().skip(1);
        let game = game_in_place_of_command(error, program);
        let tip =
            game.map(|game| format!("; to play it, run \"{} play {game}\"", program.get_name()));
        format!("{said}{} (see {} --help)", tip.unwrap_or_default(), command_line(program, words))
    })
}

/// The error about an unknown option, with clap's suggestion, if an option was mistaken for a value that can begin with a
/// hyphen.
fn unknown_option(error: &Error, program: &Command) -> Option<Error> {
    let is_option = error.kind() == ErrorKind::ValueValidation
        && matches!(error.get(ContextKind::InvalidValue), Some(ContextValue::String(value)) if value.starts_with('-'));
    let strict = is_option.then(|| without_hyphen_values(program.clone()))?;
    let error = strict.try_get_matches_from(std::env::args_os()).err()?;
    (error.kind() == ErrorKind::UnknownArgument).then_some(error)
}

/// The command, with values that can't begin with a hyphen, except after the name of an option.
fn without_hyphen_values(command: Command) -> Command {
    let strict = |arg: Arg| {
        if arg.is_positional() { arg.allow_hyphen_values(false) } else { arg }
    };
    command.mut_args(strict).mut_subcommands(without_hyphen_values)
}

/// The game that was typed in place of a command, if the program has a command to play it.
fn game_in_place_of_command<'a>(error: &'a Error, program: &Command) -> Option<&'a str> {
    program.find_subcommand("play")?;
    match error.get(ContextKind::InvalidSubcommand)? {
        ContextValue::String(name) => game_catalog::table_game(name).is_ok().then_some(name),
        _ => None,
    }
}

/// Clap's message as one line, without usage hints and without the tip to pass an unknown option as a value.
fn sentence(rendered: &str) -> String {
    let text = rendered.strip_prefix("error: ").unwrap_or(rendered);
    let ends = |line: &&str| !line.starts_with("Usage:") && !line.starts_with("For more");
    let is_said = |line: &&str| !line.is_empty() && !line.starts_with("tip: to pass '");
    let mut sentence = String::new();
    for line in text.lines().map(str::trim).take_while(ends).filter(is_said) {
        match sentence.chars().last() {
            None => {}
            Some(':') => sentence.push(' '),
            Some(_) => sentence.push_str("; "),
        }
        sentence.push_str(line);
    }
    sentence
}

/// Replaces technical phrases about numbers in the message with plain words.
fn in_words(mut said: String) -> String {
    for (code, words) in OF_NUMBERS {
        said = said.replace(code, words);
    }
    let range = said.rsplit_once(" is not in ");
    let in_words = range.and_then(|(value, range)| Some(format!("{value} is {}", outside(range)?)));
    in_words.unwrap_or(said)
}

/// Describes values outside a range: "not from 2 to 8" for "2..=8", "less than 1" for a range without an end. `None` if
/// the string is not a range.
fn outside(range: &str) -> Option<String> {
    let (least, most) = range.split_once("..")?;
    let least: i128 = least.parse().ok()?;
    if let Some(most) = most.strip_prefix('=') {
        let most: i128 = most.parse().ok()?;
        return Some(format!("not from {least} to {most}"));
    }
    let largest = [i128::from(u64::MAX), i128::from(i64::MAX)];
    largest.contains(&most.parse().ok()?).then(|| format!("less than {least}"))
}

/// The program with the command and subcommands named by these words from the command line.
fn command_line(program: &Command, words: impl IntoIterator<Item = OsString>) -> String {
    let (mut command, mut line) = (program, program.get_name().to_owned());
    for word in words {
        if let Some(below) = command.find_subcommand(&word) {
            command = below;
            line = format!("{line} {}", below.get_name());
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_one_printable_line() {
        assert_eq!(one_line("no\nfile \"\u{1b}[31mred\""), "no file \"\\u{1b}[31mred\"");
        assert_eq!(one_line("ada\u{202e}\u{200b}"), "ada\\u{202e}\\u{200b}");
        assert_eq!(one_line(&"9".repeat(240)), "9".repeat(240));
        assert_eq!(one_line(&"é".repeat(1_000)), format!("{}…{}", "é".repeat(120), "é".repeat(40)));
        assert_eq!(one_line(&"ab ".repeat(1_000)).chars().count(), 2_001);
    }

    #[test]
    fn an_error_is_written_with_its_causes() {
        let error = anyhow::anyhow!("permission denied").context("can't read games.pdn");
        assert_eq!(with_causes(error.as_ref()), "can't read games.pdn: permission denied");
    }

    #[test]
    fn the_hint_names_the_command_with_its_parents() {
        let book = Command::new("book").subcommands(["build", "show"].map(Command::new));
        let program = Command::new("rival").subcommand(book);
        let check = |words: &[&str], expected| {
            assert_eq!(command_line(&program, words.iter().map(OsString::from)), expected);
        };
        check(&["--foo"], "rival");
        check(&["book", "biuld"], "rival book");
        check(&["--quiet", "book", "build", "show", "--foo"], "rival book build");
    }

    #[test]
    fn clap_errors_become_sentences() {
        let missing =
            "error: these were not provided:\n  <GAME>\n  <DEPTH>\n\nUsage: rival perft\n";
        assert_eq!(sentence(missing), "these were not provided: <GAME>; <DEPTH>");
        let tip =
            "error: no '--jsn'\n\n  tip: there is '--json'\n\nFor more information, try '--help'.";
        assert_eq!(sentence(tip), "no '--jsn'; tip: there is '--json'");
        let no_tip = "error: unexpected '-1'\n\n  tip: to pass '-1' as a value, use '-- -1'\n";
        assert_eq!(sentence(no_tip), "unexpected '-1'");
    }

    #[test]
    fn invalid_numbers_are_refused_with_a_sentence() {
        let check = |said: &str, expected| assert_eq!(in_words(said.to_owned()), expected);
        check("'--pieces': 0 is not in 2..=8", "'--pieces': 0 is not from 2 to 8");
        check("'--nodes': 5 is not in 10..18446744073709551615", "'--nodes': 5 is less than 10");
        check("'--nodes': invalid digit found in string", "'--nodes': expected only digits");
        check("the match is not in a.pdn", "the match is not in a.pdn");
    }
}
