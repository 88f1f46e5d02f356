//! Parses text into sheets.

use board_engine::plain_signs;
use games_package::VARIATION_DEPTH_MAX;

use super::cursor::{Cursor, is_blank};
use super::draft::Draft;
use super::tags::{self, read_tag};
use super::{OTHER_DRAWS, RESULTS, UNKNOWN, times};
use crate::PlaceInText;
use crate::games_in_text::games_in;
use crate::sheet::{Sheet, SheetError};
use crate::stated_result::StatedResult;

/// Maximum number of tags, moves and remarks in one match.
const ELEMENTS_MAX: usize = 200_000;

/// Parses the unread part of the text.
#[derive(Debug)]
struct Reader<'a> {
    cursor: Cursor<'a>,
    game: Option<&'a str>,
}

/// The matches of a text.
pub(super) fn read<'a>(
    text: &'a [u8],
    game: Option<&'a str>,
) -> impl Iterator<Item = Result<Sheet, SheetError>> + 'a {
    games_in(text).flat_map(move |part| Reader { cursor: Cursor::new(part), game }.sheets())
}

impl<'a> Reader<'a> {
    /// The matches in the part. Ends after an unreadable match.
    fn sheets(mut self) -> impl Iterator<Item = Result<Sheet, SheetError>> + use<'a> {
        let mut is_at_end = false;
        std::iter::from_fn(move || {
            if is_at_end {
                return None;
            }
            let sheet = self.sheet().transpose();
            is_at_end = !matches!(sheet, Some(Ok(_)));
            sheet
        })
    }

    /// The next match; `None` at the end.
    fn sheet(&mut self) -> Result<Option<Sheet>, SheetError> {
        self.cursor.skip_blanks();
        let mut draft = Draft::new(self.cursor.place());
        let mut count = 0;
        while draft.result.is_none() {
            self.cursor.skip_blanks();
            let place = self.cursor.place();
            count += 1;
            if count > ELEMENTS_MAX {
                let message = format!("more than {ELEMENTS_MAX} moves and remarks in a match");
                return Err(SheetError::malformed(place, message));
            }
            match self.cursor.peek() {
                None if draft.is_empty() => {
                    return draft.faults.into_iter().next().map_or(Ok(None), Err);
                }
                None => break,
                Some('[') if draft.has_moves() && tags::is_tag(self.cursor.rest()) => break,
                Some(first) => self.element(&mut draft, first, place),
            }
        }
        draft.close_all(self.cursor.place());
        if draft.result.is_some() {
            self.comments_at_end(&mut draft);
        }
        if let Some(place) = self.cursor.take_damage() {
            draft.faults.push(SheetError::encoding(place));
        }
        Ok(Some(draft.finish(self.game)))
    }

    /// Comments after the result belong to the match if no match follows.
    fn comments_at_end(&mut self, draft: &mut Draft) {
        let behind = self.cursor.position();
        let mut comments = Vec::new();
        loop {
            self.cursor.skip_blanks();
            match self.cursor.peek() {
                None => break,
                Some('{' | ';') if comments.len() >= ELEMENTS_MAX => break,
                Some(first @ ('{' | ';')) => comments.push(self.comment(draft, first)),
                Some(_) => return self.cursor.go_to(behind),
            }
        }
        for comment in &comments {
            draft.comment(comment);
        }
    }

    fn element(&mut self, draft: &mut Draft, first: char, place: PlaceInText) {
        match first {
            '[' if draft.has_moves() => {
                let text = self.cursor.take_while(|c| c != ']' && c != '\n').to_owned();
                let end = self.cursor.take_while(|c| c == ']').to_owned();
                draft.fault(place, "text in brackets between the moves");
                draft.words(&(text + &end));
            }
            '[' => read_tag(&mut self.cursor, draft),
            '{' | ';' => {
                let text = self.comment(draft, first);
                draft.comment(&text);
            }
            '(' if draft.depth() > VARIATION_DEPTH_MAX => {
                draft.fault(place, format!("more than {VARIATION_DEPTH_MAX} nested variations"));
                let text = self.variation().to_owned();
                draft.words(&text);
            }
            '(' => {
                self.cursor.bump();
                draft.open(place);
            }
            ')' => {
                self.cursor.bump();
                draft.close(place);
            }
            '$' => {
                self.cursor.bump();
                let mut number = self.cursor.take_while(|c| c.is_ascii_digit()).to_owned();
                if number.is_empty() {
                    number = self.cursor.take_while(|c| c.is_ascii_alphanumeric()).to_owned();
                }
                draft.glyph(&number, place);
            }
            ']' | '}' => {
                self.cursor.bump();
                draft.fault(place, format!("an unmatched {first}"));
            }
            _ => self.word(draft, place),
        }
    }

    /// The variation that begins here as text, with the variations in it.
    fn variation(&mut self) -> &str {
        let begin = self.cursor.position();
        let mut depth = 0_usize;
        loop {
            self.cursor.take_while(|c| !"(){;".contains(c));
            match self.cursor.bump() {
                Some('(') => depth += 1,
                Some(')') if depth > 1 => depth -= 1,
                Some('{') => {
                    self.cursor.take_while(|c| c != '}');
                }
                Some(';') => {
                    self.cursor.take_while(|c| c != '\n');
                }
                _ => return self.cursor.text_from(begin),
            }
        }
    }

    /// Parses a comment in braces, or up to the end of the line. A comment without a closing brace ends with the part.
    fn comment(&mut self, draft: &mut Draft, first: char) -> String {
        let place = self.cursor.place();
        self.cursor.bump();
        if first == ';' {
            return self.cursor.take_while(|c| c != '\n').to_owned();
        }
        let text = self.cursor.take_while(|c| c != '}').to_owned();
        if self.cursor.bump().is_none() {
            draft.fault(place, "a comment that starts here is never closed");
        }
        text
    }

    /// Parses a move, its number, or the result.
    fn word(&mut self, draft: &mut Draft, place: PlaceInText) {
        let belongs = |c: char| !is_blank(c) && !"{}()[];$".contains(c);
        let start = self.cursor.position();
        self.cursor.take_while(belongs);
        while let Some(len) = times(self.cursor.rest()).map(str::len) {
            self.cursor.take(len);
            self.cursor.take_while(belongs);
        }
        let word = plain_signs(self.cursor.text_from(start)).into_owned();
        if let Some(result) = spaced_result(&word, self.cursor.rest()) {
            self.cursor.take(result.len() - word.len());
            return draft.end(result, place);
        }
        let is_result = |text: &str| text == word;
        if is_result(UNKNOWN)
            || RESULTS.iter().any(|(text, _)| is_result(text))
            || OTHER_DRAWS.into_iter().any(is_result)
        {
            return draft.end(word, place);
        }
        let (number, word) = split_number(&word);
        let text = word.trim_end_matches(['!', '?']);
        let sign = word.get(text.len()..).unwrap_or_default();
        // In prose, punctuation may follow a move.
        let text = text.trim_end_matches([',', '.']);
        if !number.is_empty() {
            draft.number(number);
        }
        if !text.is_empty() {
            draft.push_move(text, place);
        }
        if !sign.is_empty() {
            draft.sign(sign, place);
        }
    }
}

/// The move number at the start of the word, `12.` or `12...`, and the rest. A number without a dot can be a move.
fn split_number(word: &str) -> (&str, &str) {
    let digits = word.find(|c: char| !c.is_ascii_digit()).unwrap_or(word.len());
    match word.get(digits..) {
        Some(rest) if rest.starts_with(['.', '…']) => {
            let behind = rest.trim_start_matches(['.', '…']);
            word.split_at(word.len() - behind.len())
        }
        _ => ("", word),
    }
}

/// The result `1 - 0` that starts with this word, as written. A dash surrounded by spaces can't be a move.
fn spaced_result(word: &str, rest: &str) -> Option<String> {
    let dash = rest.strip_prefix(' ').filter(|_| matches!(word, "1" | "0" | "1/2" | "½"))?;
    let behind = dash.strip_prefix(['-', '–', '—'])?.strip_prefix(' ')?;
    let other = behind.split_whitespace().next()?;
    let len = rest.len() - behind.len() + other.len();
    let result = format!("{word}{}", rest.get(..len)?);
    StatedResult::parse(&result).map(|_| result)
}
