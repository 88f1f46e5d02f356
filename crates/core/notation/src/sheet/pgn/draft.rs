//! A match being read.

use games_package::Mark;

use super::writer::{implied_result, result, result_after_moves};
use super::{BOTH_LOSE, GAME, MOVETEXT_RESULT, PAYOFFS, SEATS_MAX, START, seat_tag};
use crate::PlaceInText;
use crate::sheet::{
    Sheet, SheetError, SheetMove, append_comment, append_words, comment_text, drop_last_move,
    line_words, tag_text,
};
use crate::stated_result::StatedResult;

/// A match being read.
#[derive(Debug)]
pub(super) struct Draft {
    place: PlaceInText,
    tags: Vec<(String, String, PlaceInText)>,
    /// The main line, then the open variations.
    lines: Vec<Line>,
    pub(super) result: Option<String>,
    pub(super) faults: Vec<SheetError>,
}

/// A line with the comments before its first move.
#[derive(Debug, Default)]
struct Line {
    preface: String,
    moves: Vec<SheetMove>,
    /// The next move's number as written.
    number: String,
}

impl Line {
    /// The text that comments are added to.
    fn comments(&mut self) -> &mut String {
        match self.moves.last_mut() {
            Some(last) => &mut last.comment,
            None => &mut self.preface,
        }
    }
}

impl Draft {
    pub(super) fn new(place: PlaceInText) -> Self {
        let lines = vec![Line::default()];
        Self { place, tags: Vec::new(), lines, result: None, faults: Vec::new() }
    }

    fn line(&mut self) -> &mut Line {
        self.lines.last_mut().expect("the match itself is never closed")
    }

    /// The number of open lines.
    pub(super) const fn depth(&self) -> usize {
        self.lines.len()
    }

    pub(super) fn has_moves(&self) -> bool {
        self.lines.len() > 1 || self.lines.iter().any(|line| !line.moves.is_empty())
    }

    /// Returns `true` if there are only comments.
    pub(super) fn is_empty(&self) -> bool {
        self.tags.is_empty() && !self.has_moves()
    }

    /// Records damage.
    pub(super) fn fault(&mut self, place: PlaceInText, message: impl Into<String>) {
        self.faults.push(SheetError::malformed(place, message));
    }

    pub(super) fn push_tag(&mut self, name: String, value: &str, place: PlaceInText) {
        self.tags.push((name, tag_text(value), place));
    }

    /// Adds a comment on the last move, or before the first one.
    pub(super) fn comment(&mut self, text: &str) {
        append_comment(self.line().comments(), &comment_text(text));
    }

    /// Adds damaged text to the comments.
    pub(super) fn words(&mut self, text: &str) {
        append_words(self.line().comments(), &comment_text(text));
    }

    /// Records the next move's number.
    pub(super) fn number(&mut self, text: &str) {
        text.clone_into(&mut self.line().number);
    }

    pub(super) fn push_move(&mut self, text: &str, place: PlaceInText) {
        let is_in_variation = self.lines.len() > 1;
        let line = self.line();
        let number = std::mem::take(&mut line.number);
        let mut mv = SheetMove { text: text.to_owned(), place, number, ..SheetMove::default() };
        if is_in_variation && line.moves.is_empty() {
            mv.preface = std::mem::take(&mut line.preface);
        }
        line.moves.push(mv);
    }

    /// Adds the annotation `$` with this number.
    pub(super) fn glyph(&mut self, number: &str, place: PlaceInText) {
        let message = match (number.parse::<u8>(), self.line().moves.last_mut()) {
            (Ok(number), Some(last)) => return last.annotate(number),
            (Ok(_), None) => format!("the annotation ${number} before the first move"),
            (Err(_), _) => format!("${number} is not a move annotation ($0 to $255)"),
        };
        self.fault(place, message);
        self.words(&format!("${number}"));
    }

    /// Adds the annotation for a sign such as `!?`.
    pub(super) fn sign(&mut self, sign: &str, place: PlaceInText) {
        let message = match (Mark::from_sign(sign), self.line().moves.last_mut()) {
            (Some(mark), Some(last)) => return last.annotate(mark.glyph()),
            (Some(_), None) => format!("the annotation {sign} before the first move"),
            (None, _) => format!("{sign} is not a move annotation"),
        };
        self.fault(place, message);
        self.words(sign);
    }

    /// Records the result. In a variation, it is plain text.
    pub(super) fn end(&mut self, result: String, place: PlaceInText) {
        if self.lines.len() > 1 {
            self.fault(place, format!("the result {result} in a variation"));
            self.words(&result);
        } else {
            self.result = Some(result);
        }
    }

    pub(super) fn open(&mut self, place: PlaceInText) {
        if self.line().moves.is_empty() {
            self.fault(place, "a variation before the first move");
        }
        self.lines.push(Line::default());
    }

    pub(super) fn close(&mut self, place: PlaceInText) {
        if self.lines.len() < 2 {
            return self.fault(place, "no variation is open");
        }
        let Line { preface, moves, .. } = self.lines.pop().unwrap_or_default();
        let line = self.line();
        match line.moves.last_mut() {
            Some(last) if !moves.is_empty() => last.others.push(moves),
            _ if moves.is_empty() => append_comment(line.comments(), &preface),
            _ => append_comment(line.comments(), &format!("({})", line_words(&moves))),
        }
    }

    /// Closes the variations that are open at the end.
    pub(super) fn close_all(&mut self, place: PlaceInText) {
        if self.lines.len() > 1 {
            self.fault(place, "a variation is never closed");
        }
        while self.lines.len() > 1 {
            self.close(place);
        }
    }

    /// Returns the sheet; `game` is its game if the tags don't name one.
    pub(super) fn finish(self, game: Option<&str>) -> Sheet {
        let Self { place, tags, mut lines, result, faults } = self;
        let value = |name: &str| {
            let tag =
                tags.iter().find(|(known, value, _)| known == name && !value.trim().is_empty());
            tag.map(|(_, value, place)| (value.clone(), *place))
        };
        let known = value(GAME).map(|(game, _)| game).or_else(|| game.map(String::from));
        let mut players: Vec<String> = (0..SEATS_MAX)
            .map(|index| value(&seat_tag(index)).map(|(name, _)| name).unwrap_or_default())
            .map(|name| if name == "?" { String::new() } else { name })
            .collect();
        let last = players.iter().rposition(|name| !name.is_empty());
        players.truncate(last.map_or(2, |i| i.max(1) + 1));
        let numbers = value(PAYOFFS).and_then(|(text, _)| {
            text.split_whitespace().map(|number| number.parse().ok()).collect()
        });
        let Line { mut preface, mut moves, .. } = lines.swap_remove(0);
        let of_tag = value("Result").and_then(|(text, _)| StatedResult::parse(&text));
        let of_tag = of_tag.filter(|stated| stated.payoffs.is_some());
        let result = result.or_else(|| take_last_word(&mut moves, &mut preface, of_tag));
        let of_moves = result.as_deref().and_then(StatedResult::parse);
        let stated = of_tag.or(of_moves);
        let by_result = stated.and_then(|stated| stated.payoffs).map(Vec::from);
        let mut sheet = Sheet {
            place,
            game: known,
            players,
            white: Some(0),
            start: value(START),
            verbatim_tags: Vec::new(),
            payoffs: numbers.or(by_result),
            preface,
            first_ply: 0,
            moves,
            tag_places: tags.iter().map(|(_, _, place)| *place).collect(),
            tags: tags.into_iter().map(|(name, value, _)| (name, value)).collect(),
            movetext_result: result,
            faults,
        };
        sheet.verbatim_tags = verbatim_tags(&sheet);
        if [of_tag, of_moves].into_iter().flatten().any(|stated| stated.is_forfeit) {
            sheet.mark_as_forfeit();
        }
        sheet.set_aside_repeated_tags();
        sheet
    }
}

/// The names of the tags that the writer would spell differently.
fn verbatim_tags(sheet: &Sheet) -> Vec<&'static str> {
    let mut names = Vec::new();
    for (index, name) in ["White", "Black"].into_iter().enumerate() {
        let is_named = sheet.players.get(index).is_some_and(|name| !name.is_empty());
        if !is_named && sheet.tag(name).is_some_and(|value| value != "?") {
            names.push(name);
        }
    }
    if sheet.tag("Result").is_some_and(|tag| tag != result(sheet.payoffs.as_deref())) {
        names.push("Result");
    }
    if result_after_moves(sheet) != implied_result(sheet) {
        names.push(MOVETEXT_RESULT);
    }
    names
}

/// Takes the last word as the result if the tag's result confirms it. Some results can also be moves, and forfeits can
/// also be evaluations.
fn take_last_word(
    moves: &mut Vec<SheetMove>,
    preface: &mut String,
    of_tag: Option<StatedResult>,
) -> Option<String> {
    let word = moves.last()?.text.clone();
    let stated = StatedResult::parse(&word).filter(|stated| stated.payoffs.is_some())?;
    let is_same = of_tag.is_some_and(|of_tag| of_tag.payoffs == stated.payoffs);
    // `+-` is always an evaluation.
    let is_forfeit = stated.is_forfeit && word.len() > 2;
    let is_result = match of_tag {
        Some(of_tag) if is_forfeit => is_same && (of_tag.is_forfeit || moves.len() == 1),
        Some(_) => is_same && word == BOTH_LOSE.0,
        None => is_forfeit,
    };
    is_result.then(|| drop_last_move(moves, preface))?;
    Some(word)
}
