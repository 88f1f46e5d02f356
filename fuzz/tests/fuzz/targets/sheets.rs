//! Matches in other programs' notations, and records.

use game_catalog::{sheet_formats, table_game};
use games_package::Record;
use match_library::{Entry, MatchFile};
use notation::{RecordFile, Sheet, SheetFormat};

use crate::target::{Answer, Check, Verdict, must, same, text};

/// The maximum number of matches per input.
const MATCHES_MAX: usize = 20;

pub(super) fn pdn() -> Check {
    sheets("pdn", "checkers:english")
}

pub(super) fn pgn() -> Check {
    sheets("pgn", "chess:standard")
}

pub(super) fn mat() -> Check {
    sheets("mat", "backgammon:cube")
}

pub(super) fn ggf() -> Check {
    sheets("ggf", "othello:8")
}

fn sheets(format: &'static str, game: &'static str) -> Check {
    let formats = sheet_formats();
    let format = formats.into_iter().find(|known| known.name() == format);
    Box::new(move |input| {
        let format = format.ok_or("there is no such notation")?;
        let (mut kinds, mut is_accepted) = (Vec::new(), false);
        for sheet in format.read(input, Some(game)).take(MATCHES_MAX) {
            match sheet {
                Ok(sheet) => {
                    let answer = check_sheet(format, sheet)?;
                    is_accepted |= answer.is_accepted;
                    kinds.push(answer.kind);
                }
                Err(error) => kinds.push(Answer::refused(error).kind),
            }
        }
        kinds.sort();
        kinds.dedup();
        let mut described = check_file(text(input), game)?;
        described.kind.insert_str(0, &kinds.concat());
        described.is_accepted |= is_accepted;
        Ok(described)
    })
}

/// Checks that a sheet survives a round trip, and that a legal match survives every notation.
fn check_sheet(format: &dyn SheetFormat, sheet: Sheet) -> Verdict {
    if let Ok(written) = format.write(&sheet) {
        let read = one_sheet(format, &written, sheet.game.as_deref())?;
        let again =
            must("a sheet that was read from its own text can't be written", format.write(&read))?;
        same("a sheet written, and read and written again", &again, &written)?;
    }
    let loaded = match Entry::Sheet(Box::new(sheet)).check() {
        Ok(loaded) => loaded,
        Err(error) => return Ok(Answer::refused(error)),
    };
    check_record(&loaded.record)?;
    let sheet = Sheet::of(&loaded.record, &*loaded.game);
    let written = match format.write(&sheet) {
        Ok(written) => written,
        Err(error) => return Ok(Answer::refused(error)),
    };
    let read = one_sheet(format, &written, Some(loaded.game.name()))?;
    let checked = Entry::Sheet(Box::new(read)).check();
    let checked =
        must(&format!("a match can't be read from what it was written as:\n{written}\n"), checked)?;
    let moves = |record: &Record| record.moves().map(String::from).collect::<Vec<_>>();
    same("the moves of a match written and read", &moves(&checked.record), &moves(&loaded.record))?;
    same("the final positions", &checked.record.final_position, &loaded.record.final_position)?;
    let payoffs = |record: &Record| record.ending.as_ref().and_then(|end| end.payoffs.clone());
    same(
        "the results of a match written and read",
        &payoffs(&checked.record),
        &payoffs(&loaded.record),
    )?;
    let variations = loaded.record.variations.len().min(3);
    let plies = loaded.record.plies.len().min(5);
    Ok(Answer::accepted(format!(
        "{}{plies}{variations}{:?}",
        loaded.game.name(),
        payoffs(&loaded.record)
    )))
}

/// The only sheet in a file that we have written.
fn one_sheet(format: &dyn SheetFormat, written: &str, game: Option<&str>) -> Result<Sheet, String> {
    let mut read = format.read(written.as_bytes(), game);
    let first = read.next().ok_or_else(|| format!("no match in its own text:\n{written}"))?;
    let sheet = must(&format!("a match can't be read from its own text:\n{written}\n"), first)?;
    match read.next() {
        None => Ok(sheet),
        Some(_) => Err(format!("one match becomes two:\n{written}")),
    }
}

/// Handles a file of any type as the programs do.
fn check_file(text: String, game: &str) -> Verdict {
    let file = must("the game of the target", MatchFile::from_bytes(text, Some(game)))?;
    for entry in file.entries().take(MATCHES_MAX) {
        let _title = entry.title();
    }
    match file.load(None) {
        Ok(loaded) => {
            check_record(&loaded.record)?;
            Ok(Answer::accepted(""))
        }
        Err(error) => Ok(Answer::refused(error)),
    }
}

/// Checks that a record survives a round trip and can be replayed.
fn check_record(record: &Record) -> Result<(), String> {
    let written = record.to_text();
    let read = must(
        &format!("a record can't be read from its own text:\n{written}\n"),
        Record::from_text(&written),
    )?;
    same("a record written, and read and written again", &read.to_text(), &written)
}

pub(super) fn record() -> Check {
    Box::new(|input| {
        let record = match Record::from_bytes(input) {
            Ok(record) => record,
            Err(error) => return Ok(Answer::refused(error)),
        };
        check_record(&record)?;
        let Ok(game) = table_game(&record.game) else { return Ok(Answer::refused("game")) };
        let replayed = record.replay(&*game);
        let _file = check_file(text(input), game.name())?;
        match replayed {
            Ok(state) => {
                let _sheet = Sheet::of(&record, &*game);
                let _opened = (record.title(), state.ply());
                Ok(Answer::accepted(format!(
                    "{}{}",
                    record.plies.len().min(5),
                    record.variations.len().min(3)
                )))
            }
            Err(error) => Ok(Answer::refused(error)),
        }
    })
}
