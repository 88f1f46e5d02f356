//! `rival matches`: lists and deletes saved matches.

use std::io::{Write, stdout};

use anyhow::anyhow;
use house::{CommandResult, Failure, FailureKind, OrFail, one_line};
use match_library::{KeptMatch, Library};
use serde_json::{Value, json};

use crate::arguments::{DeleteArguments, MatchesArguments, MatchesCommand};

pub(crate) fn run(arguments: &MatchesArguments) -> CommandResult {
    match &arguments.command {
        None => list(arguments.json),
        Some(MatchesCommand::Delete(arguments)) => delete(arguments),
    }
}

fn kept_matches() -> Vec<KeptMatch> {
    Library::of_user().map(|library| library.matches()).unwrap_or_default()
}

fn list(as_json: bool) -> CommandResult {
    let matches = kept_matches();
    let mut out = stdout().lock();
    if as_json {
        return Ok(matches.iter().try_for_each(|kept| writeln!(out, "{}", object(kept)))?);
    }
    if matches.is_empty() {
        return Ok(writeln!(out, "No match is kept.")?);
    }
    let width = matches.iter().map(|kept| kept.name.chars().count()).max().unwrap_or(0);
    for kept in &matches {
        let (name, date, title) = (&kept.name, kept.date(), one_line(&kept.title()));
        writeln!(out, "{name:<width$}  {date}  {title}")?;
    }
    Ok(writeln!(out, "\nThe times are in UTC. rival play --resume continues one.")?)
}

fn object(kept: &KeptMatch) -> Value {
    let mut object = json!({
        "name": kept.name,
        "file": kept.file.display().to_string(),
        "changed": kept.timestamp(),
        "played_now": kept.is_being_played,
    });
    match &kept.record {
        Ok(record) => {
            let players: Vec<&str> =
                record.players.iter().map(|player| player.spec.as_str()).collect();
            object["game"] = record.game.as_str().into();
            object["players"] = json!(players);
            object["plies"] = record.plies.len().into();
            object["finished"] = kept.is_finished().into();
        }
        Err(why) => object["damaged"] = why.as_str().into(),
    }
    object
}

/// Deletes the chosen matches, except those that are being played.
fn delete(arguments: &DeleteArguments) -> CommandResult {
    let matches = kept_matches();
    let by_kind = |kept: &&KeptMatch| arguments.all || arguments.finished && kept.is_finished();
    let mut wanted: Vec<&KeptMatch> = matches.iter().filter(by_kind).collect();
    for name in &arguments.names {
        let found = matches.iter().find(|kept| kept.has_name(name));
        wanted.push(found.ok_or_else(|| no_such_match(name))?);
    }
    let mut out = stdout().lock();
    let mut played = Vec::new();
    for kept in wanted {
        if kept.delete().or_fail(FailureKind::Failed)? {
            writeln!(out, "Deleted {}.", kept.name)?;
        } else {
            played.push(kept.name.as_str());
        }
    }
    match played.as_slice() {
        [] => Ok(()),
        played => {
            let (names, are) = (played.join(", "), if played.len() == 1 { "is" } else { "are" });
            let error = anyhow!("{names} {are} being played, and not deleted");
            Err(Failure::new(FailureKind::Failed, error))
        }
    }
}

fn no_such_match(name: &str) -> Failure {
    let error = anyhow!("no match is kept as \"{name}\": rival matches lists them");
    Failure::new(FailureKind::Usage, error)
}
