//! Formats finished games for other programs: notations such as PDN and PGN, and final positions as EPD.

use std::fmt::Write as _;
use std::time::{Duration, UNIX_EPOCH};

use anyhow::{Context, anyhow};
use app_context::{Failure, FailureKind, OrFail};
use board_engine::{Seat, Turn};
use game_catalog::{sheet_format, sheet_formats};
use games_package::{Clock, Record, TimeControl};
use notation::{Sheet, SheetFormat};

use crate::journal::Entry;
use crate::run::Run;
use crate::schedule::Round;

/// Only times before the year 9000 are written as dates.
const YEARS_MAX: Duration = Duration::from_hours(7000 * 365 * 24);

/// The tag that contains the game's journal ID.
pub(super) const GAME_ID: &str = "GameId";

/// The EPD operation that contains the game's journal ID.
pub(super) const EPD_ID: &str = " id \"";

/// Writes games in a notation with tags, for other programs.
#[derive(Clone, Debug)]
pub struct GameTexts {
    format: &'static dyn SheetFormat,
    event: String,
    site: String,
}

impl GameTexts {
    /// A writer for this game in the named notation, by default the game's own.
    ///
    /// # Errors
    /// [`Failure`] if the game has no notation.
    pub fn new(
        game: &str,
        notation: Option<&str>,
        event: String,
        site: String,
    ) -> Result<Self, Failure> {
        let named = sheet_formats().into_iter().find(|format| Some(format.name()) == notation);
        let format = match named {
            Some(format) => format,
            None => sheet_format(game).or_fail(FailureKind::Input)?,
        };
        Ok(Self { format, event, site })
    }

    /// Formats a game with its tags. The text ends with a line feed.
    ///
    /// # Errors
    /// [`Failure`] if the entry is not from this run or the notation can't express it.
    pub fn text(&self, run: &Run, entry: &Entry) -> Result<String, Failure> {
        let tournament = run.tournament();
        let senseless = || anyhow!("game {} in the journal is invalid", entry.id);
        let record = entry.record(tournament).with_context(senseless);
        let mut record = record.or_fail(FailureKind::Input)?;
        add_remarks(entry, &mut record);
        add_clocks(run, entry, &mut record);
        let mut sheet = Sheet::of(&record, &**tournament.game());
        let mut tags = vec![
            ("Event".to_owned(), self.event.clone()),
            ("Site".to_owned(), self.site.clone()),
            ("Date".to_owned(), date(entry)),
            ("Round".to_owned(), round(run, entry)),
        ];
        tags.extend(self.time_controls(run, &record));
        tags.push((GAME_ID.to_owned(), entry.id.clone()));
        sheet.tags.splice(0..0, tags);
        self.format.describe(&mut sheet);
        let written = self.format.write(&sheet).with_context(|| format!("game {}", entry.id));
        written.or_fail(FailureKind::Failed)
    }

    /// The players' common time control, or one per player if they differ.
    fn time_controls(&self, run: &Run, record: &Record) -> Vec<(String, String)> {
        const TAG: &str = "TimeControl";
        let controls: Vec<TimeControl> =
            record.players.iter().map(|it| it.odds.time_control(record.time_control)).collect();
        let [first, others @ ..] = controls.as_slice() else { return Vec::new() };
        if others.iter().all(|other| other == first) {
            return vec![(TAG.into(), control_text(*first))];
        }
        let tag = |seat: Seat| {
            let name = run.tournament().game().seat_name(seat).replace(' ', "");
            if self.format.name() == "pdn" {
                format!("{TAG}{name}")
            } else {
                format!("{name}{TAG}")
            }
        };
        let seats = Seat::all(controls.len()).map(tag);
        seats.zip(controls.iter().map(|control| control_text(*control))).collect()
    }
}

/// A game's final position as an EPD line, with the game's ID and result.
pub fn epd(run: &Run, entry: &Entry) -> String {
    let mut line = position_and_counters(&entry.end);
    let ending = entry.ending();
    let seat_name = |seat: Seat| run.tournament().game().seat_name(seat);
    let ending = ending.map(|ending| ending.describe(seat_name)).unwrap_or_default();
    let ending = ending.replace(['"', ';'], " ");
    let _ = writeln!(line, "{EPD_ID}{}\"; c0 \"{ending}\";", entry.id);
    line
}

/// Converts the two counters at the end of a FEN to EPD operations.
fn position_and_counters(position: &str) -> String {
    let fields: Vec<&str> = position.split(' ').collect();
    let is_number = |field: &str| field.parse::<u32>().is_ok();
    match fields.as_slice() {
        [board, side, rights, square, quiet, number] if is_number(quiet) && is_number(number) => {
            format!("{board} {side} {rights} {square} hmvc {quiet}; fmvn {number};")
        }
        _ => position.to_owned(),
    }
}

/// Adds remarks to each move: the nodes, the nodes per second if the time was measured, and the principal variation if
/// known.
fn add_remarks(entry: &Entry, record: &mut Record) {
    for (index, ply) in record.plies.iter_mut().enumerate() {
        let mut remark = String::new();
        let thought = entry.thoughts.get(index).and_then(Option::as_ref);
        if let Some(nodes) = thought.map(|it| it.nodes).filter(|&nodes| nodes > 0) {
            let _ = write!(remark, "n={nodes}");
            let per_second = (u128::from(nodes) * 1_000_000).checked_div(ply.elapsed.as_micros());
            if let Some(per_second) = per_second {
                let _ = write!(remark, " nps={per_second}");
            }
        }
        if let Some(line) = entry.lines.get(index).filter(|line| !line.is_empty()) {
            let blank = if remark.is_empty() { "" } else { " " };
            let _ = write!(remark, "{blank}pv={}", line.replace(['{', '}', '[', ']'], ""));
        }
        if !remark.is_empty() {
            ply.note.remark = remark;
        }
    }
}

/// Adds the time left after each move, computed from the time control and the time per move.
fn add_clocks(run: &Run, entry: &Entry, record: &mut Record) {
    let controls = record.players.iter().map(|it| it.odds.time_control(record.time_control));
    let mut clocks: Vec<(TimeControl, Clock)> =
        controls.map(|control| (control, Clock::new(control))).collect();
    let has_clock = |control| !matches!(control, TimeControl::Unlimited | TimeControl::PerMove(_));
    if !clocks.iter().any(|(control, _)| has_clock(*control)) {
        return;
    }
    let opening_plies = run.tournament().opening(&entry.job()).moves.len();
    let Some(plies) = entry.replayed_plies(&**run.tournament().game()) else { return };
    for (index, played) in plies.iter().enumerate().skip(opening_plies) {
        let Turn::Seat(seat) = played.mover else { continue };
        let Some((control, clock)) = clocks.get_mut(seat.index()) else { continue };
        clock.replay(played.elapsed);
        if let Some(ply) = record.plies.get_mut(index).filter(|_| has_clock(*control)) {
            ply.clock = clock.left(Duration::ZERO);
        }
    }
}

/// A time control in PGN notation (9.6.1): `40/300`, `60+0.5`. Writes a time per move as `0.1/move`, as chess match
/// managers do.
fn control_text(control: TimeControl) -> String {
    match control {
        TimeControl::Unlimited => "-".into(),
        TimeControl::PerMove(time) => format!("{}/move", time.as_secs_f64()),
        TimeControl::Increment { initial, increment } => {
            format!("{}{}", initial.as_secs_f64(), increment_text(increment))
        }
        TimeControl::Period { moves, time, increment } => {
            format!("{moves}/{}{}", time.as_secs_f64(), increment_text(increment))
        }
    }
}

fn increment_text(increment: Duration) -> String {
    if increment.is_zero() { String::new() } else { format!("+{}", increment.as_secs_f64()) }
}

/// The round number and the game's number within it: "3.12", or "3.1.12" in the first replay of round 3 (a multipart
/// round identifier: PGN, 8.1.1.4).
fn round(run: &Run, entry: &Entry) -> String {
    let number = entry.number.saturating_add(1);
    match run.round(entry.round) {
        Some(Round { number: round, replay: 0, .. }) => format!("{round}.{number}"),
        Some(Round { number: round, replay, .. }) => format!("{round}.{replay}.{number}"),
        None => "?".into(),
    }
}

/// A game's end date, in PDN and PGN notation.
fn date(entry: &Entry) -> String {
    let time = entry.finished_at.and_then(|at| UNIX_EPOCH.checked_add(Duration::from_secs(at)));
    // RFC 3339 allows only four-digit years.
    let text = time.filter(|time| *time < UNIX_EPOCH + YEARS_MAX);
    let text = text.map(|time| humantime::format_rfc3339_seconds(time).to_string());
    text.and_then(|text| Some(text.get(..10)?.replace('-', ".")))
        .unwrap_or_else(|| "????.??.??".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_are_written_as_in_pgn() {
        for (control, expected) in [
            ("none", "-"),
            ("1m+500ms", "60+0.5"),
            ("40/5m", "40/300"),
            ("40/1m+1s", "40/60+1"),
            ("100ms", "0.1/move"),
        ] {
            assert_eq!(control_text(control.parse().unwrap()), expected, "{control}");
        }
    }

    #[test]
    fn a_fens_counters_become_epd_operations() {
        let check = |position, expected: &str| {
            assert_eq!(position_and_counters(position), expected);
        };
        check("4k3/8/8/8/8/8/8/4K3 w - - 99 120", "4k3/8/8/8/8/8/8/4K3 w - - hmvc 99; fmvn 120;");
        check("W:W31-50:B1-20", "W:W31-50:B1-20");
    }
}
