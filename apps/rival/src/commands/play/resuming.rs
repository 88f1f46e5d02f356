//! The choice of a saved match to continue.

use std::io::{IsTerminal, Write, stdin, stdout};

use anyhow::anyhow;
use house::{Failure, FailureKind, one_line};
use match_library::{KeptMatch, Library, Slot};

use crate::match_files::ask_match_number;

/// The most matches that are listed.
const LISTED_MAX: usize = 15;

/// In a terminal, the match that the person chooses; otherwise the newest unfinished one that is not being played. None
/// if the person quits.
///
/// # Errors
/// If no match is saved, or another program plays the chosen one.
pub(super) fn choose() -> Result<Option<Slot>, Failure> {
    let matches = resumable_matches();
    let can_ask = stdin().is_terminal() && stdout().is_terminal();
    if can_ask && matches.len() > 1 {
        let Some(chosen) = ask(&matches)? else { return Ok(None) };
        let slot_in_use = || {
            let error = anyhow!("{} is being played by another program", chosen.name);
            Failure::new(FailureKind::Failed, error)
        };
        return chosen.take().ok_or_else(slot_in_use).map(Some);
    }
    // Another program may take a slot in the meantime.
    let taken = matches.iter().find_map(|kept| Some((kept, kept.take()?)));
    let (kept, taken) = taken.ok_or_else(nothing_kept)?;
    if matches.len() > 1 {
        let which = if kept.is_finished() { "" } else { " that is not over" };
        writeln!(
            stdout(),
            "Continuing {}, the newest match{which}; rival matches lists them all.",
            kept.name
        )?;
    }
    Ok(Some(taken))
}

/// The matches that can be continued: unfinished ones first, then newest first.
fn resumable_matches() -> Vec<KeptMatch> {
    let mut matches = Library::of_user().map(|library| library.matches()).unwrap_or_default();
    matches.retain(|kept| kept.record.is_ok() && !kept.is_being_played);
    matches.sort_by_key(KeptMatch::is_finished);
    matches
}

fn ask(matches: &[KeptMatch]) -> Result<Option<&KeptMatch>, Failure> {
    let mut out = stdout().lock();
    let listed = &matches[..matches.len().min(LISTED_MAX)];
    for (index, kept) in listed.iter().enumerate() {
        writeln!(out, "{:>4}  {}  {}", index + 1, kept.date(), one_line(&kept.title()))?;
    }
    if listed.len() < matches.len() {
        let others = matches.len() - listed.len();
        writeln!(
            out,
            "      and {others} others: rival matches lists them, --resume FILE takes one"
        )?;
    }
    let number = ask_match_number(&mut out, listed.len())?;
    Ok(number.and_then(|number| listed.get(number - 1)))
}

fn nothing_kept() -> Failure {
    let error =
        anyhow!("there is no kept match to continue: name a file, like --resume match.toml");
    Failure::new(FailureKind::Input, error)
}
