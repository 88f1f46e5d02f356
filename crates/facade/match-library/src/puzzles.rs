//! Puzzles in the library, and the ratings of their solvers.

use std::time::Duration;

use analysis::puzzles::{Goal, Motif, Puzzle, Rating, Schedule};
use board_engine::printable;
use rusqlite::{Connection, OptionalExtension, Row, named_params, params};

use crate::library::Library;
use crate::library_error::LibraryError;

/// Selects puzzles; all puzzles by default.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PuzzleFilter<'a> {
    /// Only puzzles from this game, or of all its variants if the name doesn't include a variant.
    pub game: Option<&'a str>,
    /// Only puzzles with this motif, by name.
    pub motif: Option<&'a str>,
    /// Only the puzzle with this number.
    pub id: Option<i64>,
}

/// A puzzle in the library.
#[derive(Clone, PartialEq, Debug)]
pub struct KeptPuzzle {
    /// Its number.
    pub id: i64,
    /// The puzzle, with its current rating.
    pub puzzle: Puzzle,
    /// The number of attempts.
    pub attempts: u32,
    /// The number of successful attempts.
    pub solved: u32,
    /// The time to show the puzzle again.
    pub schedule: Schedule,
}

/// A filter's conditions.
const FILTER: &str =
    "(:game IS NULL OR game = :game OR substr(game, 1, length(:game) + 1) = :game || ':')
    AND (:motif IS NULL OR motif = :motif) AND (:id IS NULL OR id = :id)";

/// The rating of a solver's first puzzle.
const FIRST_RATING: u32 = 1000;

impl Library {
    /// Adds puzzles. Skips positions that already have a puzzle. Returns the number of puzzles added.
    ///
    /// # Errors
    /// [`LibraryError`] if the database can't be written.
    pub fn add_puzzles(&self, puzzles: &[Puzzle]) -> Result<usize, LibraryError> {
        self.write(|batch| Ok(insert_all(batch.connection(), puzzles)?))
    }

    /// The puzzles that pass a filter, ordered by number.
    ///
    /// # Errors
    /// [`LibraryError`] if the database can't be read.
    pub fn puzzles(&self, filter: PuzzleFilter<'_>) -> Result<Vec<KeptPuzzle>, LibraryError> {
        self.read(|inner| {
            let sql = format!("SELECT * FROM puzzles WHERE {FILTER} ORDER BY id");
            Ok(select(inner.connection(), &sql, filter)?)
        })
    }

    /// Returns `true` if a puzzle matches the filter.
    ///
    /// # Errors
    /// [`LibraryError`] if the database can't be read.
    pub fn has_puzzles(&self, filter: PuzzleFilter<'_>) -> Result<bool, LibraryError> {
        let PuzzleFilter { game, motif, id } = filter;
        self.read(|inner| {
            let sql = format!("SELECT 1 FROM puzzles WHERE {FILTER} LIMIT 1");
            let mut select = inner.connection().prepare_cached(&sql)?;
            Ok(select.exists(named_params! { ":game": game, ":motif": motif, ":id": id })?)
        })
    }

    /// The next puzzle to show, excluding the numbers in `skipped`: the missed puzzle that has been due the longest or,
    /// if none is due at this time, the untried puzzle closest to the solver's rating. `None` if there is no missed or
    /// untried puzzle. As in a [`Schedule`], times count from 1970; the current time is
    /// [`unix_time`](crate::unix_time).
    ///
    /// # Errors
    /// [`LibraryError`] if the database can't be read.
    pub fn next_puzzle(
        &self,
        filter: PuzzleFilter<'_>,
        skipped: &[i64],
        now: Duration,
    ) -> Result<Option<KeptPuzzle>, LibraryError> {
        let due =
            format!("SELECT * FROM puzzles WHERE {FILTER} AND due_ms <= :now ORDER BY due_ms, id");
        let new = format!(
            "SELECT * FROM puzzles WHERE {FILTER} AND attempts = 0 AND :now > 0 ORDER BY abs(rating - coalesce(
                (SELECT rating FROM solver_ratings WHERE game = puzzles.game), {FIRST_RATING})), id"
        );
        self.read(|inner| {
            for sql in [due, new] {
                let next = first(inner.connection(), &sql, filter, skipped, now)?;
                if next.is_some() {
                    return Ok(next);
                }
            }
            Ok(None)
        })
    }

    /// The local solver's rating in this game at this time. The longer ago the last attempt, the less certain the
    /// rating.
    ///
    /// # Errors
    /// [`LibraryError`] if the database can't be read.
    pub fn solver_rating(&self, game: &str, now: Duration) -> Result<Rating, LibraryError> {
        self.read(|inner| Ok(solver_rating(inner.connection(), game, now)?))
    }

    /// Records an attempt at a puzzle at this time: updates both ratings and the puzzle's schedule. Returns the
    /// solver's new rating.
    ///
    /// # Errors
    /// [`LibraryError`] if the database can't be written.
    pub fn note_attempt(
        &self,
        kept: &KeptPuzzle,
        is_solved: bool,
        now: Duration,
    ) -> Result<Rating, LibraryError> {
        self.write(|batch| {
            let connection = batch.connection();
            let KeptPuzzle { id, puzzle, attempts, schedule, .. } = kept;
            let before = solver_rating(connection, &puzzle.game, now)?;
            let result = if is_solved { 1.0 } else { 0.0 };
            let solver = before.after(puzzle.rating, result);
            let rating = puzzle.rating.after(before, 1.0 - result);
            let next = schedule.after(is_solved, *attempts == 0, now);
            connection.prepare_cached(
                "INSERT INTO solver_ratings (game, rating, deviation, rated_ms) VALUES (?1, ?2, ?3, ?4)
                ON CONFLICT DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation, rated_ms = excluded.rated_ms",
            )?.execute(params![puzzle.game, solver.value, solver.deviation, milliseconds(now)])?;
            connection.prepare_cached(
                "UPDATE puzzles SET rating = ?2, deviation = ?3, attempts = attempts + 1, solved = solved + ?4,
                    streak = ?5, due_ms = ?6 WHERE id = ?1",
            )?.execute(params![id, rating.value, rating.deviation, is_solved, next.streak, next.due.map(milliseconds)])?;
            Ok(solver)
        })
    }

    /// Deletes the puzzles that pass a filter. Returns the number deleted.
    ///
    /// # Errors
    /// [`LibraryError`] if the database can't be written.
    pub fn delete_puzzles(&self, filter: PuzzleFilter<'_>) -> Result<usize, LibraryError> {
        self.write(|batch| {
            let sql = format!("DELETE FROM puzzles WHERE {FILTER}");
            let mut delete = batch.connection().prepare_cached(&sql)?;
            let PuzzleFilter { game, motif, id } = filter;
            let parameters = named_params! { ":game": game, ":motif": motif, ":id": id };
            let deleted = delete.execute(parameters)?;
            if filter == PuzzleFilter::default() {
                // Once all puzzles are deleted, searches must be able to find the same puzzles again.
                batch.connection().execute("DELETE FROM puzzle_searches", ())?;
            }
            Ok(deleted)
        })
    }
}

/// Adds puzzles and returns the number of new ones.
pub(crate) fn insert_all(connection: &Connection, puzzles: &[Puzzle]) -> rusqlite::Result<usize> {
    puzzles.iter().map(|puzzle| insert(connection, puzzle)).sum()
}

fn insert(connection: &Connection, puzzle: &Puzzle) -> rusqlite::Result<usize> {
    let (win_in, lead) = match puzzle.goal {
        Goal::Win(plies) => (Some(plies), None),
        Goal::Lead(lead) => (None, Some(lead)),
    };
    let mut insert = connection.prepare_cached(
        "INSERT INTO puzzles (game, position, solution, win_in, lead, motif, source, rating, deviation)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) ON CONFLICT DO NOTHING",
    )?;
    insert.execute(params![
        puzzle.game,
        puzzle.position,
        puzzle.solution.join(" "),
        win_in,
        lead,
        puzzle.motif.name(),
        puzzle.source,
        puzzle.rating.value,
        puzzle.rating.deviation,
    ])
}

/// Runs a statement with a filter's parameters and returns its puzzles. Skips rows that are not valid puzzles.
fn select(
    connection: &Connection,
    sql: &str,
    filter: PuzzleFilter<'_>,
) -> rusqlite::Result<Vec<KeptPuzzle>> {
    let PuzzleFilter { game, motif, id } = filter;
    let mut select = connection.prepare_cached(sql)?;
    let parameters = named_params! { ":game": game, ":motif": motif, ":id": id };
    let rows = select.query_map(parameters, read)?;
    Ok(rows.collect::<rusqlite::Result<Vec<_>>>()?.into_iter().flatten().collect())
}

/// Runs a statement with a filter's parameters and the time, and returns the first puzzle that is not skipped.
fn first(
    connection: &Connection,
    sql: &str,
    filter: PuzzleFilter<'_>,
    skipped: &[i64],
    now: Duration,
) -> rusqlite::Result<Option<KeptPuzzle>> {
    let (PuzzleFilter { game, motif, id }, now) = (filter, milliseconds(now));
    let mut select = connection.prepare_cached(sql)?;
    let parameters = named_params! { ":game": game, ":motif": motif, ":id": id, ":now": now };
    let rows = select.query_map(parameters, read)?;
    for kept in rows {
        if let Some(kept) = kept?.filter(|kept| !skipped.contains(&kept.id)) {
            return Ok(Some(kept));
        }
    }
    Ok(None)
}

/// Parses a row; `None` if its values are not valid for a puzzle.
fn read(row: &Row<'_>) -> rusqlite::Result<Option<KeptPuzzle>> {
    let text = |name: &str| Ok::<_, rusqlite::Error>(printable(&row.get::<_, String>(name)?));
    let goal = match (row.get("win_in")?, row.get("lead")?) {
        (Some(plies), None) => Goal::Win(plies),
        (None, Some(lead)) => Goal::Lead(lead),
        _ => return Ok(None),
    };
    let Ok(motif) = text("motif")?.parse::<Motif>() else { return Ok(None) };
    let due: Option<i64> = row.get("due_ms")?;
    let due = due.map(|due| Duration::from_millis(due.unsigned_abs()));
    Ok(Some(KeptPuzzle {
        id: row.get("id")?,
        puzzle: Puzzle {
            game: text("game")?,
            position: text("position")?,
            solution: text("solution")?.split_ascii_whitespace().map(str::to_owned).collect(),
            goal,
            motif,
            rating: Rating { value: row.get("rating")?, deviation: row.get("deviation")? },
            source: text("source")?,
        },
        attempts: row.get("attempts")?,
        solved: row.get("solved")?,
        schedule: Schedule { due, streak: row.get("streak")? },
    }))
}

fn solver_rating(connection: &Connection, game: &str, now: Duration) -> rusqlite::Result<Rating> {
    let mut select = connection
        .prepare_cached("SELECT rating, deviation, rated_ms FROM solver_ratings WHERE game = ?1")?;
    let read = |row: &Row<'_>| {
        let rating = Rating { value: row.get(0)?, deviation: row.get(1)? };
        let rated: Option<i64> = row.get(2)?;
        let idle = rated.map_or(0, |rated| milliseconds(now).saturating_sub(rated).max(0));
        Ok(rating.after_rest(Duration::from_millis(idle.unsigned_abs())))
    };
    Ok(select.query_row([game], read).optional()?.unwrap_or_default())
}

fn milliseconds(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}
