//! The players of a match.

use board_engine::printable;
use games_package::{Odds, RecordedPlayer, ThinkingLimits};
use notation::{RecordError, tag_text};
use rusqlite::{Connection, Row, params};

use super::{thinking_limits, time_control};
use crate::match_id::MatchId;

/// Writes the players, in seat order.
pub(super) fn write_players(
    connection: &Connection,
    id: MatchId,
    players: &[RecordedPlayer],
) -> rusqlite::Result<()> {
    let mut insert =
        connection.prepare_cached("INSERT INTO players VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)")?;
    for (seat, player) in players.iter().enumerate() {
        let Odds { time_control, thinking } = player.odds;
        insert.execute(params![
            id.number(),
            seat,
            player.spec,
            player.name,
            player.origin,
            time_control.map(|control| control.to_string()),
            thinking.depth,
            thinking.nodes.map(u64::cast_signed),
        ])?;
    }
    Ok(())
}

/// Reads the players in seat order, or returns the reason why they can't be read.
pub(crate) fn read_players(
    connection: &Connection,
    id: MatchId,
) -> rusqlite::Result<Result<Vec<RecordedPlayer>, RecordError>> {
    let mut select =
        connection.prepare_cached("SELECT * FROM players WHERE match_id = ?1 ORDER BY seat")?;
    let rows = select.query_map([id.number()], PlayerRow::read)?;
    let rows: Vec<PlayerRow> = rows.collect::<rusqlite::Result<_>>()?;
    Ok(rows.into_iter().map(PlayerRow::into_player).collect())
}

struct PlayerRow {
    spec: String,
    name: String,
    origin: Option<String>,
    time_control: Option<String>,
    thinking: ThinkingLimits,
}

impl PlayerRow {
    fn read(row: &Row<'_>) -> rusqlite::Result<Self> {
        Ok(Self {
            spec: row.get("spec")?,
            name: row.get("name")?,
            origin: row.get("origin")?,
            time_control: row.get("time_control")?,
            thinking: thinking_limits(row)?,
        })
    }

    fn into_player(self) -> Result<RecordedPlayer, RecordError> {
        let time_control = self.time_control.as_deref().map(time_control).transpose()?;
        Ok(RecordedPlayer {
            spec: printable(&self.spec),
            name: tag_text(&self.name),
            origin: self.origin.as_deref().map(printable),
            odds: Odds { time_control, thinking: self.thinking },
        })
    }
}
