//! Memory hints for the CPU and the operating system, and the amount of memory.
//!
//! A hint changes a program's speed, never its results. Every function here is safe to call with any argument, and does
//! nothing if the machine doesn't support the hint. The `unsafe` code for hints is confined to this module, because the
//! search and table crates forbid it.
//!
//! `docs/research/strength.md` has measurements: prefetching reduces search time by 2 to 9 %, and large pages reduce it
//! by 3 to 14 %.
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
