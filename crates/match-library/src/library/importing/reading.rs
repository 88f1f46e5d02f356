//! Matches of a part of a file, checked against the rules and with all that the library keeps of them.

use games_package::{Record, Sheet, SheetError, SheetFormat};

use super::chunks::Chunk;
use crate::digest::Digest;
use crate::entry::{Entry, LoadedMatch, record_of_sheet};
use crate::error::EntryError;
use crate::index::{Occurrences, Rating};
use crate::sheets::{NewSheet, RECORD};

/// A match that can be kept.
#[derive(Debug)]
pub(super) struct ReadMatch {
    /// Without its plies and variations, which are in the text.
    pub(super) record: Record,
    pub(super) ply_count: usize,
    pub(super) sheet: NewSheet,
    pub(super) occurrences: Occurrences,
}

impl ReadMatch {
    fn new(record: Record, sheet: NewSheet, occurrences: Occurrences) -> Self {
        let ply_count = record.plies.len();
        let record = Record { plies: Vec::new(), variations: Vec::new(), ..record };
        Self { record, ply_count, sheet, occurrences }
    }
}

/// The matches of a part of a file in this notation, in their order, or why one can't be kept. `game` is the game of those that
/// don't say it. A blank sheet is no match.
pub(super) fn read(
    chunk: &Chunk,
    format: &'static dyn SheetFormat,
    game: Option<&str>,
) -> Vec<Result<ReadMatch, EntryError>> {
    let read: Vec<_> = format.read(&chunk.text, game).collect();
    let beginnings = beginnings(&chunk.text, read.iter().flatten());
    let mut texts = beginnings.windows(2).map(|ends| &chunk.text[ends[0]..ends[1]]);
    let check = |sheet: Result<Sheet, SheetError>| match sheet {
        Ok(mut sheet) => {
            let text = texts.next().unwrap_or_default();
            Sheet::move_down(&mut sheet, chunk.lines_before);
            (!is_blank(&sheet)).then(|| check(sheet, format.name(), text))
        }
        Err(error) => Some(Err(SheetError::moved_down(error, chunk.lines_before).into())),
    };
    read.into_iter().filter_map(check).collect()
}

/// Whether a sheet says of no match who played it or how: to the grammar of PGN a comment with `*` behind it is a game, too.
fn is_blank(sheet: &Sheet) -> bool {
    let Sheet { tags, players, moves, .. } = sheet;
    tags.is_empty() && moves.is_empty() && players.iter().all(String::is_empty)
}

/// The match of a record.
pub(super) fn read_record(text: &[u8]) -> Result<ReadMatch, EntryError> {
    let record = Entry::Record(Record::from_bytes(text).map(Box::new), Vec::new());
    let LoadedMatch { record, game, .. } = record.check()?;
    let mut occurrences = Occurrences::default();
    occurrences.add(0, &record, &*game, None);
    let digest = digest(&record, None, None);
    let sheet = NewSheet { digest, format: RECORD, date: None, event: None, text: text.to_vec() };
    Ok(ReadMatch::new(record, sheet, occurrences))
}

fn check(sheet: Sheet, format: &'static str, text: &[u8]) -> Result<ReadMatch, EntryError> {
    let rating = mean_rating(&sheet);
    let stated = |name: &str| sheet.tag(name).filter(|value| !value.is_empty() && *value != "?");
    let (date, event) = (stated("Date").map(str::to_owned), stated("Event").map(str::to_owned));
    let (_, record, game) = record_of_sheet(sheet)?;
    let mut occurrences = Occurrences::default();
    occurrences.add(0, &record, &*game, rating);
    let digest = digest(&record, date.as_deref(), event.as_deref());
    let text = text.to_vec();
    Ok(ReadMatch::new(record, NewSheet { digest, format, date, event, text }, occurrences))
}

/// The offsets at which the sheets begin, and the end of the text. Places are counted in characters, and a text may be in
/// Latin-1, where each byte is one: matches begin at lines, so that the line decides.
fn beginnings<'a>(text: &[u8], sheets: impl Iterator<Item = &'a Sheet>) -> Vec<usize> {
    let mut line_starts = std::iter::once(0)
        .chain(text.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1));
    let mut beginnings = Vec::new();
    let (mut line, mut start) = (0, 0);
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

/// The mean of the ratings that the file has.
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

/// A number that is equal for two copies of one match, with the same players, date, event, result and moves.
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
