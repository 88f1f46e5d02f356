//! Hints about memory, for the processor and for the system, and how much there is.
//!
//! A hint changes the speed of a program, never its results. Each function here is safe to call with any argument and
//! does nothing if the machine has no such hint. The module puts `unsafe` code of this kind in one place:
//! searches and tables forbid it.
//!
//! `docs/research/strength.md` has measurements: prefetching takes 2 to 9 % off the time of a search, large
//! pages 3 to 14 %.
//!
//! ```
//! use system::memory;
//!
//! let mut table: Vec<u64> = Vec::with_capacity(1 << 20);
//! memory::advise_large_pages(table.spare_capacity_mut());
//! table.resize(1 << 20, 0);
//! memory::prefetch(&table, 123_456);
//! assert_eq!(table[123_456], 0);
//! ```

mod large_pages;
mod prefetch;
mod total;

pub use self::large_pages::advise_large_pages;
pub use self::prefetch::prefetch;
pub use self::total::total_mebibytes;
