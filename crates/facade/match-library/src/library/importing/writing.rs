//! Writes imported matches.

use std::collections::BTreeSet;

use game_catalog::table_game;

use super::super::Library;
use super::reading::ReadMatch;
use super::{ImportObserver, ImportProgress};
use crate::batch::Batch;
use crate::error::EntryError;
use crate::import_error::ImportError;
use crate::index::{Occurrences, know_keys, set_indexed};
use crate::library_error::LibraryError;

/// Number of occurrences to collect in memory before writing them: 64 MiB.
const OCCURRENCES_MAX: usize = 1 << 22;

/// Number of bytes of the file to write per transaction. In a large library, each match changes different pages of the
/// name and digest indexes, but a page is written only once per transaction. The first transaction contains only the
/// first part of the file so that an import that is soon killed can be resumed.
const TRANSACTION_BYTES: u64 = 8 << 20;

/// Writes matches and their index entries.
#[derive(Debug)]
pub(super) struct Writer<'a> {
    library: &'a Library,
    progress: ImportProgress,
    /// The matches that are not written yet, with their part of the file.
    waiting: Vec<Result<ReadMatch, EntryError>>,
    waiting_bytes: u64,
    /// The number of bytes of the file that wait for the next transaction.
    transaction_bytes: u64,
    /// The occurrences that are not written to the index yet, and their matches.
    occurrences: Occurrences,
    numbers: Vec<i64>,
    games: BTreeSet<String>,
}

impl<'a> Writer<'a> {
    /// A writer for a file of `bytes` bytes.
    pub(super) fn new(library: &'a Library, bytes: u64) -> Self {
        Self {
            library,
            progress: ImportProgress { bytes, ..ImportProgress::default() },
            waiting: Vec::new(),
            waiting_bytes: 0,
            transaction_bytes: 0,
            occurrences: Occurrences::default(),
            numbers: Vec::new(),
            games: BTreeSet::new(),
        }
    }

    /// Writes the matches of a part with `bytes` bytes, together with neighboring parts. Returns `false` if the
    /// observer stops the import.
    pub(super) fn write(
        &mut self,
        matches: Vec<Result<ReadMatch, EntryError>>,
        bytes: u64,
        observer: &mut dyn ImportObserver,
    ) -> Result<bool, ImportError> {
        self.waiting.extend(matches);
        self.waiting_bytes += bytes;
        if self.waiting_bytes < self.transaction_bytes {
            return Ok(observer.advanced(&self.progress));
        }
        self.write_waiting(observer)
    }

    /// Writes the pending matches. Returns `false` if the observer stops the import.
    fn write_waiting(&mut self, observer: &mut dyn ImportObserver) -> Result<bool, ImportError> {
        let library = self.library;
        let matches = std::mem::take(&mut self.waiting);
        library.write(|batch| {
            matches.into_iter().try_for_each(|read| match read {
                Ok(read) => self.write_match(batch, read, observer),
                Err(error) => {
                    self.progress.refused += 1;
                    observer.refused(&error);
                    Ok(())
                }
            })
        })?;
        self.progress.bytes_done += std::mem::take(&mut self.waiting_bytes);
        self.transaction_bytes = TRANSACTION_BYTES;
        if self.occurrences.len() >= OCCURRENCES_MAX {
            self.write_index()?;
        }
        Ok(observer.advanced(&self.progress))
    }

    fn write_match(
        &mut self,
        batch: &Batch<'_>,
        read: ReadMatch,
        observer: &mut dyn ImportObserver,
    ) -> Result<(), LibraryError> {
        let ReadMatch { record, ply_count, sheet, mut occurrences, repairs } = read;
        if sheet.is_known(batch.connection())? {
            self.progress.duplicates += 1;
            return Ok(());
        }
        let id = batch.add_sheet(&record, ply_count, &sheet)?;
        self.progress.added += 1;
        if let Some(repair) = repairs.iter().find(|repair| repair.is_salvage()) {
            self.progress.salvaged += 1;
            observer.salvaged(repair);
        }
        // No library reaches numbers beyond the index's range.
        if let Ok(number) = u32::try_from(id.number()) {
            occurrences.set_number(number);
            self.occurrences.append(occurrences);
            self.numbers.push(id.number());
            self.games.insert(record.game);
        }
        Ok(())
    }

    /// Writes the index entries of the matches so far, and creates blocks for their players.
    fn write_index(&mut self) -> Result<(), LibraryError> {
        let occurrences = std::mem::take(&mut self.occurrences);
        let numbers = std::mem::take(&mut self.numbers);
        self.library.write(|batch| {
            let connection = batch.connection();
            for game in self.games.iter().filter_map(|game| table_game(game).ok()) {
                know_keys(connection, &*game)?;
            }
            occurrences.write(connection)?;
            Ok(set_indexed(connection, &numbers)?)
        })?;
        self.library.merge_index()?;
        self.library.seal_players(|_left| true)
    }

    /// Writes everything that is left.
    pub(super) fn finish(
        mut self,
        observer: &mut dyn ImportObserver,
    ) -> Result<ImportProgress, ImportError> {
        self.write_waiting(observer)?;
        self.write_index()?;
        Ok(self.progress)
    }
}
