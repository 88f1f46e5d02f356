//! `rival convert`: matches in another form.

use std::io::{Write, stdout};
use std::time::Duration;

use anyhow::{Context, Error, anyhow};
use games_package::{
    Mark, Note, PassedDraw, Ply, Record, Thought, Valuation, Variation, save_text,
};
use house::{CommandResult, Failure, FailureKind, OrFail};
use serde_json::{Value, json};

use crate::arguments::ConvertArguments;
use crate::commands::json::ending_json;
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
        return Ok(format!("{}\n", match_json(found)));
    }
    let form = Form::named(to).with_context(|| format!("there is no form \"{to}\""))?;
    recorded::text(&found.record, &*found.game, form, &found.tags)
}

/// The whole match as one object.
fn match_json(found: &Recorded) -> Value {
    let mut object = record_json(&found.record);
    let passed = |draw: &PassedDraw| json!({"after": draw.after, "rule": draw.rule});
    object["passed_draws"] = found.end.passed_draws().iter().map(passed).collect();
    object
}

fn record_json(record: &Record) -> Value {
    let player = |player: &games_package::RecordedPlayer| json!({"player": player.spec, "name": player.name, "origin": player.origin});
    json!({
        "game": record.game,
        "players": record.players.iter().map(player).collect::<Vec<_>>(),
        "time_control": record.time_control.to_string(),
        "seed": record.seed,
        "start": record.start,
        "plies": plies_json(&record.plies),
        "variations": variations_json(&record.variations),
        "position": record.final_position,
        "ending": record.ending.as_ref().map(ending_json),
    })
}

fn plies_json(plies: &[Ply]) -> Value {
    plies.iter().map(ply_json).collect()
}

/// They lie at most as deep as records may have them.
fn variations_json(variations: &[Variation]) -> Value {
    let line = |variation: &Variation| {
        json!({
            "after": variation.after,
            "plies": plies_json(&variation.plies),
            "variations": variations_json(&variation.variations),
        })
    };
    variations.iter().map(line).collect()
}

fn ply_json(ply: &Ply) -> Value {
    let Note { thought, mark, remark } = &ply.note;
    let mut object = json!({
        "move": ply.mv,
        "seconds": ply.elapsed.as_secs_f64(),
        "clock": ply.clock.map(|clock: Duration| clock.as_secs_f64()),
    });
    if let Some(Thought { valuation, depth }) = thought {
        let (name, value) = match valuation {
            Valuation::Centi(value) => ("score", json!(f64::from(*value) / 100.0)),
            Valuation::WinIn(plies) => ("win_in", json!(plies)),
            Valuation::LossIn(plies) => ("loss_in", json!(plies)),
        };
        object[name] = value;
        object["depth"] = json!(depth);
    }
    if let Some(mark) = mark {
        object["mark"] = Mark::sign(*mark).into();
    }
    if !remark.is_empty() {
        object["remark"] = remark.as_str().into();
    }
    object
}
