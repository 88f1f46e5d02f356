//! Stores the players in all matches in a few blocks, so a search scans a million matches in milliseconds.
//!
//! A block contains the players in all matches between two match numbers. A block is written once, and the database
//! removes it as soon as one of these matches changes. For matches outside blocks, players are read from their rows.
//! Such matches are either the newest, which are too few for a block, or they have lost their block until [`seal`]
//! writes a new one.

use rusqlite::{Connection, OptionalExtension, params};

/// Maximum number of matches per block: 72 KiB for two-player matches.
pub(crate) const BLOCK_MATCHES: usize = 4096;

/// A player in a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Seated {
    /// The match number.
    pub(crate) number: u32,
    /// The player's name number.
    pub(crate) name: u32,
    /// The player's seat, from 0.
    pub(crate) seat: u8,
}

/// Size of a player entry in bytes.
const SEATED_BYTES: usize = 9;

impl Seated {
    fn to_bytes(self) -> [u8; SEATED_BYTES] {
        let mut bytes = [0; SEATED_BYTES];
        bytes[..4].copy_from_slice(&self.number.to_le_bytes());
        bytes[4..8].copy_from_slice(&self.name.to_le_bytes());
        bytes[8] = self.seat;
        bytes
    }

    fn from_bytes(bytes: &[u8; SEATED_BYTES]) -> Self {
        let [m0, m1, m2, m3, n0, n1, n2, n3, seat] = *bytes;
        Self {
            number: u32::from_le_bytes([m0, m1, m2, m3]),
            name: u32::from_le_bytes([n0, n1, n2, n3]),
            seat,
        }
    }
}

/// Matches with consecutive numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Part {
    first: u32,
    last: u32,
    /// `true` if the players of these matches are in a block.
    is_sealed: bool,
}

/// Calls `found` with each player in the matches, ordered by match and seat. Only reads the parts of the library for
/// which `is_wanted` accepts the first and last match numbers.
pub(crate) fn read(
    connection: &Connection,
    is_wanted: impl Fn(u32, u32) -> bool,
    mut found: impl FnMut(Seated),
) -> rusqlite::Result<()> {
    for part in parts(connection)? {
        if is_wanted(part.first, part.last) {
            read_part(connection, part, &mut found)?;
        }
    }
    Ok(())
}

/// Maximum number of match numbers outside blocks from which [`seal`] can form full blocks. `newest` is the largest
/// match number.
pub(crate) fn unsealed_count(
    connection: &Connection,
    newest: u32,
    matches_max: usize,
) -> rusqlite::Result<usize> {
    let mut count = 0;
    for part in parts(connection)?.into_iter().filter(|part| !part.is_sealed) {
        // There may be no match with a given number, because most numbers may belong to deleted matches.
        if end_of_block(connection, part, matches_max)?.is_some() {
            let last = part.last.min(newest).max(part.first);
            count += 1 + (last - part.first) as usize;
        }
    }
    Ok(count)
}

/// Creates a block for the players in at most `matches_max` matches that aren't in any block. Returns `false` if there
/// are no such matches, or if only a few of the newest matches remain, which will share a block with later matches.
pub(crate) fn seal(connection: &Connection, matches_max: usize) -> rusqlite::Result<bool> {
    for part in parts(connection)?.into_iter().filter(|part| !part.is_sealed) {
        if let Some(last) = end_of_block(connection, part, matches_max)? {
            write_block(connection, Part { last, ..part })?;
            return Ok(true);
        }
    }
    Ok(false)
}

/// All parts of the library, in number order. The matches after the last block form one part.
fn parts(connection: &Connection) -> rusqlite::Result<Vec<Part>> {
    let mut select =
        connection.prepare_cached("SELECT first, last FROM player_blocks ORDER BY last")?;
    let mut rows = select.query(())?;
    let mut parts = Vec::new();
    let mut next = 0;
    while let Some(row) = rows.next()? {
        let (first, last): (u32, u32) = (row.get(0)?, row.get(1)?);
        if next < first {
            parts.push(Part { first: next, last: first - 1, is_sealed: false });
        }
        parts.push(Part { first, last, is_sealed: true });
        next = last.saturating_add(1);
    }
    parts.push(Part { first: next, last: u32::MAX, is_sealed: false });
    Ok(parts)
}

fn read_part(
    connection: &Connection,
    part: Part,
    found: &mut impl FnMut(Seated),
) -> rusqlite::Result<()> {
    if !part.is_sealed {
        return read_rows(connection, part, found);
    }
    let mut select =
        connection.prepare_cached("SELECT players FROM player_blocks WHERE last = ?1")?;
    let mut rows = select.query([part.last])?;
    if let Some(row) = rows.next()? {
        let (players, _rest) = row.get_ref(0)?.as_blob()?.as_chunks::<SEATED_BYTES>();
        players.iter().map(Seated::from_bytes).for_each(&mut *found);
    }
    Ok(())
}

fn read_rows(
    connection: &Connection,
    part: Part,
    found: &mut impl FnMut(Seated),
) -> rusqlite::Result<()> {
    // A cross join preserves the order of the tables so that names are looked up per player.
    let mut select = connection.prepare_cached(
        "SELECT match_id, id, seat FROM players CROSS JOIN player_names USING (name)
            WHERE match_id BETWEEN ?1 AND ?2 ORDER BY match_id, seat",
    )?;
    let mut rows = select.query(params![part.first, part.last])?;
    while let Some(row) = rows.next()? {
        found(Seated { number: row.get(0)?, name: row.get(1)?, seat: row.get(2)? });
    }
    Ok(())
}

/// The last match number in a block that begins with the part; `None` if the block would be the last block and not
/// full.
fn end_of_block(
    connection: &Connection,
    part: Part,
    matches_max: usize,
) -> rusqlite::Result<Option<u32>> {
    let mut select = connection.prepare_cached(
        "SELECT id FROM matches WHERE id BETWEEN ?1 AND ?2 ORDER BY id LIMIT 1 OFFSET ?3",
    )?;
    let full = select
        .query_row(params![part.first, part.last, matches_max.saturating_sub(1)], |row| row.get(0))
        .optional()?;
    let is_between_blocks = part.last < u32::MAX;
    Ok(full.or(is_between_blocks.then_some(part.last)))
}

fn write_block(connection: &Connection, part: Part) -> rusqlite::Result<()> {
    let mut players = Vec::new();
    read_rows(connection, part, &mut |seated: Seated| {
        players.extend_from_slice(&seated.to_bytes());
    })?;
    let mut insert = connection.prepare_cached("INSERT INTO player_blocks VALUES (?1, ?2, ?3)")?;
    insert.execute(params![part.last, part.first, players]).map(|_count| ())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::database;

    /// A library with a two-player match for each of these numbers.
    fn connection(folder: &std::path::Path, numbers: &[u32]) -> Connection {
        let connection = database::open(&folder.join("matches.sqlite3")).expect("a new database");
        for &number in numbers {
            add(&connection, number);
        }
        connection
    }

    fn add(connection: &Connection, number: u32) {
        let sql = format!(
            "INSERT INTO matches (id, program, is_listed, created_ms, updated_ms, game, start, final_position, ply_count, seed,
                time_control, pondering) VALUES ({number}, '', 0, 0, 0, '', '', '', 0, 0, '', 0);
            INSERT INTO players (match_id, seat, spec, name) VALUES ({number}, 0, '', 'Ada'), ({number}, 1, '', 'N{number}')"
        );
        connection.execute_batch(&sql).expect("a match");
    }

    fn seal_all(connection: &Connection, matches_max: usize) {
        while seal(connection, matches_max).expect("a block") {}
    }

    /// Each part's numbers, and whether the part is in a block.
    fn shape(connection: &Connection) -> Vec<(u32, u32, bool)> {
        let parts = parts(connection).expect("parts");
        parts.into_iter().map(|part| (part.first, part.last, part.is_sealed)).collect()
    }

    /// Each player's number, name and seat.
    fn all(connection: &Connection) -> Vec<(u32, String, u8)> {
        let mut all = Vec::new();
        let name = |id: u32| {
            let sql = "SELECT name FROM player_names WHERE id = ?1";
            connection.query_row(sql, [id], |row| row.get::<_, String>(0)).expect("a name")
        };
        read(connection, |_, _| true, |it| all.push((it.number, name(it.name), it.seat)))
            .expect("players");
        all
    }

    fn expected(numbers: &[u32]) -> Vec<(u32, String, u8)> {
        let both = |&number: &u32| [(number, "Ada".into(), 0), (number, format!("N{number}"), 1)];
        numbers.iter().flat_map(both).collect()
    }

    #[test]
    fn player_searches_agree_with_and_without_blocks() {
        let folder = tempfile::tempdir().expect("a folder");
        let numbers = [1, 2, 3, 5, 8, 9, 10];
        let connection = connection(folder.path(), &numbers);
        assert_eq!(all(&connection), expected(&numbers));
        seal_all(&connection, 3);
        let blocks = [(0, 3, true), (4, 9, true), (10, u32::MAX, false)];
        assert_eq!(shape(&connection), blocks);
        assert_eq!(all(&connection), expected(&numbers));
    }

    #[test]
    fn a_block_is_rebuilt_if_its_matches_change() {
        let folder = tempfile::tempdir().expect("a folder");
        let connection = connection(folder.path(), &[1, 2, 3, 4, 5, 6]);
        seal_all(&connection, 2);
        connection.execute_batch("DELETE FROM matches WHERE id = 3").expect("a deletion");
        let blocks = [(0, 2, true), (3, 4, false), (5, 6, true), (7, u32::MAX, false)];
        assert_eq!(shape(&connection), blocks);
        assert_eq!(all(&connection), expected(&[1, 2, 4, 5, 6]));
        seal_all(&connection, 2);
        assert!(shape(&connection)[..3].iter().all(|(_, _, is_sealed)| *is_sealed));
        assert_eq!(all(&connection), expected(&[1, 2, 4, 5, 6]));
        // A match may use a previously free number.
        add(&connection, 3);
        assert_eq!(all(&connection), expected(&[1, 2, 3, 4, 5, 6]));
    }

    #[test]
    fn unwanted_parts_are_skipped() {
        let folder = tempfile::tempdir().expect("a folder");
        let connection = connection(folder.path(), &[1, 2, 3, 4, 5]);
        seal_all(&connection, 2);
        let mut numbers = Vec::new();
        let has_three = |first: u32, last: u32| (first..=last).contains(&3);
        read(&connection, has_three, |it| numbers.push(it.number)).expect("players");
        assert_eq!(numbers, [3, 3, 4, 4]);
    }

    #[test]
    fn candidates_for_blocks_are_counted() {
        let folder = tempfile::tempdir().expect("a folder");
        let connection = connection(folder.path(), &[1, 2, 3, 4, 5]);
        seal_all(&connection, 2);
        let count = |newest, matches_max| {
            unsealed_count(&connection, newest, matches_max).expect("a count")
        };
        assert_eq!(count(5, 2), 0);
        connection.execute_batch("DELETE FROM matches WHERE id = 2").expect("a deletion");
        assert_eq!(count(5, 2), 3);
        add(&connection, 9999);
        assert_eq!(count(9999, 2), 3 + 9995);
        assert_eq!(count(9999, 3), 3, "two matches are too few, however far apart they are");
    }
}
