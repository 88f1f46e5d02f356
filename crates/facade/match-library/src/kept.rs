//! Lists and filters saved matches.

mod conditions;

use std::collections::HashSet;

use analysis::{counted_moves, players_and_moves};
use board_engine::{Seat, printable};
use games_package::{EndReason, RecordedPlayer};
use rusqlite::{Connection, Row};

use self::conditions::{Access, IS_PUBLIC, bind, bind_one, conditions};
use crate::index::MatchResult;
use crate::match_id::MatchId;
use crate::rows;
use crate::time_of_day;
use crate::titles::moves_in;

/// The player name that stands for a human.
const PERSON: &str = "human";

/// The player with strength levels. Lists display the player's level.
const LEVEL: &str = "level";

/// Selects the matches to list; all matches by default.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MatchFilter<'a> {
    /// Only the match with this number.
    pub id: Option<MatchId>,
    /// Only the match with this public name.
    pub name: Option<&'a str>,
    /// Only matches in this game, or of all its variants if the name doesn't include a variant.
    pub game: Option<&'a str>,
    /// Only finished matches, or only resumable matches.
    pub is_finished: Option<bool>,
    /// Only matches saved by this program.
    pub program: Option<&'a str>,
    /// Only listed matches, or only unlisted ones.
    pub is_listed: Option<bool>,
    /// Only matches in progress, or only matches not in progress.
    pub is_being_played: Option<bool>,
    /// Only matches with this result.
    pub result: Option<MatchResult>,
    /// Only public matches, or only non-public ones. Imported matches and finished listed matches are public.
    pub is_public: Option<bool>,
    /// Only matches that may be from this day or later, such as "1998.07.24". A partly unknown date stands for any day
    /// that fits it.
    pub from: Option<&'a str>,
    /// Only matches that may be from this day or earlier.
    pub to: Option<&'a str>,
}

/// A page of a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Page {
    /// The number of matches to skip at the start.
    pub offset: usize,
    /// The maximum number of matches to list.
    pub limit: usize,
}

impl Page {
    /// The whole list.
    pub const ALL: Self = Self { offset: 0, limit: usize::MAX };
}

/// A saved match in a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeptMatch {
    /// Its number.
    pub id: MatchId,
    /// The match's public name, or "match-3".
    pub name: String,
    /// The program that saved the match.
    pub program: String,
    /// `true` if other users can find the match in a list.
    pub is_listed: bool,
    /// The game with its variant.
    pub game: String,
    /// The players, in seat order.
    pub players: Vec<RecordedPlayer>,
    /// Number of plies.
    pub ply_count: usize,
    /// The name of the [`EndReason`]; `None` if the match has not ended.
    pub end_reason: Option<String>,
    /// The time when the match began, in milliseconds since 1970.
    pub created_ms: i64,
    /// The time when the match was last saved, in milliseconds since 1970.
    pub updated_ms: i64,
    /// Whether a program is playing the match now.
    pub is_being_played: bool,
    /// Each seat's payoff; `None` if the match has no result.
    pub payoffs: Option<Vec<i16>>,
    /// The tags of the file that the match was imported from.
    pub imported: Option<Imported>,
}

/// The tags of an imported match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Imported {
    /// The date as written in the file: "1998.07.??".
    pub date: Option<String>,
    /// The event.
    pub event: Option<String>,
}

/// The program name for imported matches.
pub(crate) const IMPORTED: &str = "import";

/// The matches that pass a filter, most recently saved first.
pub(crate) fn list(
    connection: &Connection,
    filter: &MatchFilter<'_>,
    page: Page,
) -> rusqlite::Result<Vec<KeptMatch>> {
    let access = Access::to_few(connection, filter)?.unwrap_or(Access::Order);
    let (conditions, order) = (conditions(filter, access), access.order());
    let sql = format!(
        "SELECT matches.*, holder, sheets.match_id AS sheet, date, event FROM matches LEFT JOIN sheets ON sheets.match_id = id
        LEFT JOIN claims ON claims.match_id = id WHERE {conditions}
        ORDER BY {order}updated_ms DESC, {order}id DESC LIMIT :limit OFFSET :offset"
    );
    let number = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
    let mut select = connection.prepare_cached(&sql)?;
    bind(&mut select, filter)?;
    let place = [(":limit", page.limit), (":offset", page.offset)];
    for (name, count) in place {
        bind_one(&mut select, name, number(count))?;
    }
    let mut rows = select.raw_query();
    let mut matches = Vec::new();
    while let Some(row) = rows.next()? {
        matches.push(read(row)?);
    }
    for kept in &mut matches {
        // A match with unreadable players is still listed, and can be deleted.
        kept.players = rows::read_players(connection, kept.id)?.unwrap_or_default();
    }
    Ok(matches)
}

/// The matches that pass a filter, in the order they were added.
pub(crate) fn ids(
    connection: &Connection,
    filter: &MatchFilter<'_>,
) -> rusqlite::Result<Vec<MatchId>> {
    let access = Access::to_few(connection, filter)?.unwrap_or(Access::Any);
    let (conditions, order) = (conditions(filter, access), access.order());
    let sql = format!(
        "SELECT matches.id FROM matches LEFT JOIN claims ON claims.match_id = id WHERE {conditions} ORDER BY {order}matches.id"
    );
    let mut select = connection.prepare_cached(&sql)?;
    bind(&mut select, filter)?;
    let mut rows = select.raw_query();
    let mut ids = Vec::new();
    while let Some(row) = rows.next()? {
        ids.push(MatchId::new(row.get(0)?));
    }
    Ok(ids)
}

/// The matches among these numbers that pass a filter.
pub(crate) fn among(
    connection: &Connection,
    filter: &MatchFilter<'_>,
    numbers: impl Iterator<Item = u32>,
) -> rusqlite::Result<HashSet<u32>> {
    // A cross join preserves the order of the tables so that each match is looked up by number.
    let sql = format!(
        "SELECT matches.id FROM json_each(:numbers) AS number CROSS JOIN matches ON matches.id = number.value
            LEFT JOIN claims ON claims.match_id = matches.id WHERE {}",
        conditions(filter, Access::Order)
    );
    let numbers: Vec<String> = numbers.map(|number| number.to_string()).collect();
    let mut select = connection.prepare_cached(&sql)?;
    bind(&mut select, filter)?;
    bind_one(&mut select, ":numbers", format!("[{}]", numbers.join(",")))?;
    let mut rows = select.raw_query();
    let mut among = HashSet::new();
    while let Some(row) = rows.next()? {
        among.insert(row.get(0)?);
    }
    Ok(among)
}

/// Number of matches that pass a filter.
pub(crate) fn count(connection: &Connection, filter: &MatchFilter<'_>) -> rusqlite::Result<usize> {
    let access = Access::to_few(connection, filter)?.unwrap_or(Access::Any);
    let sql = format!(
        "SELECT count(*) FROM matches LEFT JOIN claims ON claims.match_id = id WHERE {}",
        conditions(filter, access)
    );
    let mut select = connection.prepare_cached(&sql)?;
    bind(&mut select, filter)?;
    let mut rows = select.raw_query();
    rows.next()?.map_or(Ok(0), |row| row.get(0))
}

/// Number of matches that pass a filter, up to `max`; faster than counting all matches.
pub(crate) fn count_up_to(
    connection: &Connection,
    filter: &MatchFilter<'_>,
    max: usize,
) -> rusqlite::Result<usize> {
    let access = Access::to_few(connection, filter)?.unwrap_or(Access::Any);
    count_as(connection, filter, access, max)
}

/// Like [`count_up_to`], with this access method.
fn count_as(
    connection: &Connection,
    filter: &MatchFilter<'_>,
    access: Access,
    max: usize,
) -> rusqlite::Result<usize> {
    let sql = format!(
        "SELECT count(*) FROM (SELECT 1 FROM matches LEFT JOIN claims ON claims.match_id = id
            WHERE {} LIMIT :limit)",
        conditions(filter, access)
    );
    let mut select = connection.prepare_cached(&sql)?;
    bind(&mut select, filter)?;
    bind_one(&mut select, ":limit", i64::try_from(max).unwrap_or(i64::MAX))?;
    let mut rows = select.raw_query();
    rows.next()?.map_or(Ok(0), |row| row.get(0))
}

/// The numbers of the non-public matches in ascending order, and the largest number of any match.
pub(crate) fn private(connection: &Connection) -> rusqlite::Result<(Vec<u32>, u32)> {
    // The index by program allows skipping imported matches.
    let sql = format!(
        "SELECT id FROM matches WHERE (program < '{IMPORTED}' OR program > '{IMPORTED}') AND NOT {IS_PUBLIC} AND id <= ?1
            ORDER BY id"
    );
    let mut select = connection.prepare_cached(&sql)?;
    let numbers = select.query_map([u32::MAX], |row| row.get(0))?.collect::<Result<_, _>>()?;
    Ok((numbers, newest(connection)?))
}

/// The largest match number; 0 if there are no matches.
pub(crate) fn newest(connection: &Connection) -> rusqlite::Result<u32> {
    let newest = "SELECT coalesce(max(id), 0) FROM matches";
    let newest: i64 = connection.prepare_cached(newest)?.query_row((), |row| row.get(0))?;
    Ok(u32::try_from(newest).unwrap_or(u32::MAX))
}

fn read(row: &Row<'_>) -> rusqlite::Result<KeptMatch> {
    let id = MatchId::new(row.get("id")?);
    let name: Option<String> = row.get("name")?;
    let holder: Option<String> = row.get("holder")?;
    let end_reason: Option<String> = row.get("end_reason")?;
    let payoffs: Option<String> = row.get("end_payoffs")?;
    let (date, event): (Option<String>, Option<String>) = (row.get("date")?, row.get("event")?);
    let is_imported = row.get::<_, Option<i64>>("sheet")?.is_some();
    Ok(KeptMatch {
        id,
        name: name.as_deref().map_or_else(|| id.to_string(), printable),
        program: printable(&row.get::<_, String>("program")?),
        is_listed: row.get("is_listed")?,
        game: printable(&row.get::<_, String>("game")?),
        players: Vec::new(),
        ply_count: row.get("ply_count")?,
        end_reason: end_reason.as_deref().map(printable),
        created_ms: row.get("created_ms")?,
        updated_ms: row.get("updated_ms")?,
        is_being_played: holder.is_some(),
        payoffs: payoffs.as_deref().and_then(rows::payoffs),
        imported: is_imported.then(|| Imported {
            date: date.as_deref().map(printable),
            event: event.as_deref().map(printable),
        }),
    })
}

impl KeptMatch {
    /// Returns `true` if the match is finished and can't be continued.
    pub fn is_finished(&self) -> bool {
        self.end_reason.as_ref().is_some_and(|reason| reason != EndReason::Stopped.name())
    }

    /// The match's title in a list, with human players' names and the kinds of other players: "checkers:english: human
    /// – club, 12 moves, not over". For an imported match: "checkers:english: Lafferty – Tinsley, 0-1, 57 moves,
    /// 1990.08.12, US Open".
    pub fn title(&self) -> String {
        if let Some(imported) = &self.imported {
            return self.imported_title(imported);
        }
        let state = match (self.is_being_played, self.is_finished()) {
            (true, _) => "played now",
            (false, true) => "over",
            (false, false) => "not over",
        };
        let names = self.players.iter().map(|player| match player.spec.split(':').next() {
            Some(PERSON | LEVEL) if !player.name.is_empty() => player.name.as_str(),
            _ => player.spec.as_str(),
        });
        let players = players_and_moves(names, " – ", self.move_count());
        format!("{}: {players}, {state}", self.game)
    }

    /// The number of moves, as players count them; `None` if unknown.
    pub fn move_count(&self) -> Option<usize> {
        self.moves_after(self.ply_count)
    }

    /// The number of moves after this many plies, as players count them; `None` if unknown.
    pub fn moves_after(&self, plies: usize) -> Option<usize> {
        moves_in(&self.game, plies)
    }

    fn imported_title(&self, Imported { date, event }: &Imported) -> String {
        let names = self.players.iter().map(|player| match player.name.as_str() {
            "" => "?",
            name => name,
        });
        let names = names.collect::<Vec<_>>().join(" – ");
        let payoffs = self.payoffs.as_deref();
        let result = match payoffs.and_then(MatchResult::of) {
            Some(MatchResult::Win(seat)) if seat == Seat::FIRST => Some("1-0"),
            Some(MatchResult::Win(_)) => Some("0-1"),
            Some(MatchResult::Draw) => Some("1/2-1/2"),
            None => payoffs.filter(|payoffs| payoffs == &[-1, -1]).map(|_both_lose| "0-0"),
        };
        let moves = self.move_count().map(counted_moves);
        let rest = [result.map(str::to_owned), moves, date.clone(), event.clone()];
        let rest = rest.into_iter().flatten().map(|fact| format!(", {fact}"));
        format!("{}: {names}{}", self.game, rest.collect::<String>())
    }

    /// The time of the last save, to the second: "2026-11-24T06:12:05Z".
    pub fn timestamp(&self) -> String {
        time_of_day::timestamp(self.updated_ms)
    }

    /// The time of the last save, to the minute: "2026-11-24 06:12".
    pub fn date(&self) -> String {
        self.timestamp().replacen('T', " ", 1).chars().take("2026-11-24 06:12".len()).collect()
    }
}
