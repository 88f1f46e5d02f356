//! Writes imported matches.

use std::collections::BTreeSet;

use game_catalog::table_game;

use super::super::Library;
use super::reading::ReadMatch;
use super::{ImportObserver, ImportProgress, ReadMatches};
use crate::batch::Batch;
use crate::error::EntryError;
use crate::import_error::ImportError;
use crate::index::{Occurrences, know_keys};
use crate::library_error::LibraryError;

/// The part of the file written in one transaction, in bytes. In a large library, each match changes different pages in
/// the name and digest indexes, but a page is written only once per transaction. The first transaction is a single part
/// of the file, so an import that is soon killed has something to resume from.
const TRANSACTION_BYTES: u64 = 8 << 20;

/// Number of waiting position occurrences (16 MiB) at which a transaction ends. Short matches have many occurrences in
/// few bytes.
const OCCURRENCES_MAX: usize = 1 << 20;

/// Writes matches together with their index entries.
#[derive(Debug)]
pub(super) struct Writer<'a> {
    library: &'a Library,
    progress: ImportProgress,
    /// The matches that have not been written yet, with their part of the file.
    waiting: Vec<Result<ReadMatch, EntryError>>,
    waiting_bytes: u64,
    /// The matches' occurrences, numbered by place in the list.
    occurrences: Occurrences,
    /// The part of the file that waits for the next transaction.
    transaction_bytes: u64,
}

impl<'a> Writer<'a> {
    /// A writer for a file with `bytes` bytes.
    pub(super) fn new(library: &'a Library, bytes: u64) -> Self {
        Self {
            library,
            progress: ImportProgress { bytes, ..ImportProgress::default() },
            waiting: Vec::new(),
            waiting_bytes: 0,
            occurrences: Occurrences::default(),
            transaction_bytes: 0,
        }
    }

    /// Writes the matches in a part with `bytes` bytes, together with neighboring parts. Returns `false` if the
    /// observer stops the import.
    pub(super) fn write(
        &mut self,
        matches: ReadMatches,
        bytes: u64,
        observer: &mut dyn ImportObserver,
    ) -> Result<bool, ImportError> {
        for mut read in matches {
            if let Ok(read) = &mut read {
                // A transaction has far fewer matches than the type can count.
                let place = u32::try_from(self.waiting.len()).unwrap_or(u32::MAX);
                self.occurrences.append(place, &std::mem::take(&mut read.occurrences));
            }
            self.waiting.push(read);
        }
        self.waiting_bytes += bytes;
        let is_full = self.waiting_bytes >= self.transaction_bytes
            || self.occurrences.positions.len() >= OCCURRENCES_MAX;
        if is_full { self.write_waiting(observer) } else { Ok(observer.advanced(&self.progress)) }
    }

    /// Writes the pending matches. Returns `false` if the observer stops the import.
    fn write_waiting(&mut self, observer: &mut dyn ImportObserver) -> Result<bool, ImportError> {
        let library = self.library;
        let matches = std::mem::take(&mut self.waiting);
        let mut occurrences = std::mem::take(&mut self.occurrences);
        library.write(|batch| {
            let (mut numbers, mut games) = (Vec::with_capacity(matches.len()), BTreeSet::new());
            for read in matches {
                numbers.push(match read {
                    Ok(read) => self.write_match(batch, read, &mut games, observer)?,
                    Err(error) => {
                        self.progress.refused += 1;
                        observer.refused(&error);
                        None
                    }
                });
            }
            for game in games.iter().filter_map(|game| table_game(game).ok()) {
                know_keys(batch.connection(), &*game)?;
            }
            occurrences.renumber(|place| numbers.get(place as usize).copied().flatten());
            Ok(occurrences.write(batch.connection())?)
        })?;
        self.progress.bytes_done += std::mem::take(&mut self.waiting_bytes);
        self.transaction_bytes = TRANSACTION_BYTES;
        library.merge_index()?;
        library.seal_players(|_left| true)?;
        Ok(observer.advanced(&self.progress))
    }

    /// Writes a match unless the library already has a copy. Returns the match number for the index.
    fn write_match(
        &mut self,
        batch: &Batch<'_>,
        read: ReadMatch,
        games: &mut BTreeSet<String>,
        observer: &mut dyn ImportObserver,
    ) -> Result<Option<u32>, LibraryError> {
        let ReadMatch { record, ply_count, sheet, repairs, occurrences: _ } = read;
        if sheet.is_known(batch.connection())? {
            self.progress.duplicates += 1;
            return Ok(None);
        }
        let id = batch.add_sheet(&record, ply_count, &sheet)?;
        self.progress.added += 1;
        if let Some(repair) = repairs.iter().find(|repair| repair.is_salvage()) {
            self.progress.salvaged += 1;
            observer.salvaged(repair);
        }
        games.insert(record.game);
        // Numbers beyond the index's range are never reached.
        Ok(u32::try_from(id.number()).ok())
    }

    /// Writes everything that is left.
    pub(super) fn finish(
        mut self,
        observer: &mut dyn ImportObserver,
    ) -> Result<ImportProgress, ImportError> {
        self.write_waiting(observer)?;
        Ok(self.progress)
    }
}

#[cfg(test)]
mod tests {
    use game_catalog::sheet_format;

    use super::super::reading::{self, Reading};
    use super::*;
    use crate::chunks::Chunks;
    use crate::kept::MatchFilter;

    struct Silent;

    impl ImportObserver for Silent {
        fn advanced(&mut self, _progress: &ImportProgress) -> bool {
            true
        }

        fn refused(&mut self, _why: &EntryError) {}
    }

    /// A match of this event.
    fn read(event: &str) -> ReadMatches {
        let text = format!("[Event \"{event}\"]\n\n1. a1 *\n");
        let chunk = Chunks::new(text.as_bytes()).next().expect("a part").expect("a text");
        let format = sheet_format("tic-tac-toe").expect("a game");
        let game = Some("tic-tac-toe");
        reading::read(&chunk, Reading { format, game, is_strict: false })
    }

    #[test]
    fn matches_wait_for_a_transaction_until_their_text_or_their_positions_are_many() {
        let folder = tempfile::tempdir().expect("a folder");
        let library = Library::open(folder.path(), "test").expect("a library");
        let mut writer = Writer::new(&library, 0);
        let mut write = |matches, bytes| {
            writer.write(matches, bytes, &mut Silent).expect("a library to write to");
            library.count(&MatchFilter::default()).expect("a library to read from")
        };
        assert_eq!(write(read("the first part"), 1), 1);
        assert_eq!(write(read("waits"), 1), 1);
        assert_eq!(write(read("much text"), TRANSACTION_BYTES), 3);
        assert_eq!(write(read("waits, too"), 1), 3);
        let mut long = read("many positions");
        let positions = &mut long[0].as_mut().expect("a match").occurrences.positions;
        let last = positions[positions.len() - 1];
        positions.resize(OCCURRENCES_MAX, last);
        assert_eq!(write(long, 1), 5);
    }
}
