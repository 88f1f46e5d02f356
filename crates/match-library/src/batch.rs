//! Changes of the library that are made together or not at all.

mod attributes;

use games_package::{Ending, EndingParts, Ply, Record};
use rusqlite::{Connection, OptionalExtension, named_params, params};

use crate::claims::Claims;
use crate::kept::IMPORTED;
use crate::library_error::LibraryError;
use crate::match_id::MatchId;
use crate::rows::{self, MAIN_LINE, NewHeader};
use crate::sheets::NewSheet;
use crate::time_of_day;

pub(crate) use self::attributes::attributes;

/// A match to be kept.
#[derive(Clone, Copy, Debug, Default)]
pub struct NewMatch<'a> {
    /// A public name that nobody can guess, for example. Without one the match is called by its number: "match-3".
    pub name: Option<&'a str>,
    /// Whether others may find it in a list.
    pub is_listed: bool,
}

/// Several changes of the library in one transaction, on any number of matches. A change that is refused for a reason of
/// its match has changed nothing, so that the others can go on.
#[derive(Debug)]
pub struct Batch<'a> {
    connection: &'a Connection,
    claims: &'a mut Claims,
    program: &'a str,
    now: i64,
}

impl<'a> Batch<'a> {
    /// A batch in a transaction of this connection, by this program.
    pub(crate) fn new(
        connection: &'a Connection,
        claims: &'a mut Claims,
        program: &'a str,
    ) -> Self {
        Self { connection, claims, program, now: time_of_day::now() }
    }

    /// The connection, within its transaction.
    pub(crate) fn connection(&self) -> &Connection {
        self.connection
    }

    /// Adds a match with its record, claimed for this program.
    ///
    /// # Errors
    /// [`LibraryError`] if there is a match of this name, or the database can't be written.
    pub fn create(&mut self, new: NewMatch<'_>, record: &Record) -> Result<MatchId, LibraryError> {
        let row = NewRow { id: None, program: self.program, updated: self.now, new };
        let id = self.insert(&row, record)?;
        self.claim(id)?;
        Ok(id)
    }

    /// Adds a match that another program kept elsewhere, with its number if it is free. Nobody plays it.
    pub(crate) fn import(
        &self,
        id: Option<MatchId>,
        program: &str,
        updated: i64,
        record: &Record,
    ) -> Result<(), LibraryError> {
        let free = id.filter(|id| id.number() > 0 && self.name(*id).is_err());
        let row = NewRow { id: free, program, updated, new: NewMatch::default() };
        self.insert(&row, record).map(|_id| ())
    }

    /// Adds a match of so many plies that was imported from a file in a notation. Nobody plays it.
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

    fn insert(&self, row: &NewRow<'_>, record: &Record) -> Result<MatchId, LibraryError> {
        let id = self.insert_row(row)?;
        rows::write_record(self.connection, id, record)?;
        Ok(id)
    }

    /// Adds the row of a match without a record.
    fn insert_row(&self, row: &NewRow<'_>) -> rusqlite::Result<MatchId> {
        let mut insert = self.connection.prepare_cached(
            "INSERT INTO matches (id, name, program, is_listed, created_ms, updated_ms, day,
                game, start, final_position, ply_count, seed, time_control, pondering)
            VALUES (:id, :name, :program, :is_listed, :updated, :updated, strftime('%Y.%m.%d', :updated / 1000, 'unixepoch'),
                '', '', '', 0, 0, '', 0)",
        )?;
        let id = insert.insert(named_params! {
            ":id": row.id.map(MatchId::number),
            ":name": row.new.name,
            ":program": row.program,
            ":is_listed": row.new.is_listed,
            ":updated": row.updated,
        })?;
        Ok(MatchId::new(id))
    }

    /// Writes the whole record over what is kept of the match.
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

    /// Adds plies to a match that has `count` so far and can go on. A ply that was added before is refused, so that none
    /// is kept twice.
    ///
    /// # Errors
    /// [`LibraryError`] if there is no such match, if it has more or fewer plies, or the database can't be written.
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

    /// Takes a match back from `count` plies to the first `to`, and removes its ending. What was taken back is kept only
    /// if [`save`](Self::save) writes it as a variation.
    ///
    /// # Errors
    /// [`LibraryError`] as for [`append`](Self::append).
    ///
    /// # Panics
    /// If `to` is more than `count`.
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

    /// Sets how the match ended, or that it goes on.
    ///
    /// # Errors
    /// [`LibraryError`] if there is no such match, or the database can't be written.
    pub fn set_ending(&mut self, id: MatchId, ending: Option<&Ending>) -> Result<(), LibraryError> {
        let mut update =
            self.connection.prepare_cached("UPDATE matches SET updated_ms = ?2 WHERE id = ?1")?;
        if update.execute(params![id.number(), self.now])? == 0 {
            return Err(no_match(id));
        }
        let parts = ending.map(EndingParts::from);
        Ok(rows::write_ending(self.connection, id, parts.as_ref())?)
    }

    /// Claims a match for this program, until it is released or the program ends.
    ///
    /// # Errors
    /// [`LibraryError::Claimed`] if a program plays it, this one included; others if there is no such match, or the
    /// database can't be written.
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

    /// Deletes a match that nobody plays, with all that is kept of it.
    ///
    /// # Errors
    /// [`LibraryError`] if a program plays it, if there is no such match, or the database can't be written.
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

    /// The public name of a match, or "match-3" if it has none.
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

/// What the row of a new match has beside the record.
struct NewRow<'a> {
    /// None for the next free number.
    id: Option<MatchId>,
    program: &'a str,
    updated: i64,
    new: NewMatch<'a>,
}

fn no_match(id: MatchId) -> LibraryError {
    LibraryError::NoMatch { name: id.to_string() }
}
