//! Lists of kept matches.

use board_engine::printable;
use games_package::{EndReason, RecordedPlayer};
use rusqlite::{Connection, Row, Statement, ToSql};

use crate::match_id::MatchId;
use crate::rows;
use crate::time_of_day;

/// Which matches are listed. By default all of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MatchFilter<'a> {
    /// Only the match of this number.
    pub id: Option<MatchId>,
    /// Only the match of this public name.
    pub name: Option<&'a str>,
    /// Only those of this game: of all its variants, if the name is without one.
    pub game: Option<&'a str>,
    /// Only those that were played to their end, or only those that can be continued.
    pub is_finished: Option<bool>,
    /// Only those that this program keeps.
    pub program: Option<&'a str>,
    /// Only those that others may find, or may not.
    pub is_listed: Option<bool>,
    /// Only those that a program is playing now, or that none is playing.
    pub is_being_played: Option<bool>,
}

/// A part of a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Page {
    /// How many matches are left out at the start.
    pub offset: usize,
    /// The most matches that are listed.
    pub limit: usize,
}

impl Page {
    /// The whole list.
    pub const ALL: Self = Self { offset: 0, limit: usize::MAX };
}

/// A match in a list of the library.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeptMatch {
    /// Its number.
    pub id: MatchId,
    /// Its public name, or "match-3".
    pub name: String,
    /// The program that keeps it.
    pub program: String,
    /// Whether others may find it.
    pub is_listed: bool,
    /// The game with its variant.
    pub game: String,
    /// The players, in seat order.
    pub players: Vec<RecordedPlayer>,
    /// The number of plies.
    pub ply_count: usize,
    /// The name of the [`EndReason`]; none if the match was not ended.
    pub end_reason: Option<String>,
    /// When it began, in milliseconds since 1970.
    pub created_ms: i64,
    /// When it was saved last, in milliseconds since 1970.
    pub updated_ms: i64,
    /// Whether a program is playing it now.
    pub is_being_played: bool,
}

/// The matches of a filter.
const MATCHES: &str = "FROM matches LEFT JOIN claims ON match_id = matches.id
    WHERE (:id IS NULL OR matches.id = :id)
    AND (:name IS NULL OR matches.name = :name)
    AND (:game IS NULL OR game = :game OR substr(game, 1, length(:game) + 1) = :game || ':')
    AND (:finished IS NULL OR (end_reason IS NOT NULL AND end_reason <> :stopped) = :finished)
    AND (:program IS NULL OR program = :program)
    AND (:listed IS NULL OR is_listed = :listed)
    AND (:played IS NULL OR (holder IS NOT NULL) = :played)";

/// The matches of a filter, those first that were saved last.
pub(crate) fn list(
    connection: &Connection,
    filter: &MatchFilter<'_>,
    page: Page,
) -> rusqlite::Result<Vec<KeptMatch>> {
    let sql = format!(
        "SELECT matches.*, holder {MATCHES} ORDER BY updated_ms DESC, id DESC LIMIT :limit OFFSET :offset"
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
        // A match whose players can't be read stands in the list all the same, so that it can be deleted.
        kept.players = rows::read_players(connection, kept.id)?.unwrap_or_default();
    }
    Ok(matches)
}

/// The number of matches of a filter.
pub(crate) fn count(connection: &Connection, filter: &MatchFilter<'_>) -> rusqlite::Result<usize> {
    let mut select = connection.prepare_cached(&format!("SELECT count(*) {MATCHES}"))?;
    bind(&mut select, filter)?;
    let mut rows = select.raw_query();
    rows.next()?.map_or(Ok(0), |row| row.get(0))
}

/// Sets the parameters of [`MATCHES`].
fn bind(select: &mut Statement<'_>, filter: &MatchFilter<'_>) -> rusqlite::Result<()> {
    bind_one(select, ":id", filter.id.map(MatchId::number))?;
    bind_one(select, ":name", filter.name)?;
    bind_one(select, ":game", filter.game)?;
    bind_one(select, ":finished", filter.is_finished)?;
    bind_one(select, ":stopped", EndReason::Stopped.name())?;
    bind_one(select, ":program", filter.program)?;
    bind_one(select, ":listed", filter.is_listed)?;
    bind_one(select, ":played", filter.is_being_played)
}

fn bind_one(select: &mut Statement<'_>, name: &str, value: impl ToSql) -> rusqlite::Result<()> {
    let index = select.parameter_index(name)?;
    let index = index.ok_or_else(|| rusqlite::Error::InvalidParameterName(name.into()))?;
    select.raw_bind_parameter(index, value)
}

fn read(row: &Row<'_>) -> rusqlite::Result<KeptMatch> {
    let id = MatchId::new(row.get("id")?);
    let name: Option<String> = row.get("name")?;
    let holder: Option<String> = row.get("holder")?;
    let end_reason: Option<String> = row.get("end_reason")?;
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
    })
}

impl KeptMatch {
    /// Whether it was played to its end, so that it can't be continued.
    pub fn is_finished(&self) -> bool {
        self.end_reason.as_ref().is_some_and(|reason| reason != EndReason::Stopped.name())
    }

    /// Its title in a list: "checkers:english: human – club, 12 plies, not over".
    pub fn title(&self) -> String {
        let plies = match self.ply_count {
            1 => "1 ply".into(),
            count => format!("{count} plies"),
        };
        let state = match (self.is_being_played, self.is_finished()) {
            (true, _) => "played now",
            (false, true) => "over",
            (false, false) => "not over",
        };
        let specs = self.players.iter().map(|player| player.spec.as_str());
        let players = specs.collect::<Vec<_>>().join(" – ");
        format!("{}: {players}, {plies}, {state}", self.game)
    }

    /// When it was saved last, to the second: "2026-11-24T06:12:05Z".
    pub fn timestamp(&self) -> String {
        time_of_day::timestamp(self.updated_ms)
    }

    /// When it was saved last, to the minute: "2026-11-24 06:12".
    pub fn date(&self) -> String {
        self.timestamp().replacen('T', " ", 1).chars().take("2026-11-24 06:12".len()).collect()
    }
}
