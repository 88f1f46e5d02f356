//! Parses one line in the notation.

use board_engine::{Seat, printable};
use notation::{BYTE_ORDER_MARK, PlaceInText, SheetError, decoded};

/// From this column on, text belongs to the player on the right, unless something else on the line decides this.
const RIGHT: usize = 20;
const EXPECTED: &str = "expected a roll like 31: 8/5 6/5, Doubles, Takes, Drops or Wins";

/// A file's text without invisible characters.
pub(super) fn text(bytes: &[u8]) -> String {
    shown(&decoded(bytes))
}

/// Decoded text without invisible characters.
pub(super) fn shown(text: &str) -> String {
    let text = text.trim_start_matches(BYTE_ORDER_MARK);
    let shown = |line: &str| printable(&line.replace('\t', "        "));
    text.lines().map(shown).collect::<Vec<_>>().join("\n")
}

/// The number of points in `5 point match`, which starts a match; 0 for a series of single games.
pub(super) fn match_points(line: &str) -> Option<u16> {
    let mut words = line.split_whitespace();
    let points = words.next()?.parse().ok()?;
    let is_match = words.next() == Some("point") && words.next() == Some("match");
    is_match.then_some(points)
}

/// The name and the value in `; [EventDate "2026.11.25"]`.
pub(super) fn tag(line: &str) -> Option<(&str, &str)> {
    let tag = line.trim().strip_prefix(';')?.trim().strip_prefix('[')?.strip_suffix(']')?;
    let (name, value) = tag.split_once('"')?;
    Some((name.trim(), value.strip_suffix('"')?))
}

/// Returns `true` if the line starts a game: `Game 3`.
pub(super) fn begins_game(line: &str) -> bool {
    let number = line.trim().strip_prefix("Game ");
    number.is_some_and(|number| number.trim().parse::<u32>().is_ok())
}

/// The players and their points, in `Ada : 0      Bob : 3`.
pub(super) fn players(line: &str) -> Option<[(String, u16); 2]> {
    let (left, right) = line.char_indices().find_map(|(at, c)| {
        let behind = line.get(at..)?.strip_prefix(':').filter(|_| c == ':')?.trim_start();
        let digits = behind.find(|c: char| !c.is_ascii_digit()).unwrap_or(behind.len());
        let (score, right) = behind.split_at_checked(digits)?;
        let is_end = right.starts_with("  ") && right.contains(':');
        Some(((line.get(..at)?, score.parse().ok()?), right)).filter(|_| is_end)
    })?;
    let (name, score) = right.rsplit_once(':')?;
    let right = (name, score.trim().parse().ok()?);
    Some([left, right].map(|(name, score)| (name.trim().to_owned(), score)))
}

/// A side's action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Action {
    pub(super) place: PlaceInText,
    pub(super) kind: ActionKind,
    /// The side in whose column it appears.
    pub(super) column: Seat,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum ActionKind {
    /// The dice, and the play as written; empty if there is none.
    Roll([u8; 2], String),
    Double,
    Take,
    Drop,
    /// This side wins this number of points.
    Wins(i16),
}

/// The actions in a line like `  2) 31: 8/5 6/5     Doubles => 2`, with `number` from 1; none for
/// an empty line.
pub(super) fn actions(line: &str, number: u32) -> Result<Vec<Action>, SheetError> {
    let after_number = line
        .find(')')
        .filter(|&end| line.get(..end).is_some_and(|number| number.trim().parse::<u32>().is_ok()));
    let mut words = words(line, after_number.map_or(0, |end| end + 1)).peekable();
    let mut actions = Vec::new();
    while let Some((at, word)) = words.next() {
        let column = line.get(..at).unwrap_or_default().chars().count();
        let place =
            PlaceInText { line: number, column: u32::try_from(column + 1).unwrap_or(u32::MAX) };
        let wrong = |message: &str| SheetError::malformed(place, message);
        let mut follows = |is_wanted: &dyn Fn(&str) -> bool| {
            words.next_if(|(_, word)| is_wanted(word)).map(|(_, word)| word)
        };
        let kind = match word.to_ascii_lowercase().as_str() {
            "doubles" | "redoubles" => {
                if follows(&|word| word == "=>").is_some() {
                    follows(&|word| word.parse::<u16>().is_ok());
                }
                ActionKind::Double
            }
            "takes" | "accepts" => ActionKind::Take,
            "drops" | "passes" | "rejects" => ActionKind::Drop,
            "wins" => {
                let points = follows(&|word| word.parse::<i16>().is_ok_and(|points| points > 0));
                let points = points.and_then(|points| points.parse().ok());
                let points = points.ok_or_else(|| wrong("expected the points won"))?;
                for word in ["point", "points", "and", "the", "match"] {
                    follows(&|found| found == word);
                }
                ActionKind::Wins(points)
            }
            _ => {
                let dice = dice(word).ok_or_else(|| wrong(EXPECTED))?;
                let mut play = Vec::new();
                while let Some(way) = follows(&|word| word.contains('/')) {
                    play.push(with_names(way));
                }
                for word in ["????", "Cannot", "Move"] {
                    follows(&|found| found == word);
                }
                ActionKind::Roll(dice, play.join(" "))
            }
        };
        let column = if column < RIGHT { Seat::FIRST } else { Seat::SECOND };
        actions.push(Action { place, kind, column });
    }
    Ok(actions)
}

/// Replaces the numbers 25 and 0 in a checker's path, which some programs use for the bar and the end, by names.
fn with_names(way: &str) -> String {
    let way = way.strip_prefix("25/").map_or_else(|| way.to_owned(), |rest| format!("bar/{rest}"));
    match way.rsplit_once('/') {
        Some((start, end)) if end == "0" || end.starts_with("0(") => {
            format!("{start}/off{}", end.trim_start_matches('0'))
        }
        _ => way,
    }
}

/// The words on a line from this offset on, with their offsets.
fn words(line: &str, from: usize) -> impl Iterator<Item = (usize, &str)> {
    let rest = line.get(from..).unwrap_or_default();
    rest.split_whitespace().map(move |word| (word.as_ptr() as usize - line.as_ptr() as usize, word))
}

/// The dice in `31:`.
fn dice(word: &str) -> Option<[u8; 2]> {
    let [one, other] = word.strip_suffix(':')?.as_bytes() else { return None };
    let dice = [one, other].map(|digit| digit.wrapping_sub(b'0'));
    dice.iter().all(|die| (1..=6).contains(die)).then_some(dice)
}
