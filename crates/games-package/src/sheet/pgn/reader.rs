//! Text to sheets.

use board_engine::printable;

use super::cursor::Cursor;
use super::{GAME, PAYOFFS, RESULTS, SEATS_MAX, START, UNKNOWN, seat_tag, times};
use crate::sheet::{PlaceInText, Sheet, SheetError, SheetMove};
use crate::{Mark, VARIATION_DEPTH_MAX};

/// The most tags, moves and remarks of one match.
const ELEMENTS_MAX: usize = 200_000;

/// Reads one match after the other.
#[derive(Debug)]
pub(super) struct Reader<'a> {
    cursor: Cursor,
    game: Option<&'a str>,
    ended: bool,
}

/// A match that is being read: its tags, and the lines that are open, the match itself first.
struct Draft {
    place: PlaceInText,
    tags: Vec<(String, String, PlaceInText)>,
    preface: String,
    lines: Vec<Vec<SheetMove>>,
    result: Option<String>,
    count: usize,
}

impl Draft {
    fn new(place: PlaceInText) -> Self {
        let (tags, preface, lines) = (Vec::new(), String::new(), vec![Vec::new()]);
        Self { place, tags, preface, lines, result: None, count: 0 }
    }

    fn line(&mut self) -> &mut Vec<SheetMove> {
        self.lines.last_mut().expect("the match itself is never closed")
    }

    fn has_moves(&self) -> bool {
        self.lines.len() > 1 || self.lines.iter().any(|line| !line.is_empty())
    }
}

impl<'a> Reader<'a> {
    pub(super) fn new(text: &[u8], game: Option<&'a str>) -> Self {
        Self { cursor: Cursor::new(text), game, ended: false }
    }

    /// The next match; none at the end.
    fn sheet(&mut self) -> Result<Option<Sheet>, SheetError> {
        self.cursor.skip_blanks();
        let mut draft = Draft::new(self.cursor.place());
        loop {
            self.cursor.skip_blanks();
            let place = self.cursor.place();
            draft.count += 1;
            if draft.count > ELEMENTS_MAX {
                let message = format!("more than {ELEMENTS_MAX} moves and remarks in a match");
                return Err(SheetError::malformed(place, message));
            }
            match self.cursor.peek() {
                None if draft.tags.is_empty() && !draft.has_moves() => return Ok(None),
                None => break,
                Some('[') if draft.has_moves() => break,
                Some(_) => self.element(&mut draft, place)?,
            }
            if draft.result.is_some() {
                break;
            }
        }
        if draft.lines.len() > 1 {
            return Err(SheetError::malformed(self.cursor.place(), "a variation has no end"));
        }
        Ok(Some(finished(draft, self.game)))
    }

    fn element(&mut self, draft: &mut Draft, place: PlaceInText) -> Result<(), SheetError> {
        match self.cursor.peek() {
            Some('[') => {
                let (name, value) = self.tag(place)?;
                draft.tags.push((name, value, place));
            }
            Some('{') => {
                let text = self.cursor.take_to('}', "a comment")?;
                comment(draft, &text);
            }
            Some(';') => {
                let text = self.cursor.take_while(|c| c != '\n').to_owned();
                comment(draft, text.trim_start_matches(';'));
            }
            Some('(') => {
                self.cursor.bump();
                if draft.line().is_empty() {
                    return Err(SheetError::malformed(place, "a variation before the first move"));
                }
                if draft.lines.len() > VARIATION_DEPTH_MAX {
                    let message =
                        format!("more than {VARIATION_DEPTH_MAX} variations within each other");
                    return Err(SheetError::malformed(place, message));
                }
                draft.lines.push(Vec::new());
            }
            Some(')') => {
                self.cursor.bump();
                close(draft, place)?;
            }
            Some('$') => {
                self.cursor.bump();
                let number = self.cursor.take_while(|c| c.is_ascii_digit()).parse();
                let number = number
                    .map_err(|_error| SheetError::malformed(place, "expected a number after $"))?;
                mark(draft, Mark::from_glyph(number));
            }
            _ => self.word(draft, place)?,
        }
        Ok(())
    }

    fn tag(&mut self, place: PlaceInText) -> Result<(String, String), SheetError> {
        self.cursor.bump();
        self.cursor.skip_blanks();
        let belongs = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let name = self.cursor.take_while(belongs).to_owned();
        self.cursor.skip_blanks();
        if name.is_empty() || self.cursor.peek() != Some('"') {
            let expected = "expected a tag, like [White \"somebody\"]";
            return Err(SheetError::malformed(self.cursor.place(), expected));
        }
        self.cursor.bump();
        let mut value = String::new();
        loop {
            match self.cursor.bump() {
                Some('"') => break,
                Some('\\') if matches!(self.cursor.peek(), Some('"' | '\\')) => {
                    value.extend(self.cursor.bump());
                }
                Some(c) => value.push(c),
                None => {
                    return Err(SheetError::malformed(place, "a tag that starts here has no end"));
                }
            }
        }
        self.cursor.skip_blanks();
        if self.cursor.peek() != Some(']') {
            let expected = "expected ] at the end of the tag";
            return Err(SheetError::malformed(self.cursor.place(), expected));
        }
        self.cursor.bump();
        Ok((name, printable(&value)))
    }

    /// A move, its number, or the result.
    fn word(&mut self, draft: &mut Draft, place: PlaceInText) -> Result<(), SheetError> {
        let belongs = |c: char| !c.is_whitespace() && !"{}()[];$".contains(c);
        let mut word = self.cursor.take_while(belongs).to_owned();
        if word.is_empty() {
            return Err(SheetError::malformed(place, "expected a move, a comment or a tag"));
        }
        while let Some(times) = times(self.cursor.rest()) {
            word.push_str(self.cursor.take_count(times.len()));
            word.push_str(self.cursor.take_while(belongs));
        }
        if word == UNKNOWN || RESULTS.iter().any(|(text, _)| *text == word) {
            draft.result = Some(word);
            return Ok(());
        }
        let word = without_number(&word);
        let text = word.trim_end_matches(['!', '?']);
        let sign = word.get(text.len()..).unwrap_or_default();
        if !text.is_empty() {
            let text = text.to_owned();
            draft.line().push(SheetMove { text, place, ..SheetMove::default() });
        }
        if !sign.is_empty() {
            mark(draft, Mark::from_sign(sign));
        }
        Ok(())
    }

    /// Skips to the next line that begins with a tag.
    fn recover(&mut self) {
        self.cursor.bump();
        while self.cursor.peek().is_some_and(|c| c != '[' || self.cursor.place().column != 1) {
            self.cursor.bump();
        }
    }
}

impl Iterator for Reader<'_> {
    type Item = Result<Sheet, SheetError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let sheet = self.sheet().transpose();
        match &sheet {
            None => self.ended = true,
            Some(Err(_)) => self.recover(),
            Some(Ok(_)) => {}
        }
        sheet
    }
}

/// The word without the number of a move before it: `12.`, `12...`. A number without a dot may be a move.
fn without_number(word: &str) -> &str {
    let digits = word.find(|c: char| !c.is_ascii_digit()).unwrap_or(word.len());
    match word.get(digits..) {
        Some(rest) if rest.starts_with('.') => rest.trim_start_matches('.'),
        _ => word,
    }
}

fn comment(draft: &mut Draft, text: &str) {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let Draft { lines, preface, .. } = draft;
    let is_in_variation = lines.len() > 1;
    let before = match lines.last_mut().and_then(|line| line.last_mut()) {
        Some(last) => &mut last.comment,
        // A variation has no place for what stands before its first move.
        None if is_in_variation => return,
        None => preface,
    };
    if !before.is_empty() && !text.is_empty() {
        before.push(' ');
    }
    before.push_str(&text);
}

fn mark(draft: &mut Draft, mark: Option<Mark>) {
    if let Some(last) = draft.line().last_mut() {
        last.mark = mark.or(last.mark);
    }
}

fn close(draft: &mut Draft, place: PlaceInText) -> Result<(), SheetError> {
    if draft.lines.len() < 2 {
        return Err(SheetError::malformed(place, "no variation is open"));
    }
    let line = draft.lines.pop().unwrap_or_default();
    if let Some(last) = draft.line().last_mut() {
        last.others.push(line);
    }
    Ok(())
}

fn finished(draft: Draft, game: Option<&str>) -> Sheet {
    let Draft { place, tags, preface, mut lines, result, .. } = draft;
    let value = |name: &str| {
        let tag = tags.iter().find(|(known, value, _)| known == name && !value.trim().is_empty());
        tag.map(|(_, value, place)| (value.clone(), *place))
    };
    let known = value(GAME).map(|(game, _)| game).or_else(|| game.map(String::from));
    let mut players: Vec<String> = (0..SEATS_MAX)
        .map(|index| value(&seat_tag(index)).map(|(name, _)| name).unwrap_or_default())
        .map(|name| if name == "?" { String::new() } else { name })
        .collect();
    players.truncate(players.iter().rposition(|name| !name.is_empty()).map_or(2, |i| i.max(1) + 1));
    let numbers = value(PAYOFFS)
        .and_then(|(text, _)| text.split_whitespace().map(|number| number.parse().ok()).collect());
    let result = value("Result").map(|(result, _)| result).or(result).unwrap_or_default();
    let by_result = RESULTS.iter().find(|(text, _)| *text == result).map(|(_, p)| p.to_vec());
    Sheet {
        place,
        game: known,
        players,
        white: Some(0),
        start: value(START),
        payoffs: numbers.or(by_result),
        preface,
        moves: lines.swap_remove(0),
        tag_places: tags.iter().map(|(_, _, place)| *place).collect(),
        tags: tags.into_iter().map(|(name, value, _)| (name, value)).collect(),
    }
}
