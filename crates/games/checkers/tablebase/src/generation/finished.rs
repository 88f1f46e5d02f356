//! A finished slice in a file.

use std::path::Path;

use checkers::Variant;
use tablebase::TableError;

use super::{CODE, NO_POSITION};
use crate::cache::BlockCache;
use crate::file::TableFile;
use crate::format::Cells;
use crate::index::View;
use crate::part::Part;
use crate::rules::{Code, Facts, fingerprint};

/// A finished slice, which is probed for moves that lead to it.
pub(crate) struct Finished {
    parts: Vec<Part>,
    file: TableFile,
    cache: BlockCache,
}

impl Finished {
    /// Opens the file for a slice with these parts. Decoded blocks use at most `cache_bytes` of memory.
    ///
    /// # Errors
    /// If the file can't be read, or is not the slice with this `name`.
    pub(crate) fn open(
        facts: &Facts,
        path: &Path,
        name: &str,
        parts: Vec<Part>,
        cache_bytes: usize,
    ) -> Result<Self, TableError> {
        let file = TableFile::open(path)?;
        let header = &file.header;
        let sizes = parts.iter().map(Part::size);
        let fits = header.is_of(facts.name, &fingerprint(facts.rules), name)
            && header.cells == Cells::Pairs
            && header.layer == 0
            && header.plies_max <= Code::PLIES_MAX
            && header.sides.iter().map(|side| side.cells).eq(sizes);
        if !fits {
            return Err(TableError::Damaged {
                path: path.into(),
                what: "it belongs to another slice",
            });
        }
        Ok(Self { parts, file, cache: BlockCache::new(cache_bytes) })
    }

    /// The code for a position with this side to move; `None` if the position isn't in the slice.
    pub(super) fn code<V: Variant>(
        &self,
        side: usize,
        view: &View<V>,
    ) -> Option<Result<Code, TableError>> {
        let place = self.parts[side].place(view)?;
        let per_block = Cells::Pairs.per_block();
        let blocks_before: u64 = (0..side).map(|side| self.file.header.blocks_of(side)).sum();
        let block = u32::try_from(blocks_before + place / per_block).ok()?;
        let (word_index, bit) = Cells::Pairs.place(place % per_block);
        let word = match self.cache.word(block, word_index) {
            Some(word) => word,
            None => match self.file.block(block as usize) {
                Ok(words) => {
                    self.cache.put(block, &words);
                    words[word_index]
                }
                Err(error) => return Some(Err(error)),
            },
        };
        let cell = Cells::Pairs.read(word, bit);
        (cell != NO_POSITION).then_some(Ok(Code(cell & CODE)))
    }
}
