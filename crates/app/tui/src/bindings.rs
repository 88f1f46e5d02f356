//! Binds commands to the words and keys that trigger them.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::plain_text::wrapped;
use crate::synonyms::{closest, is_filler, meaning};
use crate::words::cut;

/// An action with its command word and, in most cases, keys. A letter with Alt acts immediately. Typed alone, the
/// letter abbreviates the word. Any other character acts immediately if the input line is empty.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Binding<A: 'static> {
    /// The command word with its argument: "save FILE".
    pub(crate) usage: &'static str,
    pub(crate) key: Option<char>,
    pub(crate) function: Option<u8>,
    pub(crate) action: A,
    /// The description in the help.
    pub(crate) meaning: &'static str,
}

impl<A: Copy> Binding<A> {
    /// The command word without its argument.
    pub(crate) fn word(&self) -> &'static str {
        self.usage.split(' ').next().unwrap_or_default()
    }

    pub(crate) const fn on_function_key(self, number: u8) -> Self {
        Self { function: Some(number), ..self }
    }

    /// Formats "save FILE: save the match to a file".
    fn described(&self) -> String {
        format!("{}: {}", self.usage, self.meaning)
    }
}

/// A command without a key.
pub(crate) const fn word<A: Copy>(
    usage: &'static str,
    action: A,
    meaning: &'static str,
) -> Binding<A> {
    Binding { usage, key: None, function: None, action, meaning }
}

/// A command with a key.
pub(crate) const fn bind<A: Copy>(
    usage: &'static str,
    key: char,
    action: A,
    meaning: &'static str,
) -> Binding<A> {
    Binding { key: Some(key), ..word(usage, action, meaning) }
}

/// Maximum number of characters to show from rejected input.
const ECHO_MAX: usize = 30;

/// Maximum number of synonyms that lead from a word to a command.
const MEANINGS_MAX: usize = 2;

/// The character that marks a typed line as a command.
pub(crate) const COMMAND_SIGN: char = ':';

/// The character that marks commands in chat programs.
const CHAT_SIGN: char = '/';

/// The word that lists all commands.
const HELP: &str = "help";

/// The line without the command sign, and `true` if it had a command sign.
fn without_sign(line: &str) -> (&str, bool) {
    let line = line.trim_start();
    let command = line.strip_prefix([COMMAND_SIGN, CHAT_SIGN]);
    command.map_or((line, false), |rest| (rest.trim_start(), true))
}

/// The first word of a command line in lower case, and its argument. The sign alone is the help.
fn parts(line: &str) -> (String, &str) {
    let (line, has_sign) = without_sign(line.trim());
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    // People end words like sentences: "draw?".
    let bare = first.trim_end_matches(['?', '!', '.', ',']);
    let first = if bare.is_empty() { first } else { bare };
    let first = if has_sign && first.is_empty() { HELP.into() } else { first.to_lowercase() };
    (first, rest.trim())
}

/// All commands on a screen, in help order, and its other keys with their descriptions.
#[derive(Debug)]
pub(crate) struct Bindings<A: 'static> {
    pub(crate) commands: &'static [Binding<A>],
    pub(crate) other_keys: &'static [(&'static str, &'static str)],
}

impl<A> Clone for Bindings<A> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<A> Copy for Bindings<A> {}

impl<A: Copy + PartialEq> Bindings<A> {
    /// The action that the key triggers immediately. `is_typing` is `true` if the input line is not empty.
    pub(crate) fn action_of(self, key: KeyEvent, is_typing: bool) -> Option<A> {
        let action = |wanted: &dyn Fn(&Binding<A>) -> bool| {
            self.commands.iter().find(|binding| wanted(binding)).map(|binding| binding.action)
        };
        match key.code {
            KeyCode::F(number) => action(&|binding| binding.function == Some(number)),
            KeyCode::Char(sign) if key.modifiers.contains(KeyModifiers::ALT) => {
                action(&|binding| binding.key == Some(sign.to_ascii_lowercase()))
            }
            KeyCode::Char(sign) if !sign.is_alphanumeric() && !is_typing => {
                action(&|binding| binding.key == Some(sign))
            }
            _ => None,
        }
    }

    /// The command at the start of a typed line and its argument; `None` if the line is not a command. After the
    /// command sign, a unique prefix of the word is enough. The sign alone means help. In "show moves" or "please undo",
    /// the second word is the command.
    pub(crate) fn parse(self, line: &str) -> Option<(Binding<A>, &str)> {
        self.parse_word(line)
            .or_else(|| {
                let (first, rest) = parts(line);
                let leads = meaning(&first).is_some() || is_filler(&first);
                let has_word = rest.chars().take_while(|c| c.is_alphabetic()).nth(1).is_some();
                let second = || self.parse_word(rest).or_else(|| self.parse_synonym(rest));
                Some(rest).filter(|_| leads && has_word).and_then(|_| second())
            })
            .or_else(|| self.parse_synonym(line))
    }

    /// The command that another program's word at the start of the line means, and its argument.
    fn parse_synonym(self, line: &str) -> Option<(Binding<A>, &str)> {
        let (first, rest) = parts(line);
        let meanings = std::iter::successors(meaning(&first), |word| meaning(word));
        let command = |word| self.commands.iter().find(|binding| binding.word() == word);
        let meant = meanings.take(MEANINGS_MAX).find_map(command)?;
        Some((*meant, rest))
    }

    /// As [`parse`](Self::parse), without synonyms.
    pub(crate) fn parse_word(self, line: &str) -> Option<(Binding<A>, &str)> {
        let (first, rest) = parts(line);
        let is_meant = |binding: &&Binding<A>| {
            let mut signs = first.chars();
            let only = signs.next().filter(|_| signs.next().is_none());
            binding.word() == first || only.is_some() && binding.key == only
        };
        let meant = self.commands.iter().find(is_meant);
        let only = || self.only_begun_by(&first).filter(|_| without_sign(line).1);
        meant.or_else(only).map(|binding| (*binding, rest))
    }

    /// The only command that begins with the typed text.
    fn only_begun_by(self, typed: &str) -> Option<&'static Binding<A>> {
        let mut begun = self.begun_by(typed);
        begun.next().filter(|_| begun.next().is_none())
    }

    /// The command for an action.
    pub(crate) fn of_action(self, action: A) -> Option<&'static Binding<A>> {
        self.commands.iter().find(|binding| binding.action == action)
    }

    /// The command words that complete the typed text, with the command sign if the user typed it.
    pub(crate) fn completions(self, typed: &str) -> Vec<String> {
        let sign = if without_sign(typed).1 { String::from(COMMAND_SIGN) } else { String::new() };
        self.begun_by(typed).map(|binding| format!("{sign}{}", binding.word())).collect()
    }

    /// The commands that complete the typed text, each with its description. An exact match comes first.
    pub(crate) fn usages(self, typed: &str) -> Vec<String> {
        let meant = self.parse(typed).map(|(binding, _)| binding);
        let is_other = |binding: &&Binding<A>| meant.is_none_or(|it| it.action != binding.action);
        let others = self.begun_by(typed).filter(is_other).map(|binding| binding.usage.into());
        meant.iter().map(Binding::described).chain(others).collect()
    }

    fn begun_by(self, typed: &str) -> impl Iterator<Item = &'static Binding<A>> {
        let (typed, has_sign) = without_sign(typed);
        let typed = typed.to_lowercase();
        let is_begun = has_sign || !typed.is_empty();
        self.commands.iter().filter(move |binding| is_begun && binding.word().starts_with(&typed))
    }

    /// The probable command for a line that is neither a command nor a move.
    pub(crate) fn similar_command(self, line: &str) -> Option<&'static str> {
        let first = without_sign(line).0.split_whitespace().next().unwrap_or_default();
        let may_be_word = first.chars().all(char::is_alphabetic) && first.chars().count() > 1;
        closest(first, self.commands.iter().map(Binding::word).filter(|_| may_be_word))
    }

    /// Explains why a line with a command sign is not a command; `None` if the line has no command sign.
    pub(crate) fn unknown_command(self, line: &str) -> Option<String> {
        let (command, has_sign) = without_sign(line);
        let word = command.split_whitespace().next().unwrap_or_default();
        let begun: Vec<&str> = self.begun_by(word).map(Binding::word).collect();
        let similar = self.similar_command(word);
        has_sign.then(|| match similar {
            _ if begun.len() > 1 => format!("Which one: {}?", begun.join(", ")),
            Some(similar) => format!("Did you mean {similar}?"),
            None => {
                format!("Unknown command \"{}\"; help lists the commands.", cut(word, ECHO_MAX))
            }
        })
    }

    /// Explains why a line is not a command, on a screen without moves; `None` if the line is not like a command.
    pub(crate) fn unknown_command_or_typo(self, line: &str) -> Option<String> {
        self.unknown_command(line).or_else(|| {
            let similar = self.similar_command(line)?;
            let told = cut(line.trim(), ECHO_MAX);
            Some(format!("Unknown command \"{told}\". Did you mean {similar}?"))
        })
    }

    /// The help of the line-by-line mode: the words of the listed commands with their descriptions, one per line.
    pub(crate) fn help_by_line(
        self,
        is_listed: impl Fn(A) -> bool,
        columns: Option<usize>,
    ) -> String {
        let listed = || self.commands.iter().filter(|binding| is_listed(binding.action));
        let width = listed().map(|it| it.usage.chars().count()).max().unwrap_or(0);
        let line = |it: &Binding<A>| format!("  {:<width$}  {}", it.usage, it.meaning);
        let lines: Vec<String> = listed().map(line).collect();
        wrapped(&(lines.join("\n") + "\n"), columns, width + 4)
    }

    /// The lines of the help: keys and their effects.
    pub(crate) fn help(self) -> Vec<(String, &'static str)> {
        let keys = |binding: &Binding<A>| {
            let key = binding.key.map(String::from).unwrap_or_default();
            let function = binding.function.map(|number| format!("F{number}")).unwrap_or_default();
            format!("{:<9} {key:<1} {function}", binding.usage)
        };
        let bound = self.commands.iter().map(|binding| (keys(binding), binding.meaning));
        let others = self.other_keys.iter().map(|(keys, meaning)| ((*keys).to_string(), *meaning));
        others.chain(bound).collect()
    }
}

/// Checks the conditions that a screen's commands must satisfy.
#[cfg(test)]
pub(crate) fn check_that_all_differ<A: Copy + std::fmt::Debug>(bindings: &[Binding<A>]) {
    for (index, binding) in bindings.iter().enumerate() {
        let is_other = |other: &Binding<A>| {
            other.word() != binding.word()
                && (other.key.is_none() || other.key != binding.key)
                && (other.function.is_none() || other.function != binding.function)
        };
        assert!(bindings[index + 1..].iter().all(is_other), "{binding:?}");
    }
}
