//! A knockout, round by round, and who has won it.

use std::fmt::Write as _;

use arena::run::Run;
use arena::schedule::{Decision, Duel, KnockoutRound};
use arena::settings::Settings;

/// The result of a knockout.
#[derive(Debug, Default)]
pub struct Knockout {
    /// As far as they were played; none where there is no knockout.
    pub rounds: Vec<KnockoutRound>,
    /// A line for each round: "round 2: Ada 2.5 : 1.5 Bob". The last one says who has won.
    pub lines: Vec<String>,
    /// Who has won it, and what decided the last encounter.
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

/// The name of what decides an encounter, in JSON.
pub const fn decision_name(decision: Decision) -> &'static str {
    match decision {
        Decision::Score => "score",
        Decision::Replay => "replay",
        Decision::Seeding => "seeding",
    }
}

/// "Cyd 2.0 : 2.0 Dan (replay 2.5 : 1.5)".
fn encounter(settings: &Settings, duel: &Duel) -> String {
    let [one, other] = duel.players.map(|player| &settings.players[player]);
    let mut scores = duel.scores.iter().map(score);
    let mut text = format!("{one} {} {other}", scores.next().unwrap_or_default());
    let mut notes: Vec<String> = scores.map(|score| format!("replay {score}")).collect();
    if let Some((winner, Decision::Seeding)) = duel.decided {
        notes.push(format!("{} goes on by seeding", settings.players[winner]));
    }
    if !notes.is_empty() {
        let _ = write!(text, " ({})", notes.join(", "));
    }
    text
}

/// "Ada wins the knockout against Bob by 2.5 : 1.5".
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
    format!("{one:.1} : {other:.1}")
}
