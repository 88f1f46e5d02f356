//! `rival convert`: converts matches to another format.

mod tally;

use std::io::{Write, stdout};

use anyhow::anyhow;
use app_context::{CommandResult, Failure, FailureKind, OrFail};
use match_library::{Entry, FileFormat, LoadedMatch, MatchFile, MatchFileError};
use notation::save_text;
use tui::kept_matches::{load_kept, warn_of_variations};

use self::tally::Tally;
use crate::arguments::ConvertArguments;
use crate::match_files::{check_folder_of, failure};

pub(crate) fn run(arguments: &ConvertArguments) -> CommandResult {
    let ConvertArguments { file, number, rules, out, to, strict } = arguments;
    check_folder_of(out.as_deref())?;
    if let Some(kept) = load_kept(file)? {
        return write_output(arguments, &formatted(&kept, to)?);
    }
    let file = MatchFile::open(file, rules.as_deref())?.strict(*strict);
    if number.is_some() {
        let loaded = file.load(*number).map_err(failure)?;
        warn_of_variations(file.path().display(), &loaded);
        write_output(arguments, &formatted(&loaded, to)?)?;
        if !loaded.is_salvaged() {
            return Ok(());
        }
        let mut tally = Tally::new(file.path());
        tally.add(&loaded);
        return tally.end();
    }
    let (text, tally) = convert_all(&file, to)?;
    write_output(arguments, &text)?;
    tally.end()
}

/// Converts all readable matches in a file, and counts them. Writes errors in the other matches to stderr.
fn convert_all(file: &MatchFile, to: &str) -> Result<(String, Tally), Failure> {
    let (mut text, mut tally) = (String::new(), Tally::new(file.path()));
    let separator = if to == "json" { "" } else { "\n" };
    let mut converted = 0;
    for entry in file.entries() {
        let is_record = matches!(entry, Entry::Record(..));
        match file.check(entry) {
            Ok(loaded) => {
                if converted > 0 {
                    text.push_str(separator);
                }
                text.push_str(&formatted(&loaded, to)?);
                converted += 1;
                tally.add(&loaded);
                let path = file.path().display();
                if is_record {
                    warn_of_variations(path, &loaded);
                } else {
                    warn_of_variations(format_args!("{path}: match {}", tally.count()), &loaded);
                }
            }
            Err(error) if is_record => {
                let file = file.path().into();
                return Err(
                    MatchFileError::Entry { file, number: None, error: Box::new(error) }.into()
                );
            }
            Err(error) => tally.add_unreadable(&error)?,
        }
    }
    if let ("record" | "svg", 2..) = (to, converted) {
        let what = if to == "svg" { "picture" } else { "record" };
        let error = anyhow!("a {what} holds one match; add --game N");
        return Err(Failure::new(FailureKind::Usage, error));
    }
    if tally.count() == 0 {
        return Err(MatchFileError::Empty { file: file.path().into() }.into());
    }
    Ok((text, tally))
}

fn write_output(arguments: &ConvertArguments, text: &str) -> CommandResult {
    match &arguments.out {
        Some(file) => save_text(file, text).or_fail(FailureKind::Failed),
        None => Ok(stdout().write_all(text.as_bytes())?),
    }
}

fn formatted(loaded: &LoadedMatch, to: &str) -> Result<String, Failure> {
    let LoadedMatch { record, game, end, .. } = loaded;
    if to == "json" {
        let object = notation::json::Record::new(record, end.passed_draws());
        let text = serde_json::to_string(&object).or_fail(FailureKind::Failed)?;
        return Ok(format!("{text}\n"));
    }
    let unknown = || Failure::new(FailureKind::Usage, anyhow!("unknown format \"{to}\""));
    let format = FileFormat::named(to).ok_or_else(unknown)?;
    Ok(format.text(record, &**game)?)
}
