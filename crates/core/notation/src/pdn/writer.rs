//! Writes games as text, by the standard's writing grammar.

use std::fmt::Write as _;

use board_engine::{Color, WrappedText};
use thiserror::Error;

use super::lexer::STRENGTH_MAX;
use super::{Element, MoveText, PdnGame, PdnResult, Tag};
use crate::is_tag_name;
use crate::sheet::{comment_in_braces, tag_text};

/// Values that PDN can't express.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum Unwritable {
    /// A tag name with characters other than letters, digits and `_`.
    #[error("\"{0}\" is not a valid tag name")]
    TagName(String),
    /// A comment with a closing brace.
    #[error("a comment can't contain }}: \"{0}\"")]
    Comment(String),
    /// A setup with a slash.
    #[error("a set-up can't contain /: \"{0}\"")]
    Setup(String),
    /// A move that has no standard form.
    #[error("\"{0}\" is not a move in standard notation")]
    Move(String),
    /// A strength other than `!` and `?`, or too many of them.
    #[error("\"{0}\" is not a move annotation")]
    Strength(String),
}

/// The line length, in characters.
const LINE_LEN: usize = 80;

/// The highest move number in a FEN that is taken into account.
const NUMBER_MAX: u32 = 100_000;

impl PdnGame {
    /// The game in standard notation, ending with its result or `*` and a line feed. `first` is the side that starts in
    /// this game type, which determines the move numbers.
    ///
    /// # Errors
    /// [`Unwritable`] for values that PDN can't express.
    pub fn to_pdn(&self, first: Color) -> Result<String, Unwritable> {
        let mut text = String::new();
        for tag in &self.tags {
            write_tag(&mut text, tag)?;
        }
        let mut body = Body { text: WrappedText::new(LINE_LEN) };
        body.line(&self.body, Numbering::starting(self, first))?;
        let result = self.result.as_deref().filter(|text| PdnResult::parse(text).is_some());
        body.text.push_word(result.unwrap_or("*"));
        Ok(text + body.text.as_str() + "\n")
    }
}

fn write_tag(text: &mut String, tag: &Tag) -> Result<(), Unwritable> {
    // The standard wants a capital first, but other programs write such names too, and the reader accepts them.
    if !is_tag_name(&tag.name) {
        return Err(Unwritable::TagName(tag.name.clone()));
    }
    let value = tag_text(&tag.value).replace('\\', "\\\\").replace('"', "\\\"");
    // Writing to a string can't fail.
    let _ = writeln!(text, "[{} \"{value}\"]", tag.name);
    Ok(())
}

/// The number and color of the next move.
#[derive(Clone, Copy)]
struct Numbering {
    number: u32,
    second: bool,
    /// Whether the number must be written even though the second side moves.
    interrupted: bool,
}

impl Numbering {
    fn starting(game: &PdnGame, first: Color) -> Self {
        let fen = game.tag("FEN").unwrap_or_default().trim();
        let turn = fen.chars().next();
        let second = turn.is_some_and(|turn| turn.to_ascii_uppercase() == (!first).letter());
        // Other programs add the move number as a field: `W:W31:B20:H0:F41`.
        let number = fen.split(':').find_map(|field| field.strip_prefix('F')?.parse().ok());
        let number = number.unwrap_or(1).clamp(1, NUMBER_MAX);
        Self { number, second, interrupted: true }
    }

    fn after_move(self) -> Self {
        Self {
            number: self.number + u32::from(self.second),
            second: !self.second,
            interrupted: false,
        }
    }
}

/// The body of a game being written.
struct Body {
    text: WrappedText,
}

impl Body {
    fn line(&mut self, elements: &[Element], start: Numbering) -> Result<(), Unwritable> {
        let mut numbering = start;
        let mut before_last = start;
        for element in elements {
            match element {
                Element::Move(mv) => {
                    before_last = numbering;
                    self.mv(mv, numbering)?;
                    numbering = numbering.after_move();
                    continue;
                }
                Element::Variation(line) => {
                    self.text.push_word("(");
                    self.line(line, Numbering { interrupted: true, ..before_last })?;
                    self.text.push_word(")");
                }
                Element::Comment(comment) if comment.contains('}') => {
                    return Err(Unwritable::Comment(comment.clone()));
                }
                Element::Comment(comment) => {
                    self.text.push_word(&comment_in_braces(comment));
                }
                Element::Nag(number) => {
                    self.text.push_word(&format!("${number}"));
                    continue;
                }
                Element::Setup(setup, _) if setup.contains('/') => {
                    return Err(Unwritable::Setup(setup.clone()));
                }
                Element::Setup(setup, _) => self.text.push_word(&format!("/{setup}/")),
            }
            numbering.interrupted = true;
        }
        Ok(())
    }

    fn mv(&mut self, mv: &MoveText, numbering: Numbering) -> Result<(), Unwritable> {
        if !is_standard(&mv.text) {
            return Err(Unwritable::Move(mv.text.clone()));
        }
        match (numbering.second, numbering.interrupted) {
            (false, _) => self.text.push_word(&format!("{}.", numbering.number)),
            (true, true) => self.text.push_word(&format!("{}...", numbering.number)),
            (true, false) => {}
        }
        let strength = mv.strength.as_deref().unwrap_or_default();
        // The standard has a numeric glyph for a forced move.
        let marks = strength.strip_suffix('*').unwrap_or(strength);
        let are_marks = marks.bytes().all(|mark| matches!(mark, b'!' | b'?'));
        if !are_marks || marks.len() > STRENGTH_MAX {
            return Err(Unwritable::Strength(strength.into()));
        }
        self.text.push_word(&format!("{}{marks}", mv.text));
        if marks.len() < strength.len() {
            self.text.push_word("$7");
        }
        Ok(())
    }
}

/// Returns `true` if a string consists of squares separated by single signs: `-`, `x` or `:`. A square is a number, or
/// a letter and a number.
fn is_standard(text: &str) -> bool {
    let square = |part: &str| {
        let number = part.strip_prefix(|first: char| first.is_ascii_alphabetic()).unwrap_or(part);
        (1..=3).contains(&part.len())
            && !number.is_empty()
            && number.bytes().all(|byte| byte.is_ascii_digit())
    };
    let parts: Vec<&str> = text.split(['-', 'x', ':']).collect();
    parts.len() >= 2 && parts.into_iter().all(square)
}
