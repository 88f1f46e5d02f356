//! A filter's conditions, as SQL.

use board_engine::Seat;
use games_package::EndReason;
use rusqlite::{Connection, Statement, ToSql};

use super::{MatchFilter, count_as};
use crate::index::MatchResult;
use crate::match_id::MatchId;

/// The condition that a match is public.
pub(super) const IS_PUBLIC: &str = "(program = 'import' OR (is_listed = 1 AND end_reason IS NOT NULL AND end_reason <> 'stopped'))";

/// Up to this many matches, finding and sorting them individually is faster than scanning all matches.
const FEW: usize = 10_000;

/// The positions of the digits in a day, "1998.07.24".
const DIGITS: [usize; 8] = [0, 1, 2, 3, 5, 6, 8, 9];

/// The method for looking up matches. The database has no statistics, so it assumes that every condition is selective.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Access {
    /// Scans by day, if few matches are from these days.
    Days,
    /// Scans by game, if few matches belong to the game.
    Game,
    /// Scans in list order, which finishes early if many matches are from these days.
    Order,
    /// Lets the database choose.
    Any,
}

impl Access {
    /// The access method for a condition that only a few matches meet, if the filter has such a condition.
    pub(super) fn to_few(
        connection: &Connection,
        filter: &MatchFilter<'_>,
    ) -> rusqlite::Result<Option<Self>> {
        let &MatchFilter { game, result, from, to, .. } = filter;
        let are_few = |filter: MatchFilter<'_>| {
            count_as(connection, &filter, Self::Any, FEW).map(|count| count < FEW)
        };
        let has_days = from.is_some() || to.is_some();
        if has_days && are_few(MatchFilter { from, to, ..MatchFilter::default() })? {
            return Ok(Some(Self::Days));
        }
        let is_one_of_several = game.is_some() && (has_days || result.is_some());
        if is_one_of_several && are_few(MatchFilter { game, ..MatchFilter::default() })? {
            return Ok(Some(Self::Game));
        }
        Ok(None)
    }

    /// The prefix for the column that orders a list. A plus doesn't change the values, but it makes the database sort
    /// the found matches instead of reading all matches in index order.
    pub(super) const fn order(self) -> &'static str {
        match self {
            Self::Days | Self::Game => "+",
            Self::Order | Self::Any => "",
        }
    }

    /// The columns for days, games and results. A column with a plus is not looked up in an index.
    const fn columns(self) -> [&'static str; 3] {
        match self {
            Self::Days => ["day", "+game", "+result"],
            Self::Game => ["+day", "game", "+result"],
            Self::Order => ["+day", "game", "result"],
            Self::Any => ["day", "game", "result"],
        }
    }
}

/// A filter's conditions. Absent conditions are omitted so that the database can choose a suitable index. Each
/// condition contains a parameter that [`bind`] sets.
pub(super) fn conditions(filter: &MatchFilter<'_>, access: Access) -> String {
    let [day, game, result] = access.columns();
    let result = filter.result.map(|of| {
        let number = match of {
            MatchResult::Draw => 0,
            MatchResult::Win(seat) if seat == Seat::FIRST => 1,
            MatchResult::Win(_) => 2,
        };
        format!("{result} = {number}")
    });
    // In ASCII, a semicolon follows the colon.
    let game = format!("({game} = :game OR ({game} >= :game || ':' AND {game} < :game || ';'))");
    let from = format!("{day} >= :from");
    let to = until(day);
    let is_public = format!("{IS_PUBLIC} = :public");
    let conditions = [
        filter.id.map(|_| "matches.id = :id"),
        filter.name.map(|_| "matches.name = :name"),
        filter.game.map(|_| game.as_str()),
        filter
            .is_finished
            .map(|_| "(end_reason IS NOT NULL AND end_reason <> :stopped) = :finished"),
        filter.program.map(|_| "program = :program"),
        filter.is_listed.map(|_| "is_listed = :listed"),
        filter.is_being_played.map(|_| "(holder IS NOT NULL) = :played"),
        result.as_deref(),
        filter.is_public.map(|_| is_public.as_str()),
        // In ASCII, a question mark comes after digits and periods.
        filter.from.map(|_| from.as_str()),
        filter.to.map(|_| to.as_str()),
    ];
    let conditions: Vec<&str> =
        std::iter::once("true").chain(conditions.into_iter().flatten()).collect();
    conditions.join(" AND ")
}

/// The condition that a match may be from the day `:to` or earlier. The date of such a match either precedes that day
/// in the index, or equals it up to the date's first question mark.
fn until(day: &str) -> String {
    let same = DIGITS.map(|digits| {
        let known = format!("substr(:to, 1, {digits})");
        format!("{day} BETWEEN {known} || '?' AND {known} || '@'")
    });
    // A zero sorts before all other digits.
    format!("({day} <= :to OR {}) AND replace(day, '?', '0') <= :to", same.join(" OR "))
}

/// Sets the parameters of [`conditions`].
pub(super) fn bind(select: &mut Statement<'_>, filter: &MatchFilter<'_>) -> rusqlite::Result<()> {
    bind_some(select, ":id", filter.id.map(MatchId::number))?;
    bind_some(select, ":name", filter.name)?;
    bind_some(select, ":game", filter.game)?;
    bind_some(select, ":finished", filter.is_finished)?;
    bind_some(select, ":stopped", filter.is_finished.map(|_| EndReason::Stopped.name()))?;
    bind_some(select, ":program", filter.program)?;
    bind_some(select, ":listed", filter.is_listed)?;
    bind_some(select, ":played", filter.is_being_played)?;
    bind_some(select, ":public", filter.is_public)?;
    bind_some(select, ":from", filter.from)?;
    bind_some(select, ":to", filter.to)
}

fn bind_some(
    select: &mut Statement<'_>,
    name: &str,
    value: Option<impl ToSql>,
) -> rusqlite::Result<()> {
    value.map_or(Ok(()), |value| bind_one(select, name, value))
}

/// Sets one parameter.
pub(super) fn bind_one(
    select: &mut Statement<'_>,
    name: &str,
    value: impl ToSql,
) -> rusqlite::Result<()> {
    let index = select.parameter_index(name)?;
    let index = index.ok_or_else(|| rusqlite::Error::InvalidParameterName(name.into()))?;
    select.raw_bind_parameter(index, value)
}

#[cfg(test)]
mod tests {
    use rusqlite::params;
    use tempfile::TempDir;

    use super::*;
    use crate::database;

    const ALL: [Access; 4] = [Access::Days, Access::Game, Access::Order, Access::Any];

    /// A library with one match for each of these days and results.
    fn library() -> (TempDir, Connection) {
        let folder = tempfile::tempdir().unwrap();
        let connection = database::open(&folder.path().join("matches.sqlite3")).unwrap();
        let sql = "INSERT INTO matches (program, is_listed, created_ms, updated_ms, day, game, start, final_position, ply_count,
            seed, time_control, pondering, end_payoffs) VALUES ('', 0, 0, 0, ?1, 'a:b', '', '', 0, 0, '', 0, ?2)";
        for day in ["1998.07.24", "1998.07.??", "1998.??.??", "199?.??.??", "????.??.??"] {
            for payoffs in [Some("1,-1"), Some("0,0"), Some("-2,2"), None] {
                connection.execute(sql, params![day, payoffs]).unwrap();
            }
        }
        (folder, connection)
    }

    fn of_days(from: &'static str, to: &'static str) -> MatchFilter<'static> {
        MatchFilter { from: Some(from), to: Some(to), ..MatchFilter::default() }
    }

    fn with_result(filter: MatchFilter<'_>) -> MatchFilter<'_> {
        MatchFilter { result: Some(MatchResult::Draw), ..filter }
    }

    /// The database's query plan for the first matches in a list.
    fn plan(connection: &Connection, filter: &MatchFilter<'_>, access: Access) -> String {
        let (conditions, order) = (conditions(filter, access), access.order());
        let sql = format!(
            "EXPLAIN QUERY PLAN SELECT game FROM matches WHERE {conditions}
            ORDER BY {order}updated_ms DESC, {order}id DESC LIMIT 20"
        );
        let mut select = connection.prepare(&sql).unwrap();
        bind(&mut select, filter).unwrap();
        let mut rows = select.raw_query();
        let mut plan = String::new();
        while let Some(row) = rows.next().unwrap() {
            plan.push_str(&row.get::<_, String>("detail").unwrap());
            plan.push('\n');
        }
        plan
    }

    #[test]
    fn few_matches_are_looked_up_by_day_and_many_in_list_order() {
        let (_folder, connection) = library();
        let days = of_days("1998.07.20", "1998.07.24");
        let open = MatchFilter { to: None, ..days };
        for filter in [days, open, with_result(days)] {
            let few = plan(&connection, &filter, Access::Days);
            assert!(few.contains("matches_by_day (day>?"), "{few}");
            assert!(
                !few.contains("matches_by_update") && !few.contains("matches_by_result"),
                "{few}"
            );
        }
        let many = plan(&connection, &days, Access::Order);
        assert!(many.contains("matches_by_update") && !many.contains("B-TREE"), "{many}");
    }

    #[test]
    fn matches_with_a_result_are_read_in_list_order() {
        let (_folder, connection) = library();
        let filter = with_result(MatchFilter::default());
        for access in [Access::Order, Access::Any] {
            let plan = plan(&connection, &filter, access);
            assert!(plan.contains("matches_by_result (result=?)"), "{plan}");
            assert!(!plan.contains("B-TREE"), "{plan}");
        }
    }

    #[test]
    fn the_rarest_condition_is_checked_first() {
        let (_folder, connection) = library();
        let to_few = |filter: MatchFilter<'_>| Access::to_few(&connection, &filter).unwrap();
        let (days, all) = (of_days("1998.07.20", "1998.07.24"), MatchFilter::default());
        let game = MatchFilter { game: Some("a"), ..all };
        assert_eq!(to_few(with_result(days)), Some(Access::Days));
        assert_eq!(to_few(with_result(game)), Some(Access::Game));
        for filter in [all, game, with_result(all)] {
            assert_eq!(to_few(filter), None, "{filter:?}");
        }
    }

    #[test]
    fn the_matches_are_the_same_however_they_are_looked_up() {
        let (_folder, connection) = library();
        let game = MatchFilter { game: Some("a"), ..of_days("1998.07.25", "1998.12.31") };
        let filters = [
            (MatchFilter::default(), 20),
            (game, 16),
            (with_result(game), 4),
            (of_days("1999.01.01", "1999.01.01"), 8),
            (of_days("2000.01.01", "2000.01.01"), 4),
            (of_days("1990.01.01", "1998.06.30"), 12),
        ];
        for (filter, expected) in filters {
            for access in ALL {
                let count = count_as(&connection, &filter, access, 99);
                assert_eq!(count, Ok(expected), "{filter:?}, {access:?}");
            }
        }
    }
}
