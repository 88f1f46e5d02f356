//! The user's saved matches: opens the library, and lets the user choose a match to resume.

use std::fmt::Display;
use std::io::{self, BufRead, Write};
use std::path::Path;

use app_context::{Failure, FailureKind, one_line, warn};
use match_library::{
    KeptMatch, Library, LibraryError, LoadedMatch, MatchFilter, Page, SaveTarget, Slot, kept_name,
};

/// This program's name in the library.
pub const PROGRAM: &str = "rival";

/// The user's match library.
///
/// # Errors
/// If the library can't be opened.
pub fn library() -> Result<Library, LibraryError> {
    Library::of_user(PROGRAM)
}

/// A slot in the user's library for a new match.
pub fn new_slot() -> SaveTarget {
    SaveTarget::new_slot(PROGRAM)
}

/// Warns on standard error about damaged parts in this match, and about moved or dropped variations.
pub fn warn_of_variations(name: impl Display, loaded: &LoadedMatch) {
    for warning in loaded.warnings() {
        warn(format_args!("{name}: {warning}"));
    }
}

/// The saved match with this name. `None` if the path is not a saved match's name.
///
/// # Errors
/// If there is no such match, or it can't be read.
pub fn load_kept(path: &Path) -> Result<Option<LoadedMatch>, Failure> {
    let Some(name) = kept_name(path) else { return Ok(None) };
    let library = library()?;
    let loaded = library.load_dated(library.find(name)?.id)?;
    warn_of_variations(name, &loaded);
    Ok(Some(loaded))
}

/// Asks for a listed match's number. `None` if the user quits.
///
/// # Errors
/// If the terminal can't be used.
pub fn ask_match_number(
    input: &mut dyn BufRead,
    out: &mut dyn Write,
    count: usize,
) -> io::Result<Option<usize>> {
    loop {
        write!(out, "Match [1]: ")?;
        out.flush()?;
        let mut answer = String::new();
        if input.read_line(&mut answer)? == 0 || matches!(answer.trim(), "q" | "quit") {
            return Ok(None);
        }
        let number = if answer.trim().is_empty() { Ok(1) } else { answer.trim().parse() };
        match number {
            Ok(number) if (1..=count).contains(&number) => return Ok(Some(number)),
            _ => writeln!(out, "Type a number from 1 to {count}, or q.")?,
        }
    }
}

/// The maximum number of matches to list.
const LISTED_MAX: usize = 15;

/// Lets the user choose a match if `input` is a terminal. If `input` is not a terminal, takes the newest unfinished
/// match that is not in use. Returns `None` if the user quits.
///
/// # Errors
/// If no match is saved, or another program has the chosen match open.
pub fn choose_kept(
    input: Option<&mut dyn BufRead>,
    out: &mut dyn Write,
) -> Result<Option<Slot>, Failure> {
    let library = library()?;
    let (matches, count) = resumable_matches(&library)?;
    if let Some(input) = input.filter(|_| count > 1) {
        let Some(chosen) = ask(input, out, &matches, count)? else { return Ok(None) };
        return Ok(Some(Slot::claim(&library, chosen.id)?));
    }
    for kept in &matches {
        match Slot::claim(&library, kept.id) {
            Ok(slot) => {
                if count > 1 {
                    say_which(kept, out)?;
                }
                return Ok(Some(slot));
            }
            // Another program may have claimed the match in the meantime.
            Err(LibraryError::Claimed { .. } | LibraryError::NoMatch { .. }) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Err(nothing_kept())
}

fn say_which(kept: &KeptMatch, out: &mut dyn Write) -> io::Result<()> {
    let which = if kept.is_finished() { "" } else { "unfinished " };
    writeln!(
        out,
        "Continuing {}, the newest {which}match; run \"rival matches\" to list all.",
        kept.name
    )
}

/// At most [`LISTED_MAX`] matches that can be continued, and their total number. Unfinished matches come first, then
/// the newest.
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

fn ask<'a>(
    input: &mut dyn BufRead,
    out: &mut dyn Write,
    listed: &'a [KeptMatch],
    count: usize,
) -> Result<Option<&'a KeptMatch>, Failure> {
    for (index, kept) in listed.iter().enumerate() {
        writeln!(out, "{:>4}  {}  {}", index + 1, kept.date(), one_line(&kept.title()))?;
    }
    if listed.len() < count {
        let others = count - listed.len();
        writeln!(
            out,
            "      and {others} others; run \"rival matches\" to list them, --resume NAME to pick one"
        )?;
    }
    let number = ask_match_number(input, out, listed.len())?;
    Ok(number.and_then(|number| listed.get(number - 1)))
}

/// The slot for the saved match with this name. `None` if the path is not a saved match's name.
///
/// # Errors
/// If there is no such match, or another program has it open.
pub fn claim_named(path: &Path) -> Result<Option<Slot>, Failure> {
    let Some(name) = kept_name(path) else { return Ok(None) };
    let library = library()?;
    let kept = library.find(name)?;
    if kept.program != PROGRAM {
        let why = format_args!(
            "{name} belongs to {}; use --continue {name} to continue a copy",
            kept.program
        );
        return Err(Failure::message(FailureKind::Usage, why));
    }
    Ok(Some(Slot::claim(&library, kept.id)?))
}

fn nothing_kept() -> Failure {
    let why = "no saved match to resume; pass a file, as in --resume match.toml";
    Failure::message(FailureKind::Input, why)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(mut typed: &[u8], number: Option<usize>, refused: usize) {
        let mut out = Vec::new();
        assert_eq!(ask_match_number(&mut typed, &mut out, 3).unwrap(), number);
        let text = String::from_utf8(out).unwrap();
        assert_eq!(text.matches("Type a number from 1 to 3, or q.").count(), refused, "{text}");
    }

    #[test]
    fn the_prompt_repeats_until_the_number_is_in_the_list() {
        check(b"2\n", Some(2), 0);
        check(b"\n", Some(1), 0);
        check(b"x\n0\n4\n 3 \n", Some(3), 3);
        check(b"quit\n", None, 0);
        check(b"", None, 0);
    }
}
