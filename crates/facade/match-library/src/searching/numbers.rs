//! Sets of matches by number.

use board_engine::{SEATS_MAX, Seat};
use rusqlite::{Connection, Row};

use crate::index::{Kind, MatchResult, read_key};
use crate::player_blocks::{self, Seated};

/// Exclusive upper bound for name numbers. The database assigns them sequentially, so only a damaged database contains
/// larger numbers.
const NAMES_MAX: u32 = 1 << 26;

/// A found match.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Hit {
    pub(super) number: u32,
    /// The ply at which the pattern first occurs; `None` without a pattern.
    pub(super) ply: Option<u16>,
}

/// Distinct found matches, ordered by match number.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Hits(Vec<Hit>);

impl Hits {
    fn new(mut hits: Vec<Hit>) -> Self {
        // Each run of the index is sorted, but their concatenation is not.
        if !hits.is_sorted() {
            hits.sort();
        }
        hits.dedup_by_key(|hit| hit.number);
        Self(hits)
    }

    /// The matches that contain one of the keys and, if given, have this result.
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

    /// The matches where all of these players took part. With `among`, matches outside that set may be missing.
    pub(super) fn of_players(
        connection: &Connection,
        players: &NamedPlayers,
        among: Option<&Self>,
    ) -> rusqlite::Result<Self> {
        let mut hits = Vec::new();
        if !players.have_names() {
            return Ok(Self(hits));
        }
        let is_wanted = |first, last| among.is_none_or(|among| among.has_any(first, last));
        let mut number = None;
        let mut left = players.all();
        player_blocks::read(connection, is_wanted, |seated| {
            if number != Some(seated.number) {
                number = Some(seated.number);
                left = players.all();
            }
            let before = left;
            left &= !players.at(seated);
            if left == 0 && before != 0 {
                hits.push(Hit { number: seated.number, ply: None });
            }
        })?;
        Ok(Self::new(hits))
    }

    /// Returns `true` if the set contains a match with a number from `first` to `last`.
    fn has_any(&self, first: u32, last: u32) -> bool {
        let index = self.0.partition_point(|hit| hit.number < first);
        self.0.get(index).is_some_and(|hit| hit.number <= last)
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

    /// The hits in ascending order of match number.
    pub(super) fn oldest_first(self) -> Vec<Hit> {
        self.0
    }

    /// The hits in descending order of match number.
    pub(super) fn newest_first(mut self) -> Vec<Hit> {
        self.0.reverse();
        self.0
    }
}

/// Players that are searched by part of their name. A set of these players is a bit mask with one bit per player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct NamedPlayers {
    count: usize,
    /// For each name number, the set of searched players that the name matches. Names that match no player may be
    /// missing at the end.
    of_name: Vec<u8>,
    /// For each seat, the set of searched players that may sit there.
    of_seat: [u8; SEATS_MAX],
}

impl NamedPlayers {
    /// Finds the names that contain these strings, ignoring case, each for the given seat or for any seat. Names are
    /// compared here and not in the database, which ignores case only in ASCII; there are far fewer names than matches.
    pub(super) fn with(
        connection: &Connection,
        players: &[(&str, Option<Seat>)],
    ) -> rusqlite::Result<Self> {
        let texts: Vec<String> = players.iter().map(|(text, _)| text.to_lowercase()).collect();
        let mut of_name = Vec::new();
        let mut select = connection.prepare_cached("SELECT id, name FROM player_names")?;
        let mut rows = select.query(())?;
        while let Some(row) = rows.next()? {
            let name = row.get_ref(1)?.as_str()?.to_lowercase();
            let found = set_of(texts.iter().map(|text| name.contains(text.as_str())));
            if found != 0 {
                let id = name_number(row)?;
                of_name.resize(of_name.len().max(id + 1), 0);
                of_name[id] = found;
            }
        }
        let of_seat = std::array::from_fn(|index| {
            set_of(players.iter().map(|(_, seat)| seat.is_none_or(|seat| seat.index() == index)))
        });
        Ok(Self { count: players.len(), of_name, of_seat })
    }

    /// The set of all searched players.
    fn all(&self) -> u8 {
        set_of((0..self.count).map(|_| true))
    }

    /// Returns `true` if the library contains a matching name for each player.
    fn have_names(&self) -> bool {
        self.of_name.iter().fold(0_u8, |found, set| found | set) == self.all()
    }

    /// The set of searched players that this player in a match can be.
    fn at(&self, seated: Seated) -> u8 {
        let of_name = self.of_name.get(seated.name as usize);
        let of_seat = self.of_seat.get(usize::from(seated.seat));
        of_name.zip(of_seat).map_or(0, |(of_name, of_seat)| of_name & of_seat)
    }
}

/// Parses the name number in a row. The number determines a table size, so it must not be too large.
fn name_number(row: &Row<'_>) -> rusqlite::Result<usize> {
    let number: u32 = row.get(0)?;
    if number < NAMES_MAX {
        Ok(number as usize)
    } else {
        Err(rusqlite::Error::IntegralValueOutOfRange(0, number.into()))
    }
}

/// The bit mask of the indices whose items are `true`.
fn set_of(are_in: impl Iterator<Item = bool>) -> u8 {
    are_in.enumerate().fold(0_u8, |set, (index, is_in)| set | u8::from(is_in) << index)
}

#[cfg(test)]
mod tests {
    use rusqlite::params;

    use super::*;
    use crate::database;

    fn hits(numbers: &[(u32, Option<u16>)]) -> Hits {
        Hits::new(numbers.iter().map(|&(number, ply)| Hit { number, ply }).collect())
    }

    #[test]
    fn matches_in_both_sets_keep_the_known_place() {
        let by_position = hits(&[(9, Some(4)), (2, Some(3)), (5, Some(1)), (5, Some(7))]);
        let by_player = hits(&[(1, None), (5, None), (9, None)]);
        let both = hits(&[(5, Some(1)), (9, Some(4))]);
        assert_eq!(by_position.clone().and(&by_player), both);
        assert_eq!(by_player.and(&by_position), both);
    }

    #[test]
    fn a_set_of_matches_contains_its_numbers() {
        let some = hits(&[(3, None), (7, None)]);
        assert!(some.has_any(3, 3) && some.has_any(0, 9) && some.has_any(4, 7));
        assert!(!some.has_any(0, 2) && !some.has_any(4, 6) && !some.has_any(8, u32::MAX));
    }

    #[test]
    fn an_impossible_name_number_is_reported_as_damage() {
        let folder = tempfile::tempdir().expect("a folder");
        let connection = database::open(&folder.path().join("matches.sqlite3")).expect("new");
        let add = |number: u32, name: &str| {
            let sql = "INSERT INTO player_names (id, name) VALUES (?1, ?2)";
            connection.execute(sql, params![number, name]).expect("a name");
        };
        add(NAMES_MAX - 1, "Ada");
        add(u32::MAX, "Bob");
        let ada = NamedPlayers::with(&connection, &[("ada", None)]).expect("a large number");
        assert!(ada.have_names());
        let bob = NamedPlayers::with(&connection, &[("bob", None)]);
        assert_eq!(bob, Err(rusqlite::Error::IntegralValueOutOfRange(0, u32::MAX.into())));
    }
}
