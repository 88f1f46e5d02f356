//! `rival convert`: matches in another form.

use std::io::{Write, stdout};

use anyhow::{Context, Error, anyhow};
use games_package::save_text;
use house::{CommandResult, Failure, FailureKind, OrFail};

use crate::arguments::ConvertArguments;
use crate::recorded::{self, Form, Found, Recorded, Source, Tally};

pub(crate) fn run(arguments: &ConvertArguments) -> CommandResult {
    let ConvertArguments { file, number, rules, out, .. } = arguments;
    recorded::check_place(out.as_deref())?;
    let source = Source::new(file, *number, rules.as_deref())?;
    if number.is_some() {
        let text = written(&source.load()?, &arguments.to).or_fail(FailureKind::Usage)?;
        return put(arguments, &text);
    }
    let bytes = source.bytes()?;
    let (text, tally) = all(&source, &bytes, &arguments.to)?;
    put(arguments, &text)?;
    tally.end()
}

/// All matches of a file that can be read, and how many these are. What is wrong with the others is told.
fn all(source: &Source, bytes: &[u8], to: &str) -> Result<(String, Tally), Failure> {
    let (mut texts, mut tally) = (Vec::new(), Tally::of(&source.file));
    for found in source.matches(bytes) {
        let is_record = matches!(found, Found::Record(..));
        match recorded::checked(found) {
            Ok(found) => {
                texts.push(written(&found, to).or_fail(FailureKind::Usage)?);
                tally.add(&found);
            }
            Err(error) if is_record => {
                return Err(error.context(source.file.display().to_string()))
                    .or_fail(FailureKind::Input);
            }
            Err(error) => tally.add_unread(&error)?,
        }
    }
    if to == "record" && texts.len() > 1 {
        let error = anyhow!("a record holds one match: choose one by --game N");
        return Err(Failure::new(FailureKind::Usage, error));
    }
    if tally.count() == 0 {
        let error = anyhow!("{}: there is no match in it", source.file.display());
        return Err(Failure::new(FailureKind::Input, error));
    }
    let separator = if to == "json" { "" } else { "\n" };
    Ok((texts.join(separator), tally))
}

fn put(arguments: &ConvertArguments, text: &str) -> CommandResult {
    match &arguments.out {
        Some(file) => save_text(file, text).or_fail(FailureKind::Failed),
        None => Ok(stdout().write_all(text.as_bytes())?),
    }
}

fn written(found: &Recorded, to: &str) -> Result<String, Error> {
    if to == "json" {
        let object = match_json::Record::new(&found.record, found.end.passed_draws());
        return Ok(format!("{}\n", serde_json::to_string(&object)?));
    }
    let form = Form::named(to).with_context(|| format!("there is no form \"{to}\""))?;
    recorded::text(&found.record, &*found.game, form, &found.tags)
}
