//! The plies of a match.

use std::time::Duration;

use board_engine::{printable, without_controls};
use games_package::{Mark, Note, Ply, Thought};
use notation::RecordError;
use rusqlite::{Connection, Row, params};

use super::{MAIN_LINE, value};
use crate::match_id::MatchId;

/// Adds plies to a line that already has `first` plies. Clamps times to 292 years.
pub(crate) fn append_plies(
    connection: &Connection,
    id: MatchId,
    line: usize,
    first: usize,
    plies: &[Ply],
) -> rusqlite::Result<()> {
    let mut insert = connection.prepare_cached(
        "INSERT INTO plies VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
    )?;
    for (number, ply) in (first..).zip(plies) {
        let Note { thought, mark, nags, preface, remark } = &ply.note;
        insert.execute(params![
            id.number(),
            line,
            number,
            ply.mv,
            nanoseconds(ply.elapsed),
            ply.clock.map(nanoseconds),
            thought.map(|thought| thought.valuation.to_string()),
            thought.map(|thought| thought.depth),
            mark.map(Mark::sign),
            nags,
            preface,
            remark,
        ])?;
    }
    Ok(())
}

/// Removes all plies in the match after the first `count`.
pub(crate) fn remove_plies(
    connection: &Connection,
    id: MatchId,
    count: usize,
) -> rusqlite::Result<()> {
    let mut delete = connection
        .prepare_cached("DELETE FROM plies WHERE match_id = ?1 AND line = ?2 AND number >= ?3")?;
    delete.execute(params![id.number(), MAIN_LINE, count]).map(|_count| ())
}

/// Reads the plies of each line, by line number, or returns the reason why they can't be read. Lines without plies may
/// be missing at the end.
pub(super) fn read_lines(
    connection: &Connection,
    id: MatchId,
) -> rusqlite::Result<Result<Vec<Vec<Ply>>, RecordError>> {
    let mut select = connection
        .prepare_cached("SELECT * FROM plies WHERE match_id = ?1 ORDER BY line, number")?;
    let rows = select.query_map([id.number()], PlyRow::read)?;
    let rows: Vec<PlyRow> = rows.collect::<rusqlite::Result<_>>()?;
    Ok(into_lines(rows))
}

fn into_lines(rows: Vec<PlyRow>) -> Result<Vec<Vec<Ply>>, RecordError> {
    let mut lines: Vec<Vec<Ply>> = vec![Vec::new()];
    for row in rows {
        // Lines are numbered without gaps, as are the plies of each line.
        if row.line == lines.len() {
            lines.push(Vec::new());
        }
        let is_last = row.line + 1 == lines.len();
        match lines.last_mut() {
            Some(last) if is_last && row.number == last.len() => last.push(row.into_ply()?),
            _ => return Err(value("the number of a ply", &row.number)),
        }
    }
    Ok(lines)
}

struct PlyRow {
    line: usize,
    number: usize,
    mv: String,
    elapsed_ns: u64,
    clock_ns: Option<u64>,
    score: Option<String>,
    depth: Option<u32>,
    mark: Option<String>,
    nags: Vec<u8>,
    preface: String,
    remark: String,
}

impl PlyRow {
    fn read(row: &Row<'_>) -> rusqlite::Result<Self> {
        Ok(Self {
            line: row.get("line")?,
            number: row.get("number")?,
            mv: row.get("move")?,
            elapsed_ns: row.get("elapsed_ns")?,
            clock_ns: row.get("clock_ns")?,
            score: row.get("score")?,
            depth: row.get("depth")?,
            mark: row.get("mark")?,
            nags: row.get("nags")?,
            preface: row.get("preface")?,
            remark: row.get("remark")?,
        })
    }

    fn into_ply(self) -> Result<Ply, RecordError> {
        let depth = self.depth.unwrap_or(0);
        let thought = |text: &String| {
            let valuation = text.parse().map_err(|_error| value("a score", text))?;
            Ok(Thought { valuation, depth })
        };
        let mark =
            |sign: &String| Mark::from_sign(sign).ok_or_else(|| value("the mark of a move", sign));
        Ok(Ply {
            mv: printable(&self.mv),
            elapsed: Duration::from_nanos(self.elapsed_ns),
            clock: self.clock_ns.map(Duration::from_nanos),
            note: Note {
                thought: self.score.as_ref().map(thought).transpose()?,
                mark: self.mark.as_ref().map(mark).transpose()?,
                nags: self.nags,
                preface: without_controls(&self.preface).into_owned(),
                remark: without_controls(&self.remark).into_owned(),
            },
        })
    }
}

fn nanoseconds(time: Duration) -> i64 {
    i64::try_from(time.as_nanos()).unwrap_or(i64::MAX)
}
