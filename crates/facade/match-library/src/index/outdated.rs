//! Matches that were changed or deleted after they were indexed.

use std::collections::HashMap;

use rusqlite::Connection;

/// For each outdated match, the last run that contains its outdated occurrences.
pub(super) struct Outdated(HashMap<u32, i64>);

impl Outdated {
    pub(super) fn read(connection: &Connection) -> rusqlite::Result<Self> {
        let mut select = connection.prepare_cached("SELECT match_id, run FROM index_outdated")?;
        let rows = select.query_map((), |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(Self(rows.collect::<rusqlite::Result<_>>()?))
    }

    pub(super) fn is_outdated(&self, number: u32, run: i64) -> bool {
        !self.0.is_empty() && self.0.get(&number).is_some_and(|&last| run <= last)
    }

    /// Removes matches for which no run contains outdated occurrences.
    pub(super) fn forget_unneeded(connection: &Connection) -> rusqlite::Result<()> {
        let mut delete = connection.prepare_cached(
            "DELETE FROM index_outdated WHERE run < (SELECT coalesce(min(run), 9e18) FROM index_runs)",
        )?;
        delete.execute(()).map(|_count| ())
    }
}
