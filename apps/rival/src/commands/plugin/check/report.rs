//! The report: one line for each check.

use std::io::{Write, stdout};

use anyhow::anyhow;
use house::{CommandResult, Failure, FailureKind};
use plugin_host::Plugin;
use serde_json::json;

use super::checks::Check;
use super::subject::Subject;

/// Whether a check has passed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum CheckVerdict {
    Passed,
    /// Not ideal, but no fault.
    Remark,
    Failed,
}

impl CheckVerdict {
    fn name(self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Remark => "remark",
            Self::Failed => "FAILED",
        }
    }
}

/// The result of one check of one player.
#[derive(Debug)]
pub(super) struct Row {
    player: String,
    check: &'static str,
    verdict: CheckVerdict,
    detail: String,
    game: Option<String>,
}

impl Row {
    /// A check that has found a fault.
    pub(super) fn new(check: &Check, subject: &Subject<'_>, detail: String) -> Self {
        let verdict = if check.is_remark { CheckVerdict::Remark } else { CheckVerdict::Failed };
        Self { player: subject.info.name.clone(), check: check.name, verdict, detail, game: None }
    }

    pub(super) fn passed(check: &Check, subject: &Subject<'_>, detail: String) -> Self {
        Self { verdict: CheckVerdict::Passed, ..Self::new(check, subject, detail) }
    }

    pub(super) fn in_game(self, game: &str) -> Self {
        Self { game: Some(game.into()), ..self }
    }
}

/// Writes each row as soon as it is known.
pub(super) struct Report {
    as_json: bool,
    count: usize,
    failed: usize,
}

impl Report {
    pub(super) fn begin(plugin: &Plugin, as_json: bool) -> Result<Self, Failure> {
        if !as_json {
            let (title, file) = (plugin.title(), plugin.file().display());
            let place = plugin.place();
            writeln!(stdout(), "{title}  {file}\n    runs {place}")?;
        }
        Ok(Self { as_json, count: 0, failed: 0 })
    }

    pub(super) fn add(&mut self, row: &Row) -> CommandResult {
        self.count += 1;
        self.failed += usize::from(row.verdict == CheckVerdict::Failed);
        let Row { player, check, verdict, detail, game } = row;
        let mut out = stdout().lock();
        if self.as_json {
            let verdict = verdict.name().to_lowercase();
            let object = json!({"player": player, "check": check, "verdict": verdict, "detail": detail, "game": game});
            writeln!(out, "{object}")?;
        } else {
            let game = game.as_ref().map_or_else(String::new, |game| format!("{game}: "));
            let line = format!("{}  {player:<16} {check:<10} {game}{detail}", verdict.name());
            writeln!(out, "{}", line.trim_end())?;
        }
        Ok(out.flush()?)
    }

    /// # Errors
    /// If a check has failed.
    pub(super) fn end(self) -> CommandResult {
        let Self { as_json, count, failed } = self;
        if failed > 0 {
            let error = anyhow!("{failed} of {count} checks failed");
            return Err(Failure::new(FailureKind::Player, error));
        }
        if !as_json {
            writeln!(stdout(), "{count} checks, none failed")?;
        }
        Ok(())
    }
}
