//! Parses text into sheets.

use std::time::Duration;

use board_engine::{Game, Notation, Seat, excerpt, printable};
use games_package::{Thought, Valuation};
use notation::{Comment, DecodedText, PlaceInText, Sheet, SheetError, SheetMove, append_words};
use othello::{Goal, Othello};

use super::result::{last_position, payoffs, result};
use super::{
    BEGIN, DATE, GAME, PASS, RESULT, SECONDS_MAX, TAGS, TYPE, day, is_other, one_line, rules, size,
};

/// Maximum number of properties in one match.
const PROPERTIES_MAX: usize = 10_000;
/// Maximum length of a property's value, in bytes.
const VALUE_MAX: usize = 1 << 16;

/// All matches in a text. An unreadable match doesn't affect the others, and each match can have its own encoding.
pub(super) fn sheets(text: &[u8], game: Option<&str>) -> Vec<Result<Sheet, SheetError>> {
    let mut sheets = Vec::new();
    let mut place = PlaceInText::START;
    for part in parts(text) {
        let decoded = DecodedText::new(part);
        let damage = decoded.damage(place);
        let count = sheets.len();
        let mut scanner = Scanner { text: &decoded.text, offset: 0, place };
        while scanner.skip_to(BEGIN) {
            let (begin, mut properties) = (scanner.place, Vec::new());
            let fault = scanner.properties(&mut properties).err();
            sheets.push(match fault {
                Some(fault) if properties.is_empty() => Err(fault),
                fault => sheet(&properties, begin, game).map(|sheet| {
                    let faults = fault.into_iter().collect();
                    Sheet { faults, ..sheet }
                }),
            });
        }
        place = scanner.place;
        if let Some(Ok(first)) = sheets.get_mut(count) {
            first.faults.extend(damage.map(SheetError::encoding));
        }
    }
    sheets
}

/// Splits a text before each match.
fn parts(text: &[u8]) -> Vec<&[u8]> {
    let begin = format!("{BEGIN}{}[", GAME.0);
    let windows = text.windows(begin.len()).enumerate();
    let begins = windows.filter(|(_, window)| *window == begin.as_bytes()).map(|(at, _)| at);
    let mut parts = Vec::new();
    let mut from = 0;
    for to in begins.chain([text.len()]) {
        parts.push(&text[from..to]);
        from = to;
    }
    parts
}

struct Property {
    name: String,
    value: String,
    place: PlaceInText,
}

struct Scanner<'a> {
    text: &'a str,
    offset: usize,
    place: PlaceInText,
}

impl Scanner<'_> {
    fn peek(&self) -> Option<char> {
        self.text.get(self.offset..)?.chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.offset += next.len_utf8();
        if next == '\n' {
            (self.place.line, self.place.column) = (self.place.line.saturating_add(1), 1);
        } else {
            self.place.column = self.place.column.saturating_add(1);
        }
        Some(next)
    }

    fn is_at(&self, wanted: &str) -> bool {
        self.text.get(self.offset..).is_some_and(|rest| rest.starts_with(wanted))
    }

    /// Skips to the next place with these characters; `false` at the end of the text.
    fn skip_to(&mut self, wanted: &str) -> bool {
        loop {
            if self.is_at(wanted) {
                return true;
            }
            if self.next().is_none() {
                return false;
            }
        }
    }

    /// Reads the properties of the match that starts here, up to its `;)`.
    ///
    /// # Errors
    /// [`SheetError`] for the first damage. The properties before the damage have been read.
    fn properties(&mut self, properties: &mut Vec<Property>) -> Result<(), SheetError> {
        let begin = self.place;
        for _ in BEGIN.chars() {
            self.next();
        }
        loop {
            let place = self.place;
            match self.peek() {
                Some(';' | ')') => return Ok(()),
                Some(c) if c.is_whitespace() => {
                    self.next();
                }
                Some(c) if c.is_ascii_alphabetic() || c == '[' => {
                    let mut name = String::new();
                    while let Some(letter) = self.peek().filter(char::is_ascii_alphabetic) {
                        name.push(letter);
                        self.next();
                    }
                    if name.is_empty() {
                        // Another value of the same property.
                        name = properties.last().map(|last| last.name.clone()).unwrap_or_default();
                    }
                    let value = self.value(place)?;
                    properties.push(Property { name, value, place });
                }
                Some(_) => {
                    return Err(SheetError::malformed(place, "expected a property like PB[Ada]"));
                }
                None => {
                    return Err(SheetError::malformed(
                        begin,
                        "a match that starts here is never closed",
                    ));
                }
            }
            if properties.len() > PROPERTIES_MAX {
                let message = format!("more than {PROPERTIES_MAX} properties in a match");
                return Err(SheetError::malformed(place, message));
            }
        }
    }

    /// The text in brackets. A backslash makes the next character literal.
    fn value(&mut self, begin: PlaceInText) -> Result<String, SheetError> {
        if self.next() != Some('[') {
            return Err(SheetError::malformed(begin, "expected a property like PB[Ada]"));
        }
        let mut value = String::new();
        loop {
            match self.next() {
                Some(']') => return Ok(printable(&one_line(&value))),
                Some('\\') => value.extend(self.next()),
                Some(c) => value.push(c),
                None => {
                    return Err(SheetError::malformed(
                        begin,
                        "a value that starts here is never closed",
                    ));
                }
            }
            if value.len() > VALUE_MAX {
                let message = format!("more than {VALUE_MAX} bytes in one value");
                return Err(SheetError::malformed(begin, message));
            }
        }
    }
}

/// The match with these properties. `given` is used as the match's game if the board size matches.
fn sheet(
    properties: &[Property],
    place: PlaceInText,
    given: Option<&str>,
) -> Result<Sheet, SheetError> {
    let find = |name: &str| properties.iter().find(|property| property.name == name);
    let value = |name: &str| find(name).map_or("", |property| property.value.as_str());
    let unknown = |name: &str, what: String| {
        let place = find(name).map_or(place, |property| property.place);
        SheetError::UnknownGame { place, what }
    };
    if !value(GAME.0).is_empty() && !value(GAME.0).eq_ignore_ascii_case(GAME.1) {
        let what = format!("the game {} is not supported", excerpt(value(GAME.0)));
        return Err(unknown(GAME.0, what));
    }
    let size = size(value("TY")).filter(|size| Othello::new(*size, Goal::Win).is_ok());
    let size = size.ok_or_else(|| {
        unknown("TY", format!("the variant {} is not supported", excerpt(value("TY"))))
    })?;
    let plain = format!("othello:{size}");
    let name = given.filter(|given| given.strip_suffix(",discs") == Some(&plain)).unwrap_or(&plain);
    let game = rules(name).ok_or(SheetError::NoGame)?;
    let start = start(&game, find("BO"))?;
    let first = start.as_ref().map_or(Seat::FIRST, |(_, mover)| *mover);
    let (preface, moves) = moves(properties, first);
    let tags = TAGS.into_iter().filter(|(own, _)| !value(own).is_empty());
    let mut tags: Vec<(String, String)> =
        tags.map(|(own, tag)| (tag.to_owned(), value(own).to_owned())).collect();
    let date = day(value(DATE));
    if !date.is_empty() {
        tags.push(("Date".into(), date.into()));
    }
    let says_more = [
        (DATE, value(DATE) != date),
        (TYPE, !value(TYPE).is_empty() && value(TYPE) != size.to_string()),
    ];
    let says_more = says_more.into_iter().filter(|(_, says_more)| *says_more);
    tags.extend(says_more.map(|(name, _)| (name.to_owned(), value(name).to_owned())));
    let others = properties.iter().filter(|property| is_other(&property.name));
    tags.extend(others.map(|other| (other.name.clone(), other.value.clone())));
    let mut sheet = Sheet {
        place,
        game: Some(name.into()),
        players: ["PB", "PW"].map(|name| value(name).to_owned()).into(),
        start: start
            .map(|(position, _)| (position, find("BO").map_or(place, |property| property.place))),
        tags,
        preface,
        moves,
        payoffs: payoffs(value(RESULT), game.goal()),
        ..Sheet::default()
    };
    let own = result(&game, &last_position(&game, &sheet), &sheet);
    if !value(RESULT).is_empty() && own.as_deref() != Some(value(RESULT)) {
        sheet.tags.push((RESULT.into(), value(RESULT).into()));
    }
    Ok(sheet)
}

/// The start with its side to move, unless it is the usual start.
fn start(
    game: &Othello,
    property: Option<&Property>,
) -> Result<Option<(String, Seat)>, SheetError> {
    let Some(Property { value, place, .. }) = property else { return Ok(None) };
    // The size precedes the squares.
    let squares = value.trim_start_matches(|c: char| c.is_ascii_digit());
    let wrong =
        |error: board_engine::NotationError| SheetError::malformed(*place, error.to_string());
    let position = game.parse_position(squares).map_err(wrong)?;
    let is_usual = position == game.start();
    Ok((!is_usual).then(|| (game.format_position(&position), position.mover())))
}

/// The comments before the first move, and the moves. If a side moves twice in a row, the other side's pass was
/// omitted.
fn moves(properties: &[Property], first: Seat) -> (String, Vec<SheetMove>) {
    let mut preface = String::new();
    let mut moves: Vec<SheetMove> = Vec::new();
    let mut mover = first;
    for Property { name, value, place } in properties {
        let seat = match name.as_str() {
            "B" => Seat::FIRST,
            "W" => Seat::SECOND,
            "C" => {
                let comment = moves.last_mut().map_or(&mut preface, |last| &mut last.comment);
                append_words(comment, value);
                continue;
            }
            _ => continue,
        };
        if seat != mover {
            moves.push(SheetMove { text: PASS.into(), place: *place, ..SheetMove::default() });
        }
        let mut parts = value.split('/');
        let text = parts.next().unwrap_or_default().trim().to_lowercase();
        let thought = parts.next().and_then(|score| thought(score, seat));
        let elapsed = parts.next().and_then(elapsed);
        let comment = Comment { thought, elapsed, ..Comment::default() }.to_text();
        moves.push(SheetMove { text, place: *place, comment, ..SheetMove::default() });
        mover = seat.opponent();
    }
    (preface, moves)
}

/// Largest score in discs that is read; no board has more squares.
const SCORE_MAX: f64 = 1_000.0;

/// Parses the score of the mover in discs; a sheet has scores from White's view.
fn thought(score: &str, mover: Seat) -> Option<Thought> {
    let own: f64 = score.trim().parse().ok()?;
    let white = if mover == Seat::FIRST { -own } else { own };
    let is_score = (-SCORE_MAX..=SCORE_MAX).contains(&white);
    #[expect(clippy::cast_possible_truncation, reason = "the score is bounded")]
    let valuation = is_score.then(|| Valuation::Centi((white * 100.0).round() as i32))?;
    Some(Thought { valuation, depth: 0 })
}

/// Parses a time in seconds.
fn elapsed(text: &str) -> Option<Duration> {
    let seconds = text.trim().parse().ok().filter(|seconds| *seconds >= 0.0)?;
    let time = Duration::try_from_secs_f64(seconds).ok()?;
    Some(time).filter(|time| time.as_secs() < SECONDS_MAX)
}
