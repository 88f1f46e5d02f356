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
#[derive(Clone, PartialEq, Eq, Debug)]
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

    /// The matches of the players whose names contain `text`, in capitals or not, at this seat if one is given.
    pub(super) fn of_player(
        connection: &Connection,
        text: &str,
        seat: Option<Seat>,
    ) -> rusqlite::Result<Self> {
        let mut select = connection.prepare_cached(
            "SELECT match_id FROM players WHERE name = ?1 AND (?2 IS NULL OR seat = ?2) AND match_id <= ?3",
        )?;
        let mut hits = Vec::new();
        for name in names(connection, text)? {
            let numbers = select
                .query_map(params![name, seat.map(Seat::index), u32::MAX], |row| row.get(0))?;
            for number in numbers {
                hits.push(Hit { number: number?, ply: None });
            }
        }
        Ok(Self::new(hits))
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

/// The names of players that contain the text. There are far fewer than matches, and the database knows capitals of ASCII alone.
fn names(connection: &Connection, text: &str) -> rusqlite::Result<Vec<String>> {
    let wanted = text.to_lowercase();
    let mut select = connection.prepare_cached("SELECT name FROM player_names")?;
    let names = select.query_map((), |row| row.get::<_, String>(0))?;
    names
        .filter(|name| name.as_ref().map_or(true, |name| name.to_lowercase().contains(&wanted)))
        .collect()
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
