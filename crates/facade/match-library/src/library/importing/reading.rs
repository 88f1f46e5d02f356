//! Reads the matches in a part of a file, validates them by the rules, and collects the data that the library stores.

use std::time::{Duration, Instant};

use games_package::deadline::{self, OutOfTime};
use games_package::{Header, Record, Repair};
use notation::{GameText, PlayedSheet, RecordFile, Sheet, SheetError, SheetFormat};

use crate::chunks::{Chunk, is_too_large};
use crate::digest::Digest;
use crate::entry::{Entry, LoadedMatch, SheetMatch, match_of_sheet, strict_match_of_sheet};
use crate::error::EntryError;
use crate::file::too_large;
use crate::index::{Occurrences, Rating};
use crate::sheets::{NewSheet, RECORD};
use crate::transcript::sheets_in;

/// Time limit for validating one match. A long match of several hundred moves takes milliseconds.
const CHECK_TIME_MAX: Duration = Duration::from_secs(10);

/// A match that is ready to be stored.
#[derive(Debug)]
pub(super) struct ReadMatch {
    /// The record, except its plies, variations and tags, which are in the text.
    pub(super) record: Record,
    pub(super) ply_count: usize,
    pub(super) sheet: NewSheet,
    pub(super) occurrences: Occurrences,
    pub(super) repairs: Vec<Repair>,
}

impl ReadMatch {
    fn new(record: Record, sheet: NewSheet, occurrences: Occurrences) -> Self {
        let ply_count = record.plies.len();
        let record = Record {
            plies: Vec::new(),
            variations: Vec::new(),
            header: Header::default(),
            ..record
        };
        Self { record, ply_count, sheet, occurrences, repairs: Vec::new() }
    }
}

/// Settings for parsing matches.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reading<'a> {
    pub(super) format: &'static dyn SheetFormat,
    /// The game for matches that don't name their game.
    pub(super) game: Option<&'a str>,
    /// Whether to refuse damaged matches.
    pub(super) is_strict: bool,
}

/// Reads the matches in a part of a file, in order, with the reason for each match that is refused. Skips blank sheets.
pub(super) fn read(chunk: &Chunk, reading: Reading<'_>) -> Vec<Result<ReadMatch, EntryError>> {
    chunk.matches().flat_map(|part| read_part(part, reading)).collect()
}

fn read_part(part: GameText<'_>, reading: Reading<'_>) -> Vec<Result<ReadMatch, EntryError>> {
    let Reading { format, game, is_strict } = reading;
    if is_too_large(part.text) {
        return vec![Err(too_large(part, format, game))];
    }
    let read = sheets_in(part, format, game);
    let beginnings = beginnings(part, read.iter().flatten());
    let mut texts = beginnings.windows(2).map(|ends| &part.text[ends[0]..ends[1]]);
    let check = |sheet: Result<Sheet, SheetError>| match sheet {
        Ok(sheet) => {
            let text = texts.next().unwrap_or_default();
            if sheet.is_blank() {
                return None;
            }
            Some(in_time(|| check(sheet, format.name(), is_strict, text)))
        }
        Err(error) => Some(Err(error.into())),
    };
    read.into_iter().filter_map(check).collect()
}

/// Validates a match within a time limit.
fn in_time(check: impl FnOnce() -> Result<ReadMatch, EntryError>) -> Result<ReadMatch, EntryError> {
    let checked = deadline::until(Instant::now() + CHECK_TIME_MAX, check);
    checked.unwrap_or_else(|OutOfTime| Err(OutOfTime.into()))
}

/// Reads the match from a record file.
pub(super) fn check_record(text: &[u8]) -> Result<ReadMatch, EntryError> {
    in_time(|| played_record(text))
}

fn played_record(text: &[u8]) -> Result<ReadMatch, EntryError> {
    let record = Entry::Record(Record::from_bytes(text).map(Box::new), Vec::new());
    let LoadedMatch { record, game, end, .. } = record.check()?;
    let mut occurrences = Occurrences::default();
    occurrences.add_played(0, &record, &*game, &*end, None);
    let digest = digest(&record, None, None);
    let sheet = NewSheet { digest, format: RECORD, date: None, event: None, text: text.to_vec() };
    Ok(ReadMatch::new(record, sheet, occurrences))
}

fn check(
    sheet: Sheet,
    format: &'static str,
    is_strict: bool,
    text: &[u8],
) -> Result<ReadMatch, EntryError> {
    let rating = mean_rating(&sheet);
    let stated = |name: &str| sheet.tag(name).filter(|value| !value.is_empty() && *value != "?");
    let (date, event) = (stated("Date").map(str::to_owned), stated("Event").map(str::to_owned));
    let SheetMatch { game, played, .. } =
        if is_strict { strict_match_of_sheet(sheet)? } else { match_of_sheet(sheet)? };
    let PlayedSheet { record, end, repairs } = played;
    let mut occurrences = Occurrences::default();
    occurrences.add_played(0, &record, &*game, &*end, rating);
    let digest = digest(&record, date.as_deref(), event.as_deref());
    let text = text.to_vec();
    let sheet = NewSheet { digest, format, date, event, text };
    Ok(ReadMatch { repairs, ..ReadMatch::new(record, sheet, occurrences) })
}

/// The start offsets of the sheets, followed by the end of the part. Matches begin at line starts, so only the line
/// number matters. (Columns count characters, but the text may be Latin-1.)
fn beginnings<'a>(part: GameText<'_>, sheets: impl Iterator<Item = &'a Sheet>) -> Vec<usize> {
    let text = part.text;
    let mut line_starts = std::iter::once(0)
        .chain(text.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1));
    let mut beginnings = Vec::new();
    let (mut line, mut start) = (part.lines_before, 0);
    for sheet in sheets {
        while line < sheet.place.line {
            start = line_starts.next().unwrap_or(text.len());
            line += 1;
        }
        let column = sheet.place.column.saturating_sub(1) as usize;
        beginnings.push((start + column).min(text.len()));
    }
    beginnings.push(text.len());
    beginnings
}

/// The average of the ratings in the file.
fn mean_rating(sheet: &Sheet) -> Option<Rating> {
    let rating = |name: &str| {
        let stated = sheet.tag(name)?.trim().parse::<Rating>();
        stated.ok().filter(|&rating| rating > 0)
    };
    let of_seat = |names: [&str; 2]| names.into_iter().find_map(rating);
    let white = of_seat(["WhiteElo", "WhiteRating"]);
    let black = of_seat(["BlackElo", "BlackRating"]);
    match (white, black) {
        (Some(white), Some(black)) => Some(white.midpoint(black)),
        (one, other) => one.or(other),
    }
}

/// A digest that is equal for copies of a match: matches with the same players, date, event, result and moves.
fn digest(record: &Record, date: Option<&str>, event: Option<&str>) -> [u8; 16] {
    let mut digest = Digest::new();
    digest.add(&record.game);
    digest.add(&record.start);
    record.players.iter().for_each(|player| digest.add(&player.name));
    digest.add(date.unwrap_or_default());
    digest.add(event.unwrap_or_default());
    let payoffs = record.ending.as_ref().and_then(|ending| ending.payoffs.as_deref());
    digest.add(&payoffs.map(|payoffs| format!("{payoffs:?}")).unwrap_or_default());
    record.plies.iter().for_each(|ply| digest.add(&ply.mv));
    digest.to_bytes()
}
