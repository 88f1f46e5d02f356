//! `rival convert`: converts matches to another format.

mod output;
mod tally;

use anyhow::anyhow;
use app_context::{CommandResult, Failure, FailureKind, OrFail};
use match_library::{Entry, FileFormat, LoadedMatch, MatchFile, MatchFileError};
use tui::kept_matches::{load_kept, warn_of_variations};

use self::output::Output;
use self::tally::Tally;
use crate::arguments::ConvertArguments;
use crate::match_files::{Damage, check_folder_of, failure};

pub(crate) fn run(arguments: &ConvertArguments) -> CommandResult {
    let ConvertArguments { file, number, rules, out, to, strict } = arguments;
    check_folder_of(out.as_deref())?;
    if let Some(kept) = load_kept(file)? {
        Output::new(arguments).write_only(&formatted(&kept, to)?)?;
        return Damage::of(file, &kept).check();
    }
    let file = MatchFile::open(file, rules.as_deref())?.strict(*strict);
    if number.is_some() {
        let loaded = file.load(*number).map_err(failure)?;
        warn_of_variations(file.path().display(), &loaded);
        Output::new(arguments).write_only(&formatted(&loaded, to)?)?;
        if !loaded.is_salvaged() {
            return Ok(());
        }
        let mut tally = Tally::new(file.path());
        tally.add(&loaded);
        return tally.end();
    }
    let mut output = Output::new(arguments);
    let tally = convert_all(&file, to, &mut output)?;
    output.finish()?;
    tally.end()
}

/// Converts all readable matches in a file, and counts them. Reports unreadable matches on stderr.
fn convert_all(file: &MatchFile, to: &str, output: &mut Output<'_>) -> Result<Tally, Failure> {
    let mut tally = Tally::new(file.path());
    for entry in file.entries() {
        let is_record = matches!(entry, Entry::Record(..));
        match file.check(entry) {
            Ok(loaded) => {
                match formatted(&loaded, to) {
                    Ok(text) => output.add(text)?,
                    // The match may be the only one that the format can't express.
                    Err(error) if tally.count() > 0 => {
                        tally.add_unwritable(&error)?;
                        continue;
                    }
                    Err(error) => return Err(error),
                }
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
    if tally.count() == 0 {
        return Err(MatchFileError::Empty { file: file.path().into() }.into());
    }
    Ok(tally)
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
