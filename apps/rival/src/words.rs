//! The words that somebody can type at a place of the program, and what they stand for.

use std::path::PathBuf;

use games_package::suggestion;

use crate::columns::wrapped;

/// A word that can be typed; `W` is what a line asks for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TypedWord<W> {
    /// The word, and what follows it: "save FILE".
    usage: &'static str,
    /// Other words for the same, which the help doesn't show.
    also: &'static [&'static str],
    /// What it does.
    meaning: &'static str,
    /// What it asks for, with what follows it.
    read: fn(&str) -> W,
}

/// An entry of a list of words.
pub(crate) const fn word<W>(
    usage: &'static str,
    also: &'static [&'static str],
    meaning: &'static str,
    read: fn(&str) -> W,
) -> TypedWord<W> {
    TypedWord { usage, also, meaning, read }
}

impl<W> TypedWord<W> {
    /// The word, and other words for the same.
    #[cfg(test)]
    pub(crate) fn names(&self) -> impl Iterator<Item = &'static str> {
        [self.name()].into_iter().chain(self.also.iter().copied())
    }

    fn name(&self) -> &'static str {
        self.usage.split(' ').next().unwrap_or_default()
    }
}

/// What a line asks for, if it begins with one of these words in any case.
pub(crate) fn read<W>(words: &[TypedWord<W>], line: &str) -> Option<W> {
    let line = line.trim();
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let first = first.to_lowercase();
    let is_first = |word: &&TypedWord<W>| word.name() == first || word.also.contains(&&*first);
    words.iter().find(is_first).map(|word| (word.read)(rest.trim()))
}

/// The word that was probably meant by a line that is neither word nor move.
pub(crate) fn near<W>(words: &[TypedWord<W>], line: &str) -> Option<String> {
    let may_be_word = line.chars().all(char::is_alphabetic) && line.chars().count() > 1;
    suggestion(line, words.iter().map(TypedWord::name).filter(|_| may_be_word))
}

/// The file that is named behind a word, if one is.
pub(crate) fn file(rest: &str) -> Option<PathBuf> {
    Some(rest).filter(|name| !name.is_empty()).map(PathBuf::from)
}

/// Each word with what it does, line by line.
pub(crate) fn help<W>(words: &[TypedWord<W>], columns: Option<usize>) -> String {
    let width = words.iter().map(|word| word.usage.chars().count()).max().unwrap_or(0);
    let line = |word: &TypedWord<W>| format!("  {:<width$}  {}\n", word.usage, word.meaning);
    let lines: String = words.iter().map(line).collect();
    wrapped(&lines, columns, width + 4)
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORDS: [TypedWord<String>; 2] = [
        word("back", &["b"], "go to the move before", |_| "back".into()),
        word("save FILE", &[], "write it", |rest| format!("save {:?}", file(rest))),
    ];

    fn check(line: &str, expected: Option<&str>) {
        assert_eq!(read(&WORDS, line).as_deref(), expected, "{line}");
    }

    #[test]
    fn words_are_known_by_their_first_part_in_any_case() {
        check(" Back ", Some("back"));
        check("b", Some("back"));
        check("save", Some("save None"));
        check("SAVE  my match.toml ", Some("save Some(\"my match.toml\")"));
        check("FILE", None);
        check("9-13", None);
        check("", None);
    }

    #[test]
    fn a_slip_is_understood() {
        assert_eq!(near(&WORDS, "backk"), Some("back".into()));
        assert_eq!(near(&WORDS, "9-13"), None);
        assert_eq!(near(&WORDS, "d"), None);
    }

    #[test]
    fn the_help_is_as_wide_as_its_longest_word() {
        let whole = "  back       go to the move before\n  save FILE  write it\n";
        assert_eq!(help(&WORDS, None), whole);
        let narrow = "  back       go to the\n             move before\n  save FILE  write it\n";
        assert_eq!(help(&WORDS, Some(25)), narrow);
    }
}
