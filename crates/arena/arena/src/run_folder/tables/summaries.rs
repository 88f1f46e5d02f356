//! Summarizes a run: knockout rounds, game endings, and the first seat's score.

use std::fmt::Write as _;

use board_engine::Seat;

use super::{align, pair_count};
use crate::EndingCount;
use crate::run::Run;
use crate::schedule::{Decision, Duel, KnockoutRound};
use crate::settings::Settings;
use crate::statistics::{Estimate, Pentanomial, score_of_elo};

/// A knockout's result.
#[derive(Debug, Default)]
pub struct Knockout {
    /// The rounds played so far; empty if there is no knockout.
    pub rounds: Vec<KnockoutRound>,
    /// One line per round: "round 2: Ada 2.5–1.5 Bob". The last line names the winner.
    pub lines: Vec<String>,
    /// The winner, and how the last encounter was decided.
    pub winner: Option<(usize, Decision)>,
}

impl Knockout {
    pub(super) fn of(run: &Run) -> Self {
        let settings = run.tournament().settings();
        let rounds = settings.format.knockout(settings.players.len(), &run.rounds());
        let last = rounds.last().and_then(|round| round.duels.last()).filter(|_| run.is_over());
        let winner = last.and_then(|duel| duel.decided);
        let line = |round: &KnockoutRound| {
            let begun = round.duels.iter().filter(|duel| !duel.scores.is_empty());
            let encounters = begun.map(|duel| encounter(settings, duel)).collect::<Vec<_>>();
            format!("round {}: {}", round.number, encounters.join(", "))
        };
        let last_line = last.and_then(|duel| victory(settings, duel));
        let lines = rounds.iter().map(line).chain(last_line).collect();
        Self { rounds, lines, winner }
    }
}

/// A decision's JSON name.
pub const fn decision_name(decision: Decision) -> &'static str {
    match decision {
        Decision::Score => "score",
        Decision::Replay => "replay",
        Decision::Seeding => "seeding",
    }
}

/// Formats "Cyd 2.0–2.0 Dan (replay 2.5–1.5)".
fn encounter(settings: &Settings, duel: &Duel) -> String {
    let [one, other] = duel.players.map(|player| &settings.players[player]);
    let mut scores = duel.scores.iter().map(score);
    let mut text = format!("{one} {} {other}", scores.next().unwrap_or_default());
    let mut notes: Vec<String> = scores.map(|score| format!("replay {score}")).collect();
    if let Some((winner, Decision::Seeding)) = duel.decided {
        notes.push(format!("{} advances by seeding", settings.players[winner]));
    }
    if !notes.is_empty() {
        let _ = write!(text, " ({})", notes.join(", "));
    }
    text
}

/// Formats "Ada wins the knockout against Bob by 2.5–1.5".
fn victory(settings: &Settings, duel: &Duel) -> Option<String> {
    let (winner, decision) = duel.decided?;
    let [one, other] = duel.players;
    let loser = if winner == one { other } else { one };
    let (replays, mut last) = (duel.scores.len().saturating_sub(1), *duel.scores.last()?);
    if winner == other {
        last.reverse();
    }
    let by = match decision {
        Decision::Score => format!("by {}", score(&last)),
        Decision::Replay => format!("by {} in replay {replays}", score(&last)),
        Decision::Seeding => format!("by seeding, after {replays} drawn replays"),
    };
    let [winner, loser] = [winner, loser].map(|player| &settings.players[player]);
    Some(format!("{winner} wins the knockout against {loser} {by}"))
}

fn score([one, other]: &[f64; 2]) -> String {
    format!("{one:.1}–{other:.1}")
}

/// The first seat's score over all players.
#[derive(Debug)]
pub struct FirstSeat {
    /// The name of the first seat in this game.
    pub name: String,
    /// Number of game pairs.
    pub pairs: u64,
    /// The mean score per game, from 0 to 1, and half the width of its 95 % interval.
    pub score: Estimate,
    /// The Elo equivalent of this advantage.
    pub elo: Estimate,
}

impl FirstSeat {
    /// The statistics for the pairs; `None` before the first pair, and in games for more than two players.
    pub(super) fn of(run: &Run) -> Option<Self> {
        let pairs = run.first_seat().filter(|pairs| pairs.pairs() > 0)?;
        let name = run.tournament().game().seat_name(Seat::FIRST);
        Some(Self { name, pairs: pairs.pairs(), score: mean_score(&pairs), elo: pairs.elo() })
    }

    /// Formats "White moves first and scores 54.2 % ± 3.1, Elo 29.12 ± 21.60 (500 pairs)".
    pub fn to_text(&self) -> String {
        let Self { name, pairs, score, elo } = self;
        let [percent, error] = [score.value, score.error].map(|share| 100.0 * share);
        let pairs = pair_count(*pairs);
        format!("{name} moves first and scores {percent:.1} % ± {error:.1}, Elo {elo} ({pairs})")
    }
}

/// The score interval that corresponds to the Elo interval.
fn mean_score(pairs: &Pentanomial) -> Estimate {
    let Estimate { value, error } = pairs.elo();
    let [low, high] = if error.is_finite() {
        [value - error, value + error].map(score_of_elo)
    } else {
        [0.0, 1.0]
    };
    Estimate { value: pairs.score(), error: (high - low) / 2.0 }
}

/// An ending's name: the rule that ended the game or, without a rule, the reason.
pub fn ending_name(EndingCount { reason, rule, .. }: &EndingCount) -> String {
    match reason.as_str() {
        "rules" if !rule.is_empty() => rule.clone(),
        _ if rule.is_empty() => reason.clone(),
        _ => format!("{reason}: {rule}"),
    }
}

/// Game endings as a table.
pub fn table(endings: &[EndingCount]) -> String {
    let mut lines = vec![["how games ended", "games", "%"].map(String::from).to_vec()];
    for (ending, share) in endings.iter().zip(shares(endings)) {
        lines.push(vec![ending_name(ending), ending.games.to_string(), format!("{share:.1}")]);
    }
    align(&lines, &[0])
}

/// Each ending's share in percent.
#[expect(clippy::cast_precision_loss, reason = "a run has fewer than 2⁵³ games")]
pub fn shares(endings: &[EndingCount]) -> impl Iterator<Item = f64> {
    let all: u64 = endings.iter().map(|ending| ending.games).sum();
    endings.iter().map(move |ending| 100.0 * ending.games as f64 / all.max(1) as f64)
}
