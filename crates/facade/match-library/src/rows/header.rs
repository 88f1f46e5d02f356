//! The tags of a match.

use notation::tag_text;
use rusqlite::{Connection, params};

use crate::match_id::MatchId;

/// Writes the tags for a match that does not have tags in the database yet.
pub(super) fn write_tags(
    connection: &Connection,
    id: MatchId,
    tags: &[(String, String)],
) -> rusqlite::Result<()> {
    let mut insert = connection.prepare_cached("INSERT INTO tags VALUES (?1, ?2, ?3, ?4)")?;
    for (number, (name, value)) in tags.iter().enumerate() {
        insert.execute(params![id.number(), number, name, value])?;
    }
    Ok(())
}

/// The tags of a match, in order.
pub(super) fn read_tags(
    connection: &Connection,
    id: MatchId,
) -> rusqlite::Result<Vec<(String, String)>> {
    let mut select = connection
        .prepare_cached("SELECT name, value FROM tags WHERE match_id = ?1 ORDER BY number")?;
    let read = |row: &rusqlite::Row<'_>| {
        let (name, value): (String, String) = (row.get(0)?, row.get(1)?);
        Ok((tag_text(&name), tag_text(&value)))
    };
    select.query_map([id.number()], read)?.collect()
}
