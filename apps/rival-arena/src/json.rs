//! One JSON object per event, for programs.

use std::io::{self, Write, stderr, stdout};
use std::time::{Duration, Instant};

use arena::EndingCount;
use arena::journal::Entry;
use arena::observer::{LiveGame, RunObserver};
use arena::run::Run;
use arena::schedule::{Duel, KnockoutRound};
use arena::settings::Settings;
use arena::statistics::Estimate;
use games_package::FailureKind;
use serde_json::{Value, json};

use crate::tables::endings::FirstSeat;
use crate::tables::knockout::{Knockout, decision_name};
use crate::tables::{Report, Row};

/// How often the standings are written if nothing is said, at most.
const PAUSE: Duration = Duration::from_millis(500);

/// The standings take no more than this share of the time.
const SHARE: u32 = 20;

/// Writes a line for each finished game, the standings when they have changed, and for the games that are played elsewhere
/// now and then how they stand.
#[derive(Debug)]
pub(crate) struct JsonLines {
    pause: Duration,
    /// Finished games at the last standings.
    written: usize,
    /// The time from which the standings may be written again.
    next: Instant,
}

impl JsonLines {
    pub(crate) fn new(run: &Run, every: Option<Duration>) -> Self {
        let next = Instant::now();
        Self { pause: every.unwrap_or(PAUSE), written: run.finished_games(), next }
    }

    /// The standings, if it is time for them. Those at the end are written after it.
    fn standings(&mut self, run: &Run) -> Option<Value> {
        let begin = Instant::now();
        if run.is_over() || run.finished_games() == self.written || begin < self.next {
            return None;
        }
        let standings = report(&Report::of(run));
        self.written = run.finished_games();
        self.next = begin + self.pause.max(begin.elapsed() * SHARE);
        Some(standings)
    }
}

impl RunObserver for JsonLines {
    fn update(&mut self, run: &Run, entries: &[Entry]) -> io::Result<()> {
        let mut out = stdout().lock();
        for entry in entries {
            writeln!(out, "{}", game(run, entry))?;
        }
        if let Some(standings) = self.standings(run) {
            writeln!(out, "{standings}")?;
        }
        out.flush()
    }

    fn wants_live_games(&self) -> bool {
        true
    }

    fn show_live_game(&mut self, run: &Run, game: &LiveGame) -> io::Result<()> {
        let mut out = stdout().lock();
        writeln!(out, "{}", moves(run, game))?;
        out.flush()
    }
    fn note(&mut self, line: &str) -> io::Result<()> {
        writeln!(stderr(), "{line}")
    }
}

/// A game that is being played elsewhere.
fn moves(run: &Run, game: &LiveGame) -> Value {
    let LiveGame { worker, round, number: index, players, before, moves } = game;
    let tournament = run.tournament();
    let (number, replay) = round_of(run, *round);
    json!({
        "event": "moves", "id": tournament.id(*round, *index), "round": number, "replay": replay,
        "players": names(tournament.settings(), players), "worker": worker,
        "plies": before.saturating_add(moves.len()), "newest": moves,
    })
}

/// What tables call these players.
fn names(settings: &Settings, players: &[usize]) -> Vec<Option<String>> {
    players.iter().map(|&player| settings.players.get(player).map(ToString::to_string)).collect()
}

/// The number of the round with this index, and of the replay, if it is one.
fn round_of(run: &Run, index: usize) -> (usize, Option<usize>) {
    let round = run.round(index);
    let replay = round.map(|round| round.replay).filter(|replay| *replay > 0);
    (round.map_or(index + 1, |round| round.number), replay)
}

fn game(run: &Run, entry: &Entry) -> Value {
    let (number, replay) = round_of(run, entry.round);
    json!({
        "event": "game_finished", "id": entry.id, "round": number, "replay": replay,
        "players": names(run.tournament().settings(), &entry.players), "payoffs": entry.payoffs,
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
        "elo": estimate(row.rating), "rematches": row.rematches, "byes": row.byes,
        "sonneborn_berger": row.sonneborn_berger, "buchholz": row.buchholz,
    })
}

/// An unknown value is null.
pub(crate) fn estimate(estimate: Estimate) -> Value {
    if estimate.is_known() {
        json!({"value": estimate.value, "error": estimate.error})
    } else {
        Value::Null
    }
}
