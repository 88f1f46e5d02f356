//! Sets of matches by their numbers.

use board_engine::Seat;
use rusqlite::{Connection, params};

use crate::index::{Kind, MatchResult, read_key};

/// A match that was found.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Hit {
    pub(super) number: u32,
    /// After how many plies; none if it was not looked for.
    pub(super) ply: Option<u16>,
}

/// Matches that were found, by ascending numbers, each once.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Hits(Vec<Hit>);

impl Hits {
    fn new(mut hits: Vec<Hit>) -> Self {
        // Runs of the index and matches of one player are each in order.
        if !hits.is_sorted() {
            hits.sort();
        }
        hits.dedup_by_key(|hit| hit.number);
        Self(hits)
    }

    /// The matches in which one of the keys occurs, with this result if one is given.
    pub(super) fn of_pattern(
        connection: &Connection,
        kind: Kind,
        keys: &[i64],
        result: Option<MatchResult>,
    ) -> rusqlite::Result<Self> {
        let mut hits = Vec::new();
        for &key in keys {
            read_key(connection, kind, key, &mut |found| {
                if result.is_none() || found.summary.result() == result {
                    hits.push(Hit { number: found.number, ply: Some(found.ply) });
                }
            })?;
        }
        Ok(Self::new(hits))
    }

    /// The matches of a player in this part of the library; none if there are more than the part allows.
    pub(super) fn of_player(
        connection: &Connection,
        player: &NamedPlayer,
        part: Part,
    ) -> rusqlite::Result<Option<Self>> {
        let mut select = connection.prepare_cached(
            "SELECT match_id FROM players WHERE name = ?1 AND match_id > ?2 AND match_id <= ?3 AND (?4 IS NULL OR seat = ?4)",
        )?;
        let mut hits = Vec::new();
        for name in &player.names {
            let seat = player.seat.map(Seat::index);
            let mut rows = select.query(params![name, part.newer_than, u32::MAX, seat])?;
            while let Some(row) = rows.next()? {
                if hits.len() == part.hits_max {
                    return Ok(None);
                }
                hits.push(Hit { number: row.get(0)?, ply: None });
            }
        }
        Ok(Some(Self::new(hits)))
    }

    /// The matches that are in both sets.
    pub(super) fn and(self, other: &Self) -> Self {
        let mut others = other.0.iter().copied().peekable();
        let both = self.0.into_iter().filter_map(|hit| {
            while others.next_if(|other| other.number < hit.number).is_some() {}
            let other = others.next_if(|other| other.number == hit.number)?;
            Some(Hit { ply: hit.ply.or(other.ply), ..hit })
        });
        Self(both.collect())
    }

    /// From the match with the smallest number on.
    pub(super) fn oldest_first(self) -> impl Iterator<Item = Hit> {
        self.0.into_iter()
    }

    /// From the match with the largest number on.
    pub(super) fn newest_first(self) -> impl ExactSizeIterator<Item = Hit> {
        self.0.into_iter().rev()
    }
}

/// A player of whom a part of the name is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct NamedPlayer {
    /// All names that have this part.
    names: Vec<String>,
    /// Where he sits; none if anywhere.
    seat: Option<Seat>,
}

impl NamedPlayer {
    /// The player whose name contains `text`, in capitals or not. There are far fewer names than matches, and the database knows
    /// capitals of ASCII alone.
    pub(super) fn with(
        connection: &Connection,
        text: &str,
        seat: Option<Seat>,
    ) -> rusqlite::Result<Self> {
        let wanted = text.to_lowercase();
        let mut select = connection.prepare_cached("SELECT name FROM player_names")?;
        let names = select.query_map((), |row| row.get::<_, String>(0))?;
        let names = names
            .filter(|name| name.as_ref().map_or(true, |name| name.to_lowercase().contains(&wanted)))
            .collect::<Result<_, _>>()?;
        Ok(Self { names, seat })
    }
}

/// A part of the library, in which a player is looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Part {
    /// Only matches with larger numbers belong to it.
    pub(super) newer_than: u32,
    /// With more matches of a player than these, looking for him takes too long.
    pub(super) hits_max: usize,
}

impl Part {
    /// All matches, however long it takes.
    pub(super) const WHOLE: Self = Self { newer_than: 0, hits_max: usize::MAX };
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hits(numbers: &[(u32, Option<u16>)]) -> Hits {
        Hits::new(numbers.iter().map(|&(number, ply)| Hit { number, ply }).collect())
    }

    #[test]
    fn matches_of_both_sets_keep_the_place_that_is_known() {
        let by_position = hits(&[(9, Some(4)), (2, Some(3)), (5, Some(1)), (5, Some(7))]);
        let by_player = hits(&[(1, None), (5, None), (9, None)]);
        let both = hits(&[(5, Some(1)), (9, Some(4))]);
        assert_eq!(by_position.clone().and(&by_player), both);
        assert_eq!(by_player.and(&by_position), both);
    }
}
