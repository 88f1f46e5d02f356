//! The games of a run as files that other programs read.

use std::fmt::Write as _;
use std::io::{BufWriter, Write, stdout};
use std::sync::Arc;
use std::time::{Duration, UNIX_EPOCH};

use anyhow::{Context, anyhow};
use arena::journal::Entry;
use arena::run::Run;
use arena::schedule::Round;
use arena_run::folder::{Folder, write_whole};
use game_catalog::{sheet_format, sheet_formats};
use games_package::{Record, Sheet, SheetFormat};
use house::{CommandResult, Failure, FailureKind, OrFail};

use crate::arguments::GamesArguments;

/// Times before the year 9000 are dates that can be written.
const YEARS_MAX: Duration = Duration::from_hours(7000 * 365 * 24);

/// Writes all games that count, in the order in which they were planned.
pub(super) fn write(arguments: &GamesArguments) -> CommandResult {
    let folder = Folder::existing(arguments.folder.clone());
    let Some(path) = &arguments.out else {
        let mut out = BufWriter::new(stdout().lock());
        for_each_text(&folder, arguments, &mut |text| Ok(out.write_all(text.as_bytes())?))?;
        return Ok(out.flush()?);
    };
    let mut all = String::new();
    for_each_text(&folder, arguments, &mut |text| {
        all.push_str(text);
        Ok(())
    })?;
    write_whole(path, &all)
}

/// Gives the text of each game to `take`, with an empty line between two.
fn for_each_text(
    folder: &Folder,
    arguments: &GamesArguments,
    take: &mut dyn FnMut(&str) -> CommandResult,
) -> CommandResult {
    let tournament = folder.tournament()?;
    let format = format(tournament.game().name(), arguments.to.as_deref())?;
    let event = arguments.event.clone().unwrap_or_else(|| folder.name());
    let mut entries = folder.entries(&tournament)?;
    let run = Run::new(Arc::new(tournament), &entries).or_fail(FailureKind::Input)?;
    entries.retain(|entry| run.counts(entry));
    let tournament = run.tournament();
    entries.sort_by_key(|entry| (entry.round, entry.number));
    for (index, entry) in entries.iter().enumerate() {
        let senseless = || anyhow!("game {} of the journal makes no sense", entry.id);
        let record = entry.record(tournament).with_context(senseless);
        let mut record = record.or_fail(FailureKind::Input)?;
        tell_speed(entry, &mut record);
        let mut sheet = Sheet::of(&record, &**tournament.game());
        let tags = [
            ("Event", event.clone()),
            ("Site", arguments.site.clone()),
            ("Date", date(entry)),
            ("Round", round(&run, entry)),
        ];
        sheet.tags.splice(0..0, tags.map(|(name, value)| (name.to_owned(), value)));
        let written = format.write(&sheet).with_context(|| format!("game {}", entry.id));
        if index > 0 {
            take("\n")?;
        }
        take(&written.or_fail(FailureKind::Failed)?)?;
    }
    Ok(())
}

/// Says of each move how many positions the player looked at, and how many a second where time was counted.
fn tell_speed(entry: &Entry, record: &mut Record) {
    for (ply, thought) in record.plies.iter_mut().zip(&entry.thoughts) {
        let Some(nodes) = thought.as_ref().map(|it| it.nodes).filter(|&nodes| nodes > 0) else {
            continue;
        };
        ply.note.remark = format!("n={nodes}");
        let per_second = (u128::from(nodes) * 1_000_000).checked_div(ply.elapsed.as_micros());
        if let Some(per_second) = per_second {
            let _ = write!(ply.note.remark, " nps={per_second}");
        }
    }
}

/// The number of the round and of the game in it: "3.12", or "3.1.12" in the first replay of round 3 (a multipart round
/// identifier: PGN, 8.1.1.4).
fn round(run: &Run, entry: &Entry) -> String {
    let number = entry.number.saturating_add(1);
    match run.round(entry.round) {
        Some(Round { number: round, replay: 0, .. }) => format!("{round}.{number}"),
        Some(Round { number: round, replay, .. }) => format!("{round}.{replay}.{number}"),
        None => "?".into(),
    }
}

/// The day on which a game ended, as PDN and PGN write it.
fn date(entry: &Entry) -> String {
    let time = entry.finished_at.and_then(|at| UNIX_EPOCH.checked_add(Duration::from_secs(at)));
    // Years of four digits, as RFC 3339 has them.
    let text = time.filter(|time| *time < UNIX_EPOCH + YEARS_MAX);
    let text = text.map(|time| humantime::format_rfc3339_seconds(time).to_string());
    text.and_then(|text| Some(text.get(..10)?.replace('-', ".")))
        .unwrap_or_else(|| "????.??.??".into())
}

/// The notation with this name; the game's own where nothing is said.
fn format(game: &str, name: Option<&str>) -> Result<&'static dyn SheetFormat, Failure> {
    match sheet_formats().into_iter().find(|format| Some(format.name()) == name) {
        Some(format) => Ok(format),
        None => sheet_format(game).or_fail(FailureKind::Input),
    }
}
