//! The file tags that records store unchanged.

use games_package::{Ending, Header, Record, TableGame, TimeControl};

use super::Sheet;
use super::ending::{ending_tags, is_in_header};
use super::taken_back::{self, TAKEN_BACK_TAG};

/// Tags for values that the standard tags of notation files don't cover. With a seat number, they apply only to that
/// seat: its player's specification and its odds.
pub(super) const PLAYER: &str = "Player";
pub(super) const CLOCK: &str = "Clock";
pub(super) const SEED: &str = "Seed";
pub(super) const DEPTH: &str = "DepthLimit";
pub(super) const NODES: &str = "NodesLimit";
pub(super) const PONDERING: &str = "Pondering";

/// Tags whose values are stored in other record fields.
const REPRESENTED: [&str; 9] =
    ["White", "Black", "Result", "Game", "GameType", "FEN", "SetUp", "Payoffs", PONDERING];

/// The tags in every PGN file. Unknown values are omitted.
const ROSTER: [&str; 4] = ["Event", "Site", "Date", "Round"];

/// The header for the match on a sheet with this ending.
pub(super) fn of_sheet(sheet: &Sheet, ending: Option<&Ending>, game: &dyn TableGame) -> Header {
    let says_something = |(name, value): &&(String, String)| {
        let is_taken_back = sheet.moves.is_empty()
            && name == TAKEN_BACK_TAG
            && taken_back::variations(value).is_some();
        !is_taken_back && !is_represented(name, value) && !is_unknown(name, value)
    };
    let mut tags: Vec<_> = sheet.tags.iter().filter(says_something).cloned().collect();
    let own = ending.map(|ending| ending_tags(ending, game)).unwrap_or_default();
    let is_own = |(name, value): &(String, String)| {
        own.iter().any(|(known, text)| known == name && text == value)
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
        // A color, as in PDN.
        "Winner" => ["White", "Black"].iter().any(|color| value.eq_ignore_ascii_case(color)),
        _ => REPRESENTED.contains(&name),
    }
}

fn is_unknown(name: &str, value: &str) -> bool {
    ROSTER.contains(&name) && matches!(value, "" | "?" | "????.??.??")
}

/// A match's tags: the tags from its file, followed by `own`, the tags for the other fields in its record.
pub(super) fn tags_of(
    record: &Record,
    game: &dyn TableGame,
    own: Vec<(String, String)>,
) -> Vec<(String, String)> {
    let is_current = is_in_header(record, game);
    let is_of_ending = |name: &str| Header::ENDING_TAGS.contains(&name);
    let of_file = record.header.tags.iter().filter(|(name, _)| is_current || !is_of_ending(name));
    of_file.cloned().chain(own).collect()
}
