//! Statistics of the games that don't depend on the players: how they ended, and the advantage of moving first.

use arena::EndingCount;
use arena::run::Run;
use arena::statistics::{Estimate, Pentanomial, score_of_elo};
use board_engine::Seat;

use super::{aligned, pair_count};

/// The score of the first seat over all players.
#[derive(Debug)]
pub struct FirstSeat {
    /// What the game calls it.
    pub name: String,
    /// How many pairs of games there are.
    pub pairs: u64,
    /// The mean score per game, from 0 to 1, with half of its 95 % interval.
    pub score: Estimate,
    /// The Elo of that advantage.
    pub elo: Estimate,
}

impl FirstSeat {
    /// What the pairs say; nothing before the first one, and of games that are not for two.
    pub(super) fn of(run: &Run) -> Option<Self> {
        let pairs = run.first_seat().filter(|pairs| pairs.pairs() > 0)?;
        let name = run.tournament().game().seat_name(Seat::FIRST);
        Some(Self { name, pairs: pairs.pairs(), score: score(&pairs), elo: pairs.elo() })
    }

    /// "White moves first and scores 54.2 % ± 3.1, Elo 29.12 ± 21.60 (500 pairs)".
    pub fn to_text(&self) -> String {
        let Self { name, pairs, score, elo } = self;
        let [percent, error] = [score.value, score.error].map(|share| 100.0 * share);
        let pairs = pair_count(*pairs);
        format!("{name} moves first and scores {percent:.1} % ± {error:.1}, Elo {elo} ({pairs})")
    }
}

/// The interval of the score that belongs to the interval of the Elo.
fn score(pairs: &Pentanomial) -> Estimate {
    let Estimate { value, error } = pairs.elo();
    let [low, high] = if error.is_finite() {
        [value - error, value + error].map(score_of_elo)
    } else {
        [0.0, 1.0]
    };
    Estimate { value: pairs.score(), error: (high - low) / 2.0 }
}

/// What an ending is called: the rule that ended the game, or the reason.
pub fn ending_name(EndingCount { reason, rule, .. }: &EndingCount) -> String {
    match reason.as_str() {
        "rules" if !rule.is_empty() => rule.clone(),
        _ if rule.is_empty() => reason.clone(),
        _ => format!("{reason}: {rule}"),
    }
}

/// How games ended, as a table.
pub fn table(endings: &[EndingCount]) -> String {
    let mut lines = vec![["how games ended", "games", "%"].map(String::from).to_vec()];
    for (ending, share) in endings.iter().zip(shares(endings)) {
        lines.push(vec![ending_name(ending), ending.games.to_string(), format!("{share:.1}")]);
    }
    aligned(&lines, &[0])
}

/// The share of each ending, in percent.
#[expect(clippy::cast_precision_loss, reason = "nobody plays 2⁵³ games")]
pub fn shares(endings: &[EndingCount]) -> impl Iterator<Item = f64> {
    let all: u64 = endings.iter().map(|ending| ending.games).sum();
    endings.iter().map(move |ending| 100.0 * ending.games as f64 / all.max(1) as f64)
}
