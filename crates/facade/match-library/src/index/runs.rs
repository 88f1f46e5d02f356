//! Sorted runs of occurrences, in blocks.

use rusqlite::{Connection, params};

use super::occurrence::{Kind, OCCURRENCE_BYTES, Occurrence};
use super::outdated::Outdated;

/// Maximum number of occurrences per block. A block has 64 KiB, and a lookup of a key that occurs once reads only one
/// block.
const BLOCK_OCCURRENCES: usize = 4096;

/// Number of runs on one level that are merged into a run on the next level.
const MERGED_RUNS: usize = 8;

/// Number of blocks to merge before other connections get a chance to write (16 MiB).
const BLOCKS_A_STEP: i64 = 256;

/// Adds a run with these sorted occurrences.
pub(super) fn add_run(
    connection: &Connection,
    kind: Kind,
    sorted: &[Occurrence],
) -> rusqlite::Result<()> {
    debug_assert!(sorted.is_sorted_by_key(|occurrence| occurrence.order()), "a run is sorted");
    if sorted.is_empty() {
        return Ok(());
    }
    let mut writer = RunWriter::begin(connection, kind)?;
    sorted.iter().try_for_each(|occurrence| writer.push(connection, *occurrence))?;
    writer.finish(connection)
}

/// Calls `found` with every occurrence of the key, run by run, and in match order within each run. Skips outdated
/// occurrences.
pub(crate) fn read_key(
    connection: &Connection,
    kind: Kind,
    key: i64,
    found: &mut dyn FnMut(Occurrence),
) -> rusqlite::Result<()> {
    let outdated = Outdated::read(connection)?;
    for run in runs(connection, kind)? {
        read_key_of_run(connection, run.number, key, &mut |occurrence| {
            if !outdated.is_outdated(occurrence.number, run.number) {
                found(occurrence);
            }
        })?;
    }
    Ok(())
}

fn read_key_of_run(
    connection: &Connection,
    run: i64,
    key: i64,
    found: &mut dyn FnMut(Occurrence),
) -> rusqlite::Result<()> {
    // A key's occurrences may begin in the last block that starts before the key.
    let mut select = connection.prepare_cached(
        "SELECT occurrences FROM index_blocks WHERE run = ?1 AND first_key <= ?2 AND number >= coalesce(
            (SELECT number FROM index_blocks WHERE run = ?1 AND first_key < ?2
                ORDER BY first_key DESC, number DESC LIMIT 1), 0)
        ORDER BY first_key, number",
    )?;
    let mut rows = select.query(params![run, key])?;
    while let Some(row) = rows.next()? {
        let block = row.get_ref(0)?.as_blob()?;
        let (occurrences, _rest) = block.as_chunks::<OCCURRENCE_BYTES>();
        let first = occurrences.partition_point(|bytes| Occurrence::from_bytes(bytes).key < key);
        let same = occurrences[first..].iter().map(Occurrence::from_bytes);
        same.take_while(|occurrence| occurrence.key == key).for_each(&mut *found);
    }
    Ok(())
}

/// A run of the index.
struct Run {
    number: i64,
    level: u32,
}

fn runs(connection: &Connection, kind: Kind) -> rusqlite::Result<Vec<Run>> {
    let mut select = connection.prepare_cached(
        "SELECT run, level FROM index_runs WHERE kind = ?1 AND is_complete = 1 ORDER BY run",
    )?;
    let read = |row: &rusqlite::Row<'_>| Ok(Run { number: row.get(0)?, level: row.get(1)? });
    select.query_map([kind as u8], read)?.collect()
}

/// Removes the remains of incomplete merges.
pub(crate) fn remove_incomplete(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch("DELETE FROM index_runs WHERE is_complete = 0")
}

/// A merge of several runs into one, which drops outdated occurrences. The merge proceeds in steps, and other
/// connections can write between steps.
pub(crate) struct Merge {
    readers: Vec<RunReader>,
    writer: RunWriter,
}

impl Merge {
    /// Begins merging a level that has too many runs; `None` if there is no such level.
    pub(crate) fn begin(connection: &Connection, kind: Kind) -> rusqlite::Result<Option<Self>> {
        let runs = runs(connection, kind)?;
        let of_level = |level| runs.iter().filter(move |run| run.level == level);
        let full = runs.iter().find(|run| of_level(run.level).count() >= MERGED_RUNS);
        let Some(full) = full else { return Ok(None) };
        let merged = of_level(full.level).map(|run| RunReader::begin(connection, run.number));
        let readers = merged.collect::<rusqlite::Result<_>>()?;
        Ok(Some(Self { readers, writer: RunWriter::begin(connection, kind)? }))
    }

    /// Merges some blocks. Returns `true` once the runs have been merged into one.
    pub(crate) fn step(&mut self, connection: &Connection) -> rusqlite::Result<bool> {
        let outdated = Outdated::read(connection)?;
        let end = self.writer.block_count + BLOCKS_A_STEP;
        while self.writer.block_count < end {
            let heads = self.readers.iter_mut().filter_map(|reader| Some((reader.head?, reader)));
            let Some((least, reader)) = heads.min_by_key(|(head, _)| head.order()) else {
                self.finish(connection)?;
                return Ok(true);
            };
            if !outdated.is_outdated(least.number, reader.run) {
                self.writer.push(connection, least)?;
            }
            reader.advance(connection)?;
        }
        Ok(false)
    }

    fn finish(&mut self, connection: &Connection) -> rusqlite::Result<()> {
        self.writer.finish(connection)?;
        let mut delete = connection.prepare_cached("DELETE FROM index_runs WHERE run = ?1")?;
        for reader in &self.readers {
            delete.execute([reader.run])?;
        }
        Outdated::forget_unneeded(connection)
    }
}

/// Reads a run block by block.
struct RunReader {
    run: i64,
    next_block: i64,
    block: Vec<u8>,
    /// Index of the occurrence that follows the head in the block.
    next: usize,
    /// The next occurrence; `None` at the end.
    head: Option<Occurrence>,
}

impl RunReader {
    fn begin(connection: &Connection, run: i64) -> rusqlite::Result<Self> {
        let mut reader = Self { run, next_block: 0, block: Vec::new(), next: 0, head: None };
        reader.advance(connection)?;
        Ok(reader)
    }

    fn advance(&mut self, connection: &Connection) -> rusqlite::Result<()> {
        if self.next * OCCURRENCE_BYTES >= self.block.len() {
            self.read_block(connection)?;
        }
        let (occurrences, _rest) = self.block.as_chunks::<OCCURRENCE_BYTES>();
        self.head = occurrences.get(self.next).map(Occurrence::from_bytes);
        self.next += 1;
        Ok(())
    }

    /// Reads the next block. After the last block, the block is empty.
    fn read_block(&mut self, connection: &Connection) -> rusqlite::Result<()> {
        let mut select = connection.prepare_cached(
            "SELECT occurrences FROM index_blocks WHERE run = ?1 AND number = ?2",
        )?;
        let mut rows = select.query(params![self.run, self.next_block])?;
        self.block.clear();
        if let Some(row) = rows.next()? {
            self.block.extend_from_slice(row.get_ref(0)?.as_blob()?);
        }
        self.next_block += 1;
        self.next = 0;
        Ok(())
    }
}

/// Writes a run block by block.
struct RunWriter {
    run: i64,
    block_count: i64,
    first_key: i64,
    block: Vec<u8>,
}

impl RunWriter {
    fn begin(connection: &Connection, kind: Kind) -> rusqlite::Result<Self> {
        let mut insert = connection.prepare_cached(
            "INSERT INTO index_runs (kind, level, block_count, is_complete) VALUES (?1, 0, 0, 0)",
        )?;
        let run = insert.insert([kind as u8])?;
        let block = Vec::with_capacity(BLOCK_OCCURRENCES * OCCURRENCE_BYTES);
        Ok(Self { run, block_count: 0, first_key: 0, block })
    }

    fn push(&mut self, connection: &Connection, occurrence: Occurrence) -> rusqlite::Result<()> {
        if self.block.is_empty() {
            self.first_key = occurrence.key;
        }
        self.block.extend_from_slice(&occurrence.to_bytes());
        let is_full = self.block.len() == BLOCK_OCCURRENCES * OCCURRENCE_BYTES;
        if is_full { self.write_block(connection) } else { Ok(()) }
    }

    fn write_block(&mut self, connection: &Connection) -> rusqlite::Result<()> {
        let mut insert =
            connection.prepare_cached("INSERT INTO index_blocks VALUES (?1, ?2, ?3, ?4)")?;
        insert.execute(params![self.run, self.block_count, self.first_key, self.block])?;
        self.block_count += 1;
        self.block.clear();
        Ok(())
    }

    /// Writes the remaining occurrences. A run's level depends on its size: eight runs on one level merge into roughly
    /// one run on the next.
    fn finish(&mut self, connection: &Connection) -> rusqlite::Result<()> {
        if !self.block.is_empty() {
            self.write_block(connection)?;
        }
        let blocks = usize::try_from(self.block_count).unwrap_or(0);
        let level = blocks.checked_ilog(MERGED_RUNS).unwrap_or(0);
        let mut update = connection.prepare_cached(
            "UPDATE index_runs SET level = ?2, block_count = ?3, is_complete = 1 WHERE run = ?1",
        )?;
        update.execute(params![self.run, level, self.block_count]).map(|_count| ())
    }
}
