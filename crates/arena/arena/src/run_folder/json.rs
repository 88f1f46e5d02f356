//! Results as JSON, for programs and pages.

use games_package::FailureKind;
use serde_json::{Value, json};

use super::tables::summaries::{FirstSeat, Knockout, decision_name};
use super::tables::{Report, Row};
use crate::EndingCount;
use crate::journal::Entry;
use crate::run::Run;
use crate::schedule::{Duel, KnockoutRound};
use crate::settings::Settings;
use crate::statistics::Estimate;

/// The names of these players in tables.
pub fn names(settings: &Settings, players: &[usize]) -> Vec<Option<String>> {
    players.iter().map(|&player| settings.players.get(player).map(ToString::to_string)).collect()
}

/// The number of the round with this index and, for a replay, the replay's number.
pub fn round_of(run: &Run, index: usize) -> (usize, Option<usize>) {
    let round = run.round(index);
    let replay = round.map(|round| round.replay).filter(|replay| *replay > 0);
    (round.map_or(index + 1, |round| round.number), replay)
}

/// A finished game.
pub fn game(run: &Run, entry: &Entry) -> Value {
    let (number, replay) = round_of(run, entry.round);
    json!({
        "event": "game_finished", "id": entry.id, "round": number, "replay": replay,
        "players": names(run.tournament().settings(), &entry.players), "payoffs": entry.payoffs,
        "reason": entry.conclusion.reason, "seat": entry.conclusion.seat.map(|seat| seat + 1),
        "detail": entry.conclusion.detail, "plies": entry.plies(),
    })
}

/// The whole report as one object.
pub fn report(report: &Report) -> Value {
    let mut object = json!({
        "event": "standings", "over": report.is_over, "games": report.finished,
        "distinct_games": report.distinct,
        "players": report.rows.iter().map(|it| row(it, report.has_stakes)).collect::<Vec<_>>(),
    });
    if !report.warnings.is_empty() {
        object["warnings"] = json!(report.warnings);
    }
    if !report.excluded.is_empty() {
        object["excluded"] = json!(report.excluded);
    }
    object["endings"] = report.endings.iter().map(ending).collect();
    if let Some(first) = &report.first_seat {
        object["first_seat"] = first_seat(first);
    }
    if !report.knockout.rounds.is_empty() {
        object["knockout"] = knockout(report, &report.knockout);
    }
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

fn ending(EndingCount { reason, rule, games }: &EndingCount) -> Value {
    json!({"reason": reason, "rule": rule, "games": games})
}

fn first_seat(FirstSeat { name, pairs, score, elo }: &FirstSeat) -> Value {
    json!({"name": name, "pairs": pairs, "score": estimate(*score), "elo": estimate(*elo)})
}

fn knockout(report: &Report, Knockout { rounds, winner, .. }: &Knockout) -> Value {
    let name = |player: usize| {
        report.rows.iter().find(|row| row.player == player).map(|row| row.name.as_str())
    };
    let duel = |Duel { players, scores, decided }: &Duel| {
        json!({
            "players": players.map(name), "scores": scores,
            "winner": decided.and_then(|(player, _)| name(player)),
            "decided_by": decided.map(|(_, decision)| decision_name(decision)),
        })
    };
    let round = |KnockoutRound { number, duels }: &KnockoutRound| json!({"round": number, "encounters": duels.iter().map(duel).collect::<Vec<_>>()});
    json!({
        "rounds": rounds.iter().map(round).collect::<Vec<_>>(),
        "winner": winner.and_then(|(player, _)| name(player)),
        "decided_by": winner.map(|(_, decision)| decision_name(decision)),
    })
}

fn row(row: &Row, has_stakes: bool) -> Value {
    let tally = &row.tally;
    let late = tally.faults.get(FailureKind::TimedOut.name()).copied().unwrap_or_default();
    let failures = tally.faults.values().sum::<u64>() - late;
    let mut object = json!({
        "name": row.name, "points": row.points, "games": tally.games(),
        "distinct_games": tally.distinct_games(), "wins": tally.wins,
        "draws": tally.draws, "losses": tally.losses, "time_losses": late,
        "failures": failures, "faults": tally.faults,
        "payoff": {"sum": tally.payoff, "per_game": tally.payoff_per_game()},
        "elo": estimate(row.rating), "rematches": row.rematches, "byes": row.byes,
        "sonneborn_berger": row.sonneborn_berger, "buchholz": row.buchholz,
    });
    if has_stakes {
        object["payoff"]["mean"] = estimate(row.payoff);
    }
    object
}

/// An estimate as JSON; unknown values are null.
pub fn estimate(estimate: Estimate) -> Value {
    if estimate.is_known() {
        json!({"value": estimate.value, "error": estimate.error})
    } else {
        Value::Null
    }
}
