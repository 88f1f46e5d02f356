//! What a server keeps beside the record: who holds the seats, which commands were carried out, and attributes.

use rusqlite::{Connection, OptionalExtension, Row, params};

use super::Batch;
use crate::library_error::LibraryError;
use crate::match_id::MatchId;

/// The person in a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatHolder {
    /// The match.
    pub id: MatchId,
    /// The index of the seat.
    pub seat: usize,
    /// The name of the person.
    pub person: String,
}

impl Batch<'_> {
    /// Gives a seat to a person. Who shows `token` holds it; the library keeps only its BLAKE3 hash. Without a token
    /// nobody can take the seat over.
    ///
    /// # Errors
    /// [`LibraryError`] if there is no such match, if the token holds another seat, or the database can't be written.
    pub fn set_seat(
        &mut self,
        id: MatchId,
        seat: usize,
        token: Option<&str>,
        person: &str,
    ) -> Result<(), LibraryError> {
        let mut insert = self.connection.prepare_cached(
            "INSERT INTO seats VALUES (?1, ?2, ?3, ?4) ON CONFLICT (match_id, seat)
            DO UPDATE SET token_hash = excluded.token_hash, person = excluded.person",
        )?;
        insert.execute(params![id.number(), seat, token.map(hash), person])?;
        Ok(())
    }

    /// Notes that a command of a client is carried out, in the same transaction as what it does. False if it was carried
    /// out before.
    ///
    /// # Errors
    /// [`LibraryError`] if there is no such match, or the database can't be written.
    pub fn carry_out(&mut self, id: MatchId, command: &str) -> Result<bool, LibraryError> {
        let mut insert = self
            .connection
            .prepare_cached("INSERT INTO commands VALUES (?1, ?2) ON CONFLICT DO NOTHING")?;
        Ok(insert.execute(params![id.number(), command])? > 0)
    }

    /// Sets an attribute of a match, of any name, or removes it.
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

    /// Sets whether others may find the match in a list.
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

/// The seat that a token holds.
pub(crate) fn holder_of_token(
    connection: &Connection,
    token: &str,
) -> rusqlite::Result<Option<SeatHolder>> {
    let sql = "SELECT match_id, seat, person FROM seats WHERE token_hash = ?1";
    connection.prepare_cached(sql)?.query_row([hash(token)], read).optional()
}

/// The persons in the seats of a match, in seat order.
pub(crate) fn seat_holders(
    connection: &Connection,
    id: MatchId,
) -> rusqlite::Result<Vec<SeatHolder>> {
    let sql = "SELECT match_id, seat, person FROM seats WHERE match_id = ?1 ORDER BY seat";
    connection.prepare_cached(sql)?.query_map([id.number()], read)?.collect()
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

fn read(row: &Row<'_>) -> rusqlite::Result<SeatHolder> {
    Ok(SeatHolder { id: MatchId::new(row.get(0)?), seat: row.get(1)?, person: row.get(2)? })
}

/// Tokens are long and random, so that a plain hash of one can't be reversed.
fn hash(token: &str) -> [u8; blake3::OUT_LEN] {
    *blake3::hash(token.as_bytes()).as_bytes()
}
