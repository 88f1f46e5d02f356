//! The file tags that records store unchanged.

use games_package::{Ending, Header, Record, TableGame, TimeControl};

use super::ending::{ending_tags, is_in_header};
use super::pgn::{MOVETEXT_RESULT, ROSTER, SET_UP, START};
use super::taken_back::{self, TAKEN_BACK_TAG};
use super::{Sheet, SheetError, append_words};

/// Tags for values that the standard tags of notation files don't cover. With a seat number, they apply only to that
/// seat: its player's specification and its odds.
pub(super) const PLAYER: &str = "Player";
pub(super) const CLOCK: &str = "Clock";
pub(super) const SEED: &str = "Seed";
pub(super) const DEPTH: &str = "DepthLimit";
pub(super) const NODES: &str = "NodesLimit";
pub(super) const PONDERING: &str = "Pondering";

/// The tag with the result.
const RESULT: &str = Header::RESULT_TAGS[0];

/// Tags whose values are stored in other record fields.
const REPRESENTED: [&str; 9] =
    ["White", "Black", RESULT, "Game", "GameType", START, SET_UP, "Payoffs", PONDERING];

/// The header for the match on a sheet with this start and ending.
pub(super) fn of_sheet(
    sheet: &Sheet,
    start: &str,
    ending: Option<&Ending>,
    game: &dyn TableGame,
) -> Header {
    let is_start = |value: &str| {
        let is_as_read = sheet.start.as_ref().is_some_and(|(text, _)| text == value);
        is_as_read && game.open(Some(value)).is_ok()
    };
    // The rules added a result, or overruled the one in the file.
    let is_overruled = ending.and_then(|ending| ending.payoffs.as_ref()) != sheet.payoffs.as_ref();
    let is_verbatim = |name: &str, value: &str| match name {
        START => is_start(value) || sheet.start.is_none() && value.trim().is_empty(),
        SET_UP => true,
        RESULT if is_overruled => true,
        _ => sheet.verbatim_tags.contains(&name),
    };
    let says_something = |(name, value): &&(String, String)| {
        let is_taken_back = sheet.moves.is_empty()
            && name == TAKEN_BACK_TAG
            && taken_back::variations(value).is_some();
        let is_represented = is_represented(name, value) && !is_verbatim(name, value);
        !is_taken_back && !is_represented && !is_unknown(sheet, name, value)
    };
    let mut tags: Vec<_> = sheet.tags.iter().filter(says_something).cloned().collect();
    if let Some(text) = &sheet.movetext_result
        && (is_overruled || sheet.verbatim_tags.contains(&MOVETEXT_RESULT))
    {
        if sheet.tag(RESULT).is_none() {
            tags.push((RESULT.into(), text.clone()));
        }
        tags.push((MOVETEXT_RESULT.into(), text.clone()));
    }
    // Writers write this tag first.
    tags.sort_by_key(|(name, _)| name != RESULT);
    let of_start = tags.iter_mut().find(|(name, _)| name == START).map(|(_, value)| value);
    if let Some(value) = of_start
        && (value.trim() == start || game.corrections(value).is_some())
    {
        start.clone_into(value);
    }
    let own = ending.map(|ending| ending_tags(ending, game)).unwrap_or_default();
    let is_own = |(name, value): &(String, String)| match name.as_str() {
        START => value == start,
        SET_UP => sheet.start.is_some(),
        _ => own.iter().any(|(known, text)| known == name && text == value),
    };
    if tags.iter().all(is_own) {
        // A match played here has no header.
        tags.clear();
    }
    Header { tags, preface: sheet.preface.clone() }
}

fn is_represented(name: &str, value: &str) -> bool {
    let base = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let is_of_seat = base.len() < name.len();
    let is_control = || value.trim().parse::<TimeControl>().is_ok();
    let is_number = || value.trim().parse::<u64>().is_ok();
    match base {
        PLAYER | "Seat" => is_of_seat,
        CLOCK => is_control(),
        DEPTH | NODES => is_number(),
        SEED => !is_of_seat && is_number(),
        // The winner is given as a color, as in PDN.
        "Winner" => ["White", "Black"].iter().any(|color| value.eq_ignore_ascii_case(color)),
        _ => REPRESENTED.contains(&name),
    }
}

/// Returns `true` if all tags have the values for unknown data.
pub(super) fn says_nothing(header: &Header) -> bool {
    header.tags.iter().all(|(name, value)| ROSTER.contains(&(name, value)))
}

/// Returns `true` for a tag that the writer adds to every match in this notation: only PGN calls a player White.
fn is_unknown(sheet: &Sheet, name: &str, value: &str) -> bool {
    sheet.white.is_some() && ROSTER.contains(&(name, value))
}

/// The result after the moves in the match's file, if it differs from the text for the match's ending.
pub(super) fn movetext_result(record: &Record, game: &dyn TableGame) -> Option<String> {
    let text = record.header.tag(MOVETEXT_RESULT).filter(|_| is_in_header(record, game));
    text.map(String::from)
}

impl Sheet {
    /// Moves repeated tags to the preface and reports them. A writer can write the tag of a represented value, such as
    /// a player's name, only once. Repetitions of the same value are dropped.
    pub fn set_aside_repeated_tags(&mut self) {
        let is_roster = |name: &str| ROSTER.iter().any(|(known, _)| *known == name);
        let mut index = 0;
        while let Some((name, value)) = self.tags.get(index) {
            let first = self.tags[..index].iter().find(|(known, _)| known == name);
            let first = first.filter(|_| is_roster(name) || is_represented(name, value));
            let Some((_, first)) = first else {
                index += 1;
                continue;
            };
            let is_same = first == value;
            let (name, value) = self.tags.remove(index);
            let place = if index < self.tag_places.len() {
                self.tag_places.remove(index)
            } else {
                self.place
            };
            if !is_same {
                self.faults
                    .push(SheetError::malformed(place, format!("the tag {name} is repeated")));
                append_words(&mut self.preface, &format!("[{name} \"{value}\"]"));
            }
        }
    }
}

/// A match's tags: the tags from its file, followed by `own`, the tags for the other fields in its record.
pub(super) fn tags_of(
    record: &Record,
    game: &dyn TableGame,
    own: Vec<(String, String)>,
) -> Vec<(String, String)> {
    let is_current = is_in_header(record, game);
    let is_written =
        |name: &str| name != MOVETEXT_RESULT && (is_current || !Header::describes_end(name));
    let of_file = record.header.tags.iter().filter(|(name, _)| is_written(name));
    of_file.cloned().chain(own).collect()
}
