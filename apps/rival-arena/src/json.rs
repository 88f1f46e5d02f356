//! One JSON object per event, for programs.

use std::io::{Write, stdout};

use arena::journal::Entry;
use arena::run::Run;
use arena::settings::Settings;
use arena::statistics::Estimate;
use arena::tournament::Tournament;
use arena_queue::message::Sight;
use games_package::FailureKind;
use house::Failure;
use serde_json::{Value, json};

use crate::runner::Watcher;
use crate::tables::{Report, Row};

/// Writes a line for each finished game, and for the games that are played elsewhere now and then how they stand.
#[derive(Debug)]
pub(crate) struct JsonLines;

impl Watcher for JsonLines {
    fn see(&mut self, run: &Run, entries: &[Entry]) -> Result<(), Failure> {
        let mut out = stdout().lock();
        for entry in entries {
            writeln!(out, "{}", game(run.tournament().settings(), entry))?;
        }
        Ok(out.flush()?)
    }

    fn looks_on(&self) -> bool {
        true
    }

    fn look(&mut self, run: &Run, sight: &Sight) -> Result<(), Failure> {
        let mut out = stdout().lock();
        writeln!(out, "{}", moves(run.tournament(), sight))?;
        Ok(out.flush()?)
    }
}

/// A game that is being played elsewhere.
fn moves(tournament: &Tournament, sight: &Sight) -> Value {
    let Sight { worker, game, round, before, moves } = sight;
    json!({
        "event": "moves", "id": tournament.id(*round, game.number), "round": round + 1,
        "players": names(tournament.settings(), &game.players), "worker": worker,
        "plies": before.saturating_add(moves.len()), "newest": moves,
    })
}

/// What tables call these players.
fn names(settings: &Settings, players: &[usize]) -> Vec<Option<String>> {
    players.iter().map(|&player| settings.players.get(player).map(ToString::to_string)).collect()
}

fn game(settings: &Settings, entry: &Entry) -> Value {
    json!({
        "event": "game_finished", "id": entry.id, "round": entry.round + 1,
        "players": names(settings, &entry.players), "payoffs": entry.payoffs,
        "reason": entry.conclusion.reason, "seat": entry.conclusion.seat.map(|seat| seat + 1),
        "detail": entry.conclusion.detail, "plies": entry.plies(),
    })
}

/// The whole report in one object.
pub(crate) fn report(report: &Report) -> Value {
    let mut object = json!({
        "event": "standings", "over": report.is_over, "games": report.finished,
        "distinct_games": report.distinct,
        "players": report.rows.iter().map(row).collect::<Vec<_>>(),
    });
    if let Some(pairs) = report.pairs {
        object["pairs"] = json!({
            "counts": pairs.counts(), "elo": estimate(pairs.elo()),
            "normalized_elo": estimate(pairs.normalized_elo()), "los": pairs.likelihood_of_superiority(),
        });
    }
    if let Some((sprt, verdict, pairs)) = &report.test {
        let (low, high) = sprt.bounds();
        object["sprt"] = json!({
            "llr": sprt.log_likelihood_ratio(pairs), "low": low, "high": high, "verdict": verdict,
        });
    }
    object
}

fn row(row: &Row) -> Value {
    let tally = &row.tally;
    let late = tally.faults.get(FailureKind::TimedOut.name()).copied().unwrap_or_default();
    let failures = tally.faults.values().sum::<u64>() - late;
    json!({
        "name": row.name, "points": row.points, "games": tally.games(),
        "distinct_games": tally.distinct_games(), "wins": tally.wins,
        "draws": tally.draws, "losses": tally.losses, "time_losses": late,
        "failures": failures, "faults": tally.faults,
        "payoff": {"sum": tally.payoff, "per_game": tally.payoff_per_game()},
        "elo": estimate(row.rating), "sonneborn_berger": row.sonneborn_berger, "buchholz": row.buchholz,
    })
}

/// What is not known is null.
fn estimate(estimate: Estimate) -> Value {
    if estimate.is_known() {
        json!({"value": estimate.value, "error": estimate.error})
    } else {
        Value::Null
    }
}
