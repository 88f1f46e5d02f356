//! Keeps the index up to date.

use game_catalog::table_game;
use games_package::{BoardKeys, EndReason, MatchState, Record, TableGame};
use rusqlite::{Connection, params};

use super::occurrence::{Kind, MatchResult, Occurrence, Rating, Summary, game_keys};
use super::runs::add_run;
use crate::library_error::LibraryError;
use crate::match_id::MatchId;
use crate::rows;

/// Index entries not yet written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Occurrences {
    pub(crate) positions: Vec<Occurrence>,
    pub(crate) materials: Vec<Occurrence>,
}

impl Occurrences {
    /// Adds a match's occurrences, up to the first illegal move.
    pub(crate) fn add(
        &mut self,
        number: u32,
        record: &Record,
        game: &dyn TableGame,
        rating: Option<Rating>,
    ) {
        let Ok(mut state) = game.open(Some(&record.start)) else { return };
        for ply in &record.plies {
            if state.play_on(&ply.mv).is_err() {
                break;
            }
        }
        self.add_played(number, record, game, &*state, rating);
    }

    /// Adds the occurrences in a match that ends in the state `end`.
    pub(crate) fn add_played(
        &mut self,
        number: u32,
        record: &Record,
        game: &dyn TableGame,
        end: &dyn MatchState,
        rating: Option<Rating>,
    ) {
        let payoffs = record.ending.as_ref().and_then(|ending| ending.payoffs.as_deref());
        let summary = Summary::new(payoffs.and_then(MatchResult::of), rating);
        let keys = end.board_keys();
        let key_of = game_keys(game.name());
        let mut material_before = None;
        self.positions.reserve(keys.len());
        for (ply, BoardKeys { position, material }) in keys.into_iter().enumerate() {
            let ply = u16::try_from(ply).unwrap_or(u16::MAX);
            self.positions.push(Occurrence { key: key_of(position), number, ply, summary });
            let material = material.map(&key_of);
            if let Some(key) = material.filter(|_| material != material_before) {
                self.materials.push(Occurrence { key, number, ply, summary });
            }
            material_before = material;
        }
    }

    /// Adds a match's occurrences under this number.
    pub(crate) fn append(&mut self, number: u32, other: &Self) {
        let numbered = |occurrence: &Occurrence| Occurrence { number, ..*occurrence };
        self.positions.extend(other.positions.iter().map(numbered));
        self.materials.extend(other.materials.iter().map(numbered));
    }

    /// Renumbers the matches, and drops the occurrences in matches without a new number.
    pub(crate) fn renumber(&mut self, new_number: impl Fn(u32) -> Option<u32>) {
        let renumber = |occurrence: &mut Occurrence| {
            let number = new_number(occurrence.number);
            occurrence.number = number.unwrap_or_default();
            number.is_some()
        };
        self.positions.retain_mut(renumber);
        self.materials.retain_mut(renumber);
    }

    /// Writes the occurrences grouped by kind, one run per kind. Only the first occurrence of a position in a match
    /// counts.
    pub(crate) fn write(mut self, connection: &Connection) -> rusqlite::Result<()> {
        let kinds = [(Kind::Position, &mut self.positions), (Kind::Material, &mut self.materials)];
        for (kind, occurrences) in kinds {
            occurrences.sort_unstable_by_key(|occurrence| occurrence.order());
            if kind == Kind::Position {
                occurrences.dedup_by_key(|occurrence| (occurrence.key, occurrence.number));
            }
            add_run(connection, kind, occurrences)?;
        }
        Ok(())
    }
}

/// Number of matches that will not change and are not indexed yet.
pub(crate) fn pending_count(connection: &Connection) -> rusqlite::Result<usize> {
    let mut select = connection.prepare_cached(&format!("SELECT count(*) {PENDING}"))?;
    select.query_row([EndReason::Stopped.name()], |row| row.get(0))
}

/// The condition for finished matches that are not indexed.
const PENDING: &str =
    "FROM matches WHERE is_indexed = 0 AND end_reason IS NOT NULL AND end_reason <> ?1";

/// Adds at most `count_max` matches to the index. A match is indexed up to the point where it becomes unreadable or
/// breaks the rules.
pub(crate) fn update(connection: &Connection, count_max: usize) -> Result<(), LibraryError> {
    let mut select =
        connection.prepare_cached(&format!("SELECT id {PENDING} ORDER BY id LIMIT ?2"))?;
    let ids = select.query_map(params![EndReason::Stopped.name(), count_max], |row| row.get(0))?;
    let ids: Vec<i64> = ids.collect::<rusqlite::Result<_>>()?;
    let mut occurrences = Occurrences::default();
    for &id in &ids {
        let Ok(number) = u32::try_from(id) else { continue };
        let record = rows::read_record(connection, MatchId::new(id), "");
        let Ok(record) = record else { continue };
        if let Ok(game) = table_game(&record.game) {
            occurrences.add(number, &record, &*game, None);
            know_keys(connection, &*game)?;
        }
    }
    occurrences.write(connection)?;
    Ok(set_indexed(connection, &ids)?)
}

/// Records that the matches are indexed.
fn set_indexed(connection: &Connection, ids: &[i64]) -> rusqlite::Result<()> {
    let mut update = connection
        .prepare_cached("UPDATE matches SET is_indexed = 1 WHERE id BETWEEN ?1 AND ?2")?;
    // Most numbers are consecutive.
    let runs = ids.chunk_by(|before, after| *after == before + 1);
    runs.filter_map(|run| run.first().zip(run.last()))
        .try_for_each(|(first, last)| update.execute([first, last]).map(|_count| ()))
}

/// Records the keys used for indexing a game.
pub(crate) fn know_keys(connection: &Connection, game: &dyn TableGame) -> rusqlite::Result<()> {
    let sql = "INSERT INTO index_games VALUES (?1, ?2) ON CONFLICT DO NOTHING";
    connection.prepare_cached(sql)?.execute(params![game.name(), start_key(game)]).map(|_count| ())
}

/// The key of the game's initial position.
fn start_key(game: &dyn TableGame) -> Option<i64> {
    game.open(None).ok().map(|state| state.key().cast_signed())
}

/// Returns `true` if the keys in the index agree with this program, because another build may compute different keys.
pub(crate) fn has_keys_of_program(connection: &Connection) -> rusqlite::Result<bool> {
    let mut select = connection.prepare_cached("SELECT game, start_key FROM index_games")?;
    let rows = select.query_map((), |row| Ok((row.get::<_, String>(0)?, row.get(1)?)))?;
    for row in rows {
        let (name, key) = row?;
        // A game unknown to this program may come from a build with more games.
        if let Ok(game) = table_game(&name)
            && start_key(&*game) != Some(key)
        {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Clears the index. [`update`] adds the matches again.
pub(crate) fn clear(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(
        "DELETE FROM index_runs; DELETE FROM index_outdated; DELETE FROM index_games;
        UPDATE matches SET is_indexed = 0 WHERE is_indexed = 1;",
    )
}
