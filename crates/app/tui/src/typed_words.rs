//! Lists of command words for a prompt, and their parser.

use crate::plain_text::wrapped;
use crate::synonyms::{closest, meaning};

/// A typed word. `W` is the type of parsed lines.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TypedWord<W> {
    /// The word and its argument: "save FILE".
    usage: &'static str,
    /// Synonyms, which the help doesn't show.
    aliases: &'static [&'static str],
    /// The description in the help.
    description: &'static str,
    /// Parses the rest of the line.
    read: fn(&str) -> W,
}

/// An entry in a list of words.
pub(crate) const fn word<W>(
    usage: &'static str,
    aliases: &'static [&'static str],
    description: &'static str,
    read: fn(&str) -> W,
) -> TypedWord<W> {
    TypedWord { usage, aliases, description, read }
}

impl<W> TypedWord<W> {
    fn name(&self) -> &'static str {
        self.usage.split(' ').next().unwrap_or_default()
    }
}

/// Parses a line. `None` if it doesn't begin with one of these words. Ignores case and a colon before the word. A colon
/// alone asks for help.
pub(crate) fn read<W>(words: &[TypedWord<W>], line: &str) -> Option<W> {
    let line = line.trim();
    let line = match line.strip_prefix(':').map(str::trim_start) {
        Some("") => "help",
        Some(rest) => rest,
        None => line,
    };
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let first = first.to_lowercase();
    let is_first = |word: &&TypedWord<W>| word.name() == first || word.aliases.contains(&&*first);
    let synonym = || {
        let meant = meaning(&first)?;
        words.iter().find(|word| word.name() == meant)
    };
    words.iter().find(is_first).or_else(synonym).map(|word| (word.read)(rest.trim()))
}

/// The most similar word for a line that is neither a word nor a move, if any.
pub(crate) fn suggestion<W>(words: &[TypedWord<W>], line: &str) -> Option<&'static str> {
    let is_word_like = line.chars().all(char::is_alphabetic) && line.chars().count() > 1;
    closest(line, words.iter().map(TypedWord::name).filter(|_| is_word_like))
}

/// The words with their descriptions, one per line.
pub(crate) fn help<W>(words: &[TypedWord<W>], columns: Option<usize>) -> String {
    let width = words.iter().map(|word| word.usage.chars().count()).max().unwrap_or(0);
    let line = |word: &TypedWord<W>| format!("  {:<width$}  {}\n", word.usage, word.description);
    let lines: String = words.iter().map(line).collect();
    wrapped(&lines, columns, width + 4)
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORDS: [TypedWord<String>; 2] = [
        word("back", &["b"], "go to the previous move", |_| "back".into()),
        word("save FILE", &[], "write it", |rest| format!("save {rest:?}")),
    ];

    fn check(line: &str, expected: Option<&str>) {
        assert_eq!(read(&WORDS, line).as_deref(), expected, "{line}");
    }

    #[test]
    fn words_are_recognized_by_a_prefix_in_any_case() {
        check(" Back ", Some("back"));
        check("b", Some("back"));
        check(":back", Some("back"));
        check(": save x", Some("save \"x\""));
        check("save", Some("save \"\""));
        check("SAVE  my match.toml ", Some("save \"my match.toml\""));
        check("FILE", None);
        check("9-13", None);
        check("", None);
    }

    #[test]
    fn a_typo_gets_a_suggestion() {
        assert_eq!(suggestion(&WORDS, "backk"), Some("back"));
        assert_eq!(suggestion(&WORDS, "9-13"), None);
        assert_eq!(suggestion(&WORDS, "d"), None);
    }

    #[test]
    fn the_help_is_as_wide_as_its_longest_word() {
        let whole = "  back       go to the previous move\n  save FILE  write it\n";
        assert_eq!(help(&WORDS, None), whole);
        let narrow = "  back       go to the\n             previous move\n  save FILE  write it\n";
        assert_eq!(help(&WORDS, Some(27)), narrow);
    }
}
