//! `rival matches`: lists, imports, searches, exports and deletes saved matches.

mod exporting;
mod importing;
mod searching;

use std::fs;
use std::io::{self, Write, stderr, stdout};
use std::path::Path;

use anyhow::{Context, anyhow};
use app_context::{CommandResult, Failure, FailureKind, OrFail, one_line};
use match_library::{
    FoundCount, KeptMatch, Library, LibraryError, MatchFilter, Page, full_name, save,
};
use serde_json::{Value, json};
use tui::kept_matches::{library, warn_of_variations};

use crate::arguments::{
    DeleteArguments, ExportArguments, MatchesArguments, MatchesCommand, PageArguments,
};

pub(crate) fn run(arguments: &MatchesArguments) -> CommandResult {
    match &arguments.command {
        None => list(arguments),
        Some(MatchesCommand::Import(arguments)) => importing::run(arguments),
        Some(MatchesCommand::Search(arguments)) => searching::search(arguments),
        Some(MatchesCommand::Explore(arguments)) => searching::explore(arguments),
        Some(MatchesCommand::Delete(arguments)) => delete(arguments),
        Some(MatchesCommand::Export(arguments)) => export(arguments),
    }
}

fn list(arguments: &MatchesArguments) -> CommandResult {
    let library = library()?;
    let game = arguments.game.as_deref().map(full_name).transpose().or_fail(FailureKind::Usage)?;
    let filter = MatchFilter { game: game.as_deref(), ..MatchFilter::default() };
    let page = page(&arguments.page);
    let matches = library.list(&filter, page)?;
    let mut out = stdout().lock();
    if arguments.json {
        return Ok(matches.iter().try_for_each(|kept| writeln!(out, "{}", object(kept)))?);
    }
    let count = FoundCount::Exactly(library.count(&filter)?);
    if count == FoundCount::Exactly(0) {
        return Ok(writeln!(out, "No saved matches.")?);
    }
    write_page(&mut out, &matches, page, count)?;
    Ok(writeln!(out, "\nTimes are in UTC. To resume a match, run \"rival play --resume\".")?)
}

fn page(arguments: &PageArguments) -> Page {
    let offset = (arguments.number - 1).saturating_mul(arguments.limit);
    Page { offset, limit: arguments.limit }
}

/// Writes a page of a list and its position in the list.
fn write_page(
    out: &mut impl Write,
    matches: &[KeptMatch],
    page: Page,
    count: FoundCount,
) -> io::Result<()> {
    let number = page.offset / page.limit + 1;
    if matches.is_empty() {
        return writeln!(out, "Page {number} does not exist.");
    }
    let width = matches.iter().map(|kept| kept.name.chars().count()).max().unwrap_or(0);
    for kept in matches {
        let (name, date, title) = (&kept.name, kept.date(), one_line(&kept.title()));
        writeln!(out, "{name:<width$}  {date}  {title}")?;
    }
    let last = page.offset + matches.len();
    let (all, is_last) = match count {
        FoundCount::Exactly(count) => (format!("{count} matches"), last >= count),
        FoundCount::AtLeast(count) => (format!("more than {count} matches"), false),
    };
    if page.offset > 0 || !is_last {
        write!(out, "\n{} to {last} of {all}", page.offset + 1)?;
        let next =
            if is_last { String::new() } else { format!("; add --page {} for more", number + 1) };
        writeln!(out, "{next}.")?;
    }
    Ok(())
}

fn object(kept: &KeptMatch) -> Value {
    let players: Vec<&str> = kept.players.iter().map(|player| player.spec.as_str()).collect();
    let names: Vec<&str> = kept.players.iter().map(|player| player.name.as_str()).collect();
    let imported = kept.imported.as_ref();
    json!({
        "name": kept.name,
        "changed": kept.timestamp(),
        "played_now": kept.is_being_played,
        "game": kept.game,
        "players": players,
        "names": names,
        "payoffs": kept.payoffs,
        "date": imported.and_then(|imported| imported.date.as_deref()),
        "event": imported.and_then(|imported| imported.event.as_deref()),
        "plies": kept.ply_count,
        "finished": kept.is_finished(),
    })
}

/// The number of matches to delete per transaction.
const DELETED_TOGETHER: usize = 1_000;

/// Deletes the selected matches except those in progress.
fn delete(arguments: &DeleteArguments) -> CommandResult {
    let library = library()?;
    let mut out = stdout().lock();
    let mut played = Vec::new();
    if arguments.all || arguments.finished {
        let is_finished = arguments.finished.then_some(true);
        let filter = MatchFilter { is_finished, ..MatchFilter::default() };
        loop {
            // Matches in progress stay at the start of the list.
            let page = Page { offset: played.len(), limit: DELETED_TOGETHER };
            let chosen = library.list(&filter, page)?;
            if chosen.is_empty() {
                break;
            }
            delete_listed(&library, chosen, &mut played, &mut out)?;
        }
    } else {
        let find = |name: &String| {
            library.find(name).map_err(|error| match error {
                LibraryError::NoMatch { .. } => no_such_match(name),
                other => other.into(),
            })
        };
        let named: Vec<KeptMatch> =
            arguments.names.iter().map(find).collect::<Result<_, Failure>>()?;
        delete_listed(&library, named, &mut played, &mut out)?;
    }
    match played.as_slice() {
        [] => Ok(()),
        played => {
            let (names, are) = (played.join(", "), if played.len() == 1 { "is" } else { "are" });
            let error = anyhow!("{names} {are} in progress and can't be deleted");
            Err(Failure::new(FailureKind::Failed, error))
        }
    }
}

/// Deletes these matches together. Appends the names of matches in progress to `played`.
fn delete_listed(
    library: &Library,
    mut listed: Vec<KeptMatch>,
    played: &mut Vec<String>,
    out: &mut impl Write,
) -> CommandResult {
    // The user can name a match twice.
    let mut ids = Vec::new();
    listed.retain(|kept| {
        !ids.contains(&kept.id) && {
            ids.push(kept.id);
            true
        }
    });
    let kept_back = library.delete_all(&ids)?;
    for kept in listed {
        if kept_back.contains(&kept.id) {
            played.push(kept.name);
        } else {
            writeln!(out, "Deleted {}.", kept.name)?;
        }
    }
    Ok(())
}

fn no_such_match(name: &str) -> Failure {
    let error = anyhow!("no saved match \"{name}\"; run \"rival matches\" to list them");
    Failure::new(FailureKind::Usage, error)
}

/// The extensions of files that can hold many matches.
const MATCH_FILES: [&str; 3] = ["pdn", "pgn", "ggf"];

/// Writes all matches to one file, or each match to a file in the folder that is named after the match.
fn export(arguments: &ExportArguments) -> CommandResult {
    let extension = arguments.folder.extension();
    let is_file = MATCH_FILES.into_iter().any(|known| extension.is_some_and(|it| it == known));
    if is_file && !arguments.folder.is_dir() {
        return searching::export_all(arguments.game.as_deref(), &arguments.folder);
    }
    let library = library()?;
    let game = arguments.game.as_deref().map(full_name).transpose().or_fail(FailureKind::Usage)?;
    let filter = MatchFilter { game: game.as_deref(), ..MatchFilter::default() };
    let folder = &arguments.folder;
    fs::create_dir_all(folder)
        .with_context(|| format!("can't create {}", folder.display()))
        .or_fail(FailureKind::Failed)?;
    let matches = library.list(&filter, Page::ALL)?;
    let mut refused = 0;
    for kept in &matches {
        if let Err(failure) = export_one(&library, kept, folder, &arguments.to) {
            writeln!(stderr(), "rival: {}: {}", kept.name, one_line(&failure.to_string()))?;
            refused += 1;
        }
    }
    let (written, all) = (matches.len() - refused, matches.len());
    if refused == 0 {
        let matches = if written == 1 { "match" } else { "matches" };
        return Ok(writeln!(stdout(), "Wrote {written} {matches} to {}.", folder.display())?);
    }
    let error = anyhow!("{written} of {all} matches written to {}", folder.display());
    Err(Failure::new(FailureKind::Failed, error))
}

fn export_one(
    library: &Library,
    kept: &KeptMatch,
    folder: &Path,
    form: &str,
) -> Result<(), Failure> {
    let extension = if form == "record" { "toml" } else { form };
    let file = folder.join(format!("{}.{extension}", kept.id));
    let record = match library.load_dated(kept.id) {
        Ok(loaded) => {
            warn_of_variations(&kept.name, &loaded);
            loaded.record
        }
        // A match that breaks the rules is exported unchanged.
        Err(_broken) => library.load(kept.id)?,
    };
    Ok(save(&record, &file)?)
}
