//! Records which matches were searched for puzzles.

use analysis::puzzles::Puzzle;
use games_package::Record;

use crate::digest::Digest;
use crate::library::Library;
use crate::library_error::LibraryError;

/// Puzzle search parameters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PuzzleSearch {
    /// Nodes per move.
    pub nodes: u64,
    /// Whether only proven wins count.
    pub proven_only: bool,
}

impl PuzzleSearch {
    /// A digest that is equal for the same search in the same moves, regardless of players and comments.
    fn digest(self, record: &Record) -> [u8; 16] {
        let mut digest = Digest::new();
        digest.add(&record.game);
        digest.add(&record.start);
        digest.add(&self.nodes.to_string());
        digest.add(if self.proven_only { "proven" } else { "" });
        record.plies.iter().for_each(|ply| digest.add(&ply.mv));
        digest.to_bytes()
    }
}

impl Library {
    /// Returns `true` if a whole match was searched with these parameters.
    ///
    /// # Errors
    /// [`LibraryError`] if the database can't be read.
    pub fn was_searched(
        &self,
        record: &Record,
        search: PuzzleSearch,
    ) -> Result<bool, LibraryError> {
        self.read(|inner| {
            let mut select = inner
                .connection()
                .prepare_cached("SELECT 1 FROM puzzle_searches WHERE digest = ?1")?;
            Ok(select.exists([search.digest(record)])?)
        })
    }

    /// Records that a whole match was searched with these parameters, and adds its puzzles. Skips positions that
    /// already have a puzzle. Returns the number of puzzles added.
    ///
    /// # Errors
    /// [`LibraryError`] if the database can't be written.
    pub fn add_puzzles_of(
        &self,
        record: &Record,
        search: PuzzleSearch,
        puzzles: &[Puzzle],
    ) -> Result<usize, LibraryError> {
        self.write(|batch| {
            let connection = batch.connection();
            connection
                .prepare_cached("INSERT INTO puzzle_searches VALUES (?1) ON CONFLICT DO NOTHING")?
                .execute([search.digest(record)])?;
            Ok(crate::puzzles::insert_all(connection, puzzles)?)
        })
    }
}
