//! Stores a record as database rows.

mod header;
mod players;
mod plies;

use board_engine::{SEATS_MAX, printable, without_controls};
use games_package::{Header, Ply, Record, ThinkingLimits, TimeControl};
use notation::{EndingParts, FlatVariation, RecordError};
use rusqlite::{Connection, OptionalExtension, Row, named_params, params};

use crate::library_error::LibraryError;
use crate::match_id::MatchId;
use crate::sheets::StoredSheet;

pub(crate) use self::players::read_players;
pub(crate) use self::plies::{append_plies, remove_plies};

/// The number of the main line.
pub(crate) const MAIN_LINE: usize = 0;

/// Overwrites a match's row and its dependent rows with the record.
pub(crate) fn write_record(
    connection: &Connection,
    id: MatchId,
    record: &Record,
) -> rusqlite::Result<()> {
    for table in ["players", "tags", "variations", "plies", "sheets"] {
        let sql = format!("DELETE FROM {table} WHERE match_id = ?1");
        connection.prepare_cached(&sql)?.execute([id.number()])?;
    }
    write_header(connection, id, record)?;
    header::write_tags(connection, id, &record.header.tags)?;
    append_plies(connection, id, MAIN_LINE, 0, &record.plies)?;
    write_variations(connection, id, &FlatVariation::list(&record.variations))
}

/// Writes a match's row, and inserts its players' rows, which must not exist yet.
pub(crate) fn write_header(
    connection: &Connection,
    id: MatchId,
    record: &Record,
) -> rusqlite::Result<()> {
    let mut update = connection.prepare_cached(
        "UPDATE matches SET game = :game, start = :start, final_position = :final_position,
            ply_count = :ply_count, preface = :preface, seed = :seed, time_control = :time_control, depth_max = :depth_max,
            nodes_max = :nodes_max, pondering = :pondering WHERE id = :id",
    )?;
    update.execute(named_params! {
        ":id": id.number(),
        ":game": record.game,
        ":start": record.start,
        ":final_position": record.final_position,
        ":ply_count": record.plies.len(),
        ":preface": record.header.preface,
        ":seed": record.seed.cast_signed(),
        ":time_control": record.time_control.to_string(),
        ":depth_max": record.thinking.depth,
        ":nodes_max": record.thinking.nodes.map(u64::cast_signed),
        ":pondering": record.pondering,
    })?;
    // A match that failed to start is unfinished.
    let ending = record.ending.as_ref().filter(|ending| !ending.is_failed_start());
    write_ending(connection, id, ending.map(EndingParts::from).as_ref())?;
    players::write_players(connection, id, &record.players)
}

/// Data about a new match besides its record.
#[derive(Debug)]
pub(crate) struct NewHeader<'a> {
    pub(crate) program: &'a str,
    pub(crate) now: i64,
    /// The day when the match was played, possibly incomplete.
    pub(crate) day: &'a str,
    /// Number of plies.
    pub(crate) ply_count: usize,
}

/// Adds a match without its plies, and its players. The caller adds the match to the index. The insertion uses a single
/// statement. A [played](write_header) match takes several statements, and each statement writes to all of the table's
/// indexes.
pub(crate) fn insert_header(
    connection: &Connection,
    header: &NewHeader<'_>,
    record: &Record,
) -> rusqlite::Result<MatchId> {
    let mut insert = connection.prepare_cached(
        "INSERT INTO matches (program, is_listed, is_indexed, created_ms, updated_ms, day, game, start, final_position, ply_count,
            seed, time_control, depth_max, nodes_max, pondering, end_reason, end_payoffs, end_seat, end_rule, end_failure, end_detail)
        VALUES (:program, 0, 1, :now, :now, :day, :game, :start, :final_position, :ply_count, :seed,
            :time_control, :depth_max, :nodes_max, :pondering, :reason, :payoffs, :seat, :rule, :failure, :detail)",
    )?;
    let ending = record.ending.as_ref().map(EndingParts::from);
    let ending = ending.as_ref();
    let id = insert.insert(named_params! {
        ":program": header.program,
        ":now": header.now,
        ":day": header.day,
        ":game": record.game,
        ":start": record.start,
        ":final_position": record.final_position,
        ":ply_count": header.ply_count,
        ":seed": record.seed.cast_signed(),
        ":time_control": record.time_control.to_string(),
        ":depth_max": record.thinking.depth,
        ":nodes_max": record.thinking.nodes.map(u64::cast_signed),
        ":pondering": record.pondering,
        ":reason": ending.map(|parts| &parts.reason),
        ":payoffs": ending.and_then(|parts| parts.payoffs.as_deref()).map(payoffs_text),
        ":seat": ending.and_then(|parts| parts.seat),
        ":rule": ending.and_then(|parts| parts.rule.as_deref()),
        ":failure": ending.and_then(|parts| parts.failure.as_deref()),
        ":detail": ending.and_then(|parts| parts.detail.as_deref()),
    })?;
    let id = MatchId::new(id);
    players::write_players(connection, id, &record.players)?;
    Ok(id)
}

/// Writes or clears a match's ending.
pub(crate) fn write_ending(
    connection: &Connection,
    id: MatchId,
    ending: Option<&EndingParts>,
) -> rusqlite::Result<()> {
    let mut update = connection.prepare_cached(
        "UPDATE matches SET end_reason = ?2, end_payoffs = ?3, end_seat = ?4, end_rule = ?5,
            end_failure = ?6, end_detail = ?7 WHERE id = ?1",
    )?;
    update
        .execute(params![
            id.number(),
            ending.map(|parts| &parts.reason),
            ending.and_then(|parts| parts.payoffs.as_deref()).map(payoffs_text),
            ending.and_then(|parts| parts.seat),
            ending.and_then(|parts| parts.rule.as_deref()),
            ending.and_then(|parts| parts.failure.as_deref()),
            ending.and_then(|parts| parts.detail.as_deref()),
        ])
        .map(|_count| ())
}

fn write_variations(
    connection: &Connection,
    id: MatchId,
    list: &[FlatVariation],
) -> rusqlite::Result<()> {
    let mut insert = connection.prepare_cached("INSERT INTO variations VALUES (?1, ?2, ?3, ?4)")?;
    for (line, variation) in (1..).zip(list) {
        let parent = variation.of.unwrap_or(MAIN_LINE);
        insert.execute(params![id.number(), line, parent, variation.after])?;
        append_plies(connection, id, line, 0, &variation.plies)?;
    }
    Ok(())
}

/// Reads the record of a match. Errors contain `name`.
pub(crate) fn read_record(
    connection: &Connection,
    id: MatchId,
    name: &str,
) -> Result<Record, LibraryError> {
    let mut select = connection.prepare_cached("SELECT * FROM matches WHERE id = ?1")?;
    let row = select.query_row([id.number()], MatchRow::read).optional()?;
    let row = row.ok_or_else(|| LibraryError::NoMatch { name: name.into() })?;
    if let Some(sheet) = StoredSheet::read(connection, id)? {
        let record = sheet.entry().into_record();
        return record
            .map_err(|error| LibraryError::Match { name: name.into(), error: error.into() });
    }
    let wrong = |error| LibraryError::Record { name: name.into(), error };
    let players = read_players(connection, id)?.map_err(wrong)?;
    let tags = header::read_tags(connection, id)?;
    let lines = plies::read_lines(connection, id)?.map_err(wrong)?;
    let parents = read_parents(connection, id)?;
    let mut record = row.into_record(players, lines, parents).map_err(wrong)?;
    record.header.tags = tags;
    Ok(record)
}

/// The variations' numbers, each with its parent line and the ply where it branches off.
fn read_parents(
    connection: &Connection,
    id: MatchId,
) -> rusqlite::Result<Vec<(usize, usize, usize)>> {
    let mut select = connection.prepare_cached(
        "SELECT line, parent, after FROM variations WHERE match_id = ?1 ORDER BY line",
    )?;
    let read = |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?));
    select.query_map([id.number()], read)?.collect()
}

/// The columns in a match's row that belong to its record.
struct MatchRow {
    game: String,
    start: String,
    final_position: String,
    ply_count: usize,
    seed: i64,
    time_control: String,
    thinking: ThinkingLimits,
    pondering: bool,
    ending: Option<EndingParts>,
    payoffs: Option<String>,
    preface: String,
}

impl MatchRow {
    fn read(row: &Row<'_>) -> rusqlite::Result<Self> {
        Ok(Self {
            game: row.get("game")?,
            start: row.get("start")?,
            final_position: row.get("final_position")?,
            ply_count: row.get("ply_count")?,
            seed: row.get("seed")?,
            time_control: row.get("time_control")?,
            thinking: thinking_limits(row)?,
            pondering: row.get("pondering")?,
            ending: ending_parts(row)?,
            payoffs: row.get("end_payoffs")?,
            preface: row.get("preface")?,
        })
    }

    fn into_record(
        self,
        players: Vec<games_package::RecordedPlayer>,
        mut lines: Vec<Vec<Ply>>,
        parents: Vec<(usize, usize, usize)>,
    ) -> Result<Record, RecordError> {
        let seats = players.len();
        if !(1..=SEATS_MAX).contains(&seats) {
            return Err(value("the number of seats", &seats));
        }
        let mut plies_of =
            |line: usize| lines.get_mut(line).map(std::mem::take).unwrap_or_default();
        let plies = plies_of(MAIN_LINE);
        if plies.len() != self.ply_count {
            return Err(value("the number of plies", &self.ply_count));
        }
        let flat = |(line, parent, after)| FlatVariation {
            of: (parent != MAIN_LINE).then_some(parent),
            after,
            plies: plies_of(line),
        };
        let read = |text: &str| payoffs(text).ok_or_else(|| value("the payoffs", &text));
        let payoffs = self.payoffs.as_deref().map(read).transpose()?;
        let ending = self.ending.map(|parts| EndingParts { payoffs, ..parts }.into_ending(seats));
        Ok(Record {
            game: printable(&self.game),
            players,
            time_control: time_control(&self.time_control)?,
            thinking: self.thinking,
            pondering: self.pondering,
            seed: self.seed.cast_unsigned(),
            start: printable(&self.start),
            plies,
            variations: FlatVariation::tree(parents.into_iter().map(flat).collect())?,
            final_position: printable(&self.final_position),
            ending: ending.transpose()?,
            header: Header {
                tags: Vec::new(),
                preface: without_controls(&self.preface).into_owned(),
            },
        })
    }
}

/// A match's ending, without the payoffs.
fn ending_parts(row: &Row<'_>) -> rusqlite::Result<Option<EndingParts>> {
    let Some(reason) = row.get("end_reason")? else { return Ok(None) };
    Ok(Some(EndingParts {
        reason,
        payoffs: None,
        seat: row.get("end_seat")?,
        rule: row.get("end_rule")?,
        failure: row.get("end_failure")?,
        detail: row.get("end_detail")?,
    }))
}

/// The limits for a match or a player.
fn thinking_limits(row: &Row<'_>) -> rusqlite::Result<ThinkingLimits> {
    let nodes: Option<i64> = row.get("nodes_max")?;
    Ok(ThinkingLimits { depth: row.get("depth_max")?, nodes: nodes.map(i64::cast_unsigned) })
}

fn time_control(text: &str) -> Result<TimeControl, RecordError> {
    text.parse().map_err(|_error| value("the time control", &text))
}

/// Formats the payoffs by seat, such as "1,-1".
fn payoffs_text(payoffs: &[i16]) -> String {
    payoffs.iter().map(i16::to_string).collect::<Vec<_>>().join(",")
}

/// Parses the output of [`payoffs_text`]; `None` if the string is malformed.
pub(crate) fn payoffs(text: &str) -> Option<Vec<i16>> {
    text.split(',').map(|payoff| payoff.parse().ok()).collect()
}

/// The error for a value that is invalid in a record.
fn value(what: &'static str, value: &impl ToString) -> RecordError {
    RecordError::Value { what, value: printable(&value.to_string()) }
}
