//! Library changes that are applied together or not at all.

mod attributes;

use games_package::{Ending, Ply, Record};
use notation::EndingParts;
use rusqlite::{Connection, OptionalExtension, named_params, params};

use crate::claims::Claims;
use crate::kept::IMPORTED;
use crate::library_error::LibraryError;
use crate::match_id::MatchId;
use crate::rows::{self, MAIN_LINE, NewHeader};
use crate::sheets::NewSheet;
use crate::time_of_day;

pub(crate) use self::attributes::attributes;

/// A match to store.
#[derive(Clone, Copy, Debug, Default)]
pub struct NewMatch<'a> {
    /// A public name, which can be unguessable. Without a name, the match is named by its number: "match-3".
    pub name: Option<&'a str>,
    /// `true` if other users can find the match in a list.
    pub is_listed: bool,
}

/// Several changes to the library in one transaction, to any number of matches. A rejected change has no effect on the
/// other changes.
#[derive(Debug)]
pub struct Batch<'a> {
    connection: &'a Connection,
    claims: &'a mut Claims,
    program: &'a str,
    now: i64,
}

impl<'a> Batch<'a> {
    /// A batch in a transaction of this connection.
    pub(crate) fn new(
        connection: &'a Connection,
        claims: &'a mut Claims,
        program: &'a str,
    ) -> Self {
        Self { connection, claims, program, now: time_of_day::now() }
    }

    /// The connection, in its transaction.
    pub(crate) fn connection(&self) -> &Connection {
        self.connection
    }

    /// Adds a match with its record, and claims it for this program.
    ///
    /// # Errors
    /// [`LibraryError`] if a match with this name exists, or the database can't be written.
    pub fn create(&mut self, new: NewMatch<'_>, record: &Record) -> Result<MatchId, LibraryError> {
        let id = self.insert_row(new)?;
        rows::write_record(self.connection, id, record)?;
        self.claim(id)?;
        Ok(id)
    }

    /// Adds an imported match from a notation file, with this number of plies. The match is not in progress. The caller
    /// adds the match to the index.
    pub(crate) fn add_sheet(
        &self,
        record: &Record,
        ply_count: usize,
        sheet: &NewSheet,
    ) -> Result<MatchId, LibraryError> {
        let header = NewHeader { program: IMPORTED, now: self.now, day: sheet.day(), ply_count };
        let id = rows::insert_header(self.connection, &header, record)?;
        sheet.write(self.connection, id)?;
        Ok(id)
    }

    /// Adds the row for a match without a record.
    fn insert_row(&self, new: NewMatch<'_>) -> rusqlite::Result<MatchId> {
        let mut insert = self.connection.prepare_cached(
            "INSERT INTO matches (name, program, is_listed, created_ms, updated_ms, day,
                game, start, final_position, ply_count, seed, time_control, pondering)
            VALUES (:name, :program, :is_listed, :now, :now, strftime('%Y.%m.%d', :now / 1000, 'unixepoch'),
                '', '', '', 0, 0, '', 0)",
        )?;
        let id = insert.insert(named_params! {
            ":name": new.name,
            ":program": self.program,
            ":is_listed": new.is_listed,
            ":now": self.now,
        })?;
        Ok(MatchId::new(id))
    }

    /// Overwrites the match with the whole record.
    ///
    /// # Errors
    /// [`LibraryError`] if there is no such match, or the database can't be written.
    pub fn save(&mut self, id: MatchId, record: &Record) -> Result<(), LibraryError> {
        let mut update =
            self.connection.prepare_cached("UPDATE matches SET updated_ms = ?2 WHERE id = ?1")?;
        match update.execute(params![id.number(), self.now])? {
            0 => Err(no_match(id)),
            _ => Ok(rows::write_record(self.connection, id, record)?),
        }
    }

    /// Adds plies to an unfinished match that has `count` plies so far. Rejects plies that were already added so that
    /// no ply is stored twice.
    ///
    /// # Errors
    /// [`LibraryError`] if there is no such match, if the match does not have `count` plies, or if the database can't
    /// be written.
    pub fn append(
        &mut self,
        id: MatchId,
        count: usize,
        plies: &[Ply],
        final_position: &str,
    ) -> Result<(), LibraryError> {
        self.set_length(id, count, count + plies.len(), final_position)?;
        Ok(rows::append_plies(self.connection, id, MAIN_LINE, count, plies)?)
    }

    /// Takes a match back from `count` plies to its first `to` plies, and removes its ending. To preserve the removed
    /// plies, [`save`](Self::save) them as a variation.
    ///
    /// # Errors
    /// The same errors as [`append`](Self::append).
    ///
    /// # Panics
    /// If `to` is greater than `count`.
    pub fn take_back(
        &mut self,
        id: MatchId,
        count: usize,
        to: usize,
        final_position: &str,
    ) -> Result<(), LibraryError> {
        assert!(to <= count, "a match is taken back to an earlier ply");
        self.set_length(id, count, to, final_position)?;
        rows::remove_plies(self.connection, id, to)?;
        Ok(rows::write_ending(self.connection, id, None)?)
    }

    /// Sets the match ending, or reopens the match.
    ///
    /// # Errors
    /// [`LibraryError`] if there is no such match, or the database can't be written.
    pub fn set_ending(&mut self, id: MatchId, ending: Option<&Ending>) -> Result<(), LibraryError> {
        let mut update =
            self.connection.prepare_cached("UPDATE matches SET updated_ms = ?2 WHERE id = ?1")?;
        if update.execute(params![id.number(), self.now])? == 0 {
            return Err(no_match(id));
        }
        // A match that failed to start is unfinished.
        let ending = ending.filter(|ending| !ending.is_failed_start());
        let parts = ending.map(EndingParts::from);
        Ok(rows::write_ending(self.connection, id, parts.as_ref())?)
    }

    /// Claims a match for this program, until it is released or the program ends.
    ///
    /// # Errors
    /// [`LibraryError::Claimed`] if any program, including this one, is playing the match; other errors if there is no
    /// such match or the database can't be written.
    pub fn claim(&mut self, id: MatchId) -> Result<(), LibraryError> {
        let name = self.name(id)?;
        self.claims.claim(self.connection, id, &name)
    }

    /// Releases a match that this program claimed.
    ///
    /// # Errors
    /// [`LibraryError`] if the database can't be written.
    pub fn release(&mut self, id: MatchId) -> Result<(), LibraryError> {
        Ok(self.claims.release(self.connection, id)?)
    }

    /// Removes the claims of programs that have ended.
    pub(crate) fn release_dead(&mut self) -> Result<(), LibraryError> {
        Ok(self.claims.release_dead(self.connection)?)
    }

    /// Deletes a match that is not in progress, with all its rows.
    ///
    /// # Errors
    /// [`LibraryError`] if a program is playing the match, if there is no such match, or if the database can't be
    /// written.
    pub fn delete(&mut self, id: MatchId) -> Result<(), LibraryError> {
        self.claim(id)?;
        let mut delete = self.connection.prepare_cached("DELETE FROM matches WHERE id = ?1")?;
        delete.execute([id.number()])?;
        Ok(())
    }

    /// The match with this public name.
    ///
    /// # Errors
    /// [`LibraryError`] if the database can't be read.
    pub fn find(&self, name: &str) -> Result<Option<MatchId>, LibraryError> {
        let mut select =
            self.connection.prepare_cached("SELECT id FROM matches WHERE name = ?1")?;
        let id = select.query_row([name], |row| row.get(0)).optional()?;
        Ok(id.map(MatchId::new))
    }

    /// A match's public name, or "match-3" if it has none.
    fn name(&self, id: MatchId) -> Result<String, LibraryError> {
        let mut select =
            self.connection.prepare_cached("SELECT name FROM matches WHERE id = ?1")?;
        let name = select.query_row([id.number()], |row| row.get::<_, Option<String>>(0));
        let name = name.optional()?.ok_or_else(|| no_match(id))?;
        Ok(name.unwrap_or_else(|| id.to_string()))
    }

    fn set_length(
        &self,
        id: MatchId,
        from: usize,
        to: usize,
        final_position: &str,
    ) -> Result<(), LibraryError> {
        let mut update = self.connection.prepare_cached(
            "UPDATE matches SET ply_count = ?3, final_position = ?4, updated_ms = ?5
            WHERE id = ?1 AND ply_count = ?2",
        )?;
        match update.execute(params![id.number(), from, to, final_position, self.now])? {
            0 => Err(LibraryError::PlyCount { name: self.name(id)?, expected: from }),
            _ => Ok(()),
        }
    }
}

fn no_match(id: MatchId) -> LibraryError {
    LibraryError::NoMatch { name: id.to_string() }
}
