//! The matches that are kept, with what a list says of each.

use std::path::PathBuf;
use std::time::SystemTime;

use games_package::{EndReason, Record};

use super::kept::{self, Kept};

/// A match that is kept.
#[derive(Debug)]
pub(crate) struct KeptMatch {
    /// By which it is asked for: "match-3".
    pub(crate) name: String,
    pub(crate) file: PathBuf,
    /// When it was saved last.
    pub(crate) changed: SystemTime,
    /// What was played, or why it can't be read.
    pub(crate) record: Result<Record, String>,
    /// Whether a program plays it now.
    pub(crate) is_played: bool,
}

impl KeptMatch {
    /// Whether nobody can go on with it: it was played to its end.
    pub(crate) fn is_finished(&self) -> bool {
        let ending = self.record.as_ref().ok().and_then(|record| record.ending.as_ref());
        ending.is_some_and(|ending| ending.reason != EndReason::Stopped)
    }

    /// Whether this is the match that is asked for by its name, or by its number alone.
    pub(crate) fn is_called(&self, name: &str) -> bool {
        self.name == name || self.name.strip_prefix("match-") == Some(name)
    }

    /// What is said of it in a list: "checkers:english: human – club, 12 plies, not over".
    pub(crate) fn title(&self) -> String {
        match &self.record {
            Ok(record) => {
                let plies = match record.plies.len() {
                    1 => "1 ply".into(),
                    count => format!("{count} plies"),
                };
                let standing = match (self.is_played, self.is_finished()) {
                    (true, _) => "played now",
                    (false, true) => "over",
                    (false, false) => "not over",
                };
                let specs = record.players.iter().map(|player| player.spec.as_str());
                let players = specs.collect::<Vec<_>>().join(" – ");
                format!("{}: {players}, {plies}, {standing}", record.game)
            }
            Err(why) => format!("can't be read: {why}"),
        }
    }

    /// When it was saved last, to the minute: "2026-11-24 06:12".
    pub(crate) fn date(&self) -> String {
        let text = humantime::format_rfc3339_seconds(self.changed).to_string();
        text.chars()
            .take("2026-11-24T06:12".len())
            .map(|sign| if sign == 'T' { ' ' } else { sign })
            .collect()
    }

    /// Takes it, so that nobody else can. None if another program has it.
    pub(crate) fn take(&self) -> Option<Kept> {
        Kept::take(&self.file)
    }
}

/// All matches that are kept, the newest first.
pub(crate) fn kept_matches() -> Vec<KeptMatch> {
    let listed = |(changed, file): (SystemTime, PathBuf)| KeptMatch {
        name: file.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
        changed,
        record: Record::load(&file).map_err(|error| error.to_string()),
        is_played: Kept::take(&file).is_none(),
        file,
    };
    kept::files().into_iter().map(listed).collect()
}
