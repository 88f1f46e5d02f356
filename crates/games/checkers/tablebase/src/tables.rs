//! A variant's tables, for probing, and their folders.

use std::marker::PhantomData;
use std::path::Path;

use checkers::{Position, Variant};
use tablebase::{PIECES_MAX, TableError, TableInfo, TableValue, note_unusable};

use crate::material::Material;
use crate::rules::{self, Facts};
use crate::table_set::{TableFilter, TableSet, value_at_end};

/// A variant's tables in one folder. Any number of threads can probe the tables at once.
#[derive(Debug)]
pub struct Tables<V: Variant> {
    set: TableSet,
    variant: PhantomData<V>,
}

impl<V: Variant> Tables<V> {
    /// Opens all tables in a variant's folder; a missing folder counts as empty. Decoded blocks use at most
    /// `cache_bytes` of memory. Unusable files are [refused](Self::refused) and [recorded](note_unusable); all other
    /// files are used.
    ///
    /// # Errors
    /// [`TableError::Unsupported`] if the variant has no tables.
    pub fn open(
        folder: &Path,
        wanted: TableFilter,
        cache_bytes: usize,
    ) -> Result<Self, TableError> {
        let tables = Self::open_up_to(PIECES_MAX, folder, wanted, cache_bytes)?;
        tables.refused().iter().for_each(note_unusable);
        Ok(tables)
    }

    /// Like [`open`](Self::open), but ignores tables with more than `pieces` pieces and doesn't record refused files.
    ///
    /// # Errors
    /// [`TableError::Unsupported`] if the variant has no tables.
    pub fn open_up_to(
        pieces: u8,
        folder: &Path,
        wanted: TableFilter,
        cache_bytes: usize,
    ) -> Result<Self, TableError> {
        TableSet::open(Facts::of::<V>(), pieces, folder, wanted, cache_bytes).map(Self::of)
    }

    /// The tables in the set, which belongs to this variant.
    pub(crate) const fn of(set: TableSet) -> Self {
        Self { set, variant: PhantomData }
    }

    /// Returns these tables if they include every table with up to `pieces` pieces. The tables come from `folder`. A
    /// refused file is recorded if another file for the same pieces replaces it.
    ///
    /// # Errors
    /// The reason why a required file was refused, or [`TableError::Incomplete`].
    pub(crate) fn complete(self, pieces: u8, folder: &Path) -> Result<Self, TableError> {
        let set = self.set.complete(pieces, folder)?;
        set.refused().iter().for_each(note_unusable);
        Ok(Self::of(set))
    }

    /// The value of a position, if its material has a table. A position with all pieces on one side has no value,
    /// because the game is over.
    ///
    /// Nothing is allocated or locked unless a block must be read.
    #[inline]
    pub fn probe(&self, position: &Position<V::Word>) -> Option<TableValue> {
        self.set.probe::<V>(position)
    }

    /// A position's value: by the rules if they end the game there, otherwise by its table.
    pub fn value_of(&self, position: &Position<V::Word>) -> Option<TableValue> {
        let by_rules = value_at_end(&rules::any_variant::<V>(), position, &mut Vec::new());
        by_rules.or_else(|| self.probe(position))
    }

    /// Maximum number of pieces in a table; 0 without tables.
    #[inline]
    pub const fn pieces_max(&self) -> u32 {
        self.set.pieces_max()
    }

    /// The largest number of pieces up to which the tables are complete; less than 2 without complete tables.
    pub fn complete_to(&self) -> u8 {
        self.set.complete_to()
    }

    /// The material without a table, up to the largest number of pieces with a table, in build order.
    pub fn missing(&self) -> Vec<String> {
        self.set.missing().iter().map(Material::to_string).collect()
    }

    /// The tables in the folder, in build order.
    pub fn list(&self) -> Vec<TableInfo> {
        self.set.list()
    }

    /// The reasons why files were refused when the folder was opened.
    pub fn refused(&self) -> &[TableError] {
        self.set.refused()
    }

    /// Failures since the last call: each unreadable table is recorded, and ignored from then on.
    pub fn take_failures(&self) -> Vec<TableError> {
        self.set.take_failures()
    }

    /// The tables with their variant's type erased.
    pub(crate) const fn set(&self) -> &TableSet {
        &self.set
    }

    /// The tables with their variant's type erased, mutably.
    pub(crate) const fn set_mut(&mut self) -> &mut TableSet {
        &mut self.set
    }
}
