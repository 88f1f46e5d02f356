//! Matches stored as text, as in the file they were imported from.

use game_catalog::{sheet_formats, table_game};
use games_package::Record;
use notation::{BYTE_ORDER_MARK, RecordFile, SheetError, SheetFormat, decoded};
use rusqlite::{Connection, OptionalExtension, params};

use crate::entry::Entry;
use crate::match_id::MatchId;

/// The notation name for a record's text.
pub(crate) const RECORD: &str = "record";

/// A match's text in a notation.
#[derive(Debug)]
pub(crate) struct StoredSheet {
    /// The notation name: "pdn".
    format: String,
    /// The game with its variant, because the text may not name the game.
    game: String,
    text: Vec<u8>,
}

impl StoredSheet {
    /// A match's text; `None` if the match is stored as plies.
    pub(crate) fn read(connection: &Connection, id: MatchId) -> rusqlite::Result<Option<Self>> {
        let mut select = connection.prepare_cached(
            "SELECT format, game, text FROM sheets JOIN matches ON id = match_id WHERE match_id = ?1",
        )?;
        let read = |row: &rusqlite::Row<'_>| {
            Ok(Self { format: row.get(0)?, game: row.get(1)?, text: row.get(2)? })
        };
        select.query_row([id.number()], read).optional()
    }

    /// The text as UTF-8, if the match is in this notation and names its game.
    pub(crate) fn text_in(self, format: &dyn SheetFormat) -> Option<String> {
        if self.format != format.name() {
            return None;
        }
        let sheet = format.read(&self.text, None).next()?.ok()?;
        let game = table_game(sheet.game.as_deref()?).ok()?;
        let text = decoded(&self.text).replace(BYTE_ORDER_MARK, "");
        (game.name() == self.game).then_some(text)
    }

    /// The match, not yet validated.
    pub(crate) fn entry(&self) -> Entry {
        if self.format == RECORD {
            return Entry::Record(Record::from_bytes(&self.text).map(Box::new), Vec::new());
        }
        let format = sheet_formats().into_iter().find(|format| format.name() == self.format);
        let read = format.and_then(|format| format.read(&self.text, Some(&self.game)).next());
        match read {
            Some(Ok(sheet)) => Entry::Sheet(Box::new(sheet)),
            Some(Err(error)) => Entry::Damaged(error),
            None => Entry::Damaged(SheetError::NoGame),
        }
    }
}

/// The data on an imported match that lists don't display.
#[derive(Debug)]
pub(crate) struct NewSheet {
    pub(crate) digest: [u8; 16],
    pub(crate) format: &'static str,
    pub(crate) date: Option<String>,
    pub(crate) event: Option<String>,
    pub(crate) text: Vec<u8>,
}

impl NewSheet {
    /// The date, possibly partly unknown.
    pub(crate) fn day(&self) -> &str {
        self.date.as_deref().unwrap_or("????.??.??")
    }

    /// Returns `true` if the library contains a copy of the match.
    pub(crate) fn is_known(&self, connection: &Connection) -> rusqlite::Result<bool> {
        let mut select = connection.prepare_cached("SELECT 1 FROM sheets WHERE digest = ?1")?;
        select.exists([self.digest])
    }

    pub(crate) fn write(&self, connection: &Connection, id: MatchId) -> rusqlite::Result<()> {
        let Self { digest, format, date, event, text } = self;
        let mut insert =
            connection.prepare_cached("INSERT INTO sheets VALUES (?1, ?2, ?3, ?4, ?5, ?6)")?;
        insert.execute(params![id.number(), digest, format, date, event, text]).map(|_count| ())
    }
}
