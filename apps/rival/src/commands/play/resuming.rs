//! The choice of a saved match to continue.

use std::io::{self, IsTerminal, Write, stdin, stdout};
use std::path::Path;

use anyhow::anyhow;
use house::{Failure, FailureKind, one_line};
use match_library::{KeptMatch, Library, LibraryError, MatchFilter, Page, Slot};

use crate::match_files::{PROGRAM, ask_match_number, kept_name, library};

/// The most matches that are listed.
const LISTED_MAX: usize = 15;

/// In a terminal, the match that the person chooses; otherwise the newest unfinished one that is not being played. None
/// if the person quits.
///
/// # Errors
/// If no match is saved, or another program plays the chosen one.
pub(super) fn choose() -> Result<Option<Slot>, Failure> {
    let library = library()?;
    let can_ask = stdin().is_terminal() && stdout().is_terminal();
    let (matches, count) = resumable_matches(&library)?;
    if can_ask && count > 1 {
        let Some(chosen) = ask(&matches, count)? else { return Ok(None) };
        return Ok(Some(Slot::claim(&library, chosen.id)?));
    }
    for kept in &matches {
        match Slot::claim(&library, kept.id) {
            Ok(slot) => {
                if count > 1 {
                    say_which(kept)?;
                }
                return Ok(Some(slot));
            }
            // Another program may have taken it in the meantime.
            Err(LibraryError::Claimed { .. } | LibraryError::NoMatch { .. }) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Err(nothing_kept())
}

fn say_which(kept: &KeptMatch) -> io::Result<()> {
    let which = if kept.is_finished() { "" } else { " that is not over" };
    writeln!(
        stdout(),
        "Continuing {}, the newest match{which}; rival matches lists them all.",
        kept.name
    )
}

/// The matches that can be continued, unfinished ones first, then newest first, as many as are listed; and how many
/// there are.
fn resumable_matches(library: &Library) -> Result<(Vec<KeptMatch>, usize), Failure> {
    let (mut matches, mut count) = (Vec::new(), 0);
    for is_finished in [false, true] {
        let filter = MatchFilter {
            is_finished: Some(is_finished),
            is_being_played: Some(false),
            program: Some(PROGRAM),
            ..MatchFilter::default()
        };
        let limit = LISTED_MAX - matches.len();
        matches.extend(library.list(&filter, Page { offset: 0, limit })?);
        count += library.count(&filter)?;
    }
    Ok((matches, count))
}

fn ask(listed: &[KeptMatch], count: usize) -> Result<Option<&KeptMatch>, Failure> {
    let mut out = stdout().lock();
    for (index, kept) in listed.iter().enumerate() {
        writeln!(out, "{:>4}  {}  {}", index + 1, kept.date(), one_line(&kept.title()))?;
    }
    if listed.len() < count {
        let others = count - listed.len();
        writeln!(
            out,
            "      and {others} others: rival matches lists them, --resume NAME takes one"
        )?;
    }
    let number = ask_match_number(&mut out, listed.len())?;
    Ok(number.and_then(|number| listed.get(number - 1)))
}

/// The slot of the kept match of this name, if it is not the name of a file.
///
/// # Errors
/// If there is no such match, or a program plays it.
pub(super) fn named(path: &Path) -> Result<Option<Slot>, Failure> {
    let Some(name) = kept_name(path) else { return Ok(None) };
    let library = library()?;
    let kept = library.find(name)?;
    if kept.program != PROGRAM {
        let error = anyhow!(
            "{name} is a match of {}: --continue {name} plays on from it in a match of its own",
            kept.program
        );
        return Err(Failure::new(FailureKind::Usage, error));
    }
    Ok(Some(Slot::claim(&library, kept.id)?))
}

fn nothing_kept() -> Failure {
    let error =
        anyhow!("there is no kept match to continue: name a file, like --resume match.toml");
    Failure::new(FailureKind::Input, error)
}
