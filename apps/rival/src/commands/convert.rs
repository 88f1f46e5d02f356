//! `rival convert`: matches in another form.

use std::io::{Write, stderr, stdout};
use std::time::Duration;

use anyhow::{Context, Error, anyhow};
use games_package::{Mark, Note, Ply, Record, Thought, Valuation, Variation, save_text};
use house::{CommandResult, Failure, FailureKind, OrFail, one_line};
use serde_json::{Value, json};

use crate::arguments::ConvertArguments;
use crate::commands::json::ending_json;
use crate::recorded::{self, Form, Found, Recorded, Source};

pub(crate) fn run(arguments: &ConvertArguments) -> CommandResult {
    let ConvertArguments { file, number, rules, out, .. } = arguments;
    recorded::check_place(out.as_deref())?;
    let source = Source::new(file, *number, rules.as_deref())?;
    if number.is_some() {
        let text = written(&source.load()?, &arguments.to).or_fail(FailureKind::Usage)?;
        return put(arguments, &text);
    }
    let bytes = source.bytes()?;
    let (text, damaged) = all(&source, &bytes, &arguments.to)?;
    put(arguments, &text)?;
    match damaged {
        0 => Ok(()),
        count => {
            let of = if count == 1 { "1 match".into() } else { format!("{count} matches") };
            let error = anyhow!("{}: {of} can't be read", file.display());
            Err(Failure::new(FailureKind::Input, error))
        }
    }
}

/// All matches of a file that can be read, and how many can't. What is wrong with these is told.
fn all(source: &Source, bytes: &[u8], to: &str) -> Result<(String, usize), Failure> {
    let (mut texts, mut damaged) = (Vec::new(), 0);
    for (number, found) in (1..).zip(source.matches(bytes)) {
        let is_record = matches!(found, Found::Record(..));
        match recorded::checked(found) {
            Ok(found) => texts.push(written(&found, to).or_fail(FailureKind::Usage)?),
            Err(error) if is_record => {
                return Err(error.context(source.file.display().to_string()))
                    .or_fail(FailureKind::Input);
            }
            Err(error) => {
                damaged += 1;
                let line = format!("{}: match {number}: {error:#}", source.file.display());
                writeln!(stderr(), "rival: {}", one_line(&line))?;
            }
        }
    }
    if to == "record" && texts.len() > 1 {
        let error = anyhow!("a record holds one match: choose one by --game N");
        return Err(Failure::new(FailureKind::Usage, error));
    }
    if texts.is_empty() && damaged == 0 {
        let error = anyhow!("{}: there is no match in it", source.file.display());
        return Err(Failure::new(FailureKind::Input, error));
    }
    let separator = if to == "json" { "" } else { "\n" };
    Ok((texts.join(separator), damaged))
}

fn put(arguments: &ConvertArguments, text: &str) -> CommandResult {
    match &arguments.out {
        Some(file) => save_text(file, text).or_fail(FailureKind::Failed),
        None => Ok(stdout().write_all(text.as_bytes())?),
    }
}

fn written(found: &Recorded, to: &str) -> Result<String, Error> {
    if to == "json" {
        return Ok(format!("{}\n", record_json(&found.record)));
    }
    let form = Form::named(to).with_context(|| format!("there is no form \"{to}\""))?;
    recorded::text(&found.record, &*found.game, form, &found.tags)
}

/// The whole match as one object.
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
