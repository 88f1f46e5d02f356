//! A program's data about a match, in addition to its record.

use rusqlite::{Connection, params};

use super::Batch;
use crate::library_error::LibraryError;
use crate::match_id::MatchId;

impl Batch<'_> {
    /// Sets or removes an attribute of a match, under any name.
    ///
    /// # Errors
    /// [`LibraryError`] if there is no such match, or the database can't be written.
    pub fn set_attribute(
        &mut self,
        id: MatchId,
        name: &str,
        value: Option<&str>,
    ) -> Result<(), LibraryError> {
        let id = id.number();
        if let Some(value) = value {
            let sql = "INSERT INTO attributes VALUES (?1, ?2, ?3)
                ON CONFLICT (match_id, name) DO UPDATE SET value = excluded.value";
            self.connection.prepare_cached(sql)?.execute(params![id, name, value])?;
        } else {
            let sql = "DELETE FROM attributes WHERE match_id = ?1 AND name = ?2";
            self.connection.prepare_cached(sql)?.execute(params![id, name])?;
        }
        Ok(())
    }

    /// Sets whether other users can find the match in a list.
    ///
    /// # Errors
    /// [`LibraryError`] if the database can't be written.
    pub fn set_listed(&mut self, id: MatchId, is_listed: bool) -> Result<(), LibraryError> {
        let mut update =
            self.connection.prepare_cached("UPDATE matches SET is_listed = ?2 WHERE id = ?1")?;
        update.execute(params![id.number(), is_listed])?;
        Ok(())
    }
}

/// The attributes of a match, by name.
pub(crate) fn attributes(
    connection: &Connection,
    id: MatchId,
) -> rusqlite::Result<Vec<(String, String)>> {
    let sql = "SELECT name, value FROM attributes WHERE match_id = ?1 ORDER BY name";
    let mut select = connection.prepare_cached(sql)?;
    select.query_map([id.number()], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
}
